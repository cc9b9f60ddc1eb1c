#include <emscripten/bind.h>

#include <cstdint>

#include "mechanisms/bounded_laplace/bounded_laplace.hpp"
#include "mechanisms/clamped_laplace/clamped_laplace.hpp"
#include "mechanisms/reflected_laplace/reflected_laplace.hpp"
#include "memory.hpp"
#include "options.hpp"
#include "parameter_errors.hpp"

// Making Laplace mechanisms. Only numbers cross the border, one by one or in the list of memory.hpp: objects and
// strings would take several times as long as a calibration. All are doubles, flags and counts too, so that embind has
// one type to know: .5 kB gzip less. What was made is put into a slot, and described in the list.

namespace inbounds::bindings {
namespace {

/// In the order of bindings/js/laplace-maker.js.
const laplace_mechanism* const mechanisms[] = {&reflected_laplace, &bounded_laplace, &clamped_laplace};
enum form : int { interval, spans, gaps };  ///< what the list is: nothing, pairs of ends, or pairs to leave out

std::vector<span> pairs_of(const std::vector<double>& list) {
  std::vector<span> pairs(list.size() / 2);
  for (std::size_t at = 0; at < pairs.size(); ++at) pairs[at] = {list[2 * at], list[2 * at + 1]};
  return pairs;
}

/// The mechanism that the next call is about; its domain, if it has gaps, is in the list.
struct laplace_request {
  const laplace_mechanism* mechanism = nullptr;
  privacy_notion kind = privacy_notion::dp;
  std::optional<laplace_spec> spec;
};
laplace_request request;

/// 1, or 0 and an error.
double set_request(double mechanism, double shape, double lower, double upper, double sensitivity, double granularity,
                   double origin, double metric) {
  const span bounds{lower, upper};
  const auto is = static_cast<form>(shape);
  result<domain> where = is == spans  ? domain_of_spans(pairs_of(numbers()))
                         : is == gaps ? domain_without(bounds, pairs_of(numbers()))
                                      : domain_of(bounds);
  if (!where) return set_last_error(where.error());
  request.mechanism = mechanisms[static_cast<std::size_t>(mechanism)];
  request.kind = metric != 0 ? privacy_notion::metric : privacy_notion::dp;
  request.spec.emplace(laplace_spec{*std::move(where), option(sensitivity), option(granularity), option(origin)});
  return 1;
}

/// The number of spans, or 0 and an error. The list then has what JavaScript shows of a mechanism, and the ends of the
/// spans.
double put_and_describe(result<laplace_noise>&& noise_or_error, double slot) {
  if (!noise_or_error) return set_last_error(noise_or_error.error());
  put_in_slot(slot, *std::move(noise_or_error));
  const laplace_noise& noise = in_slot(slot);
  std::vector<double>& list = numbers();
  list = {noise.where.lower(),
          noise.where.upper(),
          noise.sensitivity,
          noise.points.grain.step,
          noise.points.grain.origin,
          static_cast<double>(noise.points.steps()),
          noise.rate,
          noise.scale,
          noise.promised.epsilon,
          noise.promised.delta,
          noise.points.value(noise.points.lowest()),
          noise.points.value(noise.points.highest())};
  for (const auto& [lower, upper] : noise.where.spans) {
    list.push_back(lower);
    list.push_back(upper);
  }
  return static_cast<double>(noise.where.spans.size());
}

/// Calibrated, or with a scale or a rate that somebody gave; what is not asked for may be anything.
double make_mechanism(double way, double epsilon, double delta, double published, double scale, double rate,
                      double slot) {
  const laplace_mechanism& mechanism = *request.mechanism;
  const guarantee promised{epsilon, delta, request.kind};
  return put_and_describe(way == with_given_rate ? with_rate(mechanism, *request.spec, promised, rate, option(scale))
                          : way == with_given_scale
                              ? with_scale(mechanism, *request.spec, scale, request.kind)
                              : calibrate(mechanism, *request.spec, promised, calibration_of(published)),
                          slot);
}

double answer_scale_for(double epsilon, double delta, double published) {
  const guarantee promised{epsilon, delta, request.kind};
  return number_or_nan(scale_for(*request.mechanism, *request.spec, promised, calibration_of(published)));
}

EMSCRIPTEN_BINDINGS(inbounds_laplace) {
  emscripten::function("laplaceWant", &set_request);
  emscripten::function("laplaceMake", &make_mechanism);
  emscripten::function("laplaceScaleFor", &answer_scale_for);
}

}  // namespace
}  // namespace inbounds::bindings
