#include <emscripten/bind.h>

#include <cmath>

#include "faults.hpp"
#include "memory.hpp"

// Questions about the mechanism in a slot.

namespace inbounds::bindings {
namespace {

/// What can be asked of a law at an argument; one function for all keeps the table of exports small.
/// In the order of bindings/js/engine.js.
enum question : int { mass, log_mass, atom_mass, cdf_at, survival_at, quantile_at, mean, bias, variance, snapped };

/// A law, and the unit that its numbers are counted in.
double answer(const noise_law& law, const granularity& grain, double truth, int asked, double exactly, double last,
              double probability) {
  const double centre = centre_of(law);
  switch (asked) {
    case mass: return density(law, exactly);
    case log_mass: return log_density(law, exactly);
    case atom_mass: return atom(law, exactly);
    case cdf_at: return cdf(law, last);
    case survival_at: return survival(law, last);
    case quantile_at: return grain.value(quantile(law, probability));
    case mean: return grain.value(centre + moments_of(law).bias);
    case bias: return moments_of(law).bias * grain.step + (grain.value(centre) - truth);
    case variance: return moments_of(law).variance * grain.step * grain.step;
    case snapped: return grain.value(centre);
  }
  return NAN;
}

double ask_lattice(int slot, double truth, int asked, double argument) {
  const laplace_noise& noise = in_slot(slot);
  const lattice& points = noise.points;
  const std::optional<std::int64_t> below = point_at_or_below(points, argument);
  const auto before_all = static_cast<double>(points.lowest() - 1);  // carries no mass
  const double last = below ? static_cast<double>(*below) : before_all;
  const double exactly = below && points.value(*below) == argument ? last : before_all;
  return answer(law_at(noise, truth), points.grain, truth, asked, exactly, last, argument);
}

double ask_continuous(int slot, double truth, int asked, double argument) {
  const laplace_noise& noise = in_slot(slot);
  // An infinite bound is as far away as the last point.
  const double lowest =
      std::fmax(noise.where.lower(), noise.points.value(noise.points.lowest()) - noise.points.grain.step);
  const double highest =
      std::fmin(noise.where.upper(), noise.points.value(noise.points.highest()) + noise.points.grain.step);
  const double inside = std::fmin(std::fmax(truth, lowest), highest);
  const auto about = [&](const noise_law& law) {
    return answer(law, granularity{1}, truth, asked, argument, argument, argument);
  };
  if (noise.setting.folded) {
    const folded_laplace family = continuous_folded(noise);
    return about(folded_law{family, inside});
  }
  const confined_laplace family = continuous_confined(noise);
  return about(laplace_law{family, family.at(inside)});
}

/// Left out, the scale is the mechanism's own.
double scale_or_own(const laplace_noise& noise, double scale) { return std::isnan(scale) ? noise.scale : scale; }

double bound_epsilon_of(int slot, double scale, double delta) {
  return number_or_nan(epsilon_of(in_slot(slot), scale_or_own(in_slot(slot), scale), delta));
}

double bound_delta_of(int slot, double scale, double epsilon) {
  return number_or_nan(delta_of(in_slot(slot), scale_or_own(in_slot(slot), scale), epsilon));
}

/// Into the list.
void bound_audit(int slot) {
  const auto [epsilon, delta, truth, neighbour, output] = audit(in_slot(slot));
  numbers() = {epsilon, delta, truth, neighbour, output};
}

EMSCRIPTEN_BINDINGS(inbounds_laplace_questions) {
  emscripten::function("audit", &bound_audit);
  emscripten::function("epsilonOf", &bound_epsilon_of);
  emscripten::function("deltaOf", &bound_delta_of);
  emscripten::function("askLattice", &ask_lattice);
  emscripten::function("askContinuous", &ask_continuous);
}

}  // namespace
}  // namespace inbounds::bindings
