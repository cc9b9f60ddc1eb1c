#pragma once

#include "privacy/gaussian_loss.hpp"

namespace inbounds {

/// The smallest delta for a given epsilon, on one side, and where it is reached: among the outputs up to `output`.
struct gaussian_delta {
  double delta = 0;  ///< rounded up; no pair of neighbours has more
  double seen = 0;  ///< the largest that was found; with many possible truths, `delta` may be larger by 1e-10 of itself
  double truth = 0;  ///< in steps from the lower end, like the others
  double neighbour = 0;
  double output = 0;
};

/// Only looks for the largest: `delta` is not filled in.
gaussian_delta find_delta(const gaussian_side& side, support on, double deviation, double epsilon);

/// Looks, and then makes sure.
gaussian_delta worst_delta(const gaussian_side& side, support on, double deviation, double epsilon);

}  // namespace inbounds
