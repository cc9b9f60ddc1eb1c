#include "numeric/exponential_sums.hpp"

#include <cmath>
#include <numbers>

namespace inbounds {

double one_minus_exp(double x) { return -std::expm1(-x); }

decay decay_over(double x) {
  if (x == 0) return {1, 0};    // at the ends of spans
  if (x < std::numbers::ln2) {  // subtract from 1 the smaller of the two
    const double lost = one_minus_exp(x);
    return {1 - lost, lost};
  }
  const double left = std::exp(-x);
  return {left, 1 - left};
}

}  // namespace inbounds
