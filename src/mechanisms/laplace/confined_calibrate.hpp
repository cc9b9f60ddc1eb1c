#pragma once

#include <optional>

#include "mechanisms/laplace/setting.hpp"
#include "privacy/laplace_delta.hpp"

// Of noise that is confined or clamped; calibrate.hpp has the words.

namespace inbounds {

std::optional<double> tight_confined_rate(const laplace_setting& where, const guarantee& asked);
worst_delta_case confined_delta_at(const laplace_setting& where, double epsilon, double rate);

}  // namespace inbounds
