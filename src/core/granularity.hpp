#pragma once

#include "core/result.hpp"

namespace inbounds {

/// The step between released values: a power of two, a whole number, or one divided by a whole number.
struct granularity {
  double step;          ///< As the caller wrote it. Truths are snapped and sensitivities counted in this very double.
  double per_unit = 0;  ///< n where the step is 1/n and no power of two; otherwise 0.

  bool is_power_of_two() const;

  /// The released double of lattice index j: nearest to j * step, or to j / n (so that tenths print as tenths).
  double value(double index) const { return per_unit > 0 ? index / per_unit : index * step; }
};

/// Recognises the three kinds; anything else is refused.
result<granularity> granularity_from(double step);

/// The largest power of two that is not above a positive finite value, as its exponent.
int floor_log2(double value);

}  // namespace inbounds
