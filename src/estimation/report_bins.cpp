#include "estimation/report_bins.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace inbounds {
namespace {

constexpr std::size_t guides = 1024;

/// How many points there are from the first one up to the k-th, gaps skipped: positions are counted from 0.
std::int64_t count_of(const std::vector<point_range>& ranges) {
  std::int64_t count = 0;
  for (const auto& [first, last] : ranges) count += last - first + 1;
  return count;
}

std::int64_t point_at(const std::vector<point_range>& ranges, std::int64_t position) {
  for (const auto& [first, last] : ranges) {
    const std::int64_t here = last - first + 1;
    if (position < here) return first + position;
    position -= here;
  }
  return ranges.back().last;
}

/// The first point after one, gaps skipped.
std::int64_t after(const std::vector<point_range>& ranges, std::int64_t point) {
  for (const auto& range : ranges) {
    if (point < range.last) return std::max(point + 1, range.first);
  }
  return point + 1;
}

/// What of the ranges lies between two values.
std::vector<point_range> within(const lattice& points, const span& range) {
  const auto below = point_at_or_below(points, range.upper);
  std::vector<point_range> kept;
  for (const auto& [first, last] : points.ranges) {
    std::int64_t from = first;
    if (const auto under = point_at_or_below(points, range.lower); under && *under >= first) {
      from = points.value(*under) == range.lower ? *under : *under + 1;
    }
    const std::int64_t to = below ? std::min(last, *below) : first - 1;
    if (from <= to) kept.push_back({from, to});
  }
  return kept;
}

/// The last positions of the bins of so many points.
std::vector<std::int64_t> cuts(std::int64_t count, open_ends own) {
  std::vector<std::int64_t> last;
  if (count <= static_cast<std::int64_t>(max_single_points)) {
    for (std::int64_t at = 0; at < count; ++at) last.push_back(at);
    return last;
  }
  const auto even = static_cast<std::int64_t>(even_bins);
  // Without overflow: there are up to 2^53 points.
  const auto end_of = [&](std::int64_t bin) { return bin * (count / even) + bin * (count % even) / even - 1; };
  if (own.below) last.push_back(0);
  const std::int64_t first_bin = end_of(1) + 1;
  for (int times = halvings; times > 0; --times) last.push_back((first_bin >> times) - 1);
  for (std::int64_t bin = 1; bin < even; ++bin) last.push_back(end_of(bin));
  const std::int64_t last_bin = count - 1 - end_of(even - 1);
  for (int times = 1; times <= halvings; ++times) last.push_back(count - 1 - (last_bin >> times));
  if (own.above) last.push_back(count - 2);
  last.push_back(count - 1);
  std::sort(last.begin(), last.end());
  last.erase(std::unique(last.begin(), last.end()), last.end());
  std::erase_if(last, [](std::int64_t position) { return position < 0; });
  return last;
}

}  // namespace

bool report_bins::is_in_gap(double report) const {
  return std::any_of(gaps.begin(), gaps.end(),
                     [&](const span& gap) { return report > gap.lower + slack && report < gap.upper - slack; });
}

bin_finder::bin_finder(const report_bins& bins)
    : edges_(bins.edges),
      lowest_(bins.released.lower),
      per_unit_(static_cast<double>(guides) / (bins.released.upper - bins.released.lower)) {
  for (std::size_t part = 0; part <= guides; ++part) {
    // A part earlier than it begins, so that rounding of places does not matter.
    const double begins = lowest_ + (static_cast<double>(part) - 1) / per_unit_;
    guide_.push_back(static_cast<std::size_t>(std::upper_bound(edges_.begin(), edges_.end(), begins) - edges_.begin()));
  }
}

result<report_bins> bins_on(const lattice& points, const std::optional<span>& range, const domain* where) {
  const std::vector<point_range> ranges = range ? within(points, *range) : points.ranges;
  if (ranges.empty() || count_of(ranges) < 2) {
    return parameter_error{"range",
                           "a pair of bounds with at least two values of the mechanism between them, up to {0}",
                           range ? range->upper : 0,
                           {points.value(points.highest())}};
  }
  // Of open ends inside the range, or without one: what is released there is more than the neighbours' share.
  const open_ends own{points.open.below && ranges.front().first == points.lowest(),
                      points.open.above && ranges.back().last == points.highest()};
  report_bins bins;
  bins.released = {points.value(points.lowest()), points.value(points.highest())};
  bins.slack = points.grain.step / 2;
  if (ranges.front().first > points.lowest()) bins.last.push_back(ranges.front().first - 1);
  for (const std::int64_t position : cuts(count_of(ranges), own)) bins.last.push_back(point_at(ranges, position));
  if (ranges.back().last < points.highest()) bins.last.push_back(points.highest());
  for (std::size_t bin = 0; bin + 1 < bins.count(); ++bin) {
    const double before = points.value(bins.last[bin]);
    const double behind = points.value(after(points.ranges, bins.last[bin]));
    const double halfway = before + (behind - before) / 2;
    bins.edges.push_back(halfway > before ? halfway : behind);  // where steps are as fine as doubles, none is between
  }
  const std::size_t spans = where ? where->spans.size() : 1;
  for (std::size_t at = 1; at < spans; ++at) bins.gaps.push_back({where->spans[at - 1].upper, where->spans[at].lower});
  return bins;
}

std::optional<parameter_error> add_reports(const report_bins& bins, std::span<const double> reports,
                                           std::span<double> counts) {
  for (std::size_t at = 0; at < reports.size(); ++at) {
    const double report = reports[at];
    const auto index = static_cast<int>(at);
    if (!bins.reaches(report)) {
      const std::array<double, 2> ends{bins.released.lower, bins.released.upper};
      const parameter_error why{"reports", "a value that the mechanism can release, from {0} to {1}", report, ends, "",
                                index};
      return why.with_shown("a number outside");
    }
    if (bins.is_in_gap(report)) {
      const parameter_error why{"reports", "a value that the mechanism can release", report, {}, "", index};
      return why.with_shown("a number in a gap");
    }
  }
  const bin_finder bin_of(bins);
  for (const double report : reports) counts[bin_of(report)] += 1;
  return {};
}

}  // namespace inbounds
