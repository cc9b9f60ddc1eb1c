#include "core/lattice.hpp"

#include <algorithm>
#include <cmath>

#include "core/exact_product.hpp"

namespace inbounds {
namespace {

constexpr int smallest_exponent = -1074;           // the smallest positive double is 2^-1074
constexpr int sensitivity_bits = 24;               // the default step is at most s * 2^-24 ...
constexpr double coarsest_share = 16;              // ... and never silently above s / 16
constexpr double largest_other_multiple = 0x1p50;  // leaves room for the rounded quotient in `divided`
constexpr int scale_bits = 44;  // an infinite end is at least 2^52 - 2^51 steps, hence 2^7 scales, from a finite one

struct quotient {
  double whole;      ///< floor(|x| / step)
  double remainder;  ///< |x| - whole * step, exactly
};

// For powers of two everything is exact, and std::fmod is exact by IEEE 754. The division that follows it is off by
// less than 2^-2 for multiples up to 2^50 (two roundings of 2^-53 each), so the nearest whole number is the exact one.
quotient divided(double magnitude, double step) {
  if (is_power_of_two(step)) {
    const double whole = std::floor(magnitude / step);
    return {whole, magnitude - whole * step};
  }
  const double remainder = std::fmod(magnitude, step);
  return {std::nearbyint((magnitude - remainder) / step), remainder};
}

// floor(x/step + 1/2) for multiples up to 2^51. The rounded quotient is off by less than 1/2 + 1/4, so what is left of
// x is smaller than a step, hence a double, and both subtractions are exact (products are 0, or not below a step, which
// is above 1e-166: no domain is narrower than 1e-150 or has more than 2^52 steps). Comparing it avoids adding 1/2 to a
// rounded quotient (0.49999999999999994 + 0.5 is 1). Ties go up on both sides of zero, since rounding them to even
// could move two truths one step apart two points apart. Truths come this way, so std::fmod will not do: how long it
// takes tells their size.
// bounded_laplace/PROOF.md, Lemma 2
double nearest_multiple(double x, double step) {
  const double near = std::nearbyint(x / step);
  const double product = near * step;
  const double left = 2 * ((x - product) - product_error(near, step, product));
  return near + static_cast<double>(left >= step) - static_cast<double>(left < -step);
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

// The lattice is decided on the released doubles: with 1/10, the point 1 is the double 0.1, inside [0.1, 1] although
// that double lies a little above a tenth.
std::int64_t first_multiple(const granularity& grain, double lower) {
  double j = nearest_multiple(lower, grain.step) - 2;
  while (grain.value(j) < lower) ++j;
  return static_cast<std::int64_t>(j);
}

std::int64_t last_multiple(const granularity& grain, double upper) {
  double j = nearest_multiple(upper, grain.step) + 2;
  while (grain.value(j) > upper) --j;
  return static_cast<std::int64_t>(j);
}

std::int64_t multiple_at_infinity(const granularity& grain) {
  return is_power_of_two(grain.step) ? last_multiple_of_infinity : static_cast<std::int64_t>(largest_other_multiple);
}

result<lattice> counted(const domain& where, const granularity& grain) {
  lattice points{
      grain, std::vector<point_range>(where.spans.size()), {std::isinf(where.lower()), std::isinf(where.upper())}};
  for (std::size_t at = 0; at < where.spans.size(); ++at) {
    const auto [lower, upper] = where.spans[at];
    const point_range inside{std::isinf(lower) ? -multiple_at_infinity(grain) : first_multiple(grain, lower),
                             std::isinf(upper) ? multiple_at_infinity(grain) : last_multiple(grain, upper)};
    if (inside.last < inside.first) {
      return fault{"granularity", "fine enough for a multiple of it between {0} and {1}", grain.step, {lower, upper}};
    }
    points.ranges[at] = inside;
  }
  if (points.steps() < 1) {
    return fault{"granularity",
                 "fine enough for two multiples of it between lower ({0}) and upper ({1})",
                 grain.step,
                 {where.lower(), where.upper()}};
  }
  return points;
}

}  // namespace

result<lattice> lattice_on(const domain& where, double step) {
  const result<granularity> grain = granularity_from(step);
  if (!grain) return grain.error();
  const bool exact = is_power_of_two(step);
  const double multiples = where.is_bounded() ? largest_other_multiple : largest_other_multiple / 2;
  const double finest = exact ? std::ldexp(1.0, finest_exponent(where)) : larger_bound(where) / multiples;
  if (step < finest) {
    return fault{"granularity", "at least {0} between these bounds, where doubles are no finer", step, {finest}};
  }
  return counted(where, *grain);
}

result<lattice> default_lattice(const domain& where, double sensitivity, double scale) {
  const int wanted = floor_log2(sensitivity) - sensitivity_bits;
  const int reaching = where.is_bounded() ? wanted : ceil_log2(scale) - scale_bits;
  const int finest = finest_exponent(where);
  const double step = std::ldexp(1.0, std::max({wanted, reaching, finest}));
  if (step > sensitivity / coarsest_share) {
    if (reaching > finest) {
      return fault{"sensitivity",
                   "at least {0} between infinite bounds, where noise this wide takes steps of {1}",
                   sensitivity,
                   {step * coarsest_share, step},
                   "bound the values, ask for less noise, or choose a granularity"};
    }
    return fault{"sensitivity",
                 "at least {0} between these bounds, where doubles are {1} apart",
                 sensitivity,
                 {step * coarsest_share, step},
                 "narrow the bounds, or choose a granularity"};
  }
  return counted(where, granularity{step});
}

fault bounds_too_close(const domain& where, const fault& why) {
  return {"upper", "at least {0} above lower, where doubles are {1} apart", where.upper(), why.limits,
          "or choose a granularity"};
}

snapper::snapper(const domain& where, const lattice& points)
    : lowest_(points.value(points.lowest())),
      highest_(points.value(points.highest())),
      step_(points.grain.step),
      per_step_(is_power_of_two(step_) && std::isfinite(1 / step_) && points.ranges.size() == 1 ? 1 / step_ : 0),
      where_(&where),
      points_(&points) {}

// Neither the search nor the clamping branches on the truth: the number of spans alone says how many steps they take.
std::int64_t snapper::divided(double inside) const {
  const auto multiple = static_cast<std::int64_t>(nearest_multiple(inside, step_));
  std::size_t at = 0;
  for (std::size_t left = points_->ranges.size() - 1; left > 0; left /= 2) {
    const std::size_t half = (left + 1) / 2;
    const auto reached = static_cast<std::size_t>(where_->spans[at + half].lower <= inside);
    at += half & (std::size_t{0} - reached);
  }
  const auto [first, last] = points_->ranges[at];
  const std::int64_t not_below = either(multiple > first, multiple, first);
  return either(not_below < last, not_below, last);
}

std::optional<std::int64_t> point_at_or_below(const lattice& points, double y) {
  if (y < points.value(points.lowest())) return {};
  if (y >= points.value(points.highest())) return points.highest();
  const std::int64_t multiple = last_multiple(points.grain, y);
  const auto after = std::upper_bound(points.ranges.begin(), points.ranges.end(), multiple,
                                      [](std::int64_t point, const point_range& range) { return point < range.first; });
  return std::min(multiple, std::prev(after)->last);
}

// bounded_laplace/PROOF.md, Lemma 1
steps_apart index_sensitivity(const domain& where, const lattice& points, double sensitivity) {
  const auto [whole, remainder] = divided(sensitivity, points.grain.step);
  const double rounded_up = remainder > 0 ? whole + 1 : whole;
  const auto most = static_cast<double>(points.steps());
  // Rounding moves a truth out of its span only if it does so with one of its ends. On a lattice of 1/n, whose points
  // are doubles a little off the multiples of the step, it can be moved back by a little more than a step, at both
  // ends.
  const double moved_by = points.grain.per_unit > 0 ? 2 : 1;
  bool moved = false;
  for (std::size_t at = 0; at < where.spans.size(); ++at) {
    const auto [lower, upper] = where.spans[at];
    const auto [first, last] = points.ranges[at];
    if (at > 0) moved |= nearest_multiple(lower, points.grain.step) < static_cast<double>(first);
    if (at + 1 < where.spans.size()) moved |= nearest_multiple(upper, points.grain.step) > static_cast<double>(last);
  }
  return {static_cast<std::int64_t>(std::min(rounded_up, most)),
          static_cast<std::int64_t>(std::min(moved ? rounded_up + moved_by : rounded_up, most))};
}

}  // namespace inbounds
