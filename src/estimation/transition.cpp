#include "estimation/transition.hpp"

#include <algorithm>
#include <memory>

namespace inbounds {
namespace {

/// From the tail on the bin's own side of the truth, so that bins far away do not drown in the roundings of 1.
void fill_row(const law& released, const report_bins& bins, std::span<double> row) {
  const double centre = released.centre();
  std::size_t bin = 0;
  double before = 0;  // P(Y <= the last point of the bin before)
  for (; bin + 1 < bins.count(); ++bin) {
    const double last = static_cast<double>(bins.last[bin]);
    if (last >= centre) break;
    const double up_to = released.cdf(last);
    row[bin] = up_to - before;
    before = up_to;
  }
  double left = 1 - before;  // P(Y > that point)
  for (; bin < bins.count(); ++bin) {
    const bool is_last = bin + 1 == bins.count();
    const double beyond = is_last ? 0 : released.survival(static_cast<double>(bins.last[bin]));
    row[bin] = left - beyond;
    left = beyond;
  }
  for (double& mass : row) mass = std::max(mass, 1e-300);  // no report is impossible
}

}  // namespace

transition_matrix transition_matrix::rows(std::size_t first, std::size_t count) const {
  transition_matrix some(count, bins_);
  std::copy_n(entries_.begin() + static_cast<std::ptrdiff_t>(first * bins_), count * bins_, some.entries_.begin());
  return some;
}

result<transition_matrix> transitions(const mechanism& noise, std::size_t side, const report_bins& bins,
                                      std::span<const double> truths) {
  transition_matrix matrix(truths.size(), bins.count());
  for (std::size_t at = 0; at < truths.size(); ++at) {
    const result<std::unique_ptr<const law>> released = noise.law_at(truths[at], side);
    if (!released) return released.error();
    fill_row(**released, bins, matrix.row(at));
  }
  return matrix;
}

result<truth_domain> truths_of(const mechanism& noise, std::size_t side, const std::optional<span>& range) {
  const result<coordinate> along = noise.along(side);
  if (!along) return along.error();
  truth_domain truths = truths_on(along->where, along->points, range);
  truths.narrowest = along->scale;
  return truths;
}

result<report_bins> bins_for(const mechanism& noise, std::size_t side, const std::optional<span>& range) {
  const result<coordinate> along = noise.along(side);
  if (!along) return along.error();
  return bins_on(along->points, range, &along->where);
}

transition_matrix cell_transitions(const transition_matrix& of_points, const truth_grid& grid) {
  transition_matrix matrix(grid.cells.size(), of_points.bins());
  for (std::size_t cell = 0; cell < grid.cells.size(); ++cell) {
    const std::span<double> row = matrix.row(cell);
    for (const auto& [point, share] : grid.cells[cell]) {
      const std::span<const double> part = of_points.row(point);
      for (std::size_t bin = 0; bin < row.size(); ++bin) row[bin] += share * part[bin];
    }
  }
  return matrix;
}

}  // namespace inbounds
