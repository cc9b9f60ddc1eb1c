#pragma once

#include "distributions/confined_laplace.hpp"
#include "privacy/neighbours.hpp"

namespace inbounds {

/// The pair of truths and the set of outputs at which P_truth(A) - e^epsilon P_neighbour(A) is largest. The set is
/// everything from the truth's side of the domain up to `output`.
struct worst_delta_case {
  double delta = 0;
  place truth{};
  place neighbour{};
  double output = 0;
  moving_neighbours among{};     ///< the candidates that the pair belongs to ...
  bool in_mirror_image = false;  ///< ... in the mirror image of the law, where the truth is the lower one
};

/// The smallest delta for which the law is (epsilon, delta)-private: the hockey-stick divergence, maximised over all
/// neighbours with a certificate. Never below the exact value (PROOF.md of the bounded Laplace, 5 and 6), and above it
/// by a factor of less than 1 + 2^-40.
worst_delta_case worst_delta(const confined_laplace& family, const reach& apart, double epsilon);

/// A quick guess at the delta of some candidates, from low to high: never above it by more than rounding, and below it
/// if there are several peaks.
double delta_among(const confined_laplace& family, const moving_neighbours& pairs, double epsilon);

}  // namespace inbounds
