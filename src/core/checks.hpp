#pragma once

#include <optional>

#include "core/parameter_error.hpp"

namespace inbounds {

// Each answers with the first error it finds, or with nothing: checks are chained with
// `if (auto why = check_...) return *why;`.

/// NaN and the infinities have a sentence of their own.
std::optional<parameter_error> check_finite(const char* parameter, double value);

/// Finite and above zero.
std::optional<parameter_error> check_positive(const char* parameter, double value);

/// Finite and from smallest to largest, both included.
std::optional<parameter_error> check_within(const char* parameter, double value, double smallest, double largest);

/// A probability, both ends included.
std::optional<parameter_error> check_probability(const char* parameter, double value);

}  // namespace inbounds
