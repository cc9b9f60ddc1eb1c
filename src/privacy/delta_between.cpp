#include "privacy/delta_between.hpp"

#include <algorithm>
#include <cmath>

namespace inbounds {
namespace {

// Of both terms of the difference: sums of weights, and exponents of up to about epsilon (PROOF.md of the bounded
// Laplace, 6).
// bounded_laplace/PROOF.md, Proposition 12
double rounding(const total_changes& changes, double epsilon) {
  return changes.tolerance() + 0x1p-46 * (1 + epsilon / 16);
}

}  // namespace

// bounded_laplace/PROOF.md, Proposition 8
delta_reading delta_between(const truncated_laplace& family, const total_changes& changes, const neighbours& pair,
                            double epsilon) {
  const place& low = pair.low;
  const double rate = family.rate();
  const surroundings around_low = family.around(low);
  const surroundings around_high = family.around(pair.high);
  const double total_low = around_low.total();
  const double total_high = around_high.total();
  const auto [change, magnitude] = changes.between(pair, around_low, around_high);
  const double rise = change > 0 ? std::log1p(change / total_low) : -std::log1p(-change / total_high);
  const double error = rounding(changes, epsilon) + changes.tolerance() * magnitude / std::min(total_low, total_high);

  // The loss at y is rate (high - low) + rise up to low, and falls by 2 rate per unit from there to high.
  const double crossing = std::clamp((pair.distance - (epsilon - rise) / rate) / 2, 0.0, pair.distance);
  // Floored before it is added to low: far from 0, the sum would be rounded to the nearest point.
  const double offset = family.on() == support::points ? std::floor(crossing) : crossing;
  delta_reading here{low.at, pair.high.at, 0, 0, *family.at_or_below(low.at + offset), rise, around_low, around_high};
  if (rate * pair.distance + rise < epsilon - error) return here;
  const double of_low = family.up_to(here.cut, low) / total_low;
  const double decayed = std::exp(epsilon - rate * (pair.distance - (here.cut.at - low.at)));
  const double of_high = decayed * (family.point_weight() + family.around(here.cut).below.sum) / total_high;
  here.rounding = of_low * error;
  here.delta = std::max(0.0, of_low - of_high) + here.rounding;
  return here;
}

}  // namespace inbounds
