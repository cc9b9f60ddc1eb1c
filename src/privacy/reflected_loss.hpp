#pragma once

#include "core/span.hpp"
#include "privacy/laplace_loss.hpp"

namespace inbounds {

/// Where reflected noise lives, before gaps reflect, and how far apart neighbours are. Reflecting out of gaps is
/// post-processing: it never raises a loss.
struct reflected_hull {
  span ends;  ///< the first and the last point, or the ends on the line
  open_ends open;
  support on;
  double max_distance;       ///< the largest distance of neighbours
  bool worst_above = false;  ///< which of two mirrors the worst case is told for; both lose the same

  /// From the lowest truth to the mirror above: infinite unless there are two mirrors.
  double mirror_distance() const;
};

// Never below the exact loss, and above it by a factor of less than 1 + 2^-45 (PROOF.md of the reflected Laplace, 7).

/// The privacy loss under dp: ln cosh(rate m) - ln cosh(rate (m - d)) with the mirror_distance m and the max_distance
/// d, between the lowest truth and its neighbour, at the lowest output.
worst_pair worst_loss(const reflected_hull& hull, double rate);

/// The loss per unit of distance over all pairs, for the metric guarantee.
worst_pair worst_slope(const reflected_hull& hull, double rate);

/// Between these rates the loss, or the slope, reaches a given value.
span rates_around_loss(const reflected_hull& hull, double loss);
span rates_around_slope(const reflected_hull& hull, double slope);

}  // namespace inbounds
