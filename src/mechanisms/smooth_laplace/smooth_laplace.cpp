#include "mechanisms/smooth_laplace/smooth_laplace.hpp"

#include <algorithm>
#include <cmath>

#include "core/checks.hpp"
#include "core/count_vectors.hpp"
#include "core/granularity.hpp"
#include "numeric/solve.hpp"
#include "privacy/laplace_pair.hpp"
#include "privacy/posterior_sensitivity.hpp"
#include "random/interval_geometric.hpp"

namespace inbounds {
namespace {

constexpr double steepest_rate = 1000;  // that draws can take
constexpr double min_delta = 1e-12;     // far above the rounding of the audit
constexpr double max_values = 1 << 16;
constexpr double largest_value = 1e290;

std::optional<parameter_error> check_spec(const smooth_spec& spec, const guarantee& promise) {
  const auto count = static_cast<double>(spec.values.size());
  if (count < 2 || count > max_values) return parameter_error{"values", "from 2 to {0} numbers", count, {max_values}};
  for (std::size_t at = 0; at < spec.values.size(); ++at) {
    if (std::fabs(spec.values[at]) <= largest_value) continue;
    return parameter_error{"values", "from {0} to {1}",   spec.values[at], {-largest_value, largest_value},
                           "",       static_cast<int>(at)};
  }
  if (auto why = check_guarantee(promise)) return why;
  if (auto why = check_within("epsilon", promise.epsilon, 1e-6, 40)) return why;
  if (auto why = check_within("delta", promise.delta, min_delta, 1)) return why;
  return check_within("smoothing", spec.smoothing.value_or(1), 1e-9, 100);
}

/// The largest step to a neighbour, smoothed.
std::vector<double> sensitivities(const std::vector<double>& values, double smoothing) {
  std::vector<double> steps(values.size());
  for (std::size_t at = 1; at < values.size(); ++at) {
    steps[at] = std::fabs(values[at] - values[at - 1]);
    steps[at - 1] = std::max(steps[at - 1], steps[at]);
  }
  smooth_out(steps, neighbours_in({2, static_cast<double>(values.size() - 1)}), smoothness::logarithm, smoothing);
  return steps;
}

/// Puts the values on a lattice that does not depend on the truth: where they become centres.
std::optional<parameter_error> put_on_lattice(smooth_noise& noise) {
  std::vector<double>& values = noise.centres;
  const std::vector<double> in_values = sensitivities(values, noise.smoothing);
  double min = values.front();
  double max = min;
  double finest = in_values.front();
  for (std::size_t at = 1; at < values.size(); ++at) {
    min = std::min(min, values[at]);
    max = std::max(max, values[at]);
    finest = std::min(finest, in_values[at]);
  }
  // Beside the largest value, so that doubles are fine enough; not above the least where all values are the same.
  const double min_sensitivity = std::max(1e-290, std::max(-min, max) * 0x1p-26);
  if (finest < min_sensitivity) {
    return parameter_error{"values", "apart: with a sensitivity from {0} up", finest, {min_sensitivity}};
  }
  noise.step = std::ldexp(1, floor_log2(finest) - 24);
  noise.lowest = std::ceil(min / noise.step) + 0.0;  // never -0
  noise.steps = std::floor(max / noise.step) - noise.lowest;
  for (double& value : values) {
    value = std::clamp(std::floor(value / noise.step + 0.5) - noise.lowest, 0.0, noise.steps);
  }
  return {};
}

}  // namespace

description smooth_noise::describe() const {
  description shown{promised};
  shown.smoothing = smoothing;
  shown.alpha = alpha;
  const double first = lowest * step;
  shown.sides.push_back({{}, step, 0, steps, first, first + steps * step});
  shown.rates = rates;
  return shown;
}

worst_case smooth_noise::audit_at(double epsilon) const {
  double delta = -1;
  std::size_t worst_truth = 0;
  std::size_t worst_neighbour = 1;
  for (std::size_t at = 1; at < centres.size(); ++at) {
    for (std::size_t truth = at - 1; truth <= at; ++truth) {
      const std::size_t neighbour = 2 * at - 1 - truth;
      const double found = delta_between({centres[truth], rates[truth]}, {centres[neighbour], rates[neighbour]},
                                         epsilon, support::points);
      if (found <= delta) continue;
      delta = found;
      worst_truth = truth;
      worst_neighbour = neighbour;
    }
  }
  return {epsilon, delta, {static_cast<double>(worst_truth)}, {static_cast<double>(worst_neighbour)}, {}};
}

worst_case smooth_noise::audit() const { return audit_at(promised.epsilon); }

result<double> smooth_noise::delta_of(std::optional<double> scale, double epsilon) const {
  if (scale) return mechanism::delta_of(scale, epsilon);
  return audit_at(epsilon).delta;
}

// On the lattice, values are a whole number of steps apart, and it is these steps that noise has to hide.
result<smooth_noise> calibrate(const smooth_spec& spec, const guarantee& promise, calibration how,
                               std::optional<double> alpha) {
  if (auto why = check_spec(spec, promise)) return *why;
  const double smoothing = spec.smoothing.value_or(promise.epsilon / (2 * std::log(2 / promise.delta)));
  smooth_noise noise;
  noise.promised = promise;
  noise.smoothing = smoothing;
  noise.alpha = 0;
  noise.centres = spec.values;
  noise.rates = spec.values;
  if (auto why = put_on_lattice(noise)) return *why;
  const std::vector<double> in_steps = sensitivities(noise.centres, smoothing);
  const auto excess = [&](double tried) {
    for (std::size_t at = 0; at < in_steps.size(); ++at) {
      noise.rates[at] = std::min(tried / in_steps[at], steepest_rate);
    }
    return noise.audit_at(promise.epsilon).delta - promise.delta;
  };
  const double half = promise.epsilon / 2;
  if (alpha) {
    noise.alpha = *alpha;
  } else if (how == calibration::published) {
    // Theorem C with half of epsilon for sliding: the other half has to pay for the dilation.
    // smooth_laplace/PROOF.md, Theorem C
    const bool holds = smoothing <= half && dilation_delta(half, smoothing) <= promise.delta;
    noise.alpha = holds ? half : 0;
  } else {
    // The first alpha, in steps of 5 % from far below, at which delta is exceeded.
    double holds = promise.epsilon / 1024;
    double fails = holds;
    for (; excess(fails) <= 0 && fails < 1e6; fails *= 1.05) holds = fails;
    noise.alpha = solve_on_safe_side(excess, holds, fails).value_or(0);
  }
  // smooth_laplace/PROOF.md, main theorem
  // Whatever led to it, the last word is the audit's.
  if (noise.alpha > 0 && excess(noise.alpha) <= 0) return noise;
  if (alpha)
    return parameter_error{
        "alpha", "small enough for epsilon {0} and delta {1}", *alpha, {promise.epsilon, promise.delta}};
  return parameter_error{"epsilon", "one that this calibration can keep", promise.epsilon};
}

std::optional<parameter_error> smooth_noise::check_counts(const std::vector<double>& truth) const {
  if (truth.size() != 1) return parameter_error{"counts", "a single number", static_cast<double>(truth.size())};
  const auto last = static_cast<double>(centres.size() - 1);
  const double count = truth.front();
  if (count >= 0 && count <= last && count == std::floor(count)) return {};
  return parameter_error{"count", "a whole number from 0 to {0}", count, {last}}.with_shown("another number");
}

// smooth_laplace/PROOF.md, Proposition 4
result<std::vector<double>> smooth_noise::release(const std::vector<double>& truth, bit_source& bits) const {
  if (auto why = check_counts(truth)) return *why;
  const auto count = static_cast<std::size_t>(truth.front());
  const interval_geometric law(static_cast<std::int64_t>(steps), rates[count], interval_geometric::range::open);
  const auto point = static_cast<double>(law.draw(static_cast<std::int64_t>(centres[count]), bits));
  return std::vector{(lowest + point) * step};
}

result<std::unique_ptr<const mechanism>> make_smooth_laplace(const request& options) {
  if (options.from == basis::guarantee) {
    return to_pointer(calibrate({options.values, options.smoothing}, options.promise(), options.how));
  }
  const result<double> alpha = given_number("alpha", options.alpha);
  if (!alpha) return alpha.error();
  return to_pointer(calibrate({options.values, options.smoothing}, options.promise(), options.how, *alpha));
}

}  // namespace inbounds
