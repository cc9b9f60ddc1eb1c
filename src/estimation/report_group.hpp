#pragma once

#include <vector>

#include "estimation/transition.hpp"

namespace inbounds {

/// Reports that went through the same mechanism: how many fell into each bin, and how likely that is for every truth.
/// All groups of an estimate share a grid, and are taken to be samples of one population.
struct report_group {
  transition_matrix of_points;
  transition_matrix of_between;
  transition_matrix of_cells;
  std::vector<double> counts;
  double total;  ///< of the counts
};

/// From the rows of all truths that the grid looks at.
report_group group_reports(const transition_matrix& of_truths, const truth_grid& grid, std::vector<double> counts);

}  // namespace inbounds
