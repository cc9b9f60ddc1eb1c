#include "mechanisms/smooth_laplace/smooth_laplace.hpp"

#include <algorithm>
#include <cmath>

#include "core/checks.hpp"
#include "core/count_vectors.hpp"
#include "numeric/solve.hpp"
#include "privacy/laplace_pair.hpp"
#include "privacy/posterior_sensitivity.hpp"
#include "random/geometric.hpp"

namespace inbounds {
namespace {

constexpr double steepest_rate = 1000;  // that draws can take
constexpr double least_delta = 1e-15;
constexpr double most_values = 1 << 20;

objection check_spec(const smooth_spec& spec, const guarantee& asked) {
  const auto count = static_cast<double>(spec.values.size());
  if (count < 2 || count > most_values) return fault{"values", "from 2 to {0} numbers", count, {most_values}};
  for (std::size_t at = 0; at < spec.values.size(); ++at) {
    if (std::isfinite(spec.values[at])) continue;
    return fault{"values", "a finite number", spec.values[at], {}, "", static_cast<int>(at)};
  }
  if (auto why = check_guarantee(asked)) return why;
  if (auto why = check_positive("epsilon", asked.epsilon)) return why;
  if (asked.delta < least_delta) {
    return fault{"delta", "at least {0}: noise that depends on the truth needs one", asked.delta, {least_delta}};
  }
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

/// Everything but the rates.
objection settle(const smooth_spec& spec, const guarantee& asked, smooth_noise& noise) {
  const auto [least, most] = std::minmax_element(spec.values.begin(), spec.values.end());
  if (*least == *most) return fault{"values", "different from each other", *least, {}, "there is nothing to hide"};
  noise.promised = asked;
  noise.smoothing = spec.smoothing.value_or(asked.epsilon / (2 * std::log(2 / asked.delta)));
  noise.bounds = spec.bounds.value_or(span{*least, *most});
  const result<domain> where = domain_of(noise.bounds);
  if (!where) return where.error();
  const std::vector<double> in_values = sensitivities(spec.values, noise.smoothing);
  const double finest = *std::min_element(in_values.begin(), in_values.end());
  const result<lattice> points =
      spec.granularity ? lattice_on(*where, *spec.granularity) : default_lattice(*where, finest, finest);
  if (!points) return points.error();
  noise.grain = points->grain;
  noise.lowest = static_cast<double>(points->lowest());
  noise.steps = static_cast<double>(points->steps());
  const snapper snapped(*where, *points);
  noise.centres = spec.values;
  for (double& value : noise.centres) value = static_cast<double>(snapped(value)) - noise.lowest;
  return {};
}

}  // namespace

smooth_audit audit(const smooth_noise& noise, double epsilon) {
  smooth_audit worst{-1, 0, 1};
  for (std::size_t at = 1; at < noise.centres.size(); ++at) {
    for (const std::size_t truth : {at - 1, at}) {
      const std::size_t neighbour = 2 * at - 1 - truth;
      const double delta = delta_between({noise.centres[truth], noise.rates[truth]},
                                         {noise.centres[neighbour], noise.rates[neighbour]}, epsilon, support::points);
      if (delta > worst.delta) worst = {delta, truth, neighbour};
    }
  }
  return worst;
}

// On the lattice, values are a whole number of steps apart, and it is these steps that noise has to hide.
result<smooth_noise> calibrate(const smooth_spec& spec, const guarantee& asked, calibration method,
                               std::optional<double> alpha) {
  if (auto why = check_spec(spec, asked)) return *why;
  smooth_noise noise{};
  if (auto why = settle(spec, asked, noise)) return *why;
  const std::vector<double> in_steps = sensitivities(noise.centres, noise.smoothing);
  if (in_steps.front() == 0) {
    return fault{"granularity", "fine enough that two of the values differ", noise.grain.step};
  }
  noise.rates = in_steps;
  const auto excess = [&](double tried) {
    for (std::size_t at = 0; at < in_steps.size(); ++at) {
      noise.rates[at] = std::min(tried / in_steps[at], steepest_rate);
    }
    return audit(noise, asked.epsilon).delta - asked.delta;
  };
  const double half = asked.epsilon / 2;
  if (alpha) {
    noise.alpha = *alpha;
  } else if (method == calibration::published) {
    // Theorem C with half of epsilon for sliding: the other half has to pay for the dilation.
    const bool holds = noise.smoothing <= half && dilation_delta(half, noise.smoothing) <= asked.delta;
    noise.alpha = holds ? half : 0;
  } else {
    // The first alpha, in steps of 5 % from far below, at which delta is exceeded.
    double holds = asked.epsilon / 1024;
    double fails = holds;
    for (; excess(fails) <= 0 && fails < 1e6; fails *= 1.05) holds = fails;
    noise.alpha = solve_on_safe_side(excess, holds, fails).value_or(0);
  }
  // Whatever led to it, the last word is the audit's.
  if (noise.alpha > 0 && excess(noise.alpha) <= 0) return noise;
  if (alpha) return fault{"alpha", "small enough for epsilon {0} and delta {1}", *alpha, {asked.epsilon, asked.delta}};
  return fault{"epsilon", "one that noise with this smoothing ({0}) and delta keeps", asked.epsilon, {noise.smoothing}};
}

double draw(const smooth_noise& noise, std::size_t count, bit_source& bits) {
  const truncated_geometric law(static_cast<std::int64_t>(noise.steps), noise.rates[count],
                                truncated_geometric::range::open);
  const auto point = static_cast<double>(law.draw(static_cast<std::int64_t>(noise.centres[count]), bits));
  return noise.grain.value(noise.lowest + point);
}

}  // namespace inbounds
