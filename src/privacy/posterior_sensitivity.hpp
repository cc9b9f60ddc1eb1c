#pragma once

#include <vector>

#include "distributions/posteriors.hpp"

namespace inbounds {

// How far the posterior moves, in Hellinger distance, when one answer changes (PROOF.md of the posteriors, 3 and 6).
// Lists are in the order of the candidates.

/// For the given counts, the farthest that one answer can move the posterior.
std::vector<double> local_sensitivities(const posteriors& of);

/// The largest of them, in closed form.
double global_sensitivity(const posteriors& of);

/// Raises the sensitivities to the smallest function that is not below them and whose reciprocal changes by at most
/// `step` between neighbours, or whose logarithm does.
enum class smoothness { reciprocal, logarithm };
void smooth_out(std::vector<double>& sensitivities, const std::vector<neighbouring_counts>& pairs, smoothness kind,
                double step);

/// For each candidate, the farthest that one answer can move the posterior towards or away from it.
std::vector<double> candidate_sensitivities(const posteriors& of, const std::vector<neighbouring_counts>& pairs);

/// The largest difference between the values of neighbours.
double largest_change(const std::vector<neighbouring_counts>& pairs, const std::vector<double>& values);

}  // namespace inbounds
