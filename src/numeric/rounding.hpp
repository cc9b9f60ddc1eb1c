#pragma once

#include <cmath>
#include <limits>

namespace inbounds {

// Arithmetic rounded towards +infinity. WebAssembly has no rounding modes (fesetround succeeds and does nothing), so
// the rounding error of the nearest result is computed exactly and its sign decides whether to step up. None of this is
// for results near overflow or underflow.

inline double next_up(double value) { return std::nextafter(value, std::numeric_limits<double>::infinity()); }

/// a + b, rounded up (Knuth's TwoSum).
inline double sum_up(double a, double b) {
  const double sum = a + b;
  const double b_part = sum - a;
  const double lost = (a - (sum - b_part)) + (b - b_part);
  return lost > 0 ? next_up(sum) : sum;
}

/// a * b, rounded up.
inline double product_up(double a, double b) {
  const double product = a * b;
  return std::fma(a, b, -product) > 0 ? next_up(product) : product;
}

/// a / b for positive b, rounded up.
inline double quotient_up(double a, double b) {
  const double quotient = a / b;
  return std::fma(-quotient, b, a) > 0 ? next_up(quotient) : quotient;
}

/// a / b for positive b, rounded down.
inline double quotient_down(double a, double b) { return -quotient_up(-a, b); }

}  // namespace inbounds
