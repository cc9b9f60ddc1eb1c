#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <ostream>
#include <random>
#include <vector>

#include "core/span.hpp"
#include "support/precise.hpp"

// Two-sided geometric laws truncated to several ranges, in fifty digits.

namespace inbounds::test {

struct truncated_law {
  std::vector<point_range> ranges;
  open_ends open;
  double rate;
  std::int64_t centre;

  std::size_t parts() const { return ranges.size() + (open.below ? 1 : 0) + (open.above ? 1 : 0); }
};

inline std::ostream& operator<<(std::ostream& out, const truncated_law& shown) {
  out << (shown.open.below ? "open, " : "");
  for (const auto& [first, last] : shown.ranges) out << first << ".." << last << ", ";
  return out << (shown.open.above ? "open, " : "") << "rate " << shown.rate << ", centre " << shown.centre;
}

inline precise power(double rate, std::int64_t exponent) { return exp(-precise(rate) * precise(exponent)); }

/// The sum of the weights of `count` points from `nearest` away from the centre, in closed form.
inline precise one_side(double rate, std::int64_t nearest, std::int64_t count) {
  return power(rate, nearest) * expm1(-precise(rate) * precise(count)) / expm1(-precise(rate));
}

/// The weight of each part. What lies beyond an open end is the sum of all powers from the first point beyond it.
inline std::vector<precise> weights_of(const truncated_law& all) {
  const auto [ranges, open, rate, centre] = all;
  const precise for_ever = -1 / expm1(-precise(rate));
  std::vector<precise> weights;
  if (open.below) weights.push_back(power(rate, centre - ranges.front().first + 1) * for_ever);
  for (const auto& [first, last] : ranges) {
    const precise below =
        first <= centre ? one_side(rate, std::max<std::int64_t>(centre - last, 0), std::min(last, centre) - first + 1)
                        : precise(0);
    const precise above = last > centre ? one_side(rate, std::max<std::int64_t>(first - centre, 1),
                                                   last - std::max(first, centre + 1) + 1)
                                        : precise(0);
    weights.push_back(below + above);
  }
  if (open.above) weights.push_back(power(rate, ranges.back().last - centre + 1) * for_ever);
  return weights;
}

/// What the first parts weigh, for none of them up to all.
inline std::vector<precise> sums_of(const std::vector<precise>& weights) {
  std::vector<precise> sums{0};
  for (const precise& weight : weights) sums.push_back(sums.back() + weight);
  return sums;
}

/// Up to 8 ranges, from neighbouring points to 2^53 apart, with rates from 1e-18 to 1024.
inline truncated_law random_truncated_law(std::mt19937_64& engine) {
  std::uniform_real_distribution<double> unit(0, 1);
  const auto ranges = static_cast<std::size_t>(1 + engine() % 8);
  const double lengths = 49 * unit(engine);  // 16 lengths of at most 2^49 stay below 2^53
  const auto length = [&] { return static_cast<std::int64_t>(std::exp2(lengths * unit(engine))); };
  truncated_law drawn{{}, {engine() % 3 == 0, engine() % 3 == 0}, 0, 0};
  std::int64_t at = engine() % 2 == 0 ? 0 : -(std::int64_t{1} << 53);
  for (std::size_t range = 0; range < ranges; ++range) {
    const std::int64_t last = at + (engine() % 3 == 0 ? 0 : length());
    drawn.ranges.push_back({at, last});
    at = last + length();
  }
  if (drawn.parts() == 1) drawn.open.above = true;
  // Half of the laws decay by something like 1 over what was drawn.
  const double any_rate = 1e-18 * std::pow(1.024e21, unit(engine));
  const double fitting = std::pow(40, 2 * unit(engine) - 1) / static_cast<double>(at - drawn.ranges.front().first);
  drawn.rate = engine() % 2 == 0 ? any_rate : std::clamp(fitting, 1e-18, 1024.0);
  const auto& [first, last] = drawn.ranges[engine() % ranges];
  const double place = unit(engine);
  drawn.centre = place < 0.2   ? first
                 : place > 0.8 ? last
                               : first + static_cast<std::int64_t>(unit(engine) * static_cast<double>(last - first));
  return drawn;
}

}  // namespace inbounds::test
