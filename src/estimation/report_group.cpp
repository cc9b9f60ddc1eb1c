#include "estimation/report_group.hpp"

#include <numeric>
#include <utility>

namespace inbounds {

report_group grouped(transition_matrix of_points, const truth_grid& grid, std::vector<double> counts) {
  transition_matrix of_cells = cell_transitions(of_points, grid);
  const double total = std::accumulate(counts.begin(), counts.end(), 0.0);
  return {std::move(of_points), std::move(of_cells), std::move(counts), total};
}

}  // namespace inbounds
