#include "privacy/posterior_sensitivity.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "numeric/gamma_gaps.hpp"

namespace inbounds {

std::vector<double> local_sensitivities(const posteriors& of) {
  const count_vectors& all = of.candidates();
  std::vector<double> sensitivities(all.size());
  for (std::size_t place = 0; place < all.size(); ++place) {
    const counts here = all.at(place);
    for (std::size_t from = 0; from < all.parts(); ++from) {
      for (std::size_t to = 0; here[from] > 0 && to < all.parts(); ++to) {
        if (to == from) continue;
        sensitivities[place] = std::max(sensitivities[place], of.step_distance(here, from, to));
      }
    }
  }
  return sensitivities;
}

// With two weights all answers but one are in the category of the larger one; with more, in a third (PROOF.md, 3).
double global_sensitivity(const std::vector<double>& prior, std::int32_t trials) {
  std::vector<double> weights = prior;
  std::partial_sort(weights.begin(), weights.begin() + 2, weights.end());
  const double second = prior.size() == 2 ? weights[1] + (trials - 1) : weights[1];
  return std::sqrt(-std::expm1(gamma_gap(weights[0]) + gamma_gap(second)));
}

std::vector<double> smooth_sensitivities(const std::vector<neighbouring_counts>& pairs, std::vector<double> local,
                                         smoothness kind, double step) {
  const bool reciprocal = kind == smoothness::reciprocal;
  std::vector<double>& height = local;  // which may rise by no more than a step between neighbours
  for (double& value : height) value = reciprocal ? 1 / value : -std::log(value);
  bool lowered = true;
  const auto lower = [&](std::size_t place, std::size_t neighbour) {
    if (height[place] <= height[neighbour] + step) return;
    height[place] = height[neighbour] + step;
    lowered = true;
  };
  // There and back along every line: with two categories once is enough, with more a few times.
  while (lowered) {
    lowered = false;
    std::for_each(pairs.begin(), pairs.end(), [&](const auto& pair) { lower(pair.second, pair.first); });
    std::for_each(pairs.rbegin(), pairs.rend(), [&](const auto& pair) { lower(pair.first, pair.second); });
  }
  for (double& value : height) value = reciprocal ? 1 / value : std::exp(-value);
  return local;
}

std::vector<double> candidate_sensitivities(const posteriors& of, const std::vector<neighbouring_counts>& pairs) {
  const count_vectors& all = of.candidates();
  std::vector<double> sensitivities(all.size());
  std::vector<double> distances(all.size());
  for (std::size_t candidate = 0; candidate < all.size(); ++candidate) {
    of.distances_from(all.at(candidate), distances);
    sensitivities[candidate] = largest_change(pairs, distances);
  }
  return sensitivities;
}

double largest_change(const std::vector<neighbouring_counts>& pairs, const std::vector<double>& values) {
  double largest = 0;
  for (const auto& [first, second] : pairs) largest = std::max(largest, std::fabs(values[first] - values[second]));
  return largest;
}

}  // namespace inbounds
