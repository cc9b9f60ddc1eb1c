#pragma once

#include <string>

#include "claim.hpp"
#include "number.hpp"

namespace adversary {

/// What an audit found: `worst` is the loss (or delta) of the claim's own noise, with all digits; `closer` the same for
/// a scale that is a thousandth smaller. A text says what is wrong besides.
struct finding {
  number worst;
  number closer;
  std::string wrong;
};

/// All pairs of truths, as real numbers, and all outputs of a small lattice. Between infinite bounds, a part of it
/// beyond which nothing changes any more.
finding brute_force(const claim& statement);

/// The same for boxes: the sides are independent, and neighbours share a Euclidean distance.
finding brute_force_box(const claim& statement);

}  // namespace adversary
