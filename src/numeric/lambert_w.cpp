#include "numeric/lambert_w.hpp"

#include <boost/math/special_functions/lambert_w.hpp>
#include <cmath>
#include <limits>

#include "numeric/policy.hpp"

namespace inbounds {
namespace {

// The double next to -1/e on the side where W is real. Boost answers -1 there, and NaN below.
constexpr double branch_point = -0.36787944117144232;

}  // namespace

double lambert_w0(double x) { return x <= branch_point ? -1 : boost::math::lambert_w0(x, math_policy{}); }

double lambert_wm1(double x) {
  if (x <= branch_point) return -1;
  if (x == 0) return -std::numeric_limits<double>::infinity();
  return boost::math::lambert_wm1(x, math_policy{});
}

// With w = -(1 + z): log(-w e^w) + 1 = log(1 + z) - z, so z is the root of log1p_minus(z) = log_depth, negative on the
// principal branch and positive on the lower one. Newton's method on this concave function, from Boost's value or, at
// the branch point, from log1p_minus(z) = -z^2/2 + ...
double lambert_w_of_log(lambert_branch branch, double log_depth) {
  if (!(log_depth < 0)) return -1;
  const bool lower = branch == lambert_branch::lower;
  constexpr double near_branch_point = -0.01;
  constexpr double near_underflow = -690;
  const double x = -std::exp(log_depth - 1);
  double z;
  if (log_depth > near_branch_point) {
    const double root = std::sqrt(-2 * log_depth);
    z = lower ? root : -root;
  } else if (!lower) {
    return lambert_w0(x);  // x is as good as log_depth here, and stays so: W0(x) = x + O(x^2)
  } else if (log_depth > near_underflow) {
    z = -lambert_wm1(x) - 1;
  } else {
    z = -log_depth + std::log(-log_depth);
  }
  for (int step = 0; step < 6; ++step) {
    z += (log_depth - log1p_minus(z)) * -(1 + z) / z;  // d/dz (log(1 + z) - z) = -z/(1 + z)
  }
  return -(1 + z);
}

double log1p_minus(double x) {
  if (std::abs(x) > 0.5) return std::log1p(x) - x;
  // -x^2/2 + x^3/3 - ... is slow at 1/2. With a = x/(2 + x), log(1 + x) = 2 (a + a^3/3 + a^5/5 + ...) and
  // 2a - x = -a x, so the difference is -a x + 2 a^3 (1/3 + a^2/5 + ...), |a| <= 1/3. Its first term is the larger by
  // far.
  const double a = x / (2 + x);
  const double square = a * a;
  double sum = 0;
  for (int k = 33; k >= 3; k -= 2) sum = sum * square + 1.0 / k;
  return a * (2 * square * sum - x);
}

}  // namespace inbounds
