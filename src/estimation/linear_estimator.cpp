#include "estimation/linear_estimator.hpp"

#include <algorithm>
#include <cmath>

#include "numeric/dot.hpp"
#include "numeric/normal_tails.hpp"

namespace inbounds {
namespace {

constexpr int halvings_of_ridge = 10;

}  // namespace

linear_estimator::linear_estimator(const std::vector<report_group>& groups, const mixture_fit& fit,
                                   const truth_grid& grid)
    : information_(grid.points.size()), scores_(grid.points.size()), fitted_(grid.points.size()), reports_(0) {
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
      for (std::size_t bin = 0; bin < bins; ++bin) {
        scores_[point] += row[bin] * group.counts[bin] / expected[bin];
        rows[point * bins + bin] = row[bin] / std::sqrt(expected[bin]);
      }
    }
    for (std::size_t point = 0; point < size(); ++point) {
      const double* const mine = &rows[point * bins];
      for (std::size_t other = 0; other <= point; ++other) {
        information_(point, other) += group.total * dot(mine, &rows[other * bins], bins);
      }
    }
    reports_ += group.total;
  }
}

double linear_estimator::smallest_ridge() const { return 1e-13 * information_.trace(); }
double linear_estimator::largest_ridge() const { return information_.trace(); }

linear_estimate linear_estimator::estimate(std::span<const double> function, std::span<const double> target,
                                           const cholesky& factor, double ridge) const {
  // A constant is known without any report: what is estimated is the rest, which is 0 in the fitted distribution.
  const double known = dot(function.data(), fitted_.data(), function.size());
  std::vector<double> weights(function.begin(), function.end());
  for (double& weight : weights) weight -= known;
  const std::vector<double> rest = weights;
  factor.solve(weights);
  double sum = 0;
  double score = 0;
  double variance = 0;
  double least = weights[0];
  double most = weights[0];
  double shortfall = -INFINITY;
  for (std::size_t point = 0; point < weights.size(); ++point) {
    const double weight = weights[point];
    sum += weight;
    score += weight * scores_[point];
    variance += weight * (rest[point] - ridge * weight);  // mu H mu, since H mu = f - ridge mu
    least = std::min(least, weight);
    most = std::max(most, weight);
    shortfall = std::max(shortfall, target[point] - function[point] + ridge * weight);
  }
  variance -= reports_ * sum * sum;
  return {.value = known + score,
          .error = std::sqrt(std::max(variance, 0.0)),
          .lowest_bias = -ridge * most,
          .highest_bias = -ridge * least,
          .foreseen = known + reports_ * sum,
          .shortfall = shortfall};
}

double half_length(const linear_estimate& estimate, double confidence) {
  if (estimate.error == 0) return estimate.spread();
  return estimate.error * biased_normal_bound(estimate.spread() / estimate.error, confidence);
}

linear_estimate least_biased(const linear_estimator& from, std::span<const double> function, double confidence) {
  // The bias in standard errors grows with the ridge.
  double low = std::log(from.smallest_ridge());
  double high = std::log(from.largest_ridge());
  linear_estimate found = from.estimate(function, std::exp(low));
  if (found.spread() > most_bias * found.error) {
    // Even that is too much: bins or points are too coarse for so many reports. Then the shortest interval.
    for (int step = 1; step <= halvings_of_ridge; ++step) {
      const linear_estimate next = from.estimate(function, std::exp(low + step));
      if (half_length(next, confidence) < half_length(found, confidence)) found = next;
    }
    return found;
  }
  for (int step = 0; step < halvings_of_ridge; ++step) {
    const double middle = (low + high) / 2;
    const linear_estimate next = from.estimate(function, std::exp(middle));
    const bool unbiased = next.spread() <= most_bias * next.error;
    (unbiased ? low : high) = middle;
    if (unbiased) found = next;
  }
  return found;
}

interval_estimate interval_for(const linear_estimator& from, std::span<const double> function, double confidence) {
  const linear_estimate found = least_biased(from, function, confidence);
  const double half = half_length(found, confidence);
  return {found.centred(), found.centred() - half, found.centred() + half};
}

}  // namespace inbounds
