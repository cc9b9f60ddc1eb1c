#pragma once

#include "random/bit_source.hpp"

namespace inbounds::bindings {

/// The module's random bits: the platform's cryptographic generator, unless the test entry has set a seed.
bit_source& module_bits();

}  // namespace inbounds::bindings
