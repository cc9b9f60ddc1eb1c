#pragma once

#include <span>
#include <vector>

#include "core/count_vectors.hpp"

namespace inbounds {

/// What counts say of the probabilities they come from: the posterior of a Dirichlet prior after as many counts as there
/// were trials is Dirichlet with the counts added to the weights of the prior. With two weights, the prior is
/// Beta(weights[0], weights[1]) and the counts are successes and failures.
class posteriors {
 public:
  /// At least two weights above 0, and at least one trial.
  posteriors(const std::vector<double>& prior, double trials);

  const std::vector<double>& prior() const { return prior_; }
  const count_vectors& candidates() const { return candidates_; }

  /// The Hellinger distances of all candidates from that of the given counts, in the order of the candidates.
  void distances_from(const counts& here, std::span<double> distances) const;

  /// How many answers would have to change instead, at the least.
  void moves_from(const counts& here, std::span<double> moves) const;

  /// The distance to the counts after one answer has moved from a category with at least one to another.
  double step_distance(const counts& here, std::size_t from, std::size_t to) const;

 private:
  std::vector<double> prior_;
  count_vectors candidates_;
  std::vector<double> steps_;  ///< gamma_gaps of one weight after the other
};

/// From the logarithm of the affinity of two laws, the integral of the root of the product of their densities.
double hellinger_distance(double log_affinity);

}  // namespace inbounds
