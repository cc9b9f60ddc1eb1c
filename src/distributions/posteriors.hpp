#pragma once

#include <span>
#include <vector>

#include "core/count_vectors.hpp"

namespace inbounds {

/// What counts say of the probabilities they come from: the posterior of a Dirichlet prior after as many counts as
/// there were trials is Dirichlet with the counts added to the weights of the prior. With two weights, the prior is
/// Beta(weights[0], weights[1]) and the counts are successes and failures.
struct posteriors {
  std::vector<double> prior;  ///< at least two weights, above 0
  double trials;              ///< at least one

  /// All counts there can be, and so all posteriors.
  count_vectors candidates() const { return {prior.size(), trials}; }

  /// The Hellinger distances of all candidates from that of the given counts, in the order of the candidates.
  void distances_from(const counts& here, std::span<double> distances) const;

  /// How many answers would have to change instead, at the least.
  void moves_from(const counts& here, std::span<double> moves) const;

  /// The distance to the counts after one answer has moved from a category with at least one to another.
  double step_distance(const counts& here, std::size_t from, std::size_t to) const;
};

/// From the logarithm of the affinity of two laws, the integral of the root of the product of their densities.
double hellinger_distance(double log_affinity);

}  // namespace inbounds
