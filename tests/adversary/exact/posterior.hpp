#pragma once

#include <istream>

#include "brute_force.hpp"

namespace adversary {

/// What private posteriors and Laplace noise with smooth sensitivity promise, and what `finding::worst` of them is: the
/// loss, or with delta what escapes epsilon. `closer` is that of a temperature a thousandth higher.
struct promise {
  bool tight;
  double epsilon;
  double delta;
  finding found;
};

/// A prior, a method, a temperature, and the probabilities of all candidates that are told for all counts.
promise posterior_loss(std::istream& in);

/// A list of values, the lattice, and the scale of the noise for every count.
promise smooth_loss(std::istream& in);

}  // namespace adversary
