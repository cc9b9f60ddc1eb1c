#include "mechanisms/posterior/counted_noise.hpp"

#include <cmath>

namespace inbounds {

double tight_counted_rate(const guarantee& asked) {
  if (asked.delta == 0) return asked.epsilon;
  // A hair less, for the rounding of what delta is compared with.
  return (std::log(std::exp(asked.epsilon) + asked.delta) - std::log1p(-asked.delta)) * (1 - 0x1p-40);
}

double counted_probability(double rate, double trials, double truth, double released) {
  const bool is_end = released == 0 || released == trials;
  return std::exp(-rate * std::fabs(released - truth)) * (is_end ? 1 / (1 + std::exp(-rate)) : std::tanh(rate / 2));
}

double counted_excess(double rate, double epsilon) {
  if (rate <= epsilon) return rate - epsilon;
  return -std::expm1(epsilon - rate) / (1 + std::exp(-rate)) * (1 + 0x1p-48);
}

}  // namespace inbounds
