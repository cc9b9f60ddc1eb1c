#pragma once

#include <cstdint>

#include "random/bit_source.hpp"

namespace inbounds {

/// True with probability exactly e^(-rate * count * times), for the real number that the double `rate` (at least 0) and
/// the whole numbers `count` and `times` (at most 2^53) stand for. One word of randomness decides, but for one time in
/// 2^40 or so.
bool draw_exp_minus(double rate, std::uint64_t count, std::uint64_t times, bit_source& bits);

}  // namespace inbounds
