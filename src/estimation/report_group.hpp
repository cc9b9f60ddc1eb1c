#pragma once

#include <vector>

#include "estimation/transition.hpp"

namespace inbounds {

/// Reports that went through the same mechanism: how many fell into each bin, and how likely that is for every truth.
/// All groups of an estimate share a grid, and are taken to be samples of one population.
struct report_group {
  transition_matrix of_points;
  transition_matrix of_cells;
  std::vector<double> counts;
  double total;  ///< of the counts
};

report_group grouped(transition_matrix of_points, const truth_grid& grid, std::vector<double> counts);

}  // namespace inbounds
