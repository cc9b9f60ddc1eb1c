#include "numeric/quadrature.hpp"

#include <boost/math/quadrature/gauss.hpp>

#include "numeric/policy.hpp"

namespace inbounds {

double integral_of(const function_ref& function, double from, double to) {
  using rule = boost::math::quadrature::gauss<double, 7, math_policy>;
  const double middle = from / 2 + to / 2;
  const double half = to / 2 - from / 2;
  // Boost's own `integrate` has code for infinite limits, too; its points and weights are all that is needed.
  double sum = function(middle) * rule::weights()[0];
  for (unsigned at = 1; at < rule::abscissa().size(); ++at) {
    const double away = half * rule::abscissa()[at];
    sum += (function(middle - away) + function(middle + away)) * rule::weights()[at];
  }
  return sum * half;
}

double short_integral_of(const function_ref& function, double from, double to) {
  const double middle = from / 2 + to / 2;
  const double half = to / 2 - from / 2;
  const double away = half * 0.77459666924148337704;  // sqrt(3/5)
  return (5 * (function(middle - away) + function(middle + away)) + 8 * function(middle)) / 9 * half;
}

}  // namespace inbounds
