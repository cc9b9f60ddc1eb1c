#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/result.hpp"
#include "estimation/report_bins.hpp"
#include "estimation/truth_grid.hpp"
#include "mechanisms/mechanism.hpp"

namespace inbounds {

/// The probabilities of the bins, a row for each truth.
class transition_matrix {
 public:
  transition_matrix(std::size_t truths, std::size_t bins) : bins_(bins), entries_(truths * bins) {}

  std::size_t truths() const { return bins_ == 0 ? 0 : entries_.size() / bins_; }
  std::size_t bins() const { return bins_; }
  std::span<double> row(std::size_t truth) { return {entries_.data() + truth * bins_, bins_}; }
  std::span<const double> row(std::size_t truth) const { return {entries_.data() + truth * bins_, bins_}; }
  /// So many of them from one on.
  transition_matrix rows(std::size_t first, std::size_t count) const;

 private:
  std::size_t bins_;
  std::vector<double> entries_;
};

/// Of the released lattice law along a side, exact but for rounding. A truth outside the bounds counts as the nearer
/// one; what the mechanism refuses is refused.
result<transition_matrix> transitions(const mechanism& noise, std::size_t side, const report_bins& bins,
                                      std::span<const double> truths);

/// The truths of a mechanism along a side, and how narrow its noise is.
result<truth_domain> truths_of(const mechanism& noise, std::size_t side, const std::optional<span>& range = {});

/// The bins for its reports.
result<report_bins> bins_for(const mechanism& noise, std::size_t side, const std::optional<span>& range = {});

/// Transitions for truths that are spread over the cells of a grid, from the rows of its points.
transition_matrix cell_transitions(const transition_matrix& of_points, const truth_grid& grid);

}  // namespace inbounds
