#pragma once

#include <cstdint>

#include "random/bit_source.hpp"

namespace inbounds {

/// True with probability exactly e^(-rate * count), for the real number that the double `rate` (above 0, at most 2^10)
/// and the whole number `count` (at most 2^53) stand for. Integers only: no logarithm, no rounding, no tie left
/// undecided.
bool draw_exp_minus(double rate, std::uint64_t count, bit_source& bits);

}  // namespace inbounds
