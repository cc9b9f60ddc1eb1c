#pragma once

#include <cstdint>
#include <span>

#include "core/span.hpp"

namespace inbounds {

/// Where a point between the first and the last of the ranges ends up: in a gap, it is reflected at the nearer end
/// (at the lower one from the middle) into the range there, as often as it takes if that is shorter. A fixed function
/// of the point, so it is post-processing.
std::int64_t reflect_out_of_gap(std::span<const point_range> ranges, std::int64_t point);

}  // namespace inbounds
