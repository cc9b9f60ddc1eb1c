#include <emscripten/bind.h>

#include <cmath>
#include <cstdint>

#include "faults.hpp"
#include "mechanisms/bounded_laplace/bounded_laplace.hpp"
#include "mechanisms/clamped_laplace/clamped_laplace.hpp"
#include "memory.hpp"

// Making Laplace mechanisms. Only numbers cross the border; options that were left out arrive as NaN. What was made is
// put into a slot.

namespace inbounds::bindings {
namespace {

enum class kind { bounded, clamped };
enum class form {
  interval,
  spans,
  gaps
};  ///< what the list of numbers is: nothing, pairs of ends, or pairs to leave out

struct spec_value {
  kind mechanism;
  form shape;
  double lower;
  double upper;
  double sensitivity;
  double granularity;
  bool metric;
};

struct noise_value {
  int spans;
  double lower;
  double upper;
  double sensitivity;
  double step;
  double steps;
  double rate;
  double scale;
  double epsilon;
  double delta;
};

struct noise_outcome {
  fault_value fault;
  noise_value noise;
};

const laplace_mechanism& mechanism_of(const spec_value& value) {
  return value.mechanism == kind::bounded ? bounded_laplace : clamped_laplace;
}

closeness closeness_of(const spec_value& value) { return value.metric ? closeness::metric : closeness::dp; }

calibration method_of(bool published) { return published ? calibration::published : calibration::tight; }

std::optional<double> option(double value) {
  if (std::isnan(value)) return {};
  return value;
}

std::vector<span> pairs_of(const std::vector<double>& list) {
  std::vector<span> pairs;
  for (std::size_t at = 0; at + 1 < list.size(); at += 2) pairs.push_back({list[at], list[at + 1]});
  return pairs;
}

result<laplace_spec> received(const spec_value& value) {
  const span bounds{value.lower, value.upper};
  const result<domain> where = value.shape == form::spans  ? domain_of_spans(pairs_of(numbers()))
                               : value.shape == form::gaps ? domain_without(bounds, pairs_of(numbers()))
                                                           : domain_of(bounds);
  if (!where) return where.error();
  return laplace_spec{*where, option(value.sensitivity), option(value.granularity)};
}

/// What was made goes into the slot, its spans into the list of numbers, the rest back.
noise_outcome settled(result<laplace_noise>&& made, int slot) {
  if (!made) return {fault_crossing(made.error()), {}};
  put_in_slot(slot, *std::move(made));
  const laplace_noise& noise = in_slot(slot);
  std::vector<double>& ends = numbers();
  ends.clear();
  for (const auto& [lower, upper] : noise.where.spans) {
    ends.push_back(lower);
    ends.push_back(upper);
  }
  return {{},
          {static_cast<int>(noise.where.spans.size()), noise.where.lower(), noise.where.upper(), noise.sensitivity,
           noise.points.grain.step, static_cast<double>(noise.points.steps()), noise.rate, noise.scale,
           noise.promised.epsilon, noise.promised.delta}};
}

noise_outcome bound_calibrate(const spec_value& value, double epsilon, double delta, bool published, int slot) {
  const result<laplace_spec> spec = received(value);
  if (!spec) return {fault_crossing(spec.error()), {}};
  const guarantee asked{epsilon, delta, closeness_of(value)};
  return settled(calibrate(mechanism_of(value), *spec, asked, method_of(published)), slot);
}

noise_outcome bound_with_scale(const spec_value& value, double scale, int slot) {
  const result<laplace_spec> spec = received(value);
  if (!spec) return {fault_crossing(spec.error()), {}};
  return settled(with_scale(mechanism_of(value), *spec, scale, closeness_of(value)), slot);
}

noise_outcome bound_with_rate(const spec_value& value, double epsilon, double delta, double rate, double scale,
                              int slot) {
  const result<laplace_spec> spec = received(value);
  if (!spec) return {fault_crossing(spec.error()), {}};
  return settled(with_rate(mechanism_of(value), *spec, {epsilon, delta, closeness_of(value)}, rate, option(scale)),
                 slot);
}

number_outcome bound_scale_for(const spec_value& value, double epsilon, double delta, bool published) {
  const result<laplace_spec> spec = received(value);
  if (!spec) return {fault_crossing(spec.error()), 0};
  const guarantee asked{epsilon, delta, closeness_of(value)};
  return number_crossing(scale_for(mechanism_of(value), *spec, asked, method_of(published)));
}

EMSCRIPTEN_BINDINGS(inbounds_laplace) {
  emscripten::enum_<kind>("Mechanism").value("BoundedLaplace", kind::bounded).value("ClampedLaplace", kind::clamped);
  emscripten::enum_<form>("Form")
      .value("interval", form::interval)
      .value("spans", form::spans)
      .value("gaps", form::gaps);
  emscripten::value_object<spec_value>("LaplaceSpec")
      .field("mechanism", &spec_value::mechanism)
      .field("shape", &spec_value::shape)
      .field("lower", &spec_value::lower)
      .field("upper", &spec_value::upper)
      .field("sensitivity", &spec_value::sensitivity)
      .field("granularity", &spec_value::granularity)
      .field("metric", &spec_value::metric);
  emscripten::value_object<noise_value>("LaplaceNoise")
      .field("spans", &noise_value::spans)
      .field("lower", &noise_value::lower)
      .field("upper", &noise_value::upper)
      .field("sensitivity", &noise_value::sensitivity)
      .field("step", &noise_value::step)
      .field("steps", &noise_value::steps)
      .field("rate", &noise_value::rate)
      .field("scale", &noise_value::scale)
      .field("epsilon", &noise_value::epsilon)
      .field("delta", &noise_value::delta);
  emscripten::value_object<noise_outcome>("LaplaceOutcome")
      .field("fault", &noise_outcome::fault)
      .field("noise", &noise_outcome::noise);
  emscripten::function("laplaceCalibrate", &bound_calibrate);
  emscripten::function("laplaceWithScale", &bound_with_scale);
  emscripten::function("laplaceWithRate", &bound_with_rate);
  emscripten::function("laplaceScaleFor", &bound_scale_for);
}

}  // namespace
}  // namespace inbounds::bindings
