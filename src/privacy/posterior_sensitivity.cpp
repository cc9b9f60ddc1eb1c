#include "privacy/posterior_sensitivity.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "numeric/gamma_gaps.hpp"

namespace inbounds {

std::vector<double> local_sensitivities(const posteriors& of) {
  const count_vectors all = of.candidates();
  std::vector<double> sensitivities(all.size());
  for (std::size_t place = 0; place < all.size(); ++place) {
    const counts here = all.at(place);
    for (std::size_t from = 0; from < all.parts; ++from) {
      for (std::size_t to = 0; to < all.parts; ++to) {
        if (to == from || here[from] == 0) continue;
        sensitivities[place] = std::max(sensitivities[place], of.step_distance(here, from, to));
      }
    }
  }
  return sensitivities;
}

// With two weights all answers but one are in the category of the larger one; with more, in a third.
// posterior/PROOF.md, Proposition 3 and Proposition 4
double global_sensitivity(const posteriors& of) {
  double smallest = std::numeric_limits<double>::infinity();
  double second = smallest;
  for (const double weight : of.prior) {
    second = std::min(second, std::max(weight, smallest));
    smallest = std::min(smallest, weight);
  }
  if (of.prior.size() == 2) second += of.trials - 1;
  return hellinger_distance(gamma_gap(smallest) + gamma_gap(second));
}

// posterior/PROOF.md, Proposition 8
void smooth_out(std::vector<double>& sensitivities, const std::vector<neighbouring_counts>& pairs, smoothness kind,
                double step) {
  const bool reciprocal = kind == smoothness::reciprocal;
  std::vector<double>& height = sensitivities;  // now one that may rise by no more than a step between neighbours
  for (double& value : height) value = reciprocal ? 1 / value : -std::log(value);
  // There and back along every line, until nothing changes: once is enough with two categories.
  for (bool lowered = true; lowered;) {
    lowered = false;
    for (std::size_t at = 0; at < 2 * pairs.size(); ++at) {
      const bool back = at >= pairs.size();
      const auto [first, second] = pairs[back ? 2 * pairs.size() - 1 - at : at];
      double& end = height[back ? first : second];
      const double max = height[back ? second : first] + step;
      if (end <= max) continue;
      end = max;
      lowered = true;
    }
  }
  for (double& value : height) value = reciprocal ? 1 / value : std::exp(-value);
}

std::vector<double> candidate_sensitivities(const posteriors& of, const std::vector<neighbouring_counts>& pairs) {
  const count_vectors all = of.candidates();
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
