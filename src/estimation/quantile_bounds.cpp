#include "estimation/quantile_bounds.hpp"

#include <algorithm>
#include <utility>

namespace inbounds {

quantile_bounds::quantile_bounds(std::vector<span> cells, cell_limit up_to, cell_limit from)
    : cells_(std::move(cells)),
      from_below_{std::move(up_to)},
      from_above_{
          [from = std::move(from), last = cells_.size() - 1](std::size_t steps) { return from(last - steps); }} {}

/// How many cells are passed over. The last one has all truths up to its end, which needs no limit.
std::size_t quantile_bounds::count_passed_cells(side& along, double share) const {
  const std::size_t last = cells_.size() - 1;
  for (std::size_t cell = 0; cell < last; ++cell) {
    if (cell == along.known.size()) along.known.push_back(along.limit(cell));
    if (along.known[cell] >= share) return cell;
  }
  return last;
}

// estimation/PROOF.md, Theorem 7
span quantile_bounds::around(double probability) {
  const std::size_t low = count_passed_cells(from_below_, probability);
  const std::size_t high = cells_.size() - 1 - count_passed_cells(from_above_, 1 - probability);
  // Limits may contradict each other, one of them having failed: then nobody knows which.
  return {cells_[std::min(low, high)].lower, cells_[std::max(low, high)].upper};
}

}  // namespace inbounds
