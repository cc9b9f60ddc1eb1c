#pragma once

#include "core/guarantee.hpp"

namespace inbounds {

/// What a pure loss may be for (epsilon, delta): epsilon - ln(1 - delta), rounded down (PROOF.md of the bounded
/// Laplace, 5). And the other way round: the delta that a larger loss needs at most, 1 - e^(epsilon - loss), rounded
/// up.
double pure_epsilon(const guarantee& promise);
double delta_from_loss(double loss, double epsilon);

}  // namespace inbounds
