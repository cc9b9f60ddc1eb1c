#pragma once

#include <cstdint>

#include "random/bit_source.hpp"

namespace inbounds {

/// A whole number n from 0 to largest (at most 2^52) with probability exactly proportional to e^(-rate n);
/// the rate is above 0 and at most 2^10.
/// A few words of randomness are used on average, whatever the rate and the range.
std::uint64_t draw_truncated_geometric(double rate, std::uint64_t largest, bit_source& bits);

}  // namespace inbounds
