#include "estimation/linear_estimator.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "numeric/dot.hpp"
#include "numeric/normal_tails.hpp"

namespace inbounds {
namespace {

constexpr int halvings_of_ridge = 10;

}  // namespace

linear_estimator::linear_estimator(const std::vector<report_group>& groups, const mixture_fit& fit,
                                   const truth_grid& grid)
    : information_(grid.points.size()), fitted_(grid.points.size()) {
  for (std::size_t cell = 0; cell < grid.cells.size(); ++cell) {
    for (const auto& [point, share] : grid.cells[cell]) fitted_[point] += share * fit.shares[cell];
  }
  for (std::size_t at = 0; at < groups.size(); ++at) {
    const report_group& group = groups[at];
    const std::vector<double>& expected = fit.expected[at];
    const std::size_t bins = expected.size();
    std::vector<double> rows(size() * bins);
    for (std::size_t point = 0; point < size(); ++point) {
      const auto row = group.of_points.row(point);
      for (std::size_t bin = 0; bin < bins; ++bin) rows[point * bins + bin] = row[bin] / std::sqrt(expected[bin]);
    }
    for (std::size_t point = 0; point < size(); ++point) {
      const double* const mine = &rows[point * bins];
      for (std::size_t other = 0; other <= point; ++other) {
        information_(point, other) += group.total * dot(mine, &rows[other * bins], bins);
      }
    }
    laws_.push_back({group.of_points, group.of_between, group.counts, expected, group.total});
  }
}

std::vector<double> linear_estimator::sums_over_points(const law& of, const std::vector<double>& weights) {
  std::vector<double> sums(of.expected.size());
  for (std::size_t point = 0; point < of.of_points.truths(); ++point) {
    const double* const row = of.of_points.row(point).data();
    for (std::size_t bin = 0; bin < sums.size(); ++bin) sums[bin] += weights[point] * row[bin];
  }
  return sums;
}

double linear_estimator::smallest_ridge() const { return 1e-13 * information_.trace(); }
double linear_estimator::largest_ridge() const { return information_.trace(); }

// estimation/PROOF.md, Proposition 4
linear_estimate linear_estimator::estimate(std::span<const double> function, std::span<const double> target,
                                           const cholesky& factor, double ridge) const {
  // A constant is known without any report: what is estimated is the rest, which is 0 in the fitted distribution.
  const double known = dot(function.data(), fitted_.data(), size());
  std::vector<double> weights(function.begin(), function.begin() + static_cast<std::ptrdiff_t>(size()));
  for (double& weight : weights) weight -= known;
  factor.solve(weights);
  linear_estimate found{.value = known,
                        .error = 0,
                        .skew = 0,
                        .lowest_bias = INFINITY,
                        .highest_bias = -INFINITY,
                        .foreseen = known,
                        .lowest = INFINITY,
                        .shortfall = -INFINITY};
  // estimation/PROOF.md, Theorem 3
  const auto look = [&](std::size_t truth, double bias) {
    found.lowest_bias = std::min(found.lowest_bias, bias);
    found.highest_bias = std::max(found.highest_bias, bias);
    found.lowest = std::min(found.lowest, function[truth] + bias);
    found.shortfall = std::max(found.shortfall, target[truth] - function[truth] - bias);
  };
  for (std::size_t point = 0; point < size(); ++point) look(point, -ridge * weights[point]);
  // Weights of points that reports hardly tell apart are huge, and cancel in the sums over them: what is made of these
  // does not cancel again.
  double variance = 0;
  double third_moment = 0;
  std::vector<double> between(function.size() - size(), known);
  for (const law& of : laws_) {
    std::vector<double> values = sums_over_points(of, weights);
    const double mean = std::accumulate(values.begin(), values.end(), 0.0);
    for (std::size_t bin = 0; bin < values.size(); ++bin) {
      values[bin] /= of.expected[bin];
      found.value += of.counts[bin] * values[bin];
      const double away = values[bin] - mean;
      variance += of.total * of.expected[bin] * away * away;
      third_moment += of.total * of.expected[bin] * away * away * away;
    }
    found.foreseen += of.total * mean;
    for (std::size_t truth = 0; truth < between.size(); ++truth) {
      between[truth] += of.total * dot(of.of_between.row(truth).data(), values.data(), values.size());
    }
  }
  for (std::size_t at = 0; at < between.size(); ++at) look(size() + at, between[at] - function[size() + at]);
  found.error = std::sqrt(variance);
  if (variance > 0) found.skew = third_moment / variance;
  return found;
}

double margin_above(const linear_estimate& estimate, double deviations) {
  const double shift = deviations * deviations * std::max(0.0, estimate.skew) / 2;
  return shift + std::hypot(shift, deviations * estimate.error);
}

// estimation/PROOF.md, Proposition 5
double half_length(const linear_estimate& estimate, double confidence) {
  if (estimate.error == 0) return estimate.spread();
  return estimate.error * biased_normal_bound(estimate.spread() / estimate.error, confidence);
}

linear_estimate best_estimate(const linear_estimator& from, std::span<const double> function, double confidence) {
  // The bias in standard errors grows with the ridge.
  double low = std::log(from.smallest_ridge());
  double high = std::log(from.largest_ridge());
  linear_estimate found = from.estimate(function, std::exp(low));
  if (found.spread() > max_bias * found.error) {
    // Even that is too much: bins or points are too coarse for so many reports. Then the shortest interval.
    for (double ridge = low + 1; ridge < high; ridge += 1) {
      const linear_estimate next = from.estimate(function, std::exp(ridge));
      if (half_length(next, confidence) < half_length(found, confidence)) found = next;
    }
    return found;
  }
  for (int step = 0; step < halvings_of_ridge; ++step) {
    const double middle = (low + high) / 2;
    const linear_estimate next = from.estimate(function, std::exp(middle));
    const bool unbiased = next.spread() <= max_bias * next.error;
    (unbiased ? low : high) = middle;
    if (unbiased) found = next;
  }
  return found;
}

interval_estimate interval_of(const linear_estimate& estimate, double confidence) {
  const double half = half_length(estimate, confidence);
  return {estimate.centre(), estimate.centre() - half, estimate.centre() + half};
}

interval_estimate possible_part(const interval_estimate& of, double min, double max) {
  const double quarter = (of.high - of.low) / 4;
  const double moved = std::clamp(of.value, min - quarter, max + quarter) - of.value;
  return {std::clamp(of.value, min, max), std::clamp(of.low + moved, min, max), std::clamp(of.high + moved, min, max)};
}

}  // namespace inbounds
