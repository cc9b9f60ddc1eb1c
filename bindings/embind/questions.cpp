#include <emscripten/bind.h>

#include <cmath>

#include "memory.hpp"
#include "parameter_errors.hpp"

// Questions about the mechanism in a slot.

namespace inbounds::bindings {
namespace {

/// What can be asked of a law at an argument; one function for all keeps the table of exports small.
/// In the order of bindings/js/engine.js.
enum question : int { mass, log_mass, atom_mass, cdf_at, survival_at, quantile_at, mean, bias, variance, snapped };

/// How the numbers of a law are counted: in steps from an origin, itself in steps.
struct ruler {
  granularity grain;
  double origin = 0;

  double value(double position) const { return grain.value(origin + position); }
};

double centre_of(const normal_law& law) { return law.truth; }
double atom(const normal_law& /*law*/, double /*y*/) { return 0; }

/// `exactly` and `last`: the point that the argument is, and the last one that is not above it.
template <class Law>
double answer(const Law& law, const ruler& by, double truth, double query, double exactly, double last,
              double probability) {
  const double centre = centre_of(law);
  switch (static_cast<question>(query)) {
    case mass: return density(law, exactly - by.origin);
    case log_mass: return log_density(law, exactly - by.origin);
    case atom_mass: return atom(law, exactly - by.origin);
    case cdf_at: return cdf(law, last - by.origin);
    case survival_at: return survival(law, last - by.origin);
    case quantile_at: return by.value(quantile(law, probability));
    case mean: return by.value(centre + moments_of(law).bias);
    case bias: return moments_of(law).bias * by.grain.step + (by.value(centre) - truth);
    case variance: return moments_of(law).variance * by.grain.step * by.grain.step;
    case snapped: return by.value(centre);
  }
  return NAN;
}

template <class Law>
double answer_on(const lattice& points, const Law& law, double origin, double truth, double query, double argument) {
  const std::optional<std::int64_t> below = point_at_or_below(points, argument);
  const auto before_all = static_cast<double>(points.lowest() - 1);  // carries no mass
  const double last = below ? static_cast<double>(*below) : before_all;
  const double exactly = below && points.value(*below) == argument ? last : before_all;
  return answer(law, ruler{points.grain, origin}, truth, query, exactly, last, argument);
}

double ask_lattice(double slot, double side, double truth, double query, double argument) {
  if (const gaussian_noise* noise = gaussian_in_slot(slot)) {
    const auto at = static_cast<std::size_t>(side);
    const lattice& points = noise->points[at];
    return answer_on(points, law_at(*noise, at, truth), static_cast<double>(points.lowest()), truth, query, argument);
  }
  const laplace_noise& noise = in_slot(slot);
  return answer_on(noise.points, law_at(noise, truth), 0, truth, query, argument);
}

double ask_continuous(double slot, double side, double truth, double query, double argument) {
  if (const gaussian_noise* noise = gaussian_in_slot(slot)) {
    const auto at = static_cast<std::size_t>(side);
    const ruler by{{1}, noise->where.sides[at].lower()};
    return answer(continuous_law_at(*noise, at, truth), by, truth, query, argument, argument, argument);
  }
  const laplace_noise& noise = in_slot(slot);
  // An infinite bound is as far away as the last point.
  const double lowest =
      std::fmax(noise.where.lower(), noise.points.value(noise.points.lowest()) - noise.points.grain.step);
  const double highest =
      std::fmin(noise.where.upper(), noise.points.value(noise.points.highest()) + noise.points.grain.step);
  const double inside = std::fmin(std::fmax(truth, lowest), highest);
  const auto about = [&](const noise_law& law) {
    return answer(law, ruler{{1}}, truth, query, argument, argument, argument);
  };
  if (noise.setting.reflected) {
    const reflected_laplace_family family = continuous_reflected(noise);
    return about(reflected_law{family, inside});
  }
  const truncated_laplace family = continuous_truncated(noise);
  return about(laplace_law{family, family.at(inside)});
}

/// Left out, the scale is the mechanism's own.
template <class Noise>
double scale_or_own(const Noise& noise, double scale) {
  return std::isnan(scale) ? noise.scale : scale;
}

double answer_epsilon_of(double slot, double scale, double delta) {
  if (const gaussian_noise* noise = gaussian_in_slot(slot)) {
    return number_or_nan(epsilon_of(*noise, scale_or_own(*noise, scale), delta));
  }
  return number_or_nan(epsilon_of(in_slot(slot), scale_or_own(in_slot(slot), scale), delta));
}

double answer_delta_of(double slot, double scale, double epsilon) {
  if (auto why = check_within("epsilon", epsilon, 0, largest_epsilon)) return number_or_nan(*why);
  if (const posterior_noise* noise = posterior_in_slot(slot)) return delta_of(*noise, epsilon);
  if (const smooth_noise* noise = smooth_in_slot(slot)) return audit(*noise, epsilon).delta;
  if (const gaussian_noise* noise = gaussian_in_slot(slot)) {
    return number_or_nan(delta_of(*noise, scale_or_own(*noise, scale), epsilon));
  }
  return number_or_nan(delta_of(in_slot(slot), scale_or_own(in_slot(slot), scale), epsilon));
}

double write_audit(const vector_audit& found) {
  std::vector<double>& list = numbers();
  list = {found.epsilon, found.delta};
  for (const auto* place : {&found.truth, &found.neighbour, &found.output}) {
    for (const double number : *place) list.push_back(number);
  }
  return static_cast<double>(list.size());
}

/// Into the list: epsilon and delta, then truth, neighbour and output, each with as many numbers as there are sides.
double answer_audit(double slot) {
  if (const gaussian_noise* noise = gaussian_in_slot(slot)) return write_audit(audit(*noise));
  if (const posterior_noise* noise = posterior_in_slot(slot)) return write_audit(audit(*noise));
  if (const smooth_noise* noise = smooth_in_slot(slot)) {
    const auto [delta, truth, neighbour] = audit(*noise, noise->promised.epsilon);
    numbers() = {noise->promised.epsilon, delta, static_cast<double>(truth), static_cast<double>(neighbour)};
    return 1;
  }
  const auto [epsilon, delta, truth, neighbour, output] = audit(in_slot(slot));
  numbers() = {epsilon, delta, truth, neighbour, output};
  return static_cast<double>(numbers().size());
}

EMSCRIPTEN_BINDINGS(inbounds_questions) {
  emscripten::function("audit", &answer_audit);
  emscripten::function("epsilonOf", &answer_epsilon_of);
  emscripten::function("deltaOf", &answer_delta_of);
  emscripten::function("askLattice", &ask_lattice);
  emscripten::function("askContinuous", &ask_continuous);
}

}  // namespace
}  // namespace inbounds::bindings
