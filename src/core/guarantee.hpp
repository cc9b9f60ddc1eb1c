#pragma once

#include "core/checks.hpp"

namespace inbounds {

/// (epsilon, delta)-differential privacy: P_q(A) <= e^epsilon P_q'(A) + delta for all sets A of outputs and all
/// truths q, q' in the domain that are at most the sensitivity apart.
struct guarantee {
  double epsilon;
  double delta = 0;
};

/// Below this, e^epsilon can hardly be told from 1 in a double; above, it comes near the largest double.
inline constexpr double smallest_epsilon = 1e-15;
inline constexpr double largest_epsilon = 700;

/// Refuses what is no guarantee at all, and what is not offered yet (delta above 0).
objection check_guarantee(const guarantee& asked);

/// How the noise is sized: to the exact worst case of what is released, or as the paper prescribes.
enum class calibration { tight, published };

}  // namespace inbounds
