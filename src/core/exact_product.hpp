#pragma once

#include <cstdint>

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

}  // namespace inbounds
