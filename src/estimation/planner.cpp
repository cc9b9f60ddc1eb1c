#include "estimation/planner.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "estimation/linear_estimator.hpp"
#include "estimation/statistics.hpp"
#include "numeric/dot.hpp"
#include "numeric/normal_tails.hpp"

namespace inbounds {
namespace {

/// The share of people who are anywhere, whatever a population says: without them some reports would be all but
/// impossible, and what a plan expects of them absurd.
constexpr double anywhere = 0.01;
constexpr int halvings_of_plan = 16;  ///< to less than a thousandth, which moves an error by less still

/// What so many reports of a population are expected to tell, and the function whose mean is asked for.
struct expectation {
  linear_estimator estimator;
  std::vector<double> function;
};

expectation expectation_of(const transition_matrix& of_points, const truth_grid& grid,
                           const std::vector<double>& shares, plan_quantity what, double reports) {
  std::vector<report_group> groups;
  groups.push_back(group_reports(of_points, grid, std::vector<double>(of_points.bins())));
  std::vector<double> expected = expected_reports(groups[0].of_cells, shares);
  for (std::size_t bin = 0; bin < expected.size(); ++bin) groups[0].counts[bin] = reports * expected[bin];
  groups[0].total = reports;
  // From 0 to 1, so that squares of huge values are no trouble.
  std::vector<double> function = grid.points;
  for (double& point : function) point = (point - grid.points.front()) / grid.width();
  if (what == plan_quantity::variance) {
    const std::vector<double> weights = point_shares(grid, shares);
    const double centre = dot(weights.data(), function.data(), weights.size());
    for (double& point : function) point = (point - centre) * (point - centre);
  }
  const mixture_fit fit{shares, {std::move(expected)}, 0, 0, 0};
  return {linear_estimator(groups, fit, grid), std::move(function)};
}

double unit_of(const truth_grid& grid, plan_quantity what) {
  return what == plan_quantity::variance ? grid.width() * grid.width() : grid.width();
}

std::size_t cell_around(const truth_grid& grid, double truth) {
  std::size_t cell = 0;
  while (cell + 1 < grid.cells.size() && grid.ends[cell + 1].lower <= truth) ++cell;
  return cell;
}

}  // namespace

double error_with(const transition_matrix& of_points, const truth_grid& grid, const std::vector<double>& shares,
                  plan_quantity what, double reports, double confidence) {
  const auto [estimator, function] = expectation_of(of_points, grid, shares, what, reports);
  return unit_of(grid, what) * half_length(best_estimate(estimator, function, confidence), confidence);
}

result<double> reports_for(const transition_matrix& of_points, const truth_grid& grid,
                           const std::vector<double>& shares, plan_quantity what, double error, double confidence) {
  // With one report, errors are those of n reports times the root of n, and biases are the same, with ridges n times as
  // large. So what the bias may be fixes the ridge, and the standard error with that ridge the number of reports.
  // estimation/PROOF.md, Proposition 9
  const auto [estimator, function] = expectation_of(of_points, grid, shares, what, 1);
  const double standard_error = error / unit_of(grid, what) / biased_normal_bound(max_bias, confidence);
  double low = std::log(estimator.smallest_ridge());
  double high = std::log(estimator.largest_ridge());
  linear_estimate found = estimator.estimate(function, std::exp(low));
  if (found.spread() > max_bias * standard_error) {
    const double min_error =
        unit_of(grid, what) * found.spread() / max_bias * biased_normal_bound(max_bias, confidence);
    return parameter_error{
        "error", "at least {0}, since the bins that reports are counted in tell no more", error, {min_error}};
  }
  for (int step = 0; step < halvings_of_plan; ++step) {
    const double middle = (low + high) / 2;
    const linear_estimate next = estimator.estimate(function, std::exp(middle));
    const bool small = next.spread() <= max_bias * standard_error;
    (small ? low : high) = middle;
    if (small) found = next;
  }
  const double ratio = found.error / standard_error;
  return std::max(1.0, std::ceil(ratio * ratio));
}

std::vector<std::vector<double>> extreme_populations(const truth_grid& grid) {
  const double lowest = grid.points.front();
  const double highest = grid.points.back();
  return {even_shares(grid), population_of(grid, {lowest}, {1}), population_of(grid, {highest}, {1}),
          population_of(grid, {lowest / 2 + highest / 2}, {1}), population_of(grid, {lowest, highest}, {1, 1})};
}

std::vector<double> population_of(const truth_grid& grid, const std::vector<double>& truths,
                                  const std::vector<double>& weights) {
  std::vector<double> shares(grid.cells.size());
  for (std::size_t at = 0; at < truths.size(); ++at) shares[cell_around(grid, truths[at])] += weights[at];
  const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
  const std::vector<double> even = even_shares(grid);
  for (std::size_t cell = 0; cell < shares.size(); ++cell) {
    shares[cell] = (1 - anywhere) * shares[cell] / sum + anywhere * even[cell];
  }
  return shares;
}

}  // namespace inbounds
