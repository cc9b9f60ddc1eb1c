#pragma once

namespace inbounds {

/// A closed interval of the real line.
struct span {
  double lower;
  double upper;
};

/// Beyond these, squares (hence variances) leave the range of a double.
inline constexpr double smallest_width = 1e-150;
inline constexpr double largest_width = 1e150;

/// upper - lower, rounded up: a wider interval never has a smaller privacy loss (PROOF.md of the bounded Laplace, 7).
double width_rounded_up(const span& interval);

}  // namespace inbounds
