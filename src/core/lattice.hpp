#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/granularity.hpp"
#include "core/span.hpp"

namespace inbounds {

/// The values that may be released: a fixed grid inside the domain that does not depend on any truth, so that which
/// doubles can come out tells nothing (Mironov 2012, "On significance of the least significant bits").
///
/// Points are counted from 0 (the lowest) to `steps`. `first` is the lowest point's own multiple of the step.
struct lattice {
  granularity grain;
  std::int64_t first;
  std::int64_t steps;

  /// The released double at a point. Never -0.
  double value(std::int64_t point) const { return grain.value(static_cast<double>(first + point)); }
};

inline constexpr std::int64_t most_steps = std::int64_t{1} << 52;

/// Every multiple of the given granularity in the domain; refused if too fine for doubles or too coarse for one step.
result<lattice> lattice_on(const span& domain, double step);

/// The default: the largest power of two not above sensitivity * 2^-24, made coarser only where the domain would have
/// more than 2^52 steps or where doubles at the larger bound are not that fine; refused if that exceeds sensitivity/16.
result<lattice> default_lattice(const span& domain, double sensitivity);

/// Finds the point for a truth: clamp to the lattice, then floor(truth/step + 1/2) in exact arithmetic. Truths within s
/// of each other are at most index_sensitivity(s) points apart (PROOF.md of the bounded Laplace, 2). Not for NaN.
class snapper {
 public:
  explicit snapper(const lattice& points);

  std::int64_t operator()(double truth) const {
    // Clamping first keeps infinities and huge truths out of the division (and NaN, should one come this far).
    const double inside = truth > lowest_ ? (truth < highest_ ? truth : highest_) : lowest_;
    if (per_step_ == 0) return divided(inside);
    // A power of two: quotient and fraction are exact. The fraction is compared, since 0.49999999999999994 + 0.5 is 1;
    // halves go up on both sides of zero, since rounding them to even could move two truths one step apart two points
    // apart.
    const double quotient = inside * per_step_;
    const double whole = std::floor(quotient);
    return static_cast<std::int64_t>(whole) + static_cast<std::int64_t>(quotient - whole >= 0.5) - first_;
  }

 private:
  std::int64_t divided(double inside) const;

  double lowest_;
  double highest_;
  double step_;
  double per_step_;  ///< 1/step where that is exact, otherwise 0
  std::int64_t first_;
  std::int64_t steps_;
};

/// One truth.
inline std::int64_t snap(const lattice& points, double truth) { return snapper(points)(truth); }

/// The last point whose released double is at most y, or -1 if there is none. Not for NaN.
std::int64_t point_at_or_below(const lattice& points, double y);

/// ceil(sensitivity/step) in exact arithmetic, at most the number of steps.
std::int64_t index_sensitivity(const lattice& points, double sensitivity);

}  // namespace inbounds
