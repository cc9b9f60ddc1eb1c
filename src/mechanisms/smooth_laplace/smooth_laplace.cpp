#include "mechanisms/smooth_laplace/smooth_laplace.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

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

/// What does not depend on alpha.
struct settled {
  domain where;
  lattice points;
  double smoothing;
  std::vector<std::int64_t> centres;
  std::vector<double> sensitivities;  ///< smooth ones, in steps
};

objection check_spec(const smooth_spec& spec, const guarantee& asked) {
  const auto count = static_cast<double>(spec.values.size());
  if (count < 2 || count > most_values) return fault{"values", "from 2 to {0} numbers", count, {most_values}};
  for (std::size_t at = 0; at < spec.values.size(); ++at) {
    if (auto why = check_finite("values", spec.values[at])) {
      why->index = static_cast<int>(at);
      return why;
    }
  }
  if (auto why = check_guarantee(asked)) return why;
  if (auto why = check_positive("epsilon", asked.epsilon)) return why;
  if (asked.delta < least_delta) {
    return fault{"delta", "at least {0}: noise that depends on the truth needs one", asked.delta, {least_delta}};
  }
  if (!spec.smoothing) return {};
  return check_within("smoothing", *spec.smoothing, 1e-9, 100);
}

/// Neighbours on a line.
std::vector<neighbouring_counts> neighbours_among(std::size_t values) {
  std::vector<neighbouring_counts> pairs;
  for (std::size_t at = 1; at < values; ++at) pairs.push_back({at - 1, at});
  return pairs;
}

/// The largest step to a neighbour.
std::vector<double> local_steps(const std::vector<double>& values) {
  std::vector<double> steps(values.size());
  for (std::size_t at = 1; at < values.size(); ++at) {
    const double step = std::fabs(values[at] - values[at - 1]);
    steps[at - 1] = std::max(steps[at - 1], step);
    steps[at] = step;
  }
  return steps;
}

std::vector<double> smoothed(const std::vector<double>& values, double smoothing) {
  return smooth_sensitivities(neighbours_among(values.size()), local_steps(values), smoothness::logarithm, smoothing);
}

result<settled> settle(const smooth_spec& spec, const guarantee& asked) {
  if (auto why = check_spec(spec, asked)) return *why;
  const auto [least, most] = std::minmax_element(spec.values.begin(), spec.values.end());
  if (*least == *most) return fault{"values", "different from each other", *least, {}, "there is nothing to hide"};
  result<domain> where = domain_of(spec.bounds.value_or(span{*least, *most}));
  if (!where) return where.error();
  const double smoothing = spec.smoothing.value_or(asked.epsilon / (2 * std::log(2 / asked.delta)));
  const std::vector<double> continuous = smoothed(spec.values, smoothing);
  const double finest = *std::min_element(continuous.begin(), continuous.end());
  result<lattice> points =
      spec.granularity ? lattice_on(*where, *spec.granularity) : default_lattice(*where, finest, finest);
  if (!points) return points.error();
  // On the lattice, values are a whole number of steps apart, and it is these steps that noise has to hide.
  const snapper snapped(*where, *points);
  settled made{*where, *points, smoothing, {}, {}};
  std::vector<double> in_steps;
  for (const double value : spec.values) {
    made.centres.push_back(snapped(value) - points->lowest());
    in_steps.push_back(static_cast<double>(made.centres.back()));
  }
  made.sensitivities = smoothed(in_steps, smoothing);
  if (made.sensitivities.front() > 0) return made;
  return fault{"granularity", "fine enough that two of the values differ", points->grain.step};
}

std::vector<double> rates_at(const settled& where, double alpha) {
  std::vector<double> rates = where.sensitivities;
  for (double& rate : rates) rate = std::min(alpha / rate, steepest_rate);
  return rates;
}

