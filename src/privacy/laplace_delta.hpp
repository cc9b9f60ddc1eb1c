#pragma once

#include "distributions/truncated_laplace.hpp"
#include "privacy/neighbours.hpp"

namespace inbounds {

/// The pair of truths and the set of outputs at which P_truth(A) - e^epsilon P_neighbour(A) is largest. The set is
/// everything from the truth's side of the domain up to `output`.
struct worst_delta_case {
  double delta = 0;
  place truth{};
  place neighbour{};
  double output = 0;
  moving_neighbours among{};  ///< the candidates that the pair belongs to, and its lower one ...
  double low = 0;
  bool in_mirror_image = false;  ///< ... in the mirror image of the law, where the truth is the lower one
};

/// The smallest delta for which the law is (epsilon, delta)-private: the hockey-stick divergence, maximised over all
/// neighbours with a certificate. Never below the exact value (PROOF.md of the bounded Laplace, 5 and 6). On one span
/// it is above it by a factor of less than 1 + 2^-42 and 2^-44 (1 + epsilon/16) times the probability of the outputs; a
/// few dozen cells are enough. What is left open after the most cells is added, so on several spans it can be more.
worst_delta_case worst_delta(const truncated_laplace& family, const max_distances& max_distance, double epsilon,
                             int max_cells = 20000);

/// Moves a pair that was the worst at another rate to the worst that is seen within so many scales around it, and gives
/// its delta: never above the largest one by more than rounding. The law is the mirror image, if the pair was found
/// there.
double delta_near(worst_delta_case& candidate, const truncated_laplace& family, double epsilon, double scales);

}  // namespace inbounds
