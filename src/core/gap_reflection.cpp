#include "core/gap_reflection.hpp"

#include <algorithm>
#include <iterator>

namespace inbounds {
namespace {

/// How deep a point lies in a row of so many points that it enters `beyond` points after its end, and leaves and enters
/// again at both ends.
std::int64_t depth(std::int64_t beyond, std::int64_t count) {
  const std::int64_t reflected = beyond % (2 * count);
  return reflected < count ? reflected : 2 * count - 1 - reflected;
}

}  // namespace

std::int64_t reflect_out_of_gap(std::span<const point_range> ranges, std::int64_t point) {
  const auto after = std::upper_bound(ranges.begin(), ranges.end(), point,
                                      [](std::int64_t value, const point_range& one) { return value < one.first; });
  const point_range below = *std::prev(after);
  if (point <= below.last) return point;
  const point_range above = *after;
  const std::int64_t from_below = point - below.last - 1;
  const std::int64_t from_above = above.first - 1 - point;
  if (from_below <= from_above) return below.last - depth(from_below, below.last - below.first + 1);
  return above.first + depth(from_above, above.last - above.first + 1);
}

}  // namespace inbounds
