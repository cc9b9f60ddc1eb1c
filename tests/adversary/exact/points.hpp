#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "claim.hpp"
#include "number.hpp"

namespace adversary {

/// Whole numbers of steps from one to another, both included.
struct run {
  std::int64_t first;
  std::int64_t last;
};

/// The step itself, of which the granularity is the nearest double: a power of two, a whole number, or some 1/n.
rational step_of(double granularity);

/// The double that is released for a point: so many steps from the origin.
double released_value(const side& one, std::int64_t point);

/// The points in each span whose released doubles lie in it. An infinite end is left where `window` says: as many
/// steps away from the last finite end (or from 0) that the law beyond repeats itself.
std::vector<run> runs_of(const side& one, std::int64_t window);

/// The truths that are taken for one point: from `from` up to but not including `to`, which belongs to it only at the
/// end of a span.
struct cell {
  std::int64_t point;
  rational from;
  rational to;
  bool to_included;
};

/// The cells of everything that can be a truth, in order. Noise that is reflected takes truths in gaps as well.
std::vector<cell> cells_of(const side& one, const std::vector<run>& runs, bool in_gaps, std::int64_t window);

/// For each cell the last one that has a truth within the sensitivity of one of its own.
std::vector<std::size_t> farthest_neighbours(const std::vector<cell>& cells, double sensitivity);

/// The cell that a truth is in; outside of the bounds, that of the nearer bound.
std::size_t cell_of(const std::vector<cell>& cells, double truth);

}  // namespace adversary
