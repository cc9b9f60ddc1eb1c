#pragma once

#include "core/parameter_error.hpp"
#include "core/result.hpp"

namespace inbounds::bindings {

/// Keeps an error for JavaScript to ask for; returns 0, for functions that answer with a count.
double set_last_error(const parameter_error& why);

/// The number, or NaN and an error.
double number_or_nan(const result<double>& answer);

}  // namespace inbounds::bindings
