#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/span.hpp"
#include "support/precise.hpp"

// Reflected noise from its definition: two-sided geometric noise lands on the images of a point in the mirrors, one
// geometric series each, and what lands in a gap is walked out of it step by step. No hyperbolic function, no formula
// of src/. In long double for many attacks, in fifty digits where small losses are to be compared.

namespace inbounds::test {

/// Out of a gap: over its nearer end (the lower one from the middle), and then as many steps on as it lay beyond the
/// end. The first step leads to the end point; where a step would leave the range, it turns around instead.
inline std::int64_t walk_out(const std::vector<point_range>& ranges, std::int64_t point) {
  std::size_t at = 0;
  while (point > ranges[at].last && point >= ranges[at + 1].first) ++at;
  if (point <= ranges[at].last) return point;
  const std::int64_t up = point - ranges[at].last;
  const std::int64_t down = ranges[at + 1].first - point;
  const point_range into = up <= down ? ranges[at] : ranges[at + 1];
  std::int64_t position = up <= down ? into.last : into.first;
  std::int64_t direction = up <= down ? -1 : 1;
  for (std::int64_t step = 1; step < std::min(up, down); ++step) {
    const std::int64_t next = position + direction;
    if (next < into.first || next > into.last) {
      direction = -direction;
    } else {
      position = next;
    }
  }
  return position;
}

template <class Number>
class reflected_points {
 public:
  reflected_points(std::vector<point_range> ranges, open_ends open, const Number& rate)
      : ranges_(std::move(ranges)), open_(open), steps_(ranges_.back().last - ranges_.front().first) {
    using std::exp;
    using std::expm1;
    const Number ratio = exp(-rate);
    lost_ = -expm1(-rate);
    height_ = lost_ / (1 + ratio);
    around_ = -expm1(-rate * static_cast<Number>(period()));
    powers_.push_back(1);
    while (powers_.size() <= static_cast<std::size_t>(period())) powers_.push_back(powers_.back() * ratio);
  }

  std::int64_t lowest() const { return ranges_.front().first; }
  std::int64_t steps() const { return steps_; }

  /// The law on all points from the lowest to the highest, before gaps reflect.
  std::vector<Number> hull(std::int64_t truth) const {
    std::vector<Number> law;
    for (std::int64_t k = 0; k <= steps_; ++k) law.push_back(height_ * images(truth - lowest(), k));
    return law;
  }

  /// What is released, on the same points: nothing in gaps.
  std::vector<Number> release(std::int64_t truth) const {
    const std::vector<Number> before = hull(truth);
    std::vector<Number> law(before.size());
    for (std::int64_t k = 0; k <= steps_; ++k) {
      const std::int64_t moved = walk_out(ranges_, lowest() + k) - lowest();
      law[static_cast<std::size_t>(moved)] += before[static_cast<std::size_t>(k)];
    }
    return law;
  }

  /// What is released for every point from the lowest to the highest as the truth.
  std::vector<std::vector<Number>> matrix() const {
    std::vector<std::vector<Number>> rows;
    for (std::int64_t i = 0; i <= steps_; ++i) rows.push_back(release(lowest() + i));
    return rows;
  }

 private:
  std::int64_t period() const { return 2 * (steps_ + 1); }
  Number power(std::int64_t distance) const { return powers_[static_cast<std::size_t>(std::abs(distance))]; }

  Number images(std::int64_t i, std::int64_t k) const {
    const std::int64_t reflected = k + i + 1;  // from i to the image of k below 0
    if (!open_.below && !open_.above) {
      // Each image again and again, a period apart, on both sides.
      const std::int64_t direct = std::abs(k - i);
      return (power(direct) + power(period() - direct) + power(reflected) + power(period() - reflected)) / around_;
    }
    Number sum = power(k - i);
    if (!open_.below) sum += power(reflected);
    if (!open_.above) sum += power(period() - reflected);
    // An open end stands for all that is further away, images included.
    const bool at_open_end = (k == 0 && open_.below) || (k == steps_ && open_.above);
    return at_open_end ? Number(sum / lost_) : sum;
  }

