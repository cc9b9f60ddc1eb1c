#include "privacy/laplace_loss.hpp"

#include <cmath>

#include "numeric/exponential_sums.hpp"
#include "numeric/rounding.hpp"

namespace inbounds {
namespace {

// Bounds the relative rounding error of log1p(growth) below: at most 12 operations and library calls, each within
// 2^-51, none of which amplifies what came before (PROOF.md, 5). Tests measure less than a sixteenth of this, natively
// and in the shipped WebAssembly.
constexpr double relative_error = 0x1p-45;

// log P_q(q) - log P_q'(q) = (distance in scales) + log(Z_q'/Z_q), and Z_q'/Z_q = 1 + growth at the worst pair.
double loss_up(double distance_up, double growth) {
  return sum_up(distance_up, std::log1p(growth) * (1 + relative_error));
}

}  // namespace

// Z_s/Z_0 - 1 = r (1 - r^s)(1 - r^(N-s)) / (1 - r^(N+1)) with r = e^-rate. The textbook form, gamma s + ln(Z_s/Z_0)
// with Z_i = (1 + r - r^(i+1) - r^(N-i+1))/(1-r), is the same number but cancels at small rates.
double lattice_laplace_loss(std::int64_t steps, std::int64_t sensitivity, double rate) {
  const auto n = static_cast<double>(steps);
  const auto s = static_cast<double>(sensitivity);
  const double growth =
      std::exp(-rate) * one_minus_exp(rate * s) * one_minus_exp(rate * (n - s)) / one_minus_exp(rate * (n + 1));
  return loss_up(product_up(rate, s), growth);
}

// Delta C - 1 of Holohan et al. 2020, Definition 3.4, in the same product form.
double truncated_laplace_loss(double width, double sensitivity, double scale) {
  const double growth =
      one_minus_exp(sensitivity / scale) * one_minus_exp((width - sensitivity) / scale) / one_minus_exp(width / scale);
  return loss_up(quotient_up(sensitivity, scale), growth);
}

}  // namespace inbounds
