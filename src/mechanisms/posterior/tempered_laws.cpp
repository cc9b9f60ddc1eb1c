#include "mechanisms/posterior/tempered_laws.hpp"

#include <cmath>

#include "privacy/posterior_sensitivity.hpp"
#include "random/constant_time_exp.hpp"

namespace inbounds {

tempered_laws::tempered_laws(const std::vector<double>& prior, double trials, posterior_method method,
                             const smoothing_rule& smoothing)
    : family_{prior, trials},
      method_(method),
      smoothing_(smoothing),
      neighbours_(neighbours_in(family_.candidates())),
      per_truth_(family_.candidates().size(), 1),
      per_candidate_(per_truth_) {
  std::vector<double>& changing = method == posterior_method::varying ? per_candidate_ : per_truth_;
  if (method == posterior_method::varying) {
    changing = candidate_sensitivities(family_, neighbours_);
  } else if (method == posterior_method::global) {
    const double largest = global_sensitivity(family_);
    for (double& sensitivity : changing) sensitivity = largest;
  } else if (method != posterior_method::geometric) {
    changing = local_sensitivities(family_);
  }
  if (method == posterior_method::smooth) {
    smooth_out(changing, neighbours_, smoothing.with_delta ? smoothness::logarithm : smoothness::reciprocal,
               smoothing.step);
  }
  for (double& sensitivity : changing) sensitivity = 1 / sensitivity;
}

// posterior/PROOF.md, Theorem V
double tempered_laws::published_temperature(const guarantee& promise) const {
  if (!smoothing_.with_delta) return promise.epsilon / (2 + smoothing_.step);  // Theorem B; without smoothing, as it is
  // posterior/PROOF.md, Theorem A: epsilon = 2 temperature + (e^step - 1) ln((candidates - 1)/delta).
  const double dilation =
      std::expm1(smoothing_.step) * std::log(static_cast<double>(per_truth_.size() - 1) / promise.delta);
  return (promise.epsilon - dilation) / 2;
}

// posterior/PROOF.md, Lemma 6, Lemma 7 and Theorem B
double tempered_laws::safe_temperature(double epsilon) const {
  return epsilon / (2 + largest_change(neighbours_, per_truth_));
}

// The loss is at least the temperature (posterior/PROOF.md, Lemma 5), so this least share turns no ratio into a larger
// one than the loss allows (random/PROOF.md, Lemma 9).
void tempered_laws::write_law(std::size_t truth, double temperature, integer_law& law) const {
  const counts here = candidates().at(truth);
  std::vector<double>& weights = law.weights;
  if (method_ == posterior_method::geometric) {
    family_.moves_from(here, weights);
  } else {
    family_.distances_from(here, weights);
  }
  for (std::size_t at = 0; at < weights.size(); ++at) {
    weights[at] = bounded_exp_minus(temperature * (per_truth_[truth] * per_candidate_[at]) * weights[at]);
  }
  law.share_out(static_cast<std::uint64_t>(-1 / std::expm1(-temperature)) + 2);
}

}  // namespace inbounds
