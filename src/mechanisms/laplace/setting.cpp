#include "mechanisms/laplace/setting.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "numeric/rounding.hpp"

namespace inbounds {
namespace {

constexpr double far_in_scales = 64;  // e^-64 is below every rounding error

laplace_setting with_pairs(laplace_setting where) {
  where.pairs = candidates(where.spans, where.max_distance);
  where.reflected = false;
  return where;
}

/// Whether a span of the lattice is no longer than the part of a gap that is reflected into it: then something is
/// reflected onto its far end.
bool is_covered(const span& points, double reflected_back) { return points.upper - points.lower + 1 <= reflected_back; }

}  // namespace

reflected_hull laplace_setting::hull() const {
  const span& first = spans.front();
  const span& last = spans.back();
  reflected_hull whole{{first.lower, last.upper}, open, on, max_distance.within};
  if (spans.size() > 1 && !open.above) {
    // The loss is reached at an end of the hull onto which nothing is reflected (reflected_laplace/PROOF.md,
    // Proposition 10).
    const double first_gap = spans[1].lower - first.upper - 1;
    const double last_gap = last.lower - spans[spans.size() - 2].upper - 1;
    whole.worst_above = is_covered(first, std::ceil(first_gap / 2)) && !is_covered(last, std::floor(last_gap / 2));
  }
  return whole;
}

laplace_setting lattice_setting(const lattice& points, const sensitivity_in_steps& in_steps, double sensitivity) {
  return with_pairs(reflected_lattice_setting(points, in_steps, sensitivity));
}

laplace_setting reflected_lattice_setting(const lattice& points, const sensitivity_in_steps& in_steps,
                                          double sensitivity) {
  std::vector<span> spans(points.ranges.size());
  for (std::size_t at = 0; at < spans.size(); ++at) {
    const auto [first, last] = points.ranges[at];
    spans[at] = {static_cast<double>(first), static_cast<double>(last)};
  }
  return {std::move(spans),
          points.open,
          support::points,
          steps_up(sensitivity, points.grain),
          {static_cast<double>(in_steps.within), static_cast<double>(in_steps.across)},
          0,
          {},
          true};
}

laplace_setting reflected_line_setting(const domain& where, double sensitivity) {
  // The loss rises with the width, so it is rounded up; a sensitivity in whole steps may exceed it by a rounding error.
  const double width = where.is_bounded() ? std::max(width_rounded_up(where.hull()), sensitivity) : sensitivity;
  const open_ends open{std::isinf(where.lower()), std::isinf(where.upper())};
  return {{{0, width}}, open, support::line, sensitivity, {sensitivity, sensitivity}, 0, {}, true};
}

laplace_setting line_setting(const domain& where, open_ends open, double sensitivity, double rate_hint) {
  std::vector<span> spans = where.spans;
  // Counted from an end, so that positions are as precise as distances.
  const double origin = std::isfinite(where.lower())   ? where.lower()
                        : std::isfinite(where.upper()) ? where.upper()
                        : spans.size() > 1             ? spans.front().upper
                                                       : 0;
  for (auto& [lower, upper] : spans) {
    lower -= origin;
    upper -= origin;
  }
  // The loss rises with the width, so it is rounded up; a sensitivity in whole steps may exceed it by a rounding error.
  if (spans.size() == 1 && where.is_bounded()) {
    spans.front().upper = std::max(width_rounded_up(where.hull()), sensitivity);
  }
  // Truths far away from everything lose what they would lose on a line without ends, so it is enough to look at those
  // that are not; the law goes on.
  const double far = 2 * sensitivity + far_in_scales / rate_hint;
  const bool whole_line = spans.size() == 1 && std::isinf(where.lower()) && std::isinf(where.upper());
  if (std::isinf(where.lower())) {
    spans.front().lower = (whole_line ? 0 : spans.front().upper) - far;
    open.below = true;
  }
  if (std::isinf(where.upper())) {
    spans.back().upper = (whole_line ? 0 : spans.back().lower) + far;
    open.above = true;
  }
  // On several spans, ends and the pairs between them were rounded.
  const double farthest = std::max(std::fabs(spans.front().lower), std::fabs(spans.back().upper));
  const double position_error = spans.size() > 1 ? 8 * (next_up(farthest) - farthest) : 0;
  return with_pairs(
      {std::move(spans), open, support::line, sensitivity, {sensitivity, sensitivity}, position_error, {}});
}

worst_case loss_of(const laplace_setting& where, privacy_notion kind, const truncated_laplace& family,
                   const total_changes& changes) {
  worst_case worst;
  if (kind == privacy_notion::dp) {
    worst = worst_loss(family, changes, where.pairs);
  } else {
    worst = worst_slope(family, changes);
    worst.loss = product_up(worst.loss, where.sensitivity);
  }
  worst.loss = sum_up(worst.loss, family.rate() * where.position_error);
  return worst;
}

worst_case loss_at(const laplace_setting& where, privacy_notion kind, double rate) {
  if (!where.reflected) {
    const truncated_laplace family = where.family(rate);
    return loss_of(where, kind, family, total_changes(family));
  }
  if (kind == privacy_notion::dp) return worst_loss(where.hull(), rate);
  worst_case worst = worst_slope(where.hull(), rate);
  worst.loss = product_up(worst.loss, where.sensitivity);
  return worst;
}

double widest(const laplace_setting& where, privacy_notion kind) {
  if (kind == privacy_notion::metric) return where.sensitivity;
  return where.reflected ? where.max_distance.within : where.pairs.widest;
}

}  // namespace inbounds
