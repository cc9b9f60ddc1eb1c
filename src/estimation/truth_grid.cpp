#include "estimation/truth_grid.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace inbounds {
namespace {

constexpr std::int64_t few_values = 256;
constexpr double enough_cells = 100;
constexpr int end_points = 6;  ///< more points at the ends, each half as far away as the one before

double total_width(const std::vector<span>& spans) {
  double sum = 0;
  for (const auto& [lower, upper] : spans) sum += upper - lower;
  return sum;
}

std::vector<span> unite(std::vector<span> spans) {
  std::sort(spans.begin(), spans.end(), [](const span& a, const span& b) { return a.lower < b.lower; });
  std::vector<span> disjoint;
  for (const span& next : spans) {
    if (!disjoint.empty() && next.lower <= disjoint.back().upper) {
      disjoint.back().upper = std::max(disjoint.back().upper, next.upper);
    } else {
      disjoint.push_back(next);
    }
  }
  return disjoint;
}

/// Few values: a cell each, as evenly many in each bin as they go.
truth_grid grid_of_values(const std::vector<double>& values, std::size_t bins) {
  truth_grid grid{values, {}, {}, {}, true};
  for (std::size_t at = 0; at < values.size(); ++at) {
    grid.cells.push_back({{at, 1}});
    grid.ends.push_back({values[at], values[at]});
  }
  const std::size_t count = std::min(bins, values.size());
  for (std::size_t bin = 1; bin <= count; ++bin) grid.bin_ends.push_back(bin * values.size() / count);
  return grid;
}

/// A cell with points at its ends and in the middle, weighted by Simpson's rule; and at the ends of everything, where
/// the bias of an estimated mean is largest, more of them that count for nothing else.
void add_cell(truth_grid& grid, const span& cell, bool first, bool last) {
  const double width = cell.upper - cell.lower;
  const std::size_t lower = grid.points.size() - 1;  // the end of the cell before, or of the span
  if (first) {
    for (int times = end_points + 1; times > 1; --times) grid.points.push_back(cell.lower + std::ldexp(width, -times));
  }
  const std::size_t middle = grid.points.size();
  grid.points.push_back(cell.lower + width / 2);
  if (last) {
    for (int times = 2; times <= end_points + 1; ++times) grid.points.push_back(cell.upper - std::ldexp(width, -times));
  }
  const std::size_t upper = grid.points.size();
  grid.points.push_back(cell.upper);
  grid.cells.push_back({{lower, 1.0 / 6}, {middle, 4.0 / 6}, {upper, 1.0 / 6}});
  grid.ends.push_back(cell);
}

/// How many of the bins a span has.
double bins_of(const span& here, double bins, double width) {
  return std::max(1.0, std::round(width > 0 ? bins * ((here.upper - here.lower) / width) : 1));
}

truth_grid grid_of_spans(const std::vector<span>& spans, double bins) {
  truth_grid grid{{}, {}, {}, {}, false};
  const double width = total_width(spans);
  double all = 0;
  for (const span& here : spans) all += bins_of(here, bins, width);
  const double parts = std::ceil(enough_cells / all);
  for (std::size_t at = 0; at < spans.size(); ++at) {
    const span& here = spans[at];
    const double length = here.upper - here.lower;
    grid.points.push_back(here.lower);
    if (length == 0) {  // a single value, such as the one that stands for no answer
      grid.cells.push_back({{grid.points.size() - 1, 1}});
      grid.ends.push_back(here);
      grid.bin_ends.push_back(grid.cells.size());
      continue;
    }
    const double cells = parts * bins_of(here, bins, width);
    const auto edge = [&](double cell) { return cell == cells ? here.upper : here.lower + length * (cell / cells); };
    for (double cell = 0; cell < cells; ++cell) {
      const bool first = at == 0 && cell == 0;
      const bool last = at + 1 == spans.size() && cell + 1 == cells;
      add_cell(grid, {edge(cell), edge(cell + 1)}, first, last);
      if (std::fmod(cell + 1, parts) == 0) grid.bin_ends.push_back(grid.cells.size());
    }
  }
  return grid;
}

/// Where noise is narrow against a cell, or truths are rounded by more than a small part of one, bias changes between
/// the points: seven more truths between any two.
void look_between(truth_grid& grid, const truth_domain& truths) {
  for (const auto& cell : grid.cells) {
    for (std::size_t at = 0; at + 1 < cell.size(); ++at) {
      const double from = grid.points[cell[at].point];
      const double to = grid.points[cell[at + 1].point];
      if (2 * (to - from) <= truths.narrowest / 4 && truths.coarsest <= (to - from) / 4) continue;
      for (int part = 1; part < 8; ++part) grid.between.push_back(from + (to - from) * (part / 8.0));
    }
  }
}

}  // namespace

truth_domain truths_on(const domain& where, const lattice& points, const std::optional<span>& range) {
  const span kept{std::max(points.value(points.lowest()), range ? range->lower : -INFINITY),
                  std::min(points.value(points.highest()), range ? range->upper : INFINITY)};
  truth_domain truths;
  truths.coarsest = points.grain.step;
  std::int64_t count = 0;
  for (std::size_t at = 0; at < points.ranges.size(); ++at) {
    const auto [first, last] = points.ranges[at];
    // Where noise is reflected out of gaps, truths may lie in them: one range of points, and several spans.
    const span around = points.ranges.size() == where.spans.size() ? where.spans[at] : where.hull();
    const span here{std::max({around.lower, points.value(first), kept.lower}),
                    std::min({around.upper, points.value(last), kept.upper})};
    if (here.lower > here.upper) continue;
    truths.spans.push_back(here);
    const std::int64_t below = point_at_or_below(points, here.lower).value_or(first);
    const std::int64_t from = std::max(first, points.value(below) < here.lower ? below + 1 : below);
    const std::int64_t to = std::min(last, point_at_or_below(points, here.upper).value_or(last));
    count += to - from + 1;
    for (std::int64_t point = from; point <= to && count <= few_values; ++point) {
      truths.values.push_back(points.value(point));
    }
  }
  if (count > few_values) truths.values.clear();
  return truths;
}

truth_domain join(const truth_domain& one, const truth_domain& other) {
  std::vector<span> spans = one.spans;
  spans.insert(spans.end(), other.spans.begin(), other.spans.end());
  truth_domain both{
      unite(std::move(spans)), {}, std::min(one.narrowest, other.narrowest), std::max(one.coarsest, other.coarsest)};
  if (one.values.empty() || other.values.empty()) return both;
  std::set_union(one.values.begin(), one.values.end(), other.values.begin(), other.values.end(),
                 std::back_inserter(both.values));
  if (both.values.size() > static_cast<std::size_t>(few_values)) both.values.clear();
  return both;
}

std::vector<double> truth_grid::all_truths() const {
  std::vector<double> all = points;
  all.insert(all.end(), between.begin(), between.end());
  return all;
}

std::optional<parameter_error> check_spans(const truth_domain& truths) {
  const auto count = static_cast<double>(truths.spans.size());
  if (!truths.values.empty() || count <= max_bins) return {};
  return parameter_error{"spans", "at most {0} of them, to be estimated", count, {max_bins}};
}

truth_grid grid_on(const truth_domain& truths, std::size_t bins) {
  if (!truths.values.empty()) return grid_of_values(truths.values, bins);
  truth_grid grid = grid_of_spans(truths.spans, static_cast<double>(bins));
  look_between(grid, truths);
  return grid;
}

}  // namespace inbounds
