#pragma once

#include "numeric/solve.hpp"

namespace inbounds {

struct peak {
  double at;
  double height;
};

/// Where a function with one peak between two ends was seen to be highest, beginning at a place between them that is
/// thought to be high. With several peaks, it is at least as high as that place and both ends. A guess, not a bound.
peak find_peak(const function_ref& function, double lower, double high, double upper);

}  // namespace inbounds
