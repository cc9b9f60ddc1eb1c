#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <ostream>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "mechanisms/bounded_laplace/bounded_laplace.hpp"
#include "mechanisms/clamped_laplace/clamped_laplace.hpp"
#include "mechanisms/laplace/truncated_model.hpp"
#include "support/brute_force.hpp"
#include "support/catch.hpp"
#include "support/random.hpp"

// Mechanisms to attack, and what their neighbours are by the definition of snapping: nothing here asks src/ which
// truths it takes for neighbours.

namespace inbounds::test {

inline laplace_noise make_noise(const laplace_kind& mechanism, const laplace_spec& spec, const guarantee& promise,
                                calibration method = calibration::tight) {
  auto noise = calibrate(mechanism, spec, promise, method);
  if (!noise) FAIL(message(noise.error()));
  return *std::move(noise);
}

/// epsilon_of and delta_of are the inverses of calibrate, and of each other. `slack` is what epsilon may be above what
/// was asked for.
inline void check_inverses(const laplace_kind& kind, const laplace_spec& spec, double slack) {
  using Catch::Approx;
  for (const guarantee promise : {guarantee{0.3, 0.01}, guarantee{2, 0.2}, guarantee{0.05, 1e-5}}) {
    const auto noise = make_noise(kind, spec, promise);
    CHECK(*noise.epsilon_of(noise.scale, promise.delta) == Approx(promise.epsilon).epsilon(1e-6));
    CHECK(*noise.epsilon_of(noise.scale, promise.delta) <= promise.epsilon * (1 + slack));
    CHECK(*noise.delta_of(noise.scale, promise.epsilon) == Approx(promise.delta).epsilon(1e-6));
    CHECK(*noise.delta_of(noise.scale, *noise.epsilon_of(noise.scale, 0)) == 0);
    CHECK(*noise.delta_of({}, promise.epsilon) == *noise.delta_of(noise.scale, promise.epsilon));
    double fewer = INFINITY;
    for (const double delta : {0.0, 1e-9, 1e-6, 1e-3, 0.1, 0.5, 0.99}) {
      const double epsilon = *noise.epsilon_of({}, delta);
      CHECK(epsilon <= fewer);
      if (epsilon > 0 && delta > 0) CHECK(*noise.delta_of({}, epsilon) == Approx(delta).epsilon(1e-4));
      fewer = epsilon;
    }
  }
}

inline domain spans_of(std::vector<span> spans) {
  const auto where = domain_of_spans(std::move(spans));
  if (!where) FAIL(message(where.error()));
  return *where;
}

/// Mostly ordinary deltas; one in eight tiny, one in eight near 1.
inline double random_delta(std::mt19937_64& random) {
  switch (random() % 8) {
    case 0: return 1e-9;
    case 1: return 1 - log_uniform(random, 1e-9, 0.1);
    default: return log_uniform(random, 1e-6, 0.5);
  }
}

/// A domain whose whole numbers are the ranges. Its ends are sixteenths, so that all arithmetic on them is exact.
inline domain domain_around(const std::vector<brute_force::range>& ranges, std::mt19937_64& random) {
  const bool off_the_lattice = random() % 4 != 0;
  domain where;
  for (std::size_t at = 0; at < ranges.size(); ++at) {
    const auto [first, last] = ranges[at];
    const bool touching =
        (at > 0 && ranges[at - 1].last + 1 == first) || (at + 1 < ranges.size() && last + 1 == ranges[at + 1].first);
    const std::uint64_t max = touching ? 7 : 15;  // sixteenths
    double below = off_the_lattice ? static_cast<double>(random() % (max + 1)) / 16 : 0;
    double above = off_the_lattice ? static_cast<double>(random() % (max + 1)) / 16 : 0;
    if (first == last && below + above == 0) (random() % 2 == 0 ? below : above) = 0.25;
    where.spans.push_back({static_cast<double>(first) - below, static_cast<double>(last) + above});
  }
  return spans_of(where.spans);
}

/// How far apart points can be whose truths are at most s apart, by looking at every pair: a point stands for the
/// truths from half a step below it to just below half a step above it, and the first and last point of a span for
/// everything to its end.
inline std::pair<std::int64_t, std::int64_t> farthest_neighbours(const domain& where,
                                                                 const std::vector<brute_force::range>& ranges,
                                                                 double s) {
  struct stretch {
    std::int64_t point;
    std::size_t span;
    double low;
    double high;
    bool ends_before_high;
  };
  std::vector<stretch> all;
  for (std::size_t at = 0; at < ranges.size(); ++at) {
    const auto [lower, upper] = where.spans[at];
    for (std::int64_t point = ranges[at].first; point <= ranges[at].last; ++point) {
      const auto middle = static_cast<double>(point);
      const double low = point == ranges[at].first ? lower : middle - 0.5;
      const bool at_end = point == ranges[at].last;
      all.push_back({point, at, low, at_end ? upper : middle + 0.5, !at_end});
    }
  }
  std::int64_t within = 0;
  std::int64_t across = 0;
  for (const stretch& a : all) {
    for (const stretch& b : all) {
      if (a.point >= b.point) continue;
      const double distance = b.low - a.high;
      if (a.ends_before_high ? distance >= s : distance > s) continue;
      auto& farthest = a.span == b.span ? within : across;
      farthest = std::max(farthest, b.point - a.point);
    }
  }
  return {within, across};
}

/// The sentence with which something is refused.
template <class Value>
std::string refusal(const result<Value>& answer) {
  return answer ? "accepted" : message(answer.error());
}

/// One interval, and what may be left out. Steps are counted from 0: laws depend on the points alone, and so ends are
/// tried that are none.
inline laplace_spec interval(double lower, double upper, std::optional<double> sensitivity = {},
                             std::optional<double> granularity = {}) {
  return {*domain_of({lower, upper}), sensitivity, granularity, granularity ? std::optional(0.0) : std::nullopt};
}

/// Ranges, open ends and distances as a model of the library.
inline truncated_model setting_of(const brute_force::lattice_case& given) {
  laplace_setting where{{},
                        {given.open_below, given.open_above},
                        support::points,
                        static_cast<double>(given.same_range),
                        {static_cast<double>(given.same_range), static_cast<double>(given.cross_range)}};
  for (const auto& [first, last] : given.ranges) {
    where.spans.push_back({static_cast<double>(first), static_cast<double>(last)});
  }
  return truncated_model(std::move(where));
}

/// Spans with noise on the line.
inline truncated_model line_of(const brute_force::span_case& given) {
  domain where;
  for (const auto& [low, high] : given.spans) where.spans.push_back({low, high});
  return truncated_on_line(where, {}, given.sensitivity, 1 / given.sigma);
}

}  // namespace inbounds::test

namespace brute_force {

inline std::ostream& operator<<(std::ostream& out, const lattice_case& shown) {
  out.precision(17);
  out << (shown.open_below ? "open, " : "");
  for (const auto& [first, last] : shown.ranges) out << first << ".." << last << ", ";
  return out << (shown.open_above ? "open, " : "") << shown.same_range << " or " << shown.cross_range
             << " apart, epsilon " << shown.epsilon << ", rate " << shown.rate;
}

inline std::ostream& operator<<(std::ostream& out, const span_case& shown) {
  out.precision(17);
  for (const auto& [low, high] : shown.spans) out << "[" << low << ", " << high << "] ";
  return out << "s " << shown.sensitivity << ", epsilon " << shown.epsilon << ", sigma " << shown.sigma;
}

}  // namespace brute_force
