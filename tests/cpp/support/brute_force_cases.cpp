#include <algorithm>
#include <cmath>
#include <limits>

#include "support/brute_force.hpp"

namespace brute_force {
namespace {

// The distributions of <random> differ between standard libraries; these do not.
double uniform(std::mt19937_64& random) { return std::ldexp(static_cast<double>(random() >> 11), -53); }

bool happens(std::mt19937_64& random, double chance) { return uniform(random) < chance; }

double log_uniform(std::mt19937_64& random, double low, double high) {
  return std::clamp(low * std::pow(high / low, uniform(random)), low, high);
}

std::int64_t log_uniform_whole(std::mt19937_64& random, std::int64_t low, std::int64_t high) {
  const double drawn = log_uniform(random, static_cast<double>(low), static_cast<double>(high) + 1);
  return std::clamp(static_cast<std::int64_t>(drawn), low, high);
}

int random_count(std::mt19937_64& random) { return 1 + static_cast<int>(uniform(random) * 6); }

}  // namespace

lattice_case random_ranges(std::mt19937_64& random, std::int64_t max_points) {
  lattice_case some_case{};
  const int count = random_count(random);
  auto first = static_cast<std::int64_t>((uniform(random) - 0.5) * 2000);
  auto left = max_points;
  for (int at = 0; at < count; ++at) {
    const bool alone = count > 1 && happens(random, 0.3);
    const auto max = left - (count - at - 1);  // a point is kept for each range that follows
    const auto size = alone ? 1 : log_uniform_whole(random, count > 1 ? 1 : 2, max);
    some_case.ranges.push_back({first, first + size - 1});
    left -= size;
    first += size - 1 + log_uniform_whole(random, 1, 1'000'000);
  }
  some_case.open_below = happens(random, 0.2);
  some_case.open_above = happens(random, 0.2);
  // as far as across the hull, but half of the time no farther than where there are many points
  const auto hull = some_case.ranges.back().last - some_case.ranges.front().first;
  some_case.same_range = log_uniform_whole(random, 1, happens(random, 0.5) ? std::min(hull, max_points) : hull);
  some_case.cross_range = some_case.same_range + (happens(random, 0.5) ? 1 : 0);
  some_case.epsilon = log_uniform(random, 1e-6, 30);
  some_case.rate = some_case.epsilon / static_cast<double>(some_case.same_range) * log_uniform(random, 0.3, 3);
  return some_case;
}

lattice_case far_from_zero(lattice_case given) {
  constexpr std::int64_t far = std::int64_t{1} << 52;
  for (range& each : given.ranges) each = {each.first + far, each.last + far};
  return given;
}

span_case random_spans(std::mt19937_64& random) {
  span_case some_case{};
  const int count = random_count(random);
  const double start = (happens(random, 0.5) ? -1 : 1) * log_uniform(random, 1e-3, 1e3);
  double low = happens(random, 0.3) ? 0 : start;
  double shortest = std::numeric_limits<double>::infinity();
  for (int at = 0; at < count; ++at) {
    const double length = log_uniform(random, 1e-3, 1e3);
    some_case.spans.push_back({low, low + length});
    shortest = std::min(shortest, length);
    low += length + log_uniform(random, 1e-3, 1e3);
  }
  const double hull = some_case.spans.back().high - some_case.spans.front().low;
  some_case.sensitivity = log_uniform(random, shortest / 2, hull);
  some_case.epsilon = log_uniform(random, 1e-3, 10);
  some_case.sigma = some_case.sensitivity / some_case.epsilon * log_uniform(random, 0.3, 3);
  if (happens(random, 0.15)) some_case.spans.front().low = -std::numeric_limits<double>::infinity();
  if (happens(random, 0.15)) some_case.spans.back().high = std::numeric_limits<double>::infinity();
  return some_case;
}

}  // namespace brute_force
