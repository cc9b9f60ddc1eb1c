#include "points.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace adversary {
namespace {

bool is_power_of_two(double step) {
  int exponent = 0;
  return std::frexp(step, &exponent) == 0.5;
}

std::int64_t nearest(double bound, double step) {
  const double multiple = std::floor(bound / step);
  if (!(std::fabs(multiple) <= 0x1p54)) throw std::runtime_error("a lattice finer than doubles");
  return static_cast<std::int64_t>(multiple);
}

run run_in(double lower, double upper, double step) {
  run inside{nearest(lower, step) - 2, nearest(upper, step) + 2};
  while (released_value(step, inside.first) < lower) ++inside.first;
  while (released_value(step, inside.last) > upper) --inside.last;
  return inside;
}

}  // namespace

// One rounding each, as IEEE 754 prescribes it: the double nearest to the multiple.
double released_value(double granularity, std::int64_t multiple) {
  const double per_unit = std::round(1 / granularity);
  const bool is_part = granularity < 1 && !is_power_of_two(granularity) && 1 / per_unit == granularity;
  const auto whole = static_cast<double>(multiple);
  return is_part ? whole / per_unit : whole * granularity;
}

std::vector<run> runs_of(const side& one, std::int64_t window) {
  std::vector<run> runs;
  const double step = one.granularity;
  for (const auto& [lower, upper] : one.spans) {
    if (std::isinf(lower) && std::isinf(upper)) {
      runs.push_back({-window, window});
    } else if (std::isinf(lower)) {
      const run inside = run_in(upper - step, upper, step);
      runs.push_back({inside.last - window, inside.last});
    } else if (std::isinf(upper)) {
      const run inside = run_in(lower, lower + step, step);
      runs.push_back({inside.first, inside.first + window});
    } else {
      runs.push_back(run_in(lower, upper, step));
    }
  }
  return runs;
}

std::vector<cell> cells_of(const side& one, const std::vector<run>& runs, bool in_gaps, std::int64_t window) {
  const rational step(one.granularity);
  const rational half = step / 2;
  const auto end = [&](double bound, std::int64_t point) {
    return std::isinf(bound) ? rational(step * (bound > 0 ? point + window : point - window)) : rational(bound);
  };
  std::vector<cell> cells;
  const auto add = [&](run points, double lower, double upper) {
    for (std::int64_t point = points.first; point <= points.last; ++point) {
      const bool first = point == points.first;
      const bool last = point == points.last;
      cells.push_back({point, first ? end(lower, point) : rational(step * point - half),
                       last ? end(upper, point) : rational(step * point + half), last});
    }
  };
  if (in_gaps) {
    add({runs.front().first, runs.back().last}, one.lower(), one.upper());
  } else {
    for (std::size_t at = 0; at < runs.size(); ++at) add(runs[at], one.spans[at].first, one.spans[at].second);
  }
  return cells;
}

std::vector<std::size_t> farthest_neighbours(const std::vector<cell>& cells, double sensitivity) {
  const rational most(sensitivity);
  const auto are_neighbours = [&](const cell& low, const cell& high) {
    const rational distance = high.from - low.to;
    return distance < most || (distance == most && low.to_included);
  };
  std::vector<std::size_t> farthest(cells.size());
  std::size_t last = 0;
  for (std::size_t at = 0; at < cells.size(); ++at) {
    last = std::max(last, at);
    while (last + 1 < cells.size() && are_neighbours(cells[at], cells[last + 1])) ++last;
    farthest[at] = last;
  }
  return farthest;
}

std::size_t cell_of(const std::vector<cell>& cells, double truth) {
  if (std::isinf(truth)) return truth > 0 ? cells.size() - 1 : 0;
  const rational exact(truth);
  std::size_t at = cells.size() - 1;
  while (at > 0 && exact < cells[at].from) --at;
  return at;
}

}  // namespace adversary
