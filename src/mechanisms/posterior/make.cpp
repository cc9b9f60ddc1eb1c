#include <cmath>
#include <optional>
#include <utility>

#include "core/checks.hpp"
#include "mechanisms/posterior/count_noise.hpp"
#include "mechanisms/posterior/matrix_audit.hpp"
#include "mechanisms/posterior/posterior.hpp"

// From what is asked to a mechanism that keeps it.

namespace inbounds {
namespace {

// Below this epsilon, the rounding of the laws to whole numbers would be a large part of it, and above, no ratio of
// whole numbers is larger; below this delta, the rounding of the audit would be a large part of it.
constexpr double min_epsilon = 1e-6;
constexpr double max_epsilon = 40;
constexpr double min_delta = 1e-12;
constexpr double max_temperature = 128;  // more than any guarantee leads to, as 1e-13 is less
constexpr double max_trials = 0x1p22;    // a list of all candidates has 32 MB

bool is_noise_on_count(const posterior_spec& spec) {
  return spec.method == posterior_method::geometric && spec.prior.size() == 2;
}

std::optional<parameter_error> check_spec(const posterior_spec& spec) {
  const std::size_t categories = spec.prior.size();
  if (categories < 2) return parameter_error{"prior", "at least two weights", static_cast<double>(categories)};
  for (std::size_t at = 0; at < categories; ++at) {
    const double weight = spec.prior[at];
    if (weight >= 1e-9 && weight <= 1e12) continue;
    return parameter_error{"prior", "from {0} to {1}", weight, {1e-9, 1e12}, "", static_cast<int>(at)};
  }
  const double trials = spec.trials;
  if (!(trials >= 1 && trials <= max_trials && trials == std::floor(trials))) {
    return parameter_error{"trials", "a whole number from 1 to {0}", trials, {max_trials}};
  }
  const double candidates = count_vectors{categories, trials}.how_many();
  if (const double max = max_candidates(categories); candidates > max && !is_noise_on_count(spec)) {
    return parameter_error{
        "trials", "so few that there are at most {0} candidates, not {1}", trials, {max, candidates}};
  }
  if (!spec.smoothing) return {};
  if (spec.method == posterior_method::smooth) return check_within("smoothing", *spec.smoothing, 1e-9, 1e6);
  return parameter_error{"smoothing", "left out unless the method is 'smooth'", *spec.smoothing};
}

std::optional<parameter_error> check_promise(const guarantee& promise) {
  if (auto why = check_guarantee(promise)) return why;
  if (auto why = check_within("epsilon", promise.epsilon, min_epsilon, max_epsilon)) return why;
  if (promise.delta == 0) return {};
  return check_within("delta", promise.delta, min_delta, 1);
}

/// Where delta is promised, it is the logarithm that is smooth, by as much as leaves half of epsilon
/// (posterior/PROOF.md, Theorem A).
smoothing_rule smoothing_for(const posterior_spec& spec, const guarantee& promise) {
  const bool is_smooth = spec.method == posterior_method::smooth;
  double step = is_smooth ? default_smoothing : 0;
  if (is_smooth && promise.delta > 0) {
    const double others = count_vectors{spec.prior.size(), spec.trials}.how_many() - 1;
    step = std::log1p(promise.epsilon / (2 * std::log(others / promise.delta)));
  }
  return {is_smooth && promise.delta > 0, spec.smoothing.value_or(step)};
}

/// All but the temperature.
posterior_noise without_temperature(const posterior_spec& spec, const guarantee& promised) {
  const smoothing_rule smoothing = smoothing_for(spec, promised);
  posterior_noise noise;
  noise.prior = spec.prior;
  noise.trials = spec.trials;
  noise.method = spec.method;
  noise.smoothing = smoothing.step;
  noise.promised = promised;
  if (!is_noise_on_count(spec)) {
    noise.laws = std::make_unique<tempered_laws>(spec.prior, spec.trials, spec.method, smoothing);
  }
  return noise;
}

}  // namespace

// An audit looks at every candidate for every pair of neighbours, of which there are as many lines as pairs of
// categories: this many take some seconds.
double max_candidates(std::size_t categories) {
  return std::floor(4096 / std::sqrt(static_cast<double>(categories * (categories - 1) / 2)));
}

worst_neighbours worst_at(const posterior_noise& noise, double epsilon) {
  if (noise.laws) return worst_of(*noise.laws, noise.laws->neighbours(), noise.temperature, epsilon);
  // All neighbours are alike.
  return {epsilon == no_epsilon ? noise.temperature : count_noise_excess(noise.temperature, epsilon), {0, 1}, false, 0};
}

// posterior/PROOF.md, main theorem
bool keeps(const posterior_noise& noise) {
  const auto [epsilon, delta, kind] = noise.promised;
  return delta > 0 ? worst_at(noise, epsilon).excess <= delta : worst_at(noise, no_epsilon).excess <= epsilon;
}

result<posterior_noise> calibrate(const posterior_spec& spec, const guarantee& promise, calibration how) {
  if (auto why = check_spec(spec)) return *why;
  if (auto why = check_promise(promise)) return *why;
  posterior_noise noise = without_temperature(spec, promise);
  const bool tight = how == calibration::tight;
  noise.temperature = !noise.laws ? count_noise_rate(promise, how)
                      : tight     ? tight_temperature(*noise.laws, promise)
                                  : noise.laws->published_temperature(promise);
  // The tight temperature was audited when it was found. The draft's own for local sensitivity need not keep anything:
  // it may be audited, and that is all.
  const bool is_accepted = spec.method == posterior_method::local || (tight && noise.laws);
  if (noise.temperature > 0 && (is_accepted || keeps(noise))) return noise;
  return parameter_error{"epsilon", "one that this calibration can keep", promise.epsilon};
}

result<posterior_noise> with_temperature(const posterior_spec& spec, double temperature, basis from,
                                         const guarantee& claimed) {
  if (auto why = check_spec(spec)) return *why;
  if (auto why = check_guarantee(claimed)) return *why;
  if (auto why = check_within("temperature", temperature, 1e-13, max_temperature)) return *why;
  posterior_noise noise = without_temperature(spec, claimed);
  noise.temperature = temperature;
  if (from == basis::given) noise.promised.epsilon = worst_at(noise, no_epsilon).excess;
  if (from != basis::record || spec.method == posterior_method::local || keeps(noise)) return noise;
  return parameter_error{
      "temperature", "small enough for epsilon {0} and delta {1}", temperature, {claimed.epsilon, claimed.delta}};
}

result<std::unique_ptr<const mechanism>> make_posterior(const request& options) {
  const posterior_spec spec{options.prior, options.trials, options.method, options.smoothing};
  if (options.from == basis::guarantee) return to_pointer(calibrate(spec, options.promise(), options.how));
  const result<double> temperature = given_number("temperature", options.temperature);
  if (!temperature) return temperature.error();
  return to_pointer(with_temperature(spec, *temperature, options.from, options.promise()));
}

}  // namespace inbounds
