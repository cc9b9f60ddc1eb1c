#pragma once

#include <optional>

#include "mechanisms/laplace/setting.hpp"
#include "privacy/laplace_delta.hpp"

// Of noise that is truncated or clamped; calibrate.hpp has the words.

namespace inbounds {

std::optional<double> tight_truncated_rate(const laplace_setting& where, const guarantee& promise);
worst_delta_case truncated_delta_at(const laplace_setting& where, double epsilon, double rate);

}  // namespace inbounds
