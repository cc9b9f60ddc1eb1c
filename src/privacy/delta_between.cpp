#include "privacy/delta_between.hpp"

#include <algorithm>
#include <cmath>

namespace inbounds {
namespace {

// Of both terms of the difference: sums of weights, and exponents of up to about epsilon (PROOF.md of the bounded
// Laplace, 6).
double rounding(const total_changes& changes, double epsilon) {
  return changes.tolerance() + 0x1p-46 * (1 + epsilon / 16);
}

}  // namespace

delta_reading delta_between(const confined_laplace& family, const total_changes& changes, const neighbours& pair,
                            double epsilon) {
  const auto [low, high] = pair;
  const double rate = family.rate();
  const surroundings around_low = family.around(low);
  const surroundings around_high = family.around(high);
  const double total_low = around_low.total();
  const double rise = std::log1p(changes.between(pair, around_low, around_high).value / total_low);

  // The loss at y is rate (high - low) + rise up to low, and falls by 2 rate per unit from there to high.
  const double distance = high.at - low.at;
  const double crossing = low.at + (distance - (epsilon - rise) / rate) / 2;
  delta_reading here{low.at,
                     high.at,
                     0,
                     *family.at_or_below(std::clamp(crossing, low.at, high.at)),
                     total_low,
                     around_high.total(),
                     around_low.slope(),
                     around_high.slope()};
  const double error = rounding(changes, epsilon);
  if (rate * distance + rise < epsilon - error) return here;
  const double of_low = family.up_to(here.cut, low) / total_low;
  const double decayed = std::exp(epsilon - rate * (high.at - here.cut.at));
  const double of_high = decayed * (family.point_weight() + family.around(here.cut).below.sum) / here.total_high;
  here.delta = std::max(0.0, of_low - of_high) + of_low * error;
  return here;
}

}  // namespace inbounds
