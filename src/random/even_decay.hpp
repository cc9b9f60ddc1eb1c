#pragma once

#include <cstdint>

#include "core/either.hpp"

namespace inbounds {

/// e^-x and 1 - e^-x.
struct even_decay {
  double kept;
  double lost;

  /// Both with full relative precision for x >= 0, by the same operations for every x: the library's expm1 takes
  /// different ways for different arguments, so its time would tell how far the truth is from the end of its range.
  ///
  /// Beyond `furthest`, e^-furthest is given for e^-x; by then it is next to nothing.
  static even_decay over(double x);

  static constexpr double furthest = 700;
};

inline even_decay even_decay::over(double x) {
  constexpr double log2_e = 0x1.71547652b82fep+0;
  constexpr double ln2_high = 0x1.62e42feep-1;  // products with whole numbers below 2^21 are exact
  constexpr double ln2_low = 0x1.a39ef35793c76p-33;
  constexpr double to_whole = 0x1.8p52;  // adding it rounds to a whole number, which the last bits then show
  const double within = either(x < furthest, x, furthest);
  const double shifted = within * log2_e + to_whole;
  const double halvings = shifted - to_whole;
  const double s = (halvings * ln2_high - within) + halvings * ln2_low;  // e^-x = 2^-halvings e^s, |s| < 0.35
  // e^s - 1 by its series up to s^13/13!, in pairs, so that they can be computed at the same time.
  const double s2 = s * s;
  const double s4 = s2 * s2;
  const double low = (1 / 2.0 + s * (1 / 6.0)) + s2 * (1 / 24.0 + s * (1 / 120.0));
  const double middle = (1 / 720.0 + s * (1 / 5040.0)) + s2 * (1 / 40320.0 + s * (1 / 362880.0));
  const double high = (1 / 3628800.0 + s * (1 / 39916800.0)) + s2 * (1 / 479001600.0 + s * (1 / 6227020800.0));
  const double series = s + s2 * (low + s4 * (middle + s4 * high));
  const double factor = __builtin_bit_cast(double, (1023 - __builtin_bit_cast(std::uint64_t, shifted)) << 52);
  return {factor + factor * series, (1 - factor) - factor * series};
}

}  // namespace inbounds
