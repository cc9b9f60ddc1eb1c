#include "estimation/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "estimation/quantile_bounds.hpp"
#include "estimation/share_bounds.hpp"
#include "numeric/dot.hpp"

namespace inbounds {
namespace {

/// What is possible of an interval, and a value moved into it.
interval_estimate within(double value, const interval_estimate& interval, double min, double max) {
  const auto [_, low, high] = possible_part(interval, min, max);
  return {std::clamp(value, low, high), low, high};
}

/// Of a quantity that is 0 or 1 the variance is a function of the mean.
interval_estimate variance_of_two(const interval_estimate& mean) {
  const auto variance = [](double at) { return at * (1 - at); };
  const double middle = std::clamp(0.5, mean.low, mean.high);
  return {variance(mean.value), std::min(variance(mean.low), variance(mean.high)), variance(middle)};
}

/// From 0 at the lowest to 1 at the highest, so that squares of huge values are no trouble.
std::vector<double> in_widths(std::vector<double> truths, double lowest, double width) {
  for (double& truth : truths) truth = width > 0 ? (truth - lowest) / width : 0;
  return truths;
}

double mean_of(const std::vector<double>& function, const std::vector<double>& weights) {
  return dot(function.data(), weights.data(), weights.size());
}

std::vector<double> squares_around(const std::vector<double>& points, double centre) {
  std::vector<double> squares(points.size());
  std::transform(points.begin(), points.end(), squares.begin(), [&](double x) { return (x - centre) * (x - centre); });
  return squares;
}

/// Mean and variance, in widths from the lowest truth; `weights` are those of the points in the fitted distribution.
void add_moments(truth_statistics& found, const linear_estimator& estimator, const truth_grid& grid,
                 const std::vector<double>& weights, double confidence) {
  const double lowest = grid.points.front();
  const double width = grid.width();
  const std::vector<double> truths = in_widths(grid.all_truths(), lowest, width);
  const std::vector<double> points = in_widths(grid.points, lowest, width);
  const linear_estimate mean = best_estimate(estimator, truths, confidence);
  const double fitted_mean = mean_of(points, weights);
  const interval_estimate place = within(fitted_mean, interval_of(mean, confidence), 0, 1);
  const auto value = [&](double at) { return std::min(lowest + width * at, grid.points.back()); };
  found.mean = {value(place.value), value(place.low), value(place.high)};

  // Around the estimated mean, squares are too small by the square of its error, on average; and that varies.
  const double centre = std::clamp(mean.centre(), 0.0, 1.0);
  linear_estimate spread = best_estimate(estimator, squares_around(truths, centre), confidence);
  const double missed = mean.error * mean.error;
  spread.value += missed;
  spread.error = std::hypot(spread.error, missed * std::numbers::sqrt2);
  const double fitted_variance = mean_of(squares_around(points, fitted_mean), weights);
  const interval_estimate square =
      points.size() == 2 ? variance_of_two(place) : within(fitted_variance, interval_of(spread, confidence), 0, 0.25);
  found.variance = {width * width * square.value, width * width * square.low, width * width * square.high};
}

/// Truths up to the end of a cell, and from its beginning on.
truth_set up_to(const truth_grid& grid, std::size_t cell) { return {-INFINITY, grid.ends[cell].upper}; }
truth_set from(const truth_grid& grid, std::size_t cell) { return {grid.ends[cell].lower, INFINITY}; }

/// The truths of a bin, and those of all others; an end that two bins share counts to both.
truth_set bin_set(const truth_grid& grid, std::size_t bin) { return {grid.bin(bin).lower, grid.bin(bin).upper}; }
truth_set all_but(const truth_grid& grid, std::size_t bin) {
  const double before = bin == 0 ? -INFINITY : grid.bin(bin - 1).upper;
  const double behind = bin + 1 == grid.bins() ? INFINITY : grid.bin(bin + 1).lower;
  return {before, behind, true};
}

/// What was chosen for the bins before, and for all but those.
struct bin_trails {
  share_bounds::trail inside;
  share_bounds::trail outside;
};

/// The share of a bin, and an interval that reaches to it. Limits may contradict each other, one of them having failed;
/// then both ends are kept.
interval_estimate share_of(std::size_t bin, double share, share_bounds& bounds, const truth_grid& grid,
                           bin_trails& along) {
  const double above = bounds.upper(bin_set(grid, bin), along.inside);
  const double below = 1 - bounds.upper(all_but(grid, bin), along.outside);
  return {share, std::min({below, share, above}), std::max({below, share, above})};
}

void add_shares(truth_statistics& found, share_bounds& bounds, const truth_grid& grid,
                const std::vector<double>& shares) {
  auto first = shares.begin();
  for (const std::size_t bin_end : grid.bin_ends) {
    const auto end = shares.begin() + static_cast<std::ptrdiff_t>(bin_end);
    const double share = std::accumulate(first, end, 0.0);
    found.shares.push_back({share, share, share});
    first = end;
  }
  // From both ends to the middle, so that truths that are mirrored have mirrored intervals.
  const auto bound = [&](std::size_t bin, bin_trails& along) {
    found.shares[bin] = share_of(bin, found.shares[bin].value, bounds, grid, along);
  };
  const std::size_t half = (grid.bins() + 1) / 2;
  bin_trails upwards;
  bin_trails downwards;
  for (std::size_t bin = 0; bin < half; ++bin) bound(bin, upwards);
  for (std::size_t bin = grid.bins(); bin-- > half;) bound(bin, downwards);
}

/// Where the shares of the cells before add up to a probability.
double quantile_of(const truth_grid& grid, const std::vector<double>& shares, double probability) {
  double before = 0;
  for (std::size_t cell = 0; cell < shares.size(); ++cell) {
    const auto [lower, upper] = grid.ends[cell];
    if (before + shares[cell] >= probability && shares[cell] > 0) {
      return lower + (upper - lower) * std::clamp((probability - before) / shares[cell], 0.0, 1.0);
    }
    before += shares[cell];
  }
  return grid.ends.back().upper;
}

/// Each depends on no other: limits are those of cells, whatever the probabilities.
void add_quantiles(truth_statistics& found, share_bounds& bounds, const truth_grid& grid,
                   const std::vector<double>& shares, const std::vector<double>& probabilities) {
  share_bounds::trail upwards;
  share_bounds::trail downwards;
  quantile_bounds cells(
      grid.ends, [&](std::size_t cell) { return bounds.upper(up_to(grid, cell), upwards); },
      [&](std::size_t cell) { return bounds.upper(from(grid, cell), downwards); });
  for (const double probability : probabilities) {
    const auto [low, high] = cells.around(probability);
    found.quantiles.push_back({std::clamp(quantile_of(grid, shares, probability), low, high), low, high});
  }
}

}  // namespace

std::vector<double> even_shares(const truth_grid& grid) {
  std::vector<double> shares(grid.cells.size());
  double sum = 0;
  for (std::size_t cell = 0; cell < shares.size(); ++cell) {
    sum += shares[cell] = grid.complete ? 1 : grid.ends[cell].upper - grid.ends[cell].lower;
  }
  // A span with a single value has no width, and a share as if it were as wide as the others.
  const double average = sum / static_cast<double>(shares.size());
  for (double& share : shares) {
    if (share > 0) continue;
    share = average > 0 ? average : 1;
    sum += share;
  }
  for (double& share : shares) share /= sum;
  return shares;
}

std::vector<double> point_shares(const truth_grid& grid, const std::vector<double>& shares) {
  std::vector<double> sums(grid.points.size());
  for (std::size_t cell = 0; cell < shares.size(); ++cell) {
    for (const auto& [point, share] : grid.cells[cell]) sums[point] += share * shares[cell];
  }
  return sums;
}

truth_statistics statistics_of(const std::vector<report_group>& groups, const truth_grid& grid,
                               const statistics_options& options, const std::vector<double>& shares) {
  truth_statistics found{};
  for (const report_group& group : groups) found.reports += group.total;
  // What is tested and weighted with is the law of reports, which many people added would spoil.
  const mixture_fit fit = fit_mixture(groups, even_shares(grid), std::min(options.smoothing, little_smoothing));
  found.fit = test_fit(groups, fit, grid);
  found.gap = fit.gap;
  const std::vector<double> best = !shares.empty() ? shares
                                   : options.smoothing <= little_smoothing
                                       ? fit.shares
                                       : fit_mixture(groups, even_shares(grid), options.smoothing).shares;
  const linear_estimator estimator(groups, fit, grid);
  add_moments(found, estimator, grid, point_shares(grid, best), options.confidence);
  share_bounds bounds(estimator, grid, options.confidence);
  add_shares(found, bounds, grid, best);
  add_quantiles(found, bounds, grid, best, options.probabilities);
  return found;
}

}  // namespace inbounds
