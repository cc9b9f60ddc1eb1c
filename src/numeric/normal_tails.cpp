#include "numeric/normal_tails.hpp"

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/normal.hpp>
#include <cmath>

#include "numeric/policy.hpp"
#include "numeric/solve.hpp"

namespace inbounds {
namespace {

using normal = boost::math::normal_distribution<double, math_policy>;
using chi_squared = boost::math::chi_squared_distribution<double, math_policy>;

constexpr double farthest = 38;  ///< beyond it, tails are below the smallest double

}  // namespace

double normal_quantile(double probability) { return std::clamp(quantile(normal(), probability), -farthest, farthest); }

double biased_normal_bound(double bias, double probability) {
  const double away = std::fabs(bias);
  const double plain = normal_quantile((1 + probability) / 2);
  const double missed = 1 - probability;
  const normal law;
  const auto beyond = [&](double z) { return cdf(complement(law, z)); };
  const auto excess = [&](double bound) { return beyond(bound - away) + beyond(bound + away) - missed; };
  // At plain + bias, one tail has half of what may be missed, and the other one less.
  return solve_on_safe_side(excess, away + plain, plain).value_or(away + plain);
}

double chi_square_survival(double statistic, double degrees) {
  if (!(statistic > 0)) return 1;
  if (statistic == INFINITY) return 0;
  return cdf(complement(chi_squared(degrees), statistic));
}

}  // namespace inbounds
