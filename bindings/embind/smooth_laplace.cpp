#include <emscripten/bind.h>

#include "entropy.hpp"
#include "faults.hpp"
#include "memory.hpp"
#include "options.hpp"

// Laplace noise with smooth sensitivity, in the manner of laplace.cpp.

namespace inbounds::bindings {
namespace {

/// 1, or 0 and a fault. The list has the values, and then what JavaScript shows of a mechanism, and the rates. Bounds are
/// given both or not at all.
double bound_make(double lower, double upper, double granularity, double smoothing, double epsilon, double delta,
                  double published, double alpha, double slot) {
  std::vector<double>& list = numbers();
  smooth_spec spec{list, {}, option(granularity), option(smoothing)};
  if (option(lower)) spec.bounds = span{lower, upper};
  result<smooth_noise> made = calibrate(spec, {epsilon, delta}, method_of(published), option(alpha));
  if (!made) return refused(made.error());
  put_in_slot(slot, *std::move(made));
  const smooth_noise& noise = *smooth_in_slot(slot);
  list = {noise.bounds.lower, noise.bounds.upper, noise.smoothing, noise.alpha,
          noise.grain.step,   noise.steps,        noise.grain.value(noise.lowest),
          noise.grain.value(noise.lowest + noise.steps)};
  for (const double rate : noise.rates) list.push_back(rate);
  return 1;
}

double bound_draw(double slot, double count) {
  return draw(*smooth_in_slot(slot), static_cast<std::size_t>(count), module_bits());
}

EMSCRIPTEN_BINDINGS(inbounds_smooth_laplace) {
  emscripten::function("smoothMake", &bound_make);
  emscripten::function("smoothDraw", &bound_draw);
}

}  // namespace
}  // namespace inbounds::bindings
