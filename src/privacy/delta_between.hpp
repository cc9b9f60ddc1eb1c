#pragma once

#include "distributions/truncated_laplace.hpp"
#include "privacy/neighbours.hpp"
#include "privacy/total_changes.hpp"

namespace inbounds {

/// The hockey-stick divergence of one pair from low to high, P_low(A) - e^epsilon P_high(A) at its best A = {y <= cut};
/// with what is known about its neighbourhood.
struct delta_reading {
  double low;
  double high;
  double delta;     ///< rounded up; 0 where the loss is nowhere above epsilon
  double rounding;  ///< by how much at most
  place cut;        ///< the last feasible output at which the loss is not below epsilon, or low itself
  double rise;      ///< ln(Z(high)/Z(low))
  surroundings around_low;
  surroundings around_high;
};

delta_reading delta_between(const truncated_laplace& family, const total_changes& changes, const neighbours& pair,
                            double epsilon);

}  // namespace inbounds
