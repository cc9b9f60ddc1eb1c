#include "numeric/quadrature.hpp"

#include <boost/math/quadrature/gauss.hpp>

#include "numeric/policy.hpp"

namespace inbounds {

double integral_of(const function_ref& function, double from, double to) {
  return boost::math::quadrature::gauss<double, 7, math_policy>::integrate(function, from, to);
}

}  // namespace inbounds
