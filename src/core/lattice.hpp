#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/domain.hpp"
#include "core/either.hpp"
#include "core/granularity.hpp"
#include "core/span.hpp"

namespace inbounds {

/// The values that may be released: a fixed grid inside the domain that does not depend on any truth, so that which
/// doubles can come out tells nothing (Mironov 2012, "On significance of the least significant bits").
///
/// A point is a whole number of steps from the origin. Each span of the domain keeps the points inside it.
struct lattice {
  granularity grain;
  std::vector<point_range> ranges;
  open_ends open{};

  std::int64_t lowest() const { return ranges.front().first; }
  std::int64_t highest() const { return ranges.back().last; }
  /// The number of steps from the lowest to the highest point, over gaps.
  std::int64_t steps() const { return highest() - lowest(); }

  /// The released double at a point. Never -0.
  double value(std::int64_t point) const { return grain.value(static_cast<double>(point)); }
};

/// An infinite end of the domain stops this many steps from the origin (or 2^50, where the step is no power of two or
/// the origin not 0): beyond it, doubles would not be whole steps apart any more.
inline constexpr std::int64_t last_multiple_of_infinity = std::int64_t{1} << 52;

/// What can be released in steps of the given granularity, counted from 0, or from the lower bound where that is finite
/// and no multiple of it; refused if too fine for doubles, or too coarse for one point in each span and for two in all.
/// (An origin is given for what was written by a release that always counted from 0; nothing but 0 and the lower bound
/// is accepted.)
result<lattice> lattice_on(const domain& where, double step, std::optional<double> origin = {});

/// The default, counted from 0: the largest power of two not above sensitivity * 2^-24, made coarser only where the
/// domain would have more than 2^52 steps, or where doubles at the larger bound are not that fine, or (between infinite
/// bounds) where noise of the given scale would reach the last point; refused if that exceeds sensitivity/16.
result<lattice> default_lattice(const domain& where, double sensitivity, double scale);

/// What `default_lattice` says about a sensitivity that was not given, but is the width: in words about the bounds.
parameter_error bounds_too_close(const domain& where, const parameter_error& why);

/// Finds the point for a truth: clamp to the hull, then floor((truth - origin)/step + 1/2) in exact arithmetic, then
/// clamp to the points of the truth's own span (PROOF.md of the bounded Laplace, 2). Not for NaN, nor for truths in a
/// gap.
class snapper {
 public:
  snapper(const domain& where, const lattice& points);

  std::int64_t operator()(double truth) const {
    // Clamping first keeps infinities and huge truths out of the division (and NaN, should one come this far).
    const double not_above = either(truth < highest_, truth, highest_);
    const double inside = either(truth > lowest_, not_above, lowest_);
    if (per_step_ == 0) return divide(inside);
    // A power of two: quotient and fraction are exact. The fraction is compared, since 0.49999999999999994 + 0.5 is 1;
    // halves go up on both sides of zero, since rounding them to even could move two truths one step apart two points
    // apart.
    const double quotient = inside * per_step_;
    const double whole = std::floor(quotient);
    return static_cast<std::int64_t>(whole) + static_cast<std::int64_t>(quotient - whole >= 0.5);
  }

 private:
  std::int64_t divide(double inside) const;

  double lowest_;
  double highest_;
  double per_step_;  ///< 1/step where nothing but rounding is to be done: multiples of a power of two, one span
  const domain* where_;
  const lattice* points_;
};

/// One truth.
inline std::int64_t snap(const domain& where, const lattice& points, double truth) {
  return snapper(where, points)(truth);
}

/// The last point of the lattice whose released double is at most y; nothing if there is none. Not for NaN.
std::optional<std::int64_t> point_at_or_below(const lattice& points, double y);

/// How many steps apart two snapped truths can be that are at most the sensitivity apart.
struct sensitivity_in_steps {
  std::int64_t within;  ///< in the same span: ceil(sensitivity/step)
  std::int64_t across;  ///< in different spans: one more, or two (Lemma 1), where truths near an end are moved
};

/// In exact arithmetic; at most the number of steps.
sensitivity_in_steps index_sensitivity(const domain& where, const lattice& points, double sensitivity);

}  // namespace inbounds
