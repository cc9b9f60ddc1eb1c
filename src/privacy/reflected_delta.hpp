#pragma once

#include "privacy/laplace_delta.hpp"
#include "privacy/reflected_loss.hpp"

namespace inbounds {

/// The smallest delta for which the law is (epsilon, delta)-private, in closed form: the hockey-stick divergence of the
/// worst pair, which is at a known place (PROOF.md of the reflected Laplace, 6). Never below the exact value, and above
/// it by less than 2^-45 (1 + epsilon/16).
worst_delta_case worst_delta(const reflected_hull& hull, double rate, double epsilon);

}  // namespace inbounds
