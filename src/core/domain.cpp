#include "core/domain.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/checks.hpp"

namespace inbounds {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::optional<parameter_error> check_bounds(const span& bounds) {
  const auto [lower, upper] = bounds;
  if (!(lower < infinity)) return parameter_error{"lower", "a finite number or -Infinity", lower};
  if (!(upper > -infinity))
    return parameter_error{"upper", "a finite number or Infinity", upper};  // false for NaN, too
  if (upper <= lower) return parameter_error{"upper", "greater than lower ({0})", upper, {lower}};
  const double width = width_rounded_up(bounds);
  if (std::isfinite(lower) && std::isfinite(upper)) {  // their difference may overflow
    if (width >= smallest_width && width <= largest_width) return {};
    return parameter_error{
        "upper", "such that upper - lower is from {0} to {1}", upper, {smallest_width, largest_width}};
  }
  // A half-line has one end, the line none.
  if (std::isfinite(lower)) return check_within("lower", lower, -largest_width, largest_width);
  if (std::isfinite(upper)) return check_within("upper", upper, -largest_width, largest_width);
  return {};
}

std::optional<parameter_error> check_pair(const char* list, std::size_t index, const span& pair) {
  const int at = static_cast<int>(index);
  const auto [lower, upper] = pair;
  if (std::isnan(lower) || std::isnan(upper)) return parameter_error{list, "two numbers", NAN, {}, "", at};
  if (!(lower < upper)) return parameter_error{list, "from a number to a greater one ({0})", lower, {upper}, "", at};
  for (const double end : {lower, upper}) {
    if (std::isfinite(end) && std::fabs(end) > largest_width) {
      return parameter_error{list, "from {0} to {1}, or infinite", end, {-largest_width, largest_width}, "", at};
    }
  }
  const double width = width_rounded_up(pair);
  if (width >= smallest_width) return {};
  return parameter_error{list, "at least {0} wide", width, {smallest_width}, "", at};
}

/// Every pair checked, then the places of the pairs in ascending order.
result<std::vector<std::size_t>> sort_pairs(const char* list, const std::vector<span>& pairs) {
  for (std::size_t at = 0; at < pairs.size(); ++at) {
    if (auto why = check_pair(list, at, pairs[at])) return *why;
  }
  std::vector<std::size_t> order(pairs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto lower = [&](auto a, auto b) { return pairs[a].lower < pairs[b].lower; };
  std::make_heap(order.begin(), order.end(), lower);  // half the code of std::sort, and as good here
  std::sort_heap(order.begin(), order.end(), lower);
  return order;
}

parameter_error overlap_error(const char* list, std::size_t index, const span& pair, const span& other) {
  return {
      list, "apart from the one from {0} to {1}", pair.lower, {other.lower, other.upper}, "", static_cast<int>(index)};
}

}  // namespace

bool domain::is_bounded() const { return std::isfinite(lower()) && std::isfinite(upper()); }

result<domain> domain_of(const span& bounds) {
  if (auto why = check_bounds(bounds)) return *why;
  return domain{{bounds}};
}

result<domain> domain_of_spans(std::vector<span> spans) {
  if (spans.empty()) return parameter_error{"spans", "at least one span", 0};
  const auto order = sort_pairs("spans", spans);
  if (!order) return order.error();
  domain where;
  for (const std::size_t at : *order) {
    const span& next = spans[at];
    if (where.spans.empty() || next.lower > where.upper()) {
      where.spans.push_back(next);
    } else if (next.lower == where.upper()) {
      where.spans.back().upper = next.upper;
    } else {
      return overlap_error("spans", at, next, where.spans.back());
    }
  }
  if (auto why = check_bounds(where.hull())) {
    return parameter_error{
        "spans", "such that their hull is from {0} to {1} wide", why->value, {smallest_width, largest_width}};
  }
  return where;
}

result<domain> domain_without(const span& bounds, std::vector<span> gaps) {
  if (auto why = check_bounds(bounds)) return *why;
  const auto order = sort_pairs("gaps", gaps);
  if (!order) return order.error();
  domain where{{bounds}};
  for (std::size_t rank = 0; rank < order->size(); ++rank) {
    const std::size_t at = (*order)[rank];
    const span& gap = gaps[at];
    if (rank > 0 && gap.lower < gaps[(*order)[rank - 1]].upper) {
      return overlap_error("gaps", at, gap, gaps[(*order)[rank - 1]]);
    }
    span& rest = where.spans.back();
    const bool leaves_both_ends =
        gap.lower - rest.lower >= smallest_width && bounds.upper - gap.upper >= smallest_width;
    if (!leaves_both_ends) {
      return parameter_error{
          "gaps",
          "strictly inside the bounds and apart from other gaps, so that something is left at both ends",
          gap.upper < bounds.upper ? gap.lower : gap.upper,
          {},
          {},
          static_cast<int>(at)};
    }
    rest.upper = gap.lower;
    where.spans.push_back({gap.upper, bounds.upper});
  }
  return where;
}

std::size_t span_at_or_below(const std::vector<span>& spans, double number) {
  const auto after = std::upper_bound(spans.begin(), spans.end(), number,
                                      [](double value, const span& one) { return value < one.lower; });
  return after == spans.begin() ? 0 : static_cast<std::size_t>(after - spans.begin()) - 1;
}

std::optional<std::size_t> span_around(const domain& where, double number) {
  const std::size_t at = span_at_or_below(where.spans, number);
  if (number > where.spans[at].upper) return {};
  return at;
}

std::optional<parameter_error> check_sensitivity(const domain& where, double sensitivity) {
  if (auto why = check_positive("sensitivity", sensitivity)) return why;
  if (auto why = check_within("sensitivity", sensitivity, smallest_width, largest_width)) return why;
  if (!where.is_bounded()) return {};
  const auto [lower, upper] = where.hull();
  const double larger = std::max(std::fabs(lower), std::fabs(upper));
  const double last_place = larger - std::nextafter(larger, 0.0);
  if (sensitivity <= width_rounded_up(where.hull()) + last_place) return {};
  return parameter_error{"sensitivity", "at most upper - lower ({0})", sensitivity, {upper - lower}};
}

}  // namespace inbounds
