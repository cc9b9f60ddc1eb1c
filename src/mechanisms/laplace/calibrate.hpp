#pragma once

#include <optional>

#include "mechanisms/laplace/setting.hpp"
#include "numeric/solve.hpp"
#include "privacy/laplace_delta.hpp"
#include "privacy/pure_loss.hpp"

namespace inbounds {

/// Whether the law at this rate keeps the guarantee: the one place where privacy is decided.
bool keeps(const laplace_setting& where, const guarantee& promise, double rate);

/// The largest rate (the least noise) that keeps the guarantee; nothing if none was found.
std::optional<double> tight_rate(const laplace_setting& where, const guarantee& promise);

/// The smallest delta that the rate keeps together with this epsilon, under dp, and where it is reached.
worst_delta_case delta_at(const laplace_setting& where, double epsilon, double rate);

/// The smallest epsilon that the rate keeps together with this delta.
double epsilon_at(const laplace_setting& where, privacy_notion kind, double delta, double rate);

/// Draws take rates of up to 2^10 per step, and down to 2^-900.
inline constexpr double largest_rate = 1000;
inline constexpr double smallest_rate = 1e-270;

/// On the line there is no step, hence no such limit.
double largest_rate_on(support on);

/// The smallest double that gives back no larger rate when the step is divided by it.
double scale_of(double step, double rate);

/// A rate above `holds` that does not keep the guarantee, or the largest there is.
double failing_rate(const function_ref& excess, double holds, double largest);

/// s/(epsilon - ln(1 - delta)): what suffices where the loss is at most s/scale (Holohan et al. 2020, section 2.3).
double textbook_scale(double sensitivity, const guarantee& promise);

/// The tight scale on the line, rounded up; for guarantees that were checked, and for sensitivities that may exceed the
/// width by a rounding error.
std::optional<double> tight_scale_on_line(const domain& where, open_ends open, double sensitivity,
                                          const guarantee& promise);
std::optional<double> tight_reflected_scale_on_line(const domain& where, double sensitivity, const guarantee& promise);

}  // namespace inbounds
