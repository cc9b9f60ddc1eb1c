#pragma once

#include <optional>

#include "core/fault.hpp"

namespace inbounds {

/// The first fault found, or nothing: checks are chained with `if (auto why = check_...) return *why;`.
using objection = std::optional<fault>;

/// NaN and the infinities have a sentence of their own.
objection check_finite(const char* parameter, double value);

/// Finite and above zero.
objection check_positive(const char* parameter, double value);

/// Finite and from smallest to largest, both included.
objection check_within(const char* parameter, double value, double smallest, double largest);

/// A probability, both ends included.
objection check_probability(const char* parameter, double value);

}  // namespace inbounds
