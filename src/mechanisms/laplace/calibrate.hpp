#pragma once

#include <optional>

#include "mechanisms/laplace/setting.hpp"

namespace inbounds {

/// Whether the law at this rate keeps the guarantee: the one place where privacy is decided.
bool keeps(const laplace_setting& where, const guarantee& asked, double rate);

/// The largest rate (the least noise) that keeps the guarantee; nothing if none was found.
std::optional<double> tight_rate(const laplace_setting& where, const guarantee& asked);

/// The smallest epsilon that the rate keeps together with this delta.
double epsilon_at(const laplace_setting& where, closeness kind, double delta, double rate);

/// What a pure loss may be for (epsilon, delta): epsilon - ln(1 - delta), rounded down (PROOF.md of the bounded
/// Laplace, 5).
double pure_epsilon(const guarantee& asked);

}  // namespace inbounds
