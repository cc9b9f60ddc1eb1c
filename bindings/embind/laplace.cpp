#include <emscripten/bind.h>

#include <cstdint>

#include "faults.hpp"
#include "mechanisms/bounded_laplace/bounded_laplace.hpp"
#include "mechanisms/clamped_laplace/clamped_laplace.hpp"
#include "mechanisms/reflected_laplace/reflected_laplace.hpp"
#include "memory.hpp"
#include "options.hpp"

// Making Laplace mechanisms. Only numbers cross the border, one by one or in the list of memory.hpp: objects and
// strings would take several times as long as a calibration. What was made is put into a slot, and described in the
// list.

namespace inbounds::bindings {
namespace {

/// In the order of bindings/js/engine.js.
const laplace_mechanism* const mechanisms[] = {&reflected_laplace, &bounded_laplace, &clamped_laplace};
enum form : int { interval, spans, gaps };  ///< what the list is: nothing, pairs of ends, or pairs to leave out

std::vector<span> pairs_of(const std::vector<double>& list) {
  std::vector<span> pairs;
  for (std::size_t at = 0; at + 1 < list.size(); at += 2) pairs.push_back({list[at], list[at + 1]});
  return pairs;
}

/// The mechanism that the next call is about; its domain, if it has gaps, is in the list.
struct asked {
  const laplace_mechanism* mechanism = nullptr;
  closeness kind = closeness::dp;
  std::optional<laplace_spec> spec;
};
asked wanted;

/// 1, or 0 and a fault.
int bound_want(int mechanism, int shape, double lower, double upper, double sensitivity, double granularity,
               bool metric) {
  const span bounds{lower, upper};
  result<domain> where = shape == spans  ? domain_of_spans(pairs_of(numbers()))
                         : shape == gaps ? domain_without(bounds, pairs_of(numbers()))
                                         : domain_of(bounds);
  if (!where) return refused(where.error());
  wanted.mechanism = mechanisms[mechanism];
  wanted.kind = metric ? closeness::metric : closeness::dp;
  wanted.spec = laplace_spec{*std::move(where), option(sensitivity), option(granularity)};
  return 1;
}

/// The number of spans, or 0 and a fault. The list then has what JavaScript shows of a mechanism, and the ends of the
/// spans.
int settled(result<laplace_noise>&& made, int slot) {
  if (!made) return refused(made.error());
  put_in_slot(slot, *std::move(made));
  const laplace_noise& noise = in_slot(slot);
  std::vector<double>& list = numbers();
  list = {noise.where.lower(),
          noise.where.upper(),
          noise.sensitivity,
          noise.points.grain.step,
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
  return static_cast<int>(noise.where.spans.size());
}

int bound_calibrate(double epsilon, double delta, bool published, int slot) {
  const guarantee promised{epsilon, delta, wanted.kind};
  return settled(calibrate(*wanted.mechanism, *wanted.spec, promised, method_of(published)), slot);
}

int bound_with_scale(double scale, int slot) {
  return settled(with_scale(*wanted.mechanism, *wanted.spec, scale, wanted.kind), slot);
}

int bound_with_rate(double epsilon, double delta, double rate, double scale, int slot) {
  const guarantee claimed{epsilon, delta, wanted.kind};
  return settled(with_rate(*wanted.mechanism, *wanted.spec, claimed, rate, option(scale)), slot);
}

double bound_scale_for(double epsilon, double delta, bool published) {
  const guarantee promised{epsilon, delta, wanted.kind};
  return number_or_nan(scale_for(*wanted.mechanism, *wanted.spec, promised, method_of(published)));
}

EMSCRIPTEN_BINDINGS(inbounds_laplace) {
  emscripten::function("laplaceWant", &bound_want);
  emscripten::function("laplaceCalibrate", &bound_calibrate);
  emscripten::function("laplaceWithScale", &bound_with_scale);
  emscripten::function("laplaceWithRate", &bound_with_rate);
  emscripten::function("laplaceScaleFor", &bound_scale_for);
}

}  // namespace
}  // namespace inbounds::bindings
