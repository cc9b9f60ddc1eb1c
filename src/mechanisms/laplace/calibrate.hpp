#pragma once

#include <optional>

#include "mechanisms/laplace/setting.hpp"
#include "privacy/laplace_delta.hpp"

namespace inbounds {

/// Whether the law at this rate keeps the guarantee: the one place where privacy is decided.
bool keeps(const laplace_setting& where, const guarantee& asked, double rate);

/// The largest rate (the least noise) that keeps the guarantee; nothing if none was found.
std::optional<double> tight_rate(const laplace_setting& where, const guarantee& asked);

/// Draws take rates of up to 2^10 per step, and down to 2^-900.
inline constexpr double largest_rate = 1000;
inline constexpr double smallest_rate = 1e-270;

/// The smallest delta that the rate keeps together with this epsilon, under dp, and where it is reached.
worst_delta_case delta_at(const laplace_setting& where, double epsilon, double rate);

/// The scale on the line, rounded up; for guarantees that were checked, and for sensitivities that may exceed the width
/// by a rounding error.
std::optional<double> tight_scale_on_line(const domain& where, open_ends open, double sensitivity,
                                          const guarantee& asked);

/// The smallest epsilon that the rate keeps together with this delta.
double epsilon_at(const laplace_setting& where, closeness kind, double delta, double rate);

/// The widest distance that the guarantee speaks of: the loss is between once and twice this, in scales.
double widest(const laplace_setting& where, closeness kind);

/// The smallest double that gives back no larger rate when the step is divided by it.
double scale_of(double step, double rate);

/// What a pure loss may be for (epsilon, delta): epsilon - ln(1 - delta), rounded down (PROOF.md of the bounded
/// Laplace, 5).
double pure_epsilon(const guarantee& asked);

}  // namespace inbounds
