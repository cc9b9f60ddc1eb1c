#include "random/gaussian.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "random/bernoulli.hpp"

namespace inbounds {
namespace {

// e^(-t d^2) = e^(-2 t m |d|) e^(-t (|d| - m)^2) e^(t m^2): a geometric proposal with rate 2 t m touches the bell at
// distance m. Best is m = 1/sqrt(2t), one standard deviation. A power of two near it keeps 2 t m an exact double; no m
// beyond the range is of use. For bells narrower than a step, m = 1/2: e^(-t d^2) = e^(-t |d|) e^(-t |d| (|d| - 1)).
std::int64_t tangent_of(std::int64_t steps, double rate) {
  const double deviation = 1 / std::sqrt(2 * rate);
  if (deviation < 1) return 0;
  const double limit = std::min(deviation * std::sqrt(2.0), static_cast<double>(steps));
  int exponent = 0;
  std::frexp(limit, &exponent);
  return std::int64_t{1} << (exponent - 1);
}

double proposal_rate(double rate, std::int64_t tangent) {
  return tangent == 0 ? rate : 2 * rate * static_cast<double>(tangent);
}

}  // namespace

truncated_gaussian::truncated_gaussian(std::int64_t steps, double rate)
    : rate_(rate), tangent_(tangent_of(steps, rate)), proposal_(steps, proposal_rate(rate, tangent_)) {}

std::int64_t truncated_gaussian::draw(std::int64_t centre, bit_source& bits) const {
  for (;;) {
    const std::int64_t point = proposal_.draw(centre, bits);
    const auto distance = static_cast<std::uint64_t>(std::llabs(point - centre));
    const auto tangent = static_cast<std::uint64_t>(tangent_);
    const std::uint64_t beside = distance > tangent ? distance - tangent : tangent - distance;
    const bool accepted = tangent_ == 0 ? distance < 2 || draw_exp_minus(rate_, distance, distance - 1, bits)
                                        : draw_exp_minus(rate_, beside, beside, bits);
    if (accepted) return point;
  }
}

}  // namespace inbounds
