#pragma once

#include "brute_force.hpp"
#include "claim.hpp"

namespace adversary {

/// The worst loss in a box of two sides with fine lattices: how a Euclidean distance is best shared between them.
finding search_box(const claim& statement);

}  // namespace adversary