  std::vector<point_range> ranges_;
  open_ends open_;
  std::int64_t steps_;
  Number lost_;    // 1 - r
  Number height_;  // P(Y = 0) = (1 - r)/(1 + r)
  Number around_;  // 1 - r^period
  std::vector<Number> powers_;
};

/// ln cosh(x) - ln cosh(x - d), as it is written; where cosh would be too large even for fifty digits, with e^x taken
/// out of it. The loss of reflected noise is this with the distances of the mirror and of neighbours in scales.
inline precise exact_rise(const precise& x, const precise& d) {
  if (x < 1000) return log(cosh(x)) - log(cosh(precise(x - d)));
  return d + log1p(exp(-2 * x)) - log1p(exp(precise(-2 * (x - d))));
}

/// A worst case among rows of probabilities: its value, and the indices that reach it.
template <class Number>
struct worst_of_rows {
  Number value = 0;
  std::size_t truth = 0;
  std::size_t neighbour = 0;
  std::size_t output = 0;
};

/// The largest ln(P_i(k)/P_j(k)) over all outputs and all pairs that `near` accepts, divided by |i-j| if it is asked
/// per step.
template <class Number, class Near>
worst_of_rows<Number> largest_loss(const std::vector<std::vector<Number>>& rows, const Near& near,
                                   bool per_step = false) {
  using std::log1p;
  worst_of_rows<Number> worst;
  Number highest = 0;  // of the pairs so far: a quotient, less 1; logarithms are taken of the largest of a pair only
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < rows.size(); ++j) {
      if (i == j || !near(i, j)) continue;
      Number largest = 0;
      std::size_t at = 0;
      for (std::size_t k = 0; k < rows.size(); ++k) {
        if (rows[i][k] <= rows[j][k]) continue;
        const Number excess = (rows[i][k] - rows[j][k]) / rows[j][k];
        if (excess > largest) {
          largest = excess;
          at = k;
        }
      }
      if (!per_step && largest <= highest) continue;
      highest = largest;
      const Number loss = log1p(largest) / static_cast<Number>(per_step ? (i < j ? j - i : i - j) : 1);
      if (loss > worst.value) worst = {loss, i, j, at};
    }
  }
  return worst;
}

/// The largest sum of max(0, P_i(k) - e^epsilon P_j(k)) over all pairs that `near` accepts.
template <class Number, class Near>
worst_of_rows<Number> largest_delta(const std::vector<std::vector<Number>>& rows, const Near& near,
                                    const Number& epsilon) {
  using std::exp;
  const Number factor = exp(epsilon);
  worst_of_rows<Number> worst;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < rows.size(); ++j) {
      if (i == j || !near(i, j)) continue;
      Number sum = 0;
      for (std::size_t k = 0; k < rows.size(); ++k) {
        const Number more = rows[i][k] - factor * rows[j][k];
        if (more > 0) sum += more;
      }
      if (sum > worst.value) worst = {sum, i, j, 0};
    }
  }
  return worst;
}

/// Pairs at most so many steps apart.
inline auto at_most(std::int64_t max_distance) {
  return [max_distance](std::size_t i, std::size_t j) {
    return std::abs(static_cast<std::int64_t>(i) - static_cast<std::int64_t>(j)) <= max_distance;
  };
}

/// Up to `most` ranges from 0 or below, a third of them single points, with gaps from one point to many times a range.
inline std::vector<point_range> random_ranges(std::mt19937_64& random, std::int64_t max_points, std::size_t max) {
  while (true) {
    std::vector<point_range> ranges;
    std::int64_t at = -static_cast<std::int64_t>(random() % 20);
    const std::size_t count = 1 + random() % max;
    if (count == 1)
      return {{at, at + 1 + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(max_points - 1))}};
    for (std::size_t range = 0; range < count; ++range) {
      const auto length = static_cast<std::int64_t>(random() % 3 == 0 ? 0 : random() % 9);
      ranges.push_back({at, at + length});
      at += length + 2 + static_cast<std::int64_t>(random() % 3 == 0 ? random() % 25 : random() % 4);
    }
    const std::int64_t steps = ranges.back().last - ranges.front().first;
    if (steps > 0 && steps < max_points) return ranges;
  }
}

inline std::string text_of(const std::vector<point_range>& ranges, open_ends open = {}) {
  std::string words = open.below ? "open, " : "";
  for (const auto& [first, last] : ranges) words += std::to_string(first) + ".." + std::to_string(last) + ", ";
  return words + (open.above ? "open, " : "");
}

}  // namespace inbounds::test
