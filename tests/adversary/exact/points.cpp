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

bool is_part(double granularity) {
  return granularity < 1 && !is_power_of_two(granularity) && 1 / std::round(1 / granularity) == granularity;
}

std::int64_t nearest(const side& one, double bound) {
  const double steps = std::floor((bound - one.origin) / one.granularity);
  if (!(std::fabs(steps) <= 0x1p54)) throw std::runtime_error("a lattice finer than doubles");
  return static_cast<std::int64_t>(steps);
}

run run_in(const side& one, double lower, double upper) {
  run inside{nearest(one, lower) - 2, nearest(one, upper) + 2};
  while (released_value(one, inside.first) < lower) ++inside.first;
  while (released_value(one, inside.last) > upper) --inside.last;
  return inside;
}

}  // namespace

rational step_of(double granularity) {
  if (is_part(granularity)) return rational(1) / rational(std::round(1 / granularity));
  return rational(granularity);
}

// Rounded as IEEE 754 prescribes it: the multiple, and its sum with the origin.
double released_value(const side& one, std::int64_t point) {
  const auto whole = static_cast<double>(point);
  return one.origin + (is_part(one.granularity) ? whole / std::round(1 / one.granularity) : whole * one.granularity);
}

std::vector<run> runs_of(const side& one, std::int64_t window) {
  std::vector<run> runs;
  const double step = one.granularity;
  for (const auto& [lower, upper] : one.spans) {
    if (std::isinf(lower) && std::isinf(upper)) {
      runs.push_back({-window, window});
    } else if (std::isinf(lower)) {
      const run inside = run_in(one, upper - step, upper);
      runs.push_back({inside.last - window, inside.last});
    } else if (std::isinf(upper)) {
      const run inside = run_in(one, lower, lower + step);
      runs.push_back({inside.first, inside.first + window});
    } else {
      runs.push_back(run_in(one, lower, upper));
    }
  }
  return runs;
}

std::vector<cell> cells_of(const side& one, const std::vector<run>& runs, bool in_gaps, std::int64_t window) {
  const rational origin(one.origin);
  const rational step = step_of(one.granularity);
  const rational half = step / 2;
  const auto end = [&](double bound, std::int64_t point) {
    if (!std::isinf(bound)) return rational(bound);
    return rational(origin + step * (bound > 0 ? point + window : point - window));
  };
  std::vector<cell> cells;
  const auto add = [&](run points, double lower, double upper) {
    for (std::int64_t point = points.first; point <= points.last; ++point) {
      const bool first = point == points.first;
      const bool last = point == points.last;
      cells.push_back({point, first ? end(lower, point) : rational(origin + step * point - half),
                       last ? end(upper, point) : rational(origin + step * point + half), last});
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
  const rational max(sensitivity);
  const auto are_neighbours = [&](const cell& low, const cell& high) {
    const rational distance = high.from - low.to;
    return distance < max || (distance == max && low.to_included);
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
