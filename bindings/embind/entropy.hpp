#pragma once

#include "random/bit_source.hpp"

namespace inbounds::bindings {

/// The module's random bits, from the host: those of the platform's cryptographic generator, and of a seed only for
/// whoever loads the module with the test entry. There is nothing in the module to set one.
bit_source& module_bits();

}  // namespace inbounds::bindings
