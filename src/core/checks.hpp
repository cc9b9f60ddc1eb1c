#pragma once

#include <optional>
#include <string_view>

#include "core/fault.hpp"

namespace inbounds {

/// The first fault found, or nothing: checks are chained with `if (auto why = check_...) return *why;`.
using objection = std::optional<fault>;

/// NaN and the infinities have a sentence of their own.
objection check_finite(std::string_view parameter, double value);

/// Finite and above zero.
objection check_positive(std::string_view parameter, double value);

/// Finite and from smallest to largest, both included.
objection check_within(std::string_view parameter, double value, double smallest, double largest);

/// A probability, both ends included.
objection check_probability(std::string_view parameter, double value);

}  // namespace inbounds
