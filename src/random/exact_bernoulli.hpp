#pragma once

#include <cstdint>

#include "random/bit_source.hpp"

namespace inbounds {

/// Whether the uniform number that starts with the word lies below e^(-rate * count * times): with integers only, to as
/// many bits as it takes. The product is not 0.
bool below_exp_minus(double rate, std::uint64_t count, std::uint64_t times, std::uint64_t word, bit_source& bits);

}  // namespace inbounds
