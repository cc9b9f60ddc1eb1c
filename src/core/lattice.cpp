#include "core/lattice.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "core/error_free.hpp"

namespace inbounds {
namespace {

constexpr int smallest_exponent = -1074;           // the smallest positive double is 2^-1074
constexpr int sensitivity_bits = 24;               // the default step is at most s * 2^-24 ...
constexpr double coarsest_share = 16;              // ... and never silently above s / 16
constexpr double largest_other_multiple = 0x1p50;  // leaves room for the rounded quotient in `divide`
constexpr int scale_bits = 44;  // an infinite end is at least 2^52 - 2^51 steps, hence 2^7 scales, from a finite one

/// A number counted from the origin, as a sum that is exact: `near`, and `rest` of at most three eighths of a step. A
/// step is `step` of them.
struct position {
  double near;
  std::array<double, 3> rest;
  double step;
};

// Of steps of 1/n, the n-th parts are counted: n is whole, so nothing underflows that the number itself does not.
position position_of(const granularity& grain, double x) {
  const auto [difference, lost] = two_sum(x, -grain.origin);
  if (grain.per_unit == 0) return {difference, {lost, 0, 0}, grain.step};
  const double high = difference * grain.per_unit;
  const double low = lost * grain.per_unit;
  return {high, {product_error(difference, grain.per_unit, high), low, product_error(lost, grain.per_unit, low)}, 1};
}

// floor((x - origin)/step + 1/2) for up to 2^51 steps. The rounded quotient is off by less than 1/2 + 1/4, so what is
// left of `near` is smaller than a step, hence a double, and both subtractions are exact (products are 0, or not below
// a step, which is above 1e-166: no domain is narrower than 1e-150 or has more than 2^52 steps). The exact sum of that
// and the rest is compared with half a step, which avoids adding 1/2 to a rounded quotient (0.49999999999999994 + 0.5
// is 1); doubled, since half of the smallest step is 0. Ties go up on both sides of the origin, since rounding them to
// even could move two truths one step apart two points apart. Truths come this way, so std::fmod will not do: how long
// it takes tells their size.
//
// bounded_laplace/PROOF.md, Lemma 2
double nearest_index(const granularity& grain, double x) {
  const auto [near, rest, step] = position_of(grain, x);
  const double whole = std::nearbyint(near / step);
  const double product = whole * step;
  const double left = (near - product) - product_error(whole, step, product);
  const double far = 2 * left - std::copysign(step, left);
  // Counted from 0 there is but one rest, which is too small to make up for a difference that was rounded.
  const double beyond =
      grain.origin == 0 ? far + 2 * rest[0]
                        : sum_sign<5>({2 * left, -std::copysign(step, left), 2 * rest[0], 2 * rest[1], 2 * rest[2]});
  const auto is_above = static_cast<int>(left >= 0) & static_cast<int>(beyond >= 0);
  const auto is_below = static_cast<int>(left < 0) & static_cast<int>(beyond < 0);
  return whole + static_cast<double>(is_above - is_below);
}

/// The sign of point - x: of the point itself, not of the double that is released for it.
double side_of(const granularity& grain, double index, double x) {
  const auto [near, rest, step] = position_of(grain, x);
  const double product = index * step;
  return sum_sign<6>({product, product_error(index, step, product), -near, -rest[0], -rest[1], -rest[2]});
}

/// ceil(length/step), exactly, where that is below 2^53.
double steps_to_cover(const granularity& grain, double length) {
  if (grain.per_unit > 0) {
    const double product = length * grain.per_unit;
    const double whole = std::ceil(product);
    return whole + static_cast<double>(whole == product && product_error(length, grain.per_unit, product) > 0);
  }
  // std::fmod is exact by IEEE 754; the division after it is off by less than 1/2.
  const double remainder = std::fmod(length, grain.step);
  return std::nearbyint((length - remainder) / grain.step) + static_cast<double>(remainder > 0);
}

int ceil_log2(double value) {
  const int below = floor_log2(value);
  return value == std::ldexp(1.0, below) ? below : below + 1;
}

/// The largest finite bound in magnitude.
double larger_bound(const domain& where) {
  const auto magnitude = [](double bound) { return std::isfinite(bound) ? std::fabs(bound) : 0; };
  double larger = std::max(magnitude(where.lower()), magnitude(where.upper()));
  if (where.spans.size() > 1) {
    // Beside an infinite bound, an inner end may be the larger one.
    larger = std::max({larger, std::fabs(where.spans.front().upper), std::fabs(where.spans.back().lower)});
  }
  return larger;
}

// The finest power of two with at most 2^52 steps in the domain, all of whose multiples there are less than 2^53 steps
// from 0, so that the ones beside them are counted exactly as well. Half of the multiples up to an infinite bound are
// kept free for it.
int finest_exponent(const domain& where) {
  const double larger = larger_bound(where);
  const int by_doubles = !(larger > 0)        ? smallest_exponent
                         : where.is_bounded() ? floor_log2(larger) - 52
                                              : ceil_log2(larger) - 51;
  const int by_steps = where.is_bounded() ? ceil_log2(width_rounded_up(where.hull())) - 52 : smallest_exponent;
  return std::max({by_steps, by_doubles, smallest_exponent});
}

// The lattice is decided on the released doubles: with 1/10, the point 3 is the double 0.3, inside [0, 0.3] although
// that double lies a little below three tenths.
std::int64_t first_inside(const granularity& grain, double lower) {
  double j = nearest_index(grain, lower) - 2;
  while (grain.value(j) < lower) ++j;
  return static_cast<std::int64_t>(j);
}

std::int64_t last_inside(const granularity& grain, double upper) {
  double j = nearest_index(grain, upper) + 2;
  while (grain.value(j) > upper) --j;
  return static_cast<std::int64_t>(j);
}

/// Whether points are doubles without any rounding.
bool is_exact(const granularity& grain) { return is_power_of_two(grain.step) && grain.origin == 0; }

std::int64_t index_at_infinity(const granularity& grain) {
  return is_exact(grain) ? last_multiple_of_infinity : static_cast<std::int64_t>(largest_other_multiple);
}

/// The finest step whose points are told from each other by doubles.
double finest_step(const domain& where, const granularity& grain) {
  const double multiples = where.is_bounded() ? largest_other_multiple : largest_other_multiple / 2;
  return is_exact(grain) ? std::ldexp(1.0, finest_exponent(where)) : larger_bound(where) / multiples;
}

bool is_multiple(const granularity& grain, double number) {
  return grain.value(nearest_index(grain, number)) == number;
}

result<lattice> count_points(const domain& where, const granularity& grain) {
  lattice points{
      grain, std::vector<point_range>(where.spans.size()), {std::isinf(where.lower()), std::isinf(where.upper())}};
  for (std::size_t at = 0; at < where.spans.size(); ++at) {
    const auto [lower, upper] = where.spans[at];
    const point_range inside{std::isinf(lower) ? -index_at_infinity(grain) : first_inside(grain, lower),
                             std::isinf(upper) ? index_at_infinity(grain) : last_inside(grain, upper)};
    if (inside.last < inside.first) {
      return parameter_error{"granularity", "fine enough for a value between {0} and {1}", grain.step, {lower, upper}};
    }
    points.ranges[at] = inside;
  }
  if (points.steps() < 1) {
    return parameter_error{"granularity",
                           "fine enough for two values between lower ({0}) and upper ({1})",
                           grain.step,
                           {where.lower(), where.upper()}};
  }
  return points;
}

}  // namespace

result<lattice> lattice_on(const domain& where, double step, std::optional<double> origin) {
  const result<granularity> from_zero = granularity_from(step);
  if (!from_zero) return from_zero.error();
  granularity grain = *from_zero;
  const auto check_fine = [&]() -> std::optional<parameter_error> {
    const double finest = finest_step(where, grain);
    if (step >= finest) return {};
    return parameter_error{
        "granularity", "at least {0} between these bounds, where doubles are no finer", step, {finest}};
  };
  if (auto why = check_fine()) return *why;
  const double lower = where.lower();
  if (origin && *origin != 0 && *origin != lower) {
    return parameter_error{"origin", "0 or the lower bound ({0})", *origin, {lower}};
  }
  grain.origin = origin ? *origin : std::isfinite(lower) && !is_multiple(grain, lower) ? lower : 0;
  if (auto why = check_fine()) {
    why->hint = "or let lower be a multiple of it";
    return *why;
  }
  return count_points(where, grain);
}

result<lattice> default_lattice(const domain& where, double sensitivity, double scale) {
  const int by_sensitivity = floor_log2(sensitivity) - sensitivity_bits;
  const int reaching = where.is_bounded() ? by_sensitivity : ceil_log2(scale) - scale_bits;
  const int finest = finest_exponent(where);
  const double step = std::ldexp(1.0, std::max({by_sensitivity, reaching, finest}));
  if (step > sensitivity / coarsest_share) {
    if (reaching > finest) {
      return parameter_error{"sensitivity",
                             "at least {0} between infinite bounds, where noise this wide takes steps of {1}",
                             sensitivity,
                             {step * coarsest_share, step},
                             "bound the values, ask for less noise, or choose a granularity"};
    }
    return parameter_error{"sensitivity",
                           "at least {0} between these bounds, where doubles are {1} apart",
                           sensitivity,
                           {step * coarsest_share, step},
                           "narrow the bounds, or choose a granularity"};
  }
  return count_points(where, granularity{step});
}

parameter_error bounds_too_close(const domain& where, const parameter_error& why) {
  return {"upper", "at least {0} above lower, where doubles are {1} apart", where.upper(), why.limits,
          "or choose a granularity"};
}

snapper::snapper(const domain& where, const lattice& points)
    : lowest_(points.value(points.lowest())),
      highest_(points.value(points.highest())),
      per_step_(is_exact(points.grain) && std::isfinite(1 / points.grain.step) && points.ranges.size() == 1
                    ? 1 / points.grain.step
                    : 0),
      where_(&where),
      points_(&points) {}

// Neither the search nor the clamping branches on the truth: the number of spans alone says how many steps they take.
std::int64_t snapper::divide(double inside) const {
  const auto nearest = static_cast<std::int64_t>(nearest_index(points_->grain, inside));
  std::size_t at = 0;
  for (std::size_t left = points_->ranges.size() - 1; left > 0; left /= 2) {
    const std::size_t half = (left + 1) / 2;
    const auto reached = static_cast<std::size_t>(where_->spans[at + half].lower <= inside);
    at += half & (std::size_t{0} - reached);
  }
  const auto [first, last] = points_->ranges[at];
  const std::int64_t not_below = either(nearest > first, nearest, first);
  return either(not_below < last, not_below, last);
}

std::optional<std::int64_t> point_at_or_below(const lattice& points, double y) {
  if (y < points.value(points.lowest())) return {};
  if (y >= points.value(points.highest())) return points.highest();
  const std::int64_t index = last_inside(points.grain, y);
  const auto after = std::upper_bound(points.ranges.begin(), points.ranges.end(), index,
                                      [](std::int64_t point, const point_range& range) { return point < range.first; });
  return std::min(index, std::prev(after)->last);
}

// bounded_laplace/PROOF.md, Lemma 1
sensitivity_in_steps index_sensitivity(const domain& where, const lattice& points, double sensitivity) {
  const granularity& grain = points.grain;
  const auto max = static_cast<double>(points.steps());
  const double within = steps_to_cover(grain, sensitivity);
  // Rounding moves a truth out of its span only if it does so with one of its ends. It is then moved back by less than
  // a step, but by a little more where a point lies in the span, and its double (the sum of the origin and a rounded
  // multiple) does not.
  double moved_by = 0;
  for (std::size_t at = 0; at < where.spans.size(); ++at) {
    const auto [lower, upper] = where.spans[at];
    const auto first = static_cast<double>(points.ranges[at].first);
    const auto last = static_cast<double>(points.ranges[at].last);
    const bool faces_gap_below = at > 0;
    const bool faces_gap_above = at + 1 < where.spans.size();
    if (faces_gap_below && nearest_index(grain, lower) < first) {
      moved_by = std::max(moved_by, side_of(grain, first - 1, lower) < 0 ? 1.0 : 2.0);
    }
    if (faces_gap_above && nearest_index(grain, upper) > last) {
      moved_by = std::max(moved_by, side_of(grain, last + 1, upper) > 0 ? 1.0 : 2.0);
    }
  }
  return {static_cast<std::int64_t>(std::min(within, max)),
          static_cast<std::int64_t>(std::min(within + moved_by, max))};
}

}  // namespace inbounds
