#pragma once

#include "brute_force.hpp"

namespace adversary {

/// For one interval (or half-line) with delta 0: the smallest scale that keeps the claim's epsilon, solved with more
/// than 30 digits.
struct minimum {
  number scale;  ///< in steps, or in the unit of the values for the continuous law
  number claimed;
};

minimum smallest_scale(const claim& statement);

}  // namespace adversary
