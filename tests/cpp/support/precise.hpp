#pragma once

#include <cstdint>

#include "support/decimal.hpp"

// Fifty-digit arithmetic written from the definitions: the oracle that shares no formula with src/.

namespace inbounds::test {

using precise = decimal<50>;

/// gamma s + ln(Z_s/Z_0), with Z_i = (1 + r - r^(i+1) - r^(N-i+1))/(1-r): the textbook form, which cancels in doubles.
inline precise exact_lattice_loss(std::int64_t steps, std::int64_t sensitivity, const precise& rate) {
  using boost::multiprecision::exp;
  using boost::multiprecision::expm1;
  using boost::multiprecision::log;
  const precise n = steps;
  const precise s = sensitivity;
  // 1 + r - r^(i+1) - r^(N-i+1) = (1 - r^(i+1)) + (r - r^(N-i+1)), each by expm1
  const auto total = [&](const precise& i) -> precise {
    return -expm1(-rate * (i + 1)) - exp(-rate) * expm1(-rate * (n - i));
  };
  return rate * s + log(total(s) / total(precise(0)));
}

/// s/b + ln(C_s/C_0), Holohan et al. 2020, Theorem 3.5 at delta = 0.
inline precise exact_continuous_loss(const precise& width, const precise& sensitivity, const precise& scale) {
  using boost::multiprecision::expm1;
  using boost::multiprecision::log;
  const auto c = [&](const precise& q) -> precise { return -expm1(-q / scale) - expm1(-(width - q) / scale); };
  return sensitivity / scale + log(c(sensitivity) / c(precise(0)));
}

/// Bisection for the point between low and high where a rising function crosses zero; 160 halvings of the bracket.
template <class Function>
precise bisect(const Function& rising, precise low, precise high) {
  for (int halving = 0; halving < 160; ++halving) {
    const precise middle = (low + high) / 2;
    (rising(middle) > 0 ? high : low) = middle;
  }
  return low;
}

}  // namespace inbounds::test
