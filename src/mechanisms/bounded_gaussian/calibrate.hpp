#pragma once

#include <optional>

#include "core/guarantee.hpp"
#include "privacy/gaussian_delta.hpp"
#include "privacy/gaussian_loss.hpp"

namespace inbounds {

/// Whether the law at this scale keeps the guarantee: the one place where privacy is decided.
bool keeps(const gaussian_box& where, const guarantee& promise, double scale);

/// The smallest scale that keeps the guarantee, found to do so by `keeps` or its like; nothing if there is none.
std::optional<double> tight_scale(const gaussian_box& where, const guarantee& promise);

/// The smallest delta that the scale keeps together with this epsilon, on a box with one side.
gaussian_delta delta_at(const gaussian_box& where, double epsilon, double scale);

/// The smallest epsilon that the scale keeps together with this delta.
double epsilon_at(const gaussian_box& where, double delta, double scale);

/// Chen & Hale's scale, rounded up: on the line, for a sensitivity of `max_distance_of`.
std::optional<double> published_scale(const gaussian_box& line, double epsilon);

}  // namespace inbounds
