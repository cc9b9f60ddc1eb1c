#include "random/gaussian.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "random/bernoulli.hpp"

namespace inbounds {
namespace {

// e^(-t d^2) = e^(-2 t m |d|) e^(-t (|d| - m)^2) e^(t m^2): a geometric proposal with rate 2 t m touches the bell at
// distance m. Best is m = 1/sqrt(2t), one standard deviation, but no more than half of the range, where distances
// end. A power of two near it keeps 2 t m an exact double. For bells narrower than a step, m = 1/2: e^(-t d^2) = e^(-t
// |d|) e^(-t |d| (|d| - 1)).
std::int64_t tangent_of(std::int64_t steps, double rate) {
  const double deviation = 1 / std::sqrt(2 * rate);
  if (deviation < 1) return 0;
  const double limit = std::max(1.0, std::min(deviation, static_cast<double>(steps) / 2) * std::sqrt(2.0));
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

// random/PROOF.md, Theorem 6
bool truncated_gaussian::accept(std::int64_t centre, std::int64_t point, bit_source& bits) const {
  const auto distance = static_cast<std::uint64_t>(std::llabs(point - centre));
  const auto tangent = static_cast<std::uint64_t>(tangent_);
  const std::uint64_t beside = distance > tangent ? distance - tangent : tangent - distance;
  return tangent_ == 0 ? distance < 2 || draw_exp_minus(rate_, distance, distance - 1, bits)
                       : draw_exp_minus(rate_, beside, beside, bits);
}

std::int64_t truncated_gaussian::draw(std::int64_t centre, bit_source& bits) const {
  for (;;) {
    const std::int64_t point = proposal_.draw(centre, bits);
    if (accept(centre, point, bits)) return point;
  }
}

void truncated_gaussian::draw_all(std::span<std::int64_t> centres, bit_source& bits) const {
  constexpr std::size_t block = 64;
  std::array<std::int64_t, block> points;
  std::array<std::size_t, block> places;  // in `centres`, of the draws that are open
  std::size_t next = 0;
  std::size_t open = 0;
  for (;;) {
    while (open < block && next < centres.size()) places[open++] = next++;
    if (open == 0) return;
    for (std::size_t i = 0; i < open; ++i) points[i] = centres[places[i]];
    proposal_.draw_all(std::span(points).first(open), bits);
    std::size_t rejected = 0;
    for (std::size_t i = 0; i < open; ++i) {
      const std::size_t place = places[i];
      const bool taken = accept(centres[place], points[i], bits);
      centres[place] = taken ? points[i] : centres[place];
      places[rejected] = place;
      rejected += taken ? 0 : 1;
    }
    open = rejected;
  }
}

}  // namespace inbounds
