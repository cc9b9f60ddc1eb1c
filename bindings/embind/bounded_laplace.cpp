#include <emscripten/bind.h>

#include <cmath>
#include <cstdint>

#include "faults.hpp"
#include "lattice_from.hpp"
#include "mechanisms/bounded_laplace/bounded_laplace.hpp"

// Only numbers cross the border. A mechanism is a handful of them, so JavaScript holds the numbers themselves and no
// handle: there is nothing to delete and nothing to leak. Options that were left out arrive as NaN.

namespace inbounds::bindings {
namespace {

struct spec_value {
  double lower;
  double upper;
  double sensitivity;
  double granularity;
};

struct mechanism_value {
  double lower;
  double upper;
  double sensitivity;
  double step;
  double per_unit;
  double first;
  double steps;
  double index_sensitivity;
  double rate;
  double scale;
  double epsilon;
};

struct mechanism_outcome {
  fault_value fault;
  mechanism_value mechanism;
};

struct number_outcome {
  fault_value fault;
  double number;
};

std::optional<double> option(double value) {
  if (std::isnan(value)) return {};
  return value;
}

bounded_laplace_spec received(const spec_value& spec) {
  return {{spec.lower, spec.upper}, option(spec.sensitivity), option(spec.granularity)};
}

bounded_laplace received(const mechanism_value& m) {
  return {{m.lower, m.upper},
          m.sensitivity,
          lattice_from(m.step, m.per_unit, m.first, m.steps),
          static_cast<std::int64_t>(m.index_sensitivity),
          m.rate,
          m.scale,
          m.epsilon};
}

mechanism_outcome crossing(const result<bounded_laplace>& made) {
  if (!made) return {fault_crossing(made.error()), {}};
  const bounded_laplace& m = *made;
  return {{},
          {m.domain.lower, m.domain.upper, m.sensitivity, m.points.grain.step, m.points.grain.per_unit,
           static_cast<double>(m.points.first), static_cast<double>(m.points.steps),
           static_cast<double>(m.index_sensitivity), m.rate, m.scale, m.epsilon}};
}

number_outcome crossing(const result<double>& made) {
  if (!made) return {fault_crossing(made.error()), 0};
  return {{}, *made};
}

mechanism_outcome bound_calibrate(const spec_value& spec, double epsilon, double delta, bool published) {
  return crossing(calibrate(received(spec), {epsilon, delta}, published ? calibration::published : calibration::tight));
}

mechanism_outcome bound_with_scale(const spec_value& spec, double scale) {
  return crossing(with_scale(received(spec), scale));
}

mechanism_outcome bound_with_rate(const spec_value& spec, double epsilon, double delta, double rate) {
  return crossing(with_rate(received(spec), {epsilon, delta}, rate));
}

number_outcome bound_scale_for(const spec_value& spec, double epsilon, double delta) {
  return crossing(scale_for(received(spec), {epsilon, delta}));
}

number_outcome bound_epsilon_of(const mechanism_value& mechanism, double scale) {
  return crossing(epsilon_of(received(mechanism), scale));
}

bounded_laplace_audit bound_audit(const mechanism_value& mechanism) { return audit(received(mechanism)); }

/// What can be asked of a law at an argument; one function for all keeps the table of exports small.
enum class question { mass, log_mass, cdf, survival, quantile, mean, variance, snapped };

double ask_lattice(const mechanism_value& value, double truth, question asked, double argument) {
  const bounded_laplace mechanism = received(value);
  const lattice& points = mechanism.points;
  const lattice_laplace law = law_at(mechanism, truth);
  const std::int64_t below = std::isnan(argument) ? -1 : point_at_or_below(points, argument);
  const bool on_lattice = below >= 0 && points.value(below) == argument;
  const std::int64_t exactly = on_lattice ? below : -1;  // -1 carries no mass
  switch (asked) {
    case question::mass: return pmf(law, exactly);
    case question::log_mass: return log_pmf(law, exactly);
    case question::cdf: return cdf(law, below);
    case question::survival: return survival(law, below);
    case question::quantile: return points.value(quantile(law, argument));
    case question::mean: return points.grain.value(static_cast<double>(points.first + law.centre) + bias(law));
    case question::variance: return variance(law) * points.grain.step * points.grain.step;
    case question::snapped: return points.value(law.centre);
  }
  return NAN;
}

double ask_continuous(const mechanism_value& value, double truth, question asked, double argument) {
  const truncated_laplace law = continuous_law_at(received(value), truth);
  switch (asked) {
    case question::mass: return pdf(law, argument);
    case question::log_mass: return log_pdf(law, argument);
    case question::cdf: return cdf(law, argument);
    case question::survival: return survival(law, argument);
    case question::quantile: return quantile(law, argument);
    case question::mean: return mean(law);
    case question::variance: return variance(law);
    case question::snapped: return law.location;
  }
  return NAN;
}

EMSCRIPTEN_BINDINGS(inbounds_bounded_laplace) {
  emscripten::value_object<spec_value>("BoundedLaplaceSpec")
      .field("lower", &spec_value::lower)
      .field("upper", &spec_value::upper)
      .field("sensitivity", &spec_value::sensitivity)
      .field("granularity", &spec_value::granularity);
  emscripten::value_object<mechanism_value>("BoundedLaplaceNumbers")
      .field("lower", &mechanism_value::lower)
      .field("upper", &mechanism_value::upper)
      .field("sensitivity", &mechanism_value::sensitivity)
      .field("step", &mechanism_value::step)
      .field("perUnit", &mechanism_value::per_unit)
      .field("first", &mechanism_value::first)
      .field("steps", &mechanism_value::steps)
      .field("indexSensitivity", &mechanism_value::index_sensitivity)
      .field("rate", &mechanism_value::rate)
      .field("scale", &mechanism_value::scale)
      .field("epsilon", &mechanism_value::epsilon);
  emscripten::value_object<mechanism_outcome>("BoundedLaplaceOutcome")
      .field("fault", &mechanism_outcome::fault)
      .field("mechanism", &mechanism_outcome::mechanism);
  emscripten::value_object<number_outcome>("NumberOutcome")
      .field("fault", &number_outcome::fault)
      .field("number", &number_outcome::number);
  emscripten::value_object<bounded_laplace_audit>("BoundedLaplaceAudit")
      .field("epsilon", &bounded_laplace_audit::epsilon)
      .field("delta", &bounded_laplace_audit::delta)
      .field("truth", &bounded_laplace_audit::truth)
      .field("neighbour", &bounded_laplace_audit::neighbour)
      .field("output", &bounded_laplace_audit::output);
  emscripten::enum_<question>("Question")
      .value("mass", question::mass)
      .value("logMass", question::log_mass)
      .value("cdf", question::cdf)
      .value("survival", question::survival)
      .value("quantile", question::quantile)
      .value("mean", question::mean)
      .value("variance", question::variance)
      .value("snapped", question::snapped);
  emscripten::function("boundedLaplaceCalibrate", &bound_calibrate);
  emscripten::function("boundedLaplaceWithScale", &bound_with_scale);
  emscripten::function("boundedLaplaceWithRate", &bound_with_rate);
  emscripten::function("boundedLaplaceScaleFor", &bound_scale_for);
  emscripten::function("boundedLaplaceEpsilonOf", &bound_epsilon_of);
  emscripten::function("boundedLaplaceAudit", &bound_audit);
  emscripten::function("boundedLaplaceLattice", &ask_lattice);
  emscripten::function("boundedLaplaceContinuous", &ask_continuous);
}

}  // namespace
}  // namespace inbounds::bindings
