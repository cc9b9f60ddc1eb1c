#include "numeric/hyperbolic.hpp"

#include <cmath>
#include <numbers>

#include "numeric/exponential_sums.hpp"

namespace inbounds {

// cosh(x) - cosh(x-d) = 2 sinh(x - d/2) sinh(d/2), so the quotient of both less 1 is a product of positive terms.
double log_cosh_rise(double x, double d) {
  constexpr double huge = 700;  // e^d is near the largest double
  if (d > huge) return d + std::log1p(std::exp(-2 * x)) - std::log1p(std::exp(-2 * (x - d)));
  return std::log1p(std::expm1(d) * one_minus_exp(2 * x - d) / (1 + std::exp(-2 * (x - d))));
}

// arccosh(e^y) = ln(e^y + sqrt(e^2y - 1))
double inverse_log_cosh(double y) { return y + std::log1p(std::sqrt(one_minus_exp(2 * y))); }

double log_one_minus_exp(double x) {
  return x < std::numbers::ln2 ? std::log(one_minus_exp(x)) : std::log1p(-std::exp(-x));
}

}  // namespace inbounds
