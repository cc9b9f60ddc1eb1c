#pragma once

#include <optional>

#include "mechanisms/laplace/setting.hpp"
#include "privacy/folded_delta.hpp"

// Of noise that is reflected; calibrate.hpp has the words.

namespace inbounds {

std::optional<double> tight_rate(const folded_setting& where, const guarantee& asked);
worst_delta_case delta_at(const folded_setting& where, double epsilon, double rate);

}  // namespace inbounds
