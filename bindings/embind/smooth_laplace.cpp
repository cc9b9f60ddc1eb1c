#include <emscripten/bind.h>

#include "entropy.hpp"
#include "memory.hpp"
#include "options.hpp"
#include "parameter_errors.hpp"

// Laplace noise with smooth sensitivity, in the manner of laplace.cpp.

namespace inbounds::bindings {
namespace {

/// 1, or 0 and an error. The list has the values, and then what JavaScript shows of a mechanism, and the rates.
double make_smooth(double smoothing, double epsilon, double delta, double published, double alpha, double slot) {
  std::vector<double>& list = numbers();
  result<smooth_noise> noise_or_error =
      calibrate({list, option(smoothing)}, {epsilon, delta}, calibration_of(published), option(alpha));
  if (!noise_or_error) return set_last_error(noise_or_error.error());
  put_in_slot(slot, *std::move(noise_or_error));
  const smooth_noise& noise = *smooth_in_slot(slot);
  const double lowest = noise.lowest * noise.step;
  list = {noise.smoothing, noise.alpha, noise.step, lowest, lowest + noise.steps * noise.step};
  for (const double rate : noise.rates) list.push_back(rate);
  return 1;
}

double draw_for_count(double slot, double count) {
  return draw(*smooth_in_slot(slot), static_cast<std::size_t>(count), module_bits());
}

EMSCRIPTEN_BINDINGS(inbounds_smooth_laplace) {
  emscripten::function("smoothMake", &make_smooth);
  emscripten::function("smoothDraw", &draw_for_count);
}

}  // namespace
}  // namespace inbounds::bindings
