#include "core/lattice.hpp"

#include <algorithm>
#include <cmath>

namespace inbounds {
namespace {

constexpr int smallest_exponent = -1074;  // the smallest positive double is 2^-1074
constexpr int sensitivity_bits = 24;      // the default step is at most s * 2^-24 ...
constexpr double coarsest_share = 16;     // ... and never silently above s / 16
constexpr double largest_power_multiple = 0x1p53;
constexpr double largest_other_multiple = 0x1p50;  // leaves room for the rounded quotient in `divided`

struct quotient {
  double whole;      ///< floor(|x| / step)
  double remainder;  ///< |x| - whole * step, exactly
};

// For powers of two everything is exact, and fast. Otherwise std::fmod is exact by IEEE 754, and the division that
// follows is off by less than 2^-2 for multiples up to 2^50 (two roundings of 2^-53 each), so the nearest whole number
// is the exact one.
quotient divided(double magnitude, double step) {
  if (is_power_of_two(step)) {
    const double whole = std::floor(magnitude / step);
    return {whole, magnitude - whole * step};
  }
  const double remainder = std::fmod(magnitude, step);
  return {std::nearbyint((magnitude - remainder) / step), remainder};
}

// floor(x/step + 1/2). Comparing the remainder avoids adding 1/2 to a rounded quotient (0.49999999999999994 + 0.5 is
// 1); ties go up on both sides of zero, since rounding them to even could move two truths one step apart two points
// apart.
double nearest_multiple(double x, double step) {
  const auto [whole, remainder] = divided(std::fabs(x), step);
  const double twice = 2 * remainder;
  if (x >= 0) return whole + static_cast<double>(twice >= step);
  return -whole - static_cast<double>(twice > step);
}

int ceil_log2(double value) {
  const int below = floor_log2(value);
  return value == std::ldexp(1.0, below) ? below : below + 1;
}

// The finest power of two with at most 2^52 steps in the domain, all of whose multiples there are doubles.
int finest_exponent(const span& domain) {
  const double larger = std::max(std::fabs(domain.lower), std::fabs(domain.upper));
  const int by_steps = ceil_log2(width_rounded_up(domain)) - 52;
  const int by_doubles = ceil_log2(larger) - 53;
  return std::max({by_steps, by_doubles, smallest_exponent});
}

// The lattice is decided on the released doubles: with 1/10, the point 1 is the double 0.1, inside [0.1, 1] although
// that double lies a little above a tenth.
double first_multiple(const granularity& grain, double lower) {
  double j = nearest_multiple(lower, grain.step) - 2;
  while (grain.value(j) < lower) ++j;
  return j;
}

double last_multiple(const granularity& grain, double upper) {
  double j = nearest_multiple(upper, grain.step) + 2;
  while (grain.value(j) > upper) --j;
  return j;
}

result<lattice> counted(const span& domain, const granularity& grain) {
  const double first = first_multiple(grain, domain.lower);
  const double last = last_multiple(grain, domain.upper);
  if (last - first < 1) {
    return fault{"granularity",
                 "fine enough for two multiples of it between lower ({0}) and upper ({1})",
                 grain.step,
                 {domain.lower, domain.upper}};
  }
  return lattice{grain, static_cast<std::int64_t>(first), static_cast<std::int64_t>(last - first)};
}

}  // namespace

result<lattice> lattice_on(const span& domain, double step) {
  const result<granularity> grain = granularity_from(step);
  if (!grain) return grain.error();
  const double larger = std::max(std::fabs(domain.lower), std::fabs(domain.upper));
  const bool exact = is_power_of_two(step);
  const double multiples = exact ? largest_power_multiple : largest_other_multiple;
  const double finest = exact ? std::ldexp(1.0, finest_exponent(domain)) : larger / multiples;
  if (step < finest) {
    return fault{"granularity", "at least {0} between these bounds, where doubles are no finer", step, {finest}};
  }
  return counted(domain, *grain);
}

result<lattice> default_lattice(const span& domain, double sensitivity) {
  const int wanted = floor_log2(sensitivity) - sensitivity_bits;
  const double step = std::ldexp(1.0, std::max(wanted, finest_exponent(domain)));
  if (step > sensitivity / coarsest_share) {
    return fault{"sensitivity",
                 "at least {0} between these bounds, where doubles are {1} apart",
                 sensitivity,
                 {step * coarsest_share, step},
                 "narrow the bounds, or choose a granularity"};
  }
  return counted(domain, granularity{step});
}

snapper::snapper(const lattice& points)
    : lowest_(points.value(0)),
      highest_(points.value(points.steps)),
      step_(points.grain.step),
      per_step_(is_power_of_two(step_) ? 1 / step_ : 0),
      first_(points.first),
      steps_(points.steps) {}

std::int64_t snapper::divided(double inside) const {
  const auto multiple = static_cast<std::int64_t>(nearest_multiple(inside, step_));
  return std::clamp<std::int64_t>(multiple - first_, 0, steps_);
}

std::int64_t point_at_or_below(const lattice& points, double y) {
  if (y < points.value(0)) return -1;
  if (y >= points.value(points.steps)) return points.steps;
  const double multiple = last_multiple(points.grain, y);
  return static_cast<std::int64_t>(multiple) - points.first;
}

std::int64_t index_sensitivity(const lattice& points, double sensitivity) {
  const auto [whole, remainder] = divided(sensitivity, points.grain.step);
  const double rounded_up = remainder > 0 ? whole + 1 : whole;
  return static_cast<std::int64_t>(std::min(rounded_up, static_cast<double>(points.steps)));
}

}  // namespace inbounds
