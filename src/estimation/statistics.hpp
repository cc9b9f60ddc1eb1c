#pragma once

#include <vector>

#include "estimation/fit_test.hpp"
#include "estimation/linear_estimator.hpp"
#include "estimation/mixture.hpp"

// What a collector makes of reports: the distribution of the truths and what follows from it, each with an interval
// that assumes nothing of that distribution (PROOF.md).

namespace inbounds {

struct statistics_options {
  double confidence = 0.95;             ///< that an interval holds what it is for
  double smoothing = 10;                ///< see fit_mixture
  std::vector<double> probabilities{};  ///< of the quantiles
};

/// What is added to the reports at most, when their law is fitted for tests and intervals.
inline constexpr double little_smoothing = 10;

struct truth_statistics {
  double reports;
  interval_estimate mean;
  interval_estimate variance;
  std::vector<interval_estimate> shares;     ///< of the grid's bins
  std::vector<interval_estimate> quantiles;  ///< of the probabilities asked for
  fit_test fit;
  double gap;  ///< see mixture_fit: below `largest_gap`, unless there are more reports than doubles can tell
};

/// From at least one report. Point estimates are those of `shares`, a distribution over the cells of the grid, if that
/// is given; otherwise those of the likeliest one. They are moved into their intervals where they lie outside; the
/// intervals of shares reach to them.
truth_statistics statistics_of(const std::vector<report_group>& groups, const truth_grid& grid,
                               const statistics_options& options, const std::vector<double>& shares = {});

/// How evenly spread truths are distributed over the cells.
std::vector<double> even_shares(const truth_grid& grid);

/// The shares of the points, for a distribution over the cells.
std::vector<double> point_shares(const truth_grid& grid, const std::vector<double>& shares);

}  // namespace inbounds
