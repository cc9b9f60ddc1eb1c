#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "core/result.hpp"

namespace inbounds {

/// The step between released values (a power of two, a whole number, or one divided by a whole number), and where they
/// are counted from.
struct granularity {
  double step;          ///< As the caller wrote it; of 1/n the double nearest to it, and the step is 1/n itself.
  double per_unit = 0;  ///< n where the step is 1/n and no power of two; otherwise 0.
  double origin = 0;    ///< The value of index 0.

  /// The released double of lattice index j: nearest to j * step, or to j / n (so that tenths print as tenths); and
  /// the sum of that and the origin, rounded.
  double value(double index) const { return origin + (per_unit > 0 ? index / per_unit : index * step); }
};

/// Whether dividing by this positive number is exact.
inline bool is_power_of_two(double value) {
  constexpr std::uint64_t fraction_bits = (std::uint64_t{1} << 52) - 1;
  if (value >= std::numeric_limits<double>::min())
    return (__builtin_bit_cast(std::uint64_t, value) & fraction_bits) == 0;
  int exponent = 0;
  return std::frexp(value, &exponent) == 0.5;  // subnormal numbers
}

/// Recognises the three kinds; anything else is refused.
result<granularity> granularity_from(double step);

/// The largest power of two that is not above a positive finite value, as its exponent.
int floor_log2(double value);

}  // namespace inbounds
