#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "core/span.hpp"

namespace inbounds {

/// Between which values the quantiles of the truths lie. A quantile of p is a value such that at most p of all truths
/// lie below it and at most 1 - p above; if there are several, as where half of all people are at each of two values,
/// all of them are meant.
///
/// From below, a cell is passed over as long as its own limit says that the truths up to its end are fewer than p; from
/// above, as long as those from its beginning on are fewer than 1 - p. So an end is wrong only if the limit of one
/// cell failed: that of the cell with the quantile, which does not depend on the reports (PROOF.md, 3).
class quantile_bounds {
 public:
  /// An upper confidence limit for a share of truths that has to do with a cell.
  using cell_limit = std::function<double(std::size_t cell)>;

  /// Limits for the truths up to the end of a cell, and from its beginning on. Each is asked for at most once, from the
  /// outside inwards.
  quantile_bounds(std::vector<span> cells, cell_limit up_to, cell_limit from);

  /// It depends on no other quantile that was asked for.
  span around(double probability);

 private:
  /// The cells in the order of one side, and their limits as far as they were asked for.
  struct side {
    cell_limit limit;
    std::vector<double> known{};
  };
  std::size_t count_passed_cells(side& along, double share) const;

  std::vector<span> cells_;
  side from_below_;
  side from_above_;
};

}  // namespace inbounds
