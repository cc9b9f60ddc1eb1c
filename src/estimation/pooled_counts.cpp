#include "estimation/pooled_counts.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "numeric/linear_system.hpp"
#include "numeric/normal_tails.hpp"

namespace inbounds {

result<unbiased_counts> unbiased_counts::of(const mechanism& noise) {
  const result<counting> on_counts = noise.on_counts();
  if (!on_counts) return on_counts.error();
  const count_vectors candidates{on_counts->categories, on_counts->trials};
  const std::size_t parts = candidates.parts;
  unbiased_counts unbiased(candidates);
  if (const std::optional<double> rate = on_counts->clamped_rate) {
    const double slow = std::sinh(*rate / 2);
    // estimation/PROOF.md, Theorem 8
    unbiased.overshoot_ = 1 / std::expm1(*rate);
    unbiased.variance_.assign(parts, 1 / (2 * slow * slow));  // that of the noise before it is clamped
    return unbiased;
  }
  if (candidates.how_many() > max_solved_candidates) {
    return parameter_error{"mechanism",
                           "one with at most {0} candidates, to have its counts pooled",
                           candidates.how_many(),
                           {max_solved_candidates},
                           "with two categories, the method 'geometric' has no such limit"};
  }
  const std::size_t size = candidates.size();
  std::vector<double> matrix;
  std::vector<double> truths;
  for (std::size_t place = 0; place < size; ++place) {
    const counts truth = candidates.at(place);
    const result<std::vector<double>> row = noise.probabilities(truth);
    if (!row) return row.error();
    matrix.insert(matrix.end(), row->begin(), row->end());
    truths.insert(truths.end(), truth.begin(), truth.end());
  }
  unbiased.solution_ = truths;
  const double temperature = noise.describe().temperature.value_or(0);
  const parameter_error too_even{"mechanism",
                                 "one whose releases tell true counts apart, with a temperature above {0}",
                                 temperature,
                                 {temperature}};
  if (!solve_system(matrix, unbiased.solution_, size, parts)) return too_even;
  unbiased.variance_.assign(parts, 0);
  for (std::size_t place = 0; place < size; ++place) {
    for (std::size_t part = 0; part < parts; ++part) {
      double mean = 0;
      double square = 0;
      for (std::size_t released = 0; released < size; ++released) {
        const double value = unbiased.solution_[released * parts + part];
        mean += matrix[place * size + released] * value;
        square += matrix[place * size + released] * value * value;
      }
      const double truth = truths[place * parts + part];
      if (!(std::fabs(mean - truth) <= 1e-6 * candidates.total)) return too_even;  // lost to rounding
      unbiased.variance_[part] = std::max(unbiased.variance_[part], square - truth * truth);
    }
  }
  return unbiased;
}

counts unbiased_counts::operator()(const counts& released) const {
  if (!solution_.empty()) {
    const auto first =
        solution_.begin() + static_cast<std::ptrdiff_t>(candidates_.place_of(released) * candidates_.parts);
    return {first, first + static_cast<std::ptrdiff_t>(candidates_.parts)};
  }
  // Clamped to an end, noise has overshot it by this much on average, wherever the truth is.
  // estimation/PROOF.md, Theorem 8
  const double beyond = released[0] == 0 ? -overshoot_ : released[1] == 0 ? overshoot_ : 0;
  return {released[0] + beyond, released[1] - beyond};
}

result<pooled_counts> pool(const mechanism& noise, const std::vector<counts>& released) {
  const result<unbiased_counts> unbiased = unbiased_counts::of(noise);
  if (!unbiased) return unbiased.error();
  const auto [parts, trials] = unbiased->candidates();
  const auto times = static_cast<double>(released.size());
  pooled_counts pooled{std::vector<double>(parts), unbiased->variance(), times * trials};
  for (double& variance : pooled.variance) variance *= times;
  for (const counts& one : released) {
    const counts value = (*unbiased)(one);
    for (std::size_t part = 0; part < parts; ++part) pooled.sum[part] += value[part];
  }
  return pooled;
}

std::vector<interval_estimate> intervals_of(const pooled_counts& pooled, double confidence) {
  const double deviations = normal_quantile((1 + confidence) / 2);
  std::vector<interval_estimate> intervals;
  for (std::size_t part = 0; part < pooled.sum.size(); ++part) {
    const double half = deviations * std::sqrt(pooled.variance[part]);
    const double sum = pooled.sum[part];
    intervals.push_back(possible_part({sum, sum - half, sum + half}, 0, pooled.answers));
  }
  return intervals;
}

}  // namespace inbounds
