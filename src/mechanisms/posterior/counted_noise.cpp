#include "mechanisms/posterior/counted_noise.hpp"

#include <algorithm>
#include <cmath>

namespace inbounds {

double counted_rate(const guarantee& asked, calibration how) {
  const double delta = asked.delta * (1 - 0x1p-46);  // for the rounding of what it is compared with
  double rate = asked.epsilon - std::log1p(-delta);
  if (how == calibration::tight) rate += std::log1p(delta * std::exp(-asked.epsilon));
  while (counted_excess(rate, asked.epsilon) > asked.delta) rate = std::nextafter(rate, 0);
  return rate;
}

double counted_probability(double rate, double trials, double truth, double released) {
  const bool is_end = released == 0 || released == trials;
  return std::exp(-rate * std::fabs(released - truth)) * (is_end ? 1 / (1 + std::exp(-rate)) : std::tanh(rate / 2));
}

// posterior/PROOF.md, Theorem 9
double counted_excess(double rate, double epsilon) {
  if (rate <= epsilon) return rate - epsilon;
  return std::min(1.0, -std::expm1(epsilon - rate) / (1 + std::exp(-rate)) * (1 + 0x1p-48));
}

}  // namespace inbounds
