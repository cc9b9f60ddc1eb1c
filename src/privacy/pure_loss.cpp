#include "privacy/pure_loss.hpp"

#include <algorithm>
#include <cmath>

#include "numeric/exponential_sums.hpp"

namespace inbounds {

// bounded_laplace/PROOF.md, Lemma 9
double pure_epsilon(const guarantee& promise) {
  return promise.delta == 0 ? promise.epsilon : (promise.epsilon - std::log1p(-promise.delta)) * (1 - 0x1p-50);
}

double delta_from_loss(double loss, double epsilon) {
  return std::min(1.0, one_minus_exp(loss - epsilon) * (1 + 0x1p-50));  // rounded up, but never above all there is
}

}  // namespace inbounds