smooth_audit worst_case(const std::vector<std::int64_t>& centres, const std::vector<double>& rates, double epsilon) {
  smooth_audit worst{epsilon, 0, 0, 1};
  const auto law = [&](std::size_t count) { return laplace_at{static_cast<double>(centres[count]), rates[count]}; };
  const auto look_at = [&](std::size_t truth, std::size_t neighbour) {
    const double delta = delta_between(law(truth), law(neighbour), epsilon, support::points);
    if (delta > worst.delta) worst = {epsilon, delta, truth, neighbour};
  };
  for (std::size_t at = 1; at < centres.size(); ++at) {
    look_at(at, at - 1);
    look_at(at - 1, at);
  }
  return worst;
}

bool keeps(const settled& where, const guarantee& asked, double alpha) {
  return worst_case(where.centres, rates_at(where, alpha), asked.epsilon).delta <= asked.delta;
}

/// The first alpha, in steps of 5 % from far below, at which delta is exceeded, less a hair.
std::optional<double> tight_alpha(const settled& where, const guarantee& asked) {
  const auto excess = [&](double alpha) {
    return worst_case(where.centres, rates_at(where, alpha), asked.epsilon).delta - asked.delta;
  };
  double holds = asked.epsilon / 1024;
  if (excess(holds) > 0) return {};
  double fails = holds * 1.05;
  while (excess(fails) <= 0 && fails < 1e6) {
    holds = fails;
    fails = holds * 1.05;
  }
  return solve_on_safe_side(excess, holds, fails);
}

smooth_noise built(settled&& made, const guarantee& promised, double alpha) {
  std::vector<double> rates = rates_at(made, alpha);
  return {std::move(made.where), promised,        std::move(made.points), made.smoothing, alpha,
          std::move(made.centres), std::move(rates)};
}

}  // namespace

result<smooth_noise> calibrate(const smooth_spec& spec, const guarantee& asked, calibration method) {
  result<settled> made = settle(spec, asked);
  if (!made) return made.error();
  if (method == calibration::published) {
    // Theorem C with half of epsilon for sliding: the other half has to pay for the dilation.
    const double half = asked.epsilon / 2;
    const bool holds = made->smoothing <= half && dilation_delta(half, made->smoothing) <= asked.delta;
    if (holds && keeps(*made, asked, half)) return built(*std::move(made), asked, half);
    return fault{"epsilon", "one for which the published noise keeps delta", asked.epsilon, {}, "use the tight calibration"};
  }
  const std::optional<double> alpha = tight_alpha(*made, asked);
  if (alpha) return built(*std::move(made), asked, *alpha);
  return fault{"smoothing", "smaller: with this epsilon and delta, no noise is enough", made->smoothing};
}

result<smooth_noise> with_alpha(const smooth_spec& spec, const guarantee& claimed, double alpha) {
  result<settled> made = settle(spec, claimed);
  if (!made) return made.error();
  if (auto why = check_positive("alpha", alpha)) return *why;
  if (keeps(*made, claimed, alpha)) return built(*std::move(made), claimed, alpha);
  return fault{"alpha", "small enough for epsilon {0} and delta {1}", alpha, {claimed.epsilon, claimed.delta}};
}

smooth_audit audit(const smooth_noise& noise) { return worst_case(noise.centres, noise.rates, noise.promised.epsilon); }

double delta_of(const smooth_noise& noise, double epsilon) {
  return worst_case(noise.centres, noise.rates, epsilon).delta;
}

confined_laplace law_at(const smooth_noise& noise, std::size_t count) {
  const auto steps = static_cast<double>(noise.points.steps());
  return {{{0, steps}}, {true, true}, noise.rates[count], support::points};
}

double draw(const smooth_noise& noise, std::size_t count, bit_source& bits) {
  const truncated_geometric law(noise.points.steps(), noise.rates[count], truncated_geometric::range::open);
  return noise.points.value(noise.points.lowest() + law.draw(noise.centres[count], bits));
}

}  // namespace inbounds
