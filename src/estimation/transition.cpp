#include "estimation/transition.hpp"

#include <algorithm>

namespace inbounds {
namespace {

double centre_of(const normal_law& law) { return law.truth; }

/// From the tail on the bin's own side of the truth, so that bins far away do not drown in the roundings of 1.
template <class Law>
void fill_row(const Law& law, double origin, const report_bins& bins, std::span<double> row) {
  const double centre = centre_of(law);
  std::size_t bin = 0;
  double before = 0;  // P(Y <= the last point of the bin before)
  for (; bin + 1 < bins.count(); ++bin) {
    const double last = static_cast<double>(bins.last[bin]) - origin;
    if (last >= centre) break;
    const double up_to = cdf(law, last);
    row[bin] = up_to - before;
    before = up_to;
  }
  double left = 1 - before;  // P(Y > that point)
  for (; bin < bins.count(); ++bin) {
    const bool is_last = bin + 1 == bins.count();
    const double beyond = is_last ? 0 : survival(law, static_cast<double>(bins.last[bin]) - origin);
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

result<transition_matrix> transitions(const laplace_noise& noise, const report_bins& bins,
                                      std::span<const double> truths) {
  transition_matrix matrix(truths.size(), bins.count());
  for (std::size_t at = 0; at < truths.size(); ++at) {
    if (auto why = check_truth(noise, truths[at])) return *why;
    fill_row(law_at(noise, truths[at]), 0, bins, matrix.row(at));
  }
  return matrix;
}

transition_matrix transitions(const gaussian_noise& noise, std::size_t side, const report_bins& bins,
                              std::span<const double> truths) {
  transition_matrix matrix(truths.size(), bins.count());
  const auto origin = static_cast<double>(noise.points[side].lowest());
  for (std::size_t at = 0; at < truths.size(); ++at) {
    fill_row(law_at(noise, side, truths[at]), origin, bins, matrix.row(at));
  }
  return matrix;
}

truth_domain truths_of(const laplace_noise& noise, const std::optional<span>& range) {
  truth_domain truths = truths_on(noise.where, noise.points, range);
  truths.narrowest = noise.scale;
  return truths;
}

truth_domain truths_of(const gaussian_noise& noise, std::size_t side) {
  truth_domain truths = truths_on(noise.where.sides[side], noise.points[side], {});
  truths.narrowest = noise.scale;
  return truths;
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
