#include "mechanisms/laplace/setting.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "numeric/rounding.hpp"

namespace inbounds {
namespace {

constexpr double far_in_scales = 64;  // e^-64 is below every rounding error

laplace_setting with_pairs(laplace_setting where) {
  where.pairs = candidates(where.spans, where.apart);
  return where;
}

}  // namespace

laplace_setting lattice_setting(const lattice& points, const steps_apart& apart, double sensitivity) {
  std::vector<span> spans;
  spans.reserve(points.ranges.size());
  for (const auto& [first, last] : points.ranges)
    spans.push_back({static_cast<double>(first), static_cast<double>(last)});
  return with_pairs({std::move(spans),
                     points.open,
                     support::points,
                     quotient_up(sensitivity, points.grain.step),
                     {static_cast<double>(apart.within), static_cast<double>(apart.across)},
                     {}});
}

laplace_setting line_setting(const domain& where, open_ends open, double sensitivity, double rate_hint) {
  std::vector<span> spans = where.spans;
  if (spans.size() == 1 && where.is_bounded()) {
    const double width = width_rounded_up(spans.front());  // the loss rises with it
    spans = {{0, width}};
    sensitivity = std::min(sensitivity, width);
  }
  // Truths far away from everything lose what they would lose on a line without ends, so it is enough to look at those
  // that are not; the law goes on.
  const double far = 2 * sensitivity + far_in_scales / rate_hint;
  if (std::isinf(where.lower())) {
    const double inner = std::isinf(where.upper()) && spans.size() == 1 ? 0 : spans.front().upper;
    spans.front().lower = inner - far;
    open.below = true;
  }
  if (std::isinf(where.upper())) {
    const double inner = spans.size() == 1 && std::isinf(where.lower()) ? 0 : spans.back().lower;
    spans.back().upper = inner + far;
    open.above = true;
  }
  return with_pairs({std::move(spans), open, support::line, sensitivity, {sensitivity, sensitivity}, {}});
}

worst_case loss_of(const laplace_setting& where, closeness kind, const confined_laplace& family,
                   const total_changes& changes) {
  if (kind == closeness::dp) return worst_loss(family, changes, where.pairs);
  worst_case worst = worst_slope(family, changes);
  worst.loss = product_up(worst.loss, where.sensitivity);
  return worst;
}

worst_case loss_at(const laplace_setting& where, closeness kind, double rate) {
  const confined_laplace family = where.family(rate);
  return loss_of(where, kind, family, total_changes(family));
}

}  // namespace inbounds
