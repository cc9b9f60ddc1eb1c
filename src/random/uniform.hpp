#pragma once

#include <cstdint>

#include "random/bit_source.hpp"

namespace inbounds {

/// A whole number from 0 to bound - 1, each with exactly the same probability; bound is at least 1.
std::uint64_t draw_below(std::uint64_t bound, bit_source& bits);

}  // namespace inbounds
