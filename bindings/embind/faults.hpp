#pragma once

#include "core/fault.hpp"
#include "core/result.hpp"

namespace inbounds::bindings {

/// Keeps a fault for JavaScript to ask for; returns 0, for functions that answer with a count.
double refused(const fault& why);

/// The number, or NaN and a fault.
double number_or_nan(const result<double>& made);

}  // namespace inbounds::bindings
