#include "mechanisms/posterior/count_noise.hpp"

#include <algorithm>
#include <cmath>

namespace inbounds {

double count_noise_rate(const guarantee& promise, calibration how) {
  const double delta = promise.delta * (1 - 0x1p-46);  // for the rounding of what it is compared with
  double rate = promise.epsilon - std::log1p(-delta);
  if (how == calibration::tight) rate += std::log1p(delta * std::exp(-promise.epsilon));
  while (count_noise_excess(rate, promise.epsilon) > promise.delta) rate = std::nextafter(rate, 0);
  return rate;
}

double count_noise_probability(double rate, double trials, double truth, double released) {
  const bool is_end = released == 0 || released == trials;
  return std::exp(-rate * std::fabs(released - truth)) * (is_end ? 1 / (1 + std::exp(-rate)) : std::tanh(rate / 2));
}

// posterior/PROOF.md, Theorem 9
double count_noise_excess(double rate, double epsilon) {
  if (rate <= epsilon) return rate - epsilon;
  return std::min(1.0, -std::expm1(epsilon - rate) / (1 + std::exp(-rate)) * (1 + 0x1p-48));
}

}  // namespace inbounds
