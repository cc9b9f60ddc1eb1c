#include "estimation/fit_test.hpp"

#include <algorithm>
#include <cmath>

#include "numeric/normal_tails.hpp"

namespace inbounds {
namespace {

constexpr double enough_expected = 25;  ///< in a bin, for the statistic's tail to be that of chi-square

/// Neighbouring bins are taken together until enough is expected in them.
void add_group(const report_group& group, const std::vector<double>& expected, fit_test& sums) {
  double seen = 0;
  double hoped = 0;
  double left = group.total;
  for (std::size_t bin = 0; bin < expected.size(); ++bin) {
    seen += group.counts[bin];
    hoped += group.total * expected[bin];
    left -= group.total * expected[bin];
    const bool is_last = bin + 1 == expected.size();
    if (!is_last && (hoped < enough_expected || left < enough_expected)) continue;
    sums.statistic += (seen - hoped) * (seen - hoped) / hoped;
    sums.degrees += 1;
    seen = hoped = 0;
  }
  sums.degrees -= 1;
}

/// Of the reports of one truth from those of the cells around it, weighted so that they have the same mean, as
/// Pearson's statistic measures it for one report.
double squared_distance(const report_group& group, const std::vector<double>& expected, std::size_t point,
                        std::size_t one, std::size_t other, double share) {
  const auto exact = group.of_points.row(point);
  const auto first = group.of_cells.row(one);
  const auto second = group.of_cells.row(other);
  double sum = 0;
  for (std::size_t bin = 0; bin < expected.size(); ++bin) {
    const double away = exact[bin] - (1 - share) * first[bin] - share * second[bin];
    sum += away * away / expected[bin];
  }
  return sum;
}

/// The largest for any point of the grid.
double coarseness(const report_group& group, const std::vector<double>& expected, const truth_grid& grid) {
  const auto centre = [&](std::size_t cell) { return grid.ends[cell].lower / 2 + grid.ends[cell].upper / 2; };
  const std::size_t last = grid.cells.size() - 1;
  double largest = 0;
  std::size_t cell = 0;
  for (std::size_t point = 0; point < grid.points.size(); ++point) {
    const double truth = grid.points[point];
    while (cell < last && centre(cell + 1) <= truth) ++cell;
    const bool outside = truth < centre(0) || cell == last;
    const double share = outside ? 0 : (truth - centre(cell)) / (centre(cell + 1) - centre(cell));
    largest = std::max(largest, squared_distance(group, expected, point, cell, outside ? cell : cell + 1, share));
  }
  return largest;
}

}  // namespace

fit_test test_fit(const std::vector<report_group>& groups, const mixture_fit& fit, const truth_grid& grid) {
  fit_test sums{0, 0, 1};
  double coarse = 0;
  for (std::size_t at = 0; at < groups.size(); ++at) {
    if (groups[at].total == 0) continue;
    add_group(groups[at], fit.expected[at], sums);
    if (!grid.complete) coarse += groups[at].total * coarseness(groups[at], fit.expected[at], grid);
  }
  // A better fit may exist, by so much in log-likelihood; and the statistic is a squared norm, so what cells may be off
  // by is taken off its root.
  const double best = std::max(0.0, sums.statistic - 2 * std::max(0.0, fit.gap));
  const double left = std::max(0.0, std::sqrt(best) - std::sqrt(coarse));
  sums.statistic = left * left;
  sums.probability = sums.degrees > 0 ? chi_square_survival(sums.statistic, sums.degrees) : 1;
  return sums;
}

}  // namespace inbounds
