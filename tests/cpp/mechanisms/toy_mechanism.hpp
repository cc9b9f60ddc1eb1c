#pragma once

#include "mechanisms/registry.hpp"

// A mechanism from outside: nothing in src knows it. It releases any value of its lattice with the same probability,
// whatever the truth is.

namespace inbounds::test {

/// Its line in a registry.
extern const maker uniform_on_the_domain;

}  // namespace inbounds::test
