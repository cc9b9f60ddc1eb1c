#include <emscripten/bind.h>

#include <cmath>
#include <span>

#include "memory.hpp"
#include "options.hpp"
#include "parameter_errors.hpp"

// Making Gaussian mechanisms, in the manner of laplace.cpp.

namespace inbounds::bindings {
namespace {

std::optional<gaussian_spec> request;

/// 1, or 0 and an error. The list has the lower bounds, the upper bounds, the granularities and their origins, if any.
double set_request(double lowers, double uppers, double granularities, double sensitivity) {
  const std::span<const double> list = numbers();
  const auto first = static_cast<std::size_t>(lowers);
  const auto second = static_cast<std::size_t>(uppers);
  result<box> where = box_of(list.first(first), list.subspan(first, second));
  if (!where) return set_last_error(where.error());
  const auto third = static_cast<std::size_t>(granularities);
  const auto steps = list.subspan(first + second, third);
  const auto origins = list.subspan(first + second + third);
  request.emplace(gaussian_spec{
      *std::move(where), option(sensitivity), {steps.begin(), steps.end()}, {origins.begin(), origins.end()}});
  return 1;
}

/// The number of sides, or 0 and an error. The list then has what JavaScript shows of a mechanism, and of each side the
/// step, its origin, the number of steps, and the lowest and the highest value.
double put_and_describe(result<gaussian_noise>&& noise_or_error, double slot) {
  if (!noise_or_error) return set_last_error(noise_or_error.error());
  put_in_slot(slot, *std::move(noise_or_error));
  const gaussian_noise& noise = *gaussian_in_slot(slot);
  std::vector<double>& list = numbers();
  list = {noise.sensitivity, noise.scale, noise.promised.epsilon, noise.promised.delta};
  for (const lattice& points : noise.points) {
    for (const double number : {points.grain.step, points.grain.origin, static_cast<double>(points.steps()),
                                points.value(points.lowest()), points.value(points.highest())}) {
      list.push_back(number);
    }
  }
  return static_cast<double>(noise.points.size());
}

/// Calibrated, or with a scale that somebody gave, or one that goes with a guarantee.
double make_mechanism(double way, double epsilon, double delta, double published, double scale, double slot) {
  const guarantee promised{epsilon, delta};
  return put_and_describe(way == with_given_rate    ? with_scale(*request, promised, scale)
                          : way == with_given_scale ? with_scale(*request, scale)
                                                    : calibrate(*request, promised, calibration_of(published)),
                          slot);
}

double answer_scale_for(double epsilon, double delta, double published) {
  return number_or_nan(scale_for(*request, {epsilon, delta}, calibration_of(published)));
}

EMSCRIPTEN_BINDINGS(inbounds_gaussian) {
  emscripten::function("gaussianWant", &set_request);
  emscripten::function("gaussianMake", &make_mechanism);
  emscripten::function("gaussianScaleFor", &answer_scale_for);
}

}  // namespace
}  // namespace inbounds::bindings
