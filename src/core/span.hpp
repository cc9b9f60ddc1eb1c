#pragma once

#include "core/checks.hpp"

namespace inbounds {

/// A closed interval of the real line: the domain of truths and outputs.
struct span {
  double lower;
  double upper;
};

/// Beyond these, squares (hence variances) leave the range of a double.
inline constexpr double smallest_width = 1e-150;
inline constexpr double largest_width = 1e150;

/// Finite, lower below upper, and a width within the limits above.
objection check_span(const span& domain);

/// upper - lower, rounded up: a wider domain never has a smaller privacy loss (PROOF.md of the bounded Laplace, 4).
double width_rounded_up(const span& domain);

/// The sensitivity may not be wider than the domain, nor below the smallest width. `upper - lower` of decimals is
/// rarely exact in doubles (0.3 - 0.1 is below 0.2), so one unit in the last place of the larger bound is forgiven.
objection check_sensitivity(const span& domain, double sensitivity);

}  // namespace inbounds
