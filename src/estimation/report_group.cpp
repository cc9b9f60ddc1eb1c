#include "estimation/report_group.hpp"

#include <numeric>
#include <utility>

namespace inbounds {

report_group group_reports(const transition_matrix& of_truths, const truth_grid& grid, std::vector<double> counts) {
  transition_matrix of_points = of_truths.rows(0, grid.points.size());
  transition_matrix of_cells = cell_transitions(of_points, grid);
  const double total = std::accumulate(counts.begin(), counts.end(), 0.0);
  return {.of_points = std::move(of_points),
          .of_between = of_truths.rows(grid.points.size(), grid.between.size()),
          .of_cells = std::move(of_cells),
          .counts = std::move(counts),
          .total = total};
}

}  // namespace inbounds
