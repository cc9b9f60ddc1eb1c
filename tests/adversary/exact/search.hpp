#pragma once

#include "brute_force.hpp"

namespace adversary {

/// Lattices that are too large to be enumerated, and the continuous law: pairs at the ends of spans, a sensitivity away
/// from them, spread over the domain and around the worst so far.
finding search(const claim& statement);

}  // namespace adversary
