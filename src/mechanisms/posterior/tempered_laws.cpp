#include "mechanisms/posterior/tempered_laws.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "privacy/posterior_sensitivity.hpp"

namespace inbounds {
namespace {

void invert(std::vector<double>& values) {
  for (double& value : values) value = 1 / value;
}

}  // namespace

tempered_laws::tempered_laws(posteriors family, posterior_method method, const smoothing_rule& smoothing)
    : family_(std::move(family)), method_(method), neighbours_(neighbours_in(family_.candidates())) {
  const std::int32_t trials = family_.candidates().total();
  switch (method) {
    case posterior_method::geometric: per_truth_.assign(size(), 1); break;
    case posterior_method::global: per_truth_.assign(size(), global_sensitivity(family_.prior(), trials)); break;
    case posterior_method::local: per_truth_ = local_sensitivities(family_); break;
    case posterior_method::smooth:
      per_truth_ = smooth_sensitivities(neighbours_, local_sensitivities(family_),
                                        smoothing.with_delta ? smoothness::logarithm : smoothness::reciprocal,
                                        smoothing.step);
      break;
    case posterior_method::varying:
      per_truth_.assign(size(), 1);
      per_candidate_ = candidate_sensitivities(family_, neighbours_);
      break;
  }
  invert(per_truth_);
  invert(per_candidate_);
}

double tempered_laws::published_temperature(const guarantee& asked, const smoothing_rule& smoothing) const {
  if (method_ != posterior_method::smooth) return asked.epsilon / 2;
  if (!smoothing.with_delta) return asked.epsilon / (2 + smoothing.step);  // Theorem B
  // Theorem A: epsilon = 2 temperature + (e^step - 1) ln((candidates - 1)/delta).
  const double dilation = std::expm1(smoothing.step) * std::log(static_cast<double>(size() - 1) / asked.delta);
  return (asked.epsilon - dilation) / 2;
}

double tempered_laws::safe_temperature(double epsilon) const {
  return epsilon / (2 + largest_change(neighbours_, per_truth_));
}

void tempered_laws::slopes_from(std::size_t truth, std::span<double> slopes) const {
  const counts here = family_.candidates().at(truth);
  if (method_ == posterior_method::geometric) return family_.moves_from(here, slopes);
  family_.distances_from(here, slopes);
  for (double& slope : slopes) slope *= per_truth_[truth];
  for (std::size_t at = 0; at < per_candidate_.size(); ++at) slopes[at] *= per_candidate_[at];
}

std::uint64_t tempered_laws::least_share(double epsilon) {
  return static_cast<std::uint64_t>(std::ceil(-1 / std::expm1(-epsilon))) + 1;
}

double weigh(std::span<const double> slopes, double temperature, std::span<double> weights) {
  double sum = 0;
  for (std::size_t at = 0; at < slopes.size(); ++at) {
    weights[at] = std::exp(-temperature * slopes[at]);
    sum += weights[at];
  }
  return std::log(sum);
}

}  // namespace inbounds
