#pragma once

#include <vector>

#include "core/count_vectors.hpp"
#include "core/result.hpp"
#include "estimation/linear_estimator.hpp"
#include "mechanisms/mechanism.hpp"

namespace inbounds {

/// What is counted for released counts so that, on average over the noise, it is the true number of answers in each
/// category, whatever the true counts are; and a bound on the variance that noise gives to it.
///
/// With two categories and geometric noise it has a closed form: only what is released at an end is corrected, by as
/// much as noise overshoots on average. Otherwise it is solved for, and only for few candidates (PROOF.md, 5).
class unbiased_counts {
 public:
  static result<unbiased_counts> of(const mechanism& noise);

  /// For released counts.
  counts operator()(const counts& released) const;
  const count_vectors& candidates() const { return candidates_; }
  /// Of one release, in each category: no true counts have a larger one.
  const std::vector<double>& variance() const { return variance_; }

 private:
  explicit unbiased_counts(const count_vectors& candidates) : candidates_(candidates) {}

  count_vectors candidates_;
  double overshoot_ = 0;
  std::vector<double> solution_;  ///< of every candidate, the counts to take instead; none where the closed form holds
  std::vector<double> variance_;
};
inline constexpr double max_solved_candidates = 600;

/// The sum of the true counts behind releases of one mechanism, each of them checked; an estimate and a variance for
/// each category. Those of several mechanisms are added.
struct pooled_counts {
  std::vector<double> sum;
  std::vector<double> variance;
  double answers;
};
result<pooled_counts> pool(const mechanism& noise, const std::vector<counts>& released);

/// An interval for each category, cut to what is possible.
std::vector<interval_estimate> intervals_of(const pooled_counts& pooled, double confidence);

}  // namespace inbounds
