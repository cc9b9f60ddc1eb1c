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

double ask_lattice(int slot, double truth, int asked, double argument) {
  const laplace_noise& noise = in_slot(slot);
  const lattice& points = noise.points;
  const laplace_law law = law_at(noise, truth);
  const std::optional<std::int64_t> below = point_at_or_below(points, argument);
  const bool on_lattice = below && points.value(*below) == argument;
  const double before_all = law.family.lowest() - 1;  // carries no mass
  const double last = below ? static_cast<double>(*below) : before_all;
  const double exactly = on_lattice ? last : before_all;
  switch (asked) {
    case mass: return density(law, exactly);
    case atom_mass: return density(law, exactly);
    case log_mass: return log_density(law, exactly);
    case cdf_at: return cdf(law, last);
    case survival_at: return survival(law, last);
    case quantile_at: return points.grain.value(quantile(law, argument));
    case mean: return points.grain.value(law.centre.at + moments_of(law).bias);
    case bias: return moments_of(law).bias * points.grain.step + (points.grain.value(law.centre.at) - truth);
    case variance: return moments_of(law).variance * points.grain.step * points.grain.step;
    case snapped: return points.grain.value(law.centre.at);
  }
  return NAN;
}

double ask_continuous(int slot, double truth, int asked, double argument) {
  const laplace_noise& noise = in_slot(slot);
  const confined_laplace family = continuous_family(noise);
  // An infinite bound is as far away as the last point.
  const double lowest =
      std::fmax(noise.where.lower(), noise.points.value(noise.points.lowest()) - noise.points.grain.step);
  const double highest =
      std::fmin(noise.where.upper(), noise.points.value(noise.points.highest()) + noise.points.grain.step);
  const double inside = std::fmin(std::fmax(truth, lowest), highest);
  const laplace_law law{family, family.at(inside)};
  switch (asked) {
    case mass: return density(law, argument);
    case log_mass: return log_density(law, argument);
    case atom_mass: return atom(law, argument);
    case cdf_at: return cdf(law, argument);
    case survival_at: return survival(law, argument);
    case quantile_at: return quantile(law, argument);
    case mean: return inside + moments_of(law).bias;
    case bias: return moments_of(law).bias + (inside - truth);
    case variance: return moments_of(law).variance;
    case snapped: return inside;
  }
  return NAN;
}

/// Left out, the scale is the mechanism's own.
double scale_or_own(const laplace_noise& noise, double scale) { return std::isnan(scale) ? noise.scale : scale; }

double bound_epsilon_of(int slot, double scale, double delta) {
  return number_or_nan(epsilon_of(in_slot(slot), scale_or_own(in_slot(slot), scale), delta));
}

double bound_delta_of(int slot, double scale, double epsilon) {
  return number_or_nan(delta_of(in_slot(slot), scale_or_own(in_slot(slot), scale), epsilon));
}

laplace_audit bound_audit(int slot) { return audit(in_slot(slot)); }

EMSCRIPTEN_BINDINGS(inbounds_laplace_questions) {
  emscripten::value_object<laplace_audit>("Audit")
      .field("epsilon", &laplace_audit::epsilon)
      .field("delta", &laplace_audit::delta)
      .field("truth", &laplace_audit::truth)
      .field("neighbour", &laplace_audit::neighbour)
      .field("output", &laplace_audit::output);
  emscripten::function("audit", &bound_audit);
  emscripten::function("epsilonOf", &bound_epsilon_of);
  emscripten::function("deltaOf", &bound_delta_of);
  emscripten::function("askLattice", &ask_lattice);
  emscripten::function("askContinuous", &ask_continuous);
}

}  // namespace
}  // namespace inbounds::bindings
