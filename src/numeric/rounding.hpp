#pragma once

#include <cmath>
#include <limits>

#include "core/error_free.hpp"
#include "core/granularity.hpp"

namespace inbounds {

// Arithmetic rounded towards +infinity. WebAssembly has no rounding modes (fesetround succeeds and does nothing), so
// the rounding error of the nearest result is computed exactly and its sign decides whether to step up. None of this is
// for results near overflow or underflow.

inline double next_up(double value) { return std::nextafter(value, std::numeric_limits<double>::infinity()); }

/// a + b, rounded up.
inline double sum_up(double a, double b) {
  const auto [sum, lost] = two_sum(a, b);
  return lost > 0 ? next_up(sum) : sum;
}

/// A power of two that keeps the error of a product of this size away from underflow.
inline double lift_of(double product) { return std::fabs(product) < 0x1p-900 ? 0x1p300 : 1; }

/// What rounding took from a * b, up to a power of two.
inline double rounding_of_product(double a, double b) {
  const double product = a * b;
  const double lift = lift_of(product);
  return product_error(a * lift, b, product * lift);
}

/// a * b, rounded up.
inline double product_up(double a, double b) {
  const double product = a * b;
  return rounding_of_product(a, b) > 0 ? next_up(product) : product;
}

/// a / b for positive b, rounded up.
inline double quotient_up(double a, double b) {
  const double quotient = a / b;
  const double lift = lift_of(a);
  // The product differs from a by a few units in the last place, so their difference is exact.
  const double product = quotient * (b * lift);
  const double left = (a * lift - product) - product_error(quotient, b * lift, product);
  return left > 0 ? next_up(quotient) : quotient;
}

/// a / b for positive b, rounded down.
inline double quotient_down(double a, double b) { return -quotient_up(-a, b); }

/// A length in steps, rounded up.
inline double steps_up(double length, const granularity& grain) {
  return grain.per_unit > 0 ? product_up(length, grain.per_unit) : quotient_up(length, grain.step);
}

}  // namespace inbounds
