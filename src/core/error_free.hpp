#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/either.hpp"

// Error-free transformations: sums and products of doubles, together with what rounding took from them. None of them
// branches on its numbers.

namespace inbounds {

/// A double as the sum of two with at most 26 binary digits each: the products of such halves are exact.
struct halves {
  double high;
  double low;

  /// By rounding its bits (a carry goes where it belongs, into the exponent), so that nothing can overflow.
  static halves of(double value) {
    constexpr std::uint64_t lower_half = (std::uint64_t{1} << 27) - 1;
    const auto bits = __builtin_bit_cast(std::uint64_t, value) + (lower_half + 1) / 2;
    const auto high = __builtin_bit_cast(double, bits & ~lower_half);
    return {high, value - high};
  }
};

/// a * b - product, exactly, where `product` is a * b as rounded (Dekker 1971): 0, or from 2^-960 in magnitude. This is
/// std::fma(a, b, -product), which WebAssembly does not have; the library's takes longer, how long depends on the
/// numbers, and it is .4 kB gzip of code. No branches.
inline double product_error(double a, double b, double product) {
  const auto [a_high, a_low] = halves::of(a);
  const auto [b_high, b_low] = halves::of(b);
  return ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low;
}

/// A sum as rounded, and what rounding took from it.
struct rounded_sum {
  double value;
  double lost;
};

/// a + b exactly (Knuth's TwoSum), but for overflow.
inline rounded_sum two_sum(double a, double b) {
  const double value = a + b;
  const double b_part = value - a;
  return {value, (a - (value - b_part)) + (b - b_part)};
}

/// A double with the sign of the exact sum, or 0 where that is 0: the largest part that is not 0 of an expansion whose
/// parts do not overlap (Shewchuk 1997, "Adaptive precision floating-point arithmetic", theorem 10).
template <std::size_t Count>
double sum_sign(std::array<double, Count> terms) {
  for (std::size_t added = 1; added < Count; ++added) {
    double sum = terms[added];
    for (std::size_t at = 0; at < added; ++at) {
      const auto [value, lost] = two_sum(sum, terms[at]);
      terms[at] = lost;
      sum = value;
    }
    terms[added] = sum;
  }
  double sign = 0;
  for (const double part : terms) sign = either(part != 0, part, sign);
  return sign;
}

}  // namespace inbounds
