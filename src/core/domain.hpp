#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "core/checks.hpp"
#include "core/result.hpp"
#include "core/span.hpp"

namespace inbounds {

/// Where truths and outputs lie: one span or several, in order, with a gap between any two. An interval is one span.
/// The outermost ends may be infinite.
struct domain {
  std::vector<span> spans;

  double lower() const { return spans.front().lower; }
  double upper() const { return spans.back().upper; }
  span hull() const { return {lower(), upper()}; }
  bool is_bounded() const;
};

/// One interval: upper above lower, and a width within the limits of span.hpp.
result<domain> domain_of(const span& bounds);

/// Spans in any order. Those that touch become one; empty, overlapping and too short ones are refused.
result<domain> domain_of_spans(std::vector<span> spans);

/// What the gaps, in any order, leave of an interval. Gaps are open: their ends are feasible.
result<domain> domain_without(const span& bounds, std::vector<span> gaps);

/// The span that a number inside the hull lies in; nothing if that is a gap.
std::optional<std::size_t> span_around(const domain& where, double number);

/// The last span that begins at or below the number, or the first one.
std::size_t span_at_or_below(const std::vector<span>& spans, double number);

/// The sensitivity may not be wider than the hull, nor below the smallest width. `upper - lower` of decimals is
/// rarely exact in doubles (0.3 - 0.1 is below 0.2), so one unit in the last place of the larger bound is forgiven.
std::optional<parameter_error> check_sensitivity(const domain& where, double sensitivity);

}  // namespace inbounds
