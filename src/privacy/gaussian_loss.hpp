#pragma once

#include <vector>

#include "core/span.hpp"
#include "numeric/ball_maximum.hpp"

namespace inbounds {

/// One side of a box, and how far along it neighbours can be apart.
struct gaussian_side {
  double steps;         ///< its length; on the line, in the unit of the values
  double step;          ///< in the unit of the values; on the line 1
  double max_distance;  ///< neighbours are no more steps apart than this, along this side
  double spare;         ///< rounding to the lattice may move them this many steps apart, whatever their distance
};

/// Which truths of a box are neighbours: those whose distances along the sides, less what is spare, have squares that
/// add up to no more than `square` (in the unit of the values). On the line that is l2 sensitivity; on a lattice it
/// covers all that rounding can do to it.
struct gaussian_box {
  std::vector<gaussian_side> sides;
  double square;
  support on;
};

/// The largest loss, rounded up: between the upper corner and the truth that lies so many steps (`distances`) below it
/// along each side, at the lower corner.
struct gaussian_worst_case {
  double loss;
  std::vector<double> distances;
  ball_maximum found;  ///< in deviations
  double deviation;
};
gaussian_worst_case worst_loss(const gaussian_box& where, double deviation);

/// The same in fewer steps, from the worst case at another deviation; the last digits may differ.
gaussian_worst_case worst_loss(const gaussian_box& where, double deviation, const gaussian_worst_case& similar);

}  // namespace inbounds
