#pragma once

#include <cmath>
#include <optional>
#include <vector>

#include "core/lattice.hpp"
#include "core/result.hpp"
#include "core/span.hpp"

namespace inbounds {

/// What somebody's truths may be: spans of values, all of them or only some points. And how fast the laws of reports
/// change along them.
struct truth_domain {
  std::vector<span> spans;
  std::vector<double> values;   ///< all possible ones if they are few, ascending; empty if not
  double narrowest = INFINITY;  ///< the scale of the narrowest noise
  double coarsest = 0;          ///< the widest step that truths are rounded to

  double lower() const { return spans.front().lower; }
  double upper() const { return spans.back().upper; }
};

/// The truths of a mechanism for numbers, between the ends of a range where its bounds are infinite; of its noise
/// nothing is said here (see truths_of).
truth_domain truths_on(const domain& where, const lattice& points, const std::optional<span>& range);

/// What is possible in either of two.
truth_domain join(const truth_domain& one, const truth_domain& other);

/// A share of a cell's truths that counts as lying at a point.
struct cell_point {
  std::size_t point;
  double share;
};

/// The truths that an estimate looks at. Bins are what a histogram shows; cells are parts of bins, in each of which
/// truths are taken to be spread evenly when a likelihood is computed; points are where the bias of an estimate is
/// looked at. If all possible truths are few, they are the points, and nothing is left out.
struct truth_grid {
  std::vector<double> points;                  ///< ascending
  std::vector<std::vector<cell_point>> cells;  ///< ascending
  std::vector<span> ends;                      ///< of each cell
  std::vector<std::size_t> bin_ends;           ///< of each bin: one past its last cell
  bool complete;                               ///< whether the points are all possible truths
  std::vector<double> between{};               ///< more truths to look at, where laws change between points

  std::size_t bins() const { return bin_ends.size(); }
  span bin(std::size_t at) const { return {ends[at == 0 ? 0 : bin_ends[at - 1]].lower, ends[bin_ends[at] - 1].upper}; }
  double width() const { return points.back() - points.front(); }
  /// All truths that bias is looked for at: the points, then those between.
  std::vector<double> all_truths() const;
};

inline constexpr std::size_t max_bins = 256;

/// Every span has a bin of its own, so there may not be too many.
std::optional<parameter_error> check_spans(const truth_domain& truths);

/// So many bins of equal width (one for each value, if those are fewer), spread over the spans; each span has at least
/// one. Every bin is cut into cells until there are at least about a hundred.
truth_grid grid_on(const truth_domain& truths, std::size_t bins);

}  // namespace inbounds
