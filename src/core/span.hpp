#pragma once

#include <cstdint>

namespace inbounds {

/// A closed interval of the real line.
struct span {
  double lower;
  double upper;
};

/// Neighbouring lattice points, both ends included: what a span of the domain keeps of the lattice.
struct point_range {
  std::int64_t first;
  std::int64_t last;
};

/// Which ends of a domain are open: there the law goes on for ever, and what falls beyond is released as the end point.
struct open_ends {
  bool below = false;
  bool above = false;
};

/// What a law lives on: whole numbers (what is released, counted in steps), or all numbers (its limit for ever finer
/// lattices).
enum class support { points, line };

/// Beyond these, squares (hence variances) leave the range of a double.
inline constexpr double smallest_width = 1e-150;
inline constexpr double largest_width = 1e150;

/// upper - lower, rounded up: a wider interval never has a smaller privacy loss (PROOF.md of the bounded Laplace, 7).
double width_rounded_up(const span& interval);

}  // namespace inbounds
