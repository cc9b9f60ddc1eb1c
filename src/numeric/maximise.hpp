#pragma once

#include "numeric/solve.hpp"

namespace inbounds {

/// The largest value that a function with one peak between the two ends was seen to have; with several peaks, at least
/// that of one of them and of both ends. A guess, not a bound.
double largest_seen(const function_ref& function, double lower, double upper);

}  // namespace inbounds
