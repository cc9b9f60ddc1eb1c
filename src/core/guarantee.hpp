#pragma once

#include <optional>

#include "core/checks.hpp"

namespace inbounds {

/// Which truths are protected from each other, and how well.
enum class privacy_notion {
  /// (epsilon, delta)-differential privacy: P_q(A) <= e^epsilon P_q'(A) + delta for all sets A of outputs and all
  /// feasible truths q, q' at most the sensitivity s apart.
  dp,
  /// P_q(A) <= e^(epsilon |q - q'| / s) P_q'(A) for *all* feasible truths, as snapped to the lattice: what is close is
  /// protected better (Croft et al. with a real number of steps; Lipschitz privacy). Only with delta = 0.
  metric
};

struct guarantee {
  double epsilon;
  double delta = 0;
  privacy_notion kind = privacy_notion::dp;
};

/// Below this, e^epsilon can hardly be told from 1 in a double; above, it comes near the largest double.
inline constexpr double smallest_epsilon = 1e-15;
inline constexpr double largest_epsilon = 700;

/// Refuses what is no guarantee at all (epsilon may be 0 if delta is not), and a metric guarantee with delta.
std::optional<parameter_error> check_guarantee(const guarantee& promise);

/// From 0 to below 1.
std::optional<parameter_error> check_delta(double delta);

/// How the noise is sized: to the exact worst case of what is released, or as the paper prescribes.
enum class calibration { tight, published };

}  // namespace inbounds
