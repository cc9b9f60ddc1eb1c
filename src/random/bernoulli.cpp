#include "random/bernoulli.hpp"

#include <cmath>

#include "random/uniform.hpp"
#include "random/wide.hpp"

namespace inbounds {
namespace {

/// The number mantissa * 2^exponent, exactly.
struct dyadic {
  uint128 mantissa;
  int exponent;
};

dyadic product(double rate, std::uint64_t count) {
  int exponent = 0;
  const double fraction = std::frexp(rate, &exponent);  // rate = fraction * 2^exponent, exactly
  const auto mantissa = static_cast<std::uint64_t>(std::ldexp(fraction, 53));
  return {static_cast<uint128>(mantissa) * count, exponent - 53};
}

// value * 2^shift, without the bits below the point; shifts beyond the width give 0.
uint128 shifted(uint128 value, int shift) {
  if (shift <= -128 || shift >= 128) return 0;
  return shift >= 0 ? value << shift : value >> -shift;
}

// True with probability x, for 0 <= x < 1: a uniform number is compared with x, 64 bits at a time, most significant
// first, and only as far as it takes. When no bit of x is left, the rest of the uniform number cannot lie below it.
bool draw_fraction(const dyadic& x, bit_source& bits) {
  for (int seen = 64;; seen += 64) {
    const auto digit = static_cast<std::uint64_t>(shifted(x.mantissa, x.exponent + seen));
    const std::uint64_t uniform = bits.word();
    if (uniform != digit) return uniform < digit;
    if (x.exponent + seen >= 0) return false;
  }
}

// True with probability e^-x for 0 <= x <= 1 (Canonne, Kamath, Steinke 2020, Algorithm 1): the count of leading
// successes of Bernoulli(x/1), Bernoulli(x/2), ... exceeds k with probability x^k/k!, so it is even with probability
// 1 - x + x^2/2! - ... = e^-x. A success of Bernoulli(x/k) is one of Bernoulli(x) and one of Bernoulli(1/k) together.
template <class DrawX>
bool draw_exp_of_fraction(const DrawX& draw_x, bit_source& bits) {
  bool even = true;
  for (std::uint64_t k = 1; draw_x() && draw_below(k, bits) == 0; ++k) even = !even;
  return even;
}

}  // namespace

bool draw_exp_minus(double rate, std::uint64_t count, bit_source& bits) {
  const dyadic x = product(rate, count);
  // e^-x = e^-1 ... e^-1 e^-(fraction of x); the first failure decides.
  const uint128 whole = shifted(x.mantissa, x.exponent);
  for (uint128 unit = 0; unit < whole; ++unit) {
    if (!draw_exp_of_fraction([] { return true; }, bits)) return false;
  }
  const dyadic fraction{x.mantissa - shifted(whole, -x.exponent), x.exponent};
  return draw_exp_of_fraction([&] { return draw_fraction(fraction, bits); }, bits);
}

}  // namespace inbounds
