#pragma once

#include "distributions/truncated_laplace.hpp"
#include "privacy/neighbours.hpp"
#include "privacy/total_changes.hpp"

namespace inbounds {

/// The pair of truths at which a law loses most: log P_truth(y) - log P_neighbour(y) is largest at y = truth.
struct worst_pair {
  double loss = 0;
  neighbours pair{};
  bool truth_is_low = true;

  place truth() const { return truth_is_low ? pair.low : pair.high; }
  place neighbour() const { return truth_is_low ? pair.high : pair.low; }
};

// Never below the exact loss (PROOF.md of the bounded Laplace, 6), and above it by a factor of less than 1 + 2^-43 on
// an interval; with k spans by a few times 2^-46 + k 2^-49 + x 2^-51, x being the widest gap in scales.

/// Of one pair, in its worse direction.
worst_pair loss_between(const truncated_laplace& family, const total_changes& changes, const neighbours& pair);

/// Over all candidates: the privacy loss under dp.
worst_pair worst_loss(const truncated_laplace& family, const total_changes& changes, const candidate_pairs& pairs);

/// Per unit of distance, over all feasible pairs: the privacy loss under the metric guarantee (Croft et al., section
/// 3.4). `loss` is per unit.
worst_pair worst_slope(const truncated_laplace& family, const total_changes& changes);

}  // namespace inbounds
