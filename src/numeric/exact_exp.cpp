#include "numeric/exact_exp.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace inbounds {
namespace {

constexpr int guard_bits = 64;
constexpr int reduced_bits = 8;  // the series is summed for arguments below 2^-8

}  // namespace

dyadic exact_product(double rate, const natural& count) {
  int exponent = 0;
  const double fraction = std::frexp(rate, &exponent);  // rate = fraction * 2^exponent, exactly
  return {natural(static_cast<std::uint64_t>(std::ldexp(fraction, 53))) * count, exponent - 53};
}

// random/PROOF.md, Lemma 2
scaled_bounds exp_minus(const dyadic& x, int bits) {
  const natural one = natural::power_of_two(bits);
  if (x.mantissa.is_zero()) return {one, one};
  const int magnitude = x.mantissa.bit_length() + x.exponent;  // x < 2^magnitude
  const natural whole = x.mantissa << x.exponent;
  if (whole >= natural(static_cast<std::uint64_t>(bits))) return {0, 1};  // e^-bits < 2^-bits

  // e^-x = (e^-y)^(2^halvings) with y = x / 2^halvings < 2^-8, in units of 2^-precision.
  const int halvings = std::max(magnitude + reduced_bits, 0);
  const int precision = bits + guard_bits;
  const natural y = x.mantissa << (x.exponent - halvings + precision);
  natural sum = natural::power_of_two(precision);
  natural term = sum;
  std::uint32_t terms = 0;
  while (!term.is_zero()) {
    ++terms;
    term = ((term * y) >> precision) / terms;
    sum = terms % 2 == 1 ? sum - term : sum + term;
  }
  // Each term is off by less than 3 units (y and the two roundings), the rest of the series by less than 1; a squaring
  // doubles the error and adds 2 units. There are at most 8 + log2(bits) + 1 squarings, so the guard bits suffice by
  // far.
  std::uint64_t error = 3 * std::uint64_t{terms} + 2;
  for (int squaring = 0; squaring < halvings; ++squaring) {
    sum = (sum * sum) >> precision;
    error = 2 * error + 2;
  }
  return {(sum - error) >> guard_bits, ((sum + error) >> guard_bits) + 1};
}

}  // namespace inbounds
