#include <emscripten/bind.h>

#include <cmath>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "entropy.hpp"
#include "mechanisms/registry.hpp"
#include "memory.hpp"
#include "parameter_errors.hpp"

// Making mechanisms: what JavaScript sends becomes a request, and the description the list that it expects. Only
// numbers cross the border, one by one or in the list of memory.hpp: objects and strings would take several times as
// long as a calibration. All are doubles, flags and counts too, so that embind has one type to know: .5 kB gzip less.

namespace inbounds::bindings {
namespace {

/// Options that were left out arrive as NaN.
std::optional<double> option(double value) {
  if (std::isnan(value)) return {};
  return value;
}

std::vector<double> list_of(std::span<const double> numbers) { return {numbers.begin(), numbers.end()}; }

std::vector<span> pairs_of(const std::vector<double>& list) {
  std::vector<span> pairs(list.size() / 2);
  for (std::size_t at = 0; at < pairs.size(); ++at) pairs[at] = {list[2 * at], list[2 * at + 1]};
  return pairs;
}

/// In the order of bindings/js/noise-options.js.
basis basis_of(double way) { return static_cast<basis>(static_cast<int>(way)); }

calibration calibration_of(double published) { return published != 0 ? calibration::published : calibration::tight; }

/// What the next call is about. Of noise on numbers, the domain is asked for first, and all else by the call itself.
std::string_view kind_name;
request next_request;

void promise(double epsilon, double delta, double published) {
  next_request.epsilon = epsilon;
  next_request.delta = delta;
  next_request.how = calibration_of(published);
}

/// Puts what was made into a slot, and writes down what `write` says of it; its answer, or 0 and an error.
template <class Write>
double put(double slot, const Write& write) {
  auto noise = make(kind_name, next_request);
  if (!noise) return set_last_error(noise.error());
  put_in_slot(slot, *std::move(noise));
  return write(in_slot(slot).describe(), numbers());
}

// Laplace noise.

/// In the order of bindings/js/laplace-factory.js.
constexpr std::string_view laplace_names[] = {"ReflectedLaplace", "BoundedLaplace", "ClampedLaplace"};
enum form : int { interval, spans, gaps };  ///< what the list is: nothing, pairs of ends, or pairs to leave out

/// 1, or 0 and an error.
double laplace_want(double mechanism, double shape, double lower, double upper, double sensitivity, double granularity,
                    double origin, double metric) {
  const auto is = static_cast<form>(shape);
  kind_name = laplace_names[static_cast<std::size_t>(mechanism)];
  next_request = {};
  next_request.notion = metric != 0 ? privacy_notion::metric : privacy_notion::dp;
  next_request.lower = {lower};
  next_request.upper = {upper};
  if (is == spans) next_request.spans = pairs_of(numbers());
  if (is == gaps) next_request.gaps = pairs_of(numbers());
  next_request.sensitivity = option(sensitivity);
  if (const auto step = option(granularity)) next_request.granularity = {*step};
  if (const auto from = option(origin)) next_request.origin = {*from};
  const result<domain> where = domain_in(next_request);
  return where ? 1 : set_last_error(where.error());
}

/// The number of spans. The list then has what JavaScript shows of a mechanism, and the ends of the spans.
double list_laplace(const description& shown, std::vector<double>& list) {
  const described_side& side = shown.sides.front();
  list = {side.spans.front().lower,
          side.spans.back().upper,
          *shown.sensitivity,
          side.step,
          side.origin,
          side.steps,
          *shown.rate,
          *shown.scale,
          shown.promised.epsilon,
          shown.promised.delta,
          side.lowest,
          side.highest};
  for (const auto& [lower, upper] : side.spans) {
    list.push_back(lower);
    list.push_back(upper);
  }
  return static_cast<double>(side.spans.size());
}

/// Calibrated, or with a scale or a rate that somebody gave; what is not asked for may be anything.
double laplace_make(double way, double epsilon, double delta, double published, double scale, double rate,
                    double slot) {
  promise(epsilon, delta, published);
  next_request.from = basis_of(way);
  next_request.scale = next_request.from == basis::given ? scale : option(scale);
  next_request.rate = rate;
  return put(slot, list_laplace);
}

// Gaussian noise.

/// 1, or 0 and an error. The list has the lower bounds, the upper bounds, the granularities and their origins, if any.
double gaussian_want(double lowers, double uppers, double granularities, double sensitivity) {
  const std::span<const double> list = numbers();
  const auto first = static_cast<std::size_t>(lowers);
  const auto second = static_cast<std::size_t>(uppers);
  const auto third = static_cast<std::size_t>(granularities);
  kind_name = "BoundedGaussian";
  next_request = {};
  next_request.lower = list_of(list.first(first));
  next_request.upper = list_of(list.subspan(first, second));
  next_request.granularity = list_of(list.subspan(first + second, third));
  next_request.origin = list_of(list.subspan(first + second + third));
  next_request.sensitivity = option(sensitivity);
  const result<box> where = box_in(next_request);
  return where ? 1 : set_last_error(where.error());
}

/// The number of sides. The list then has what JavaScript shows of a mechanism, and of each side the step, its origin,
/// the number of steps, and the lowest and the highest value.
double list_gaussian(const description& shown, std::vector<double>& list) {
  list = {*shown.sensitivity, *shown.scale, shown.promised.epsilon, shown.promised.delta};
  for (const described_side& side : shown.sides) {
    for (const double number : {side.step, side.origin, side.steps, side.lowest, side.highest}) list.push_back(number);
  }
  return static_cast<double>(shown.sides.size());
}

/// Calibrated, or with a scale that somebody gave, or one that goes with a guarantee.
double gaussian_make(double way, double epsilon, double delta, double published, double scale, double slot) {
  promise(epsilon, delta, published);
  next_request.from = basis_of(way);
  next_request.scale = scale;
  return put(slot, list_gaussian);
}

/// Of either.
double wanted_scale_for(double epsilon, double delta, double published) {
  promise(epsilon, delta, published);
  return number_or_nan(scale_for(kind_name, next_request));
}

// Noise on counts.

/// 1, or 0 and an error. The methods are in the order of bindings/js/posterior-options.js. The list has the weights of
/// the prior, and then what JavaScript shows of a mechanism.
double posterior_make(double method, double trials, double smoothing, double way, double epsilon, double delta,
                      double published, double temperature, double slot) {
  kind_name = "DirichletPosterior";
  next_request = {};
  promise(epsilon, delta, published);
  next_request.from = basis_of(way);
  next_request.prior = numbers();
  next_request.trials = trials;
  next_request.method = static_cast<posterior_method>(static_cast<int>(method));
  next_request.smoothing = option(smoothing);
  next_request.temperature = temperature;
  return put(slot, [](const description& shown, std::vector<double>& list) {
    list = {shown.promised.epsilon, shown.promised.delta, *shown.temperature, *shown.smoothing, *shown.candidates};
    return 1.0;
  });
}

/// 1, or 0 and an error. The list has the values, and then what JavaScript shows of a mechanism, and the rates.
double smooth_make(double smoothing, double epsilon, double delta, double published, double alpha, double slot) {
  kind_name = "SmoothLaplace";
  next_request = {};
  promise(epsilon, delta, published);
  next_request.values = numbers();
  next_request.smoothing = option(smoothing);
  next_request.alpha = option(alpha);
  if (next_request.alpha) next_request.from = basis::record;
  return put(slot, [](const description& shown, std::vector<double>& list) {
    const described_side& side = shown.sides.front();
    list = {*shown.smoothing, *shown.alpha, side.step, side.lowest, side.highest};
    list.insert(list.end(), shown.rates.begin(), shown.rates.end());
    return 1.0;
  });
}

EMSCRIPTEN_BINDINGS(inbounds_making) {
  emscripten::function("laplaceWant", &laplace_want);
  emscripten::function("laplaceMake", &laplace_make);
  emscripten::function("laplaceScaleFor", &wanted_scale_for);
  emscripten::function("gaussianWant", &gaussian_want);
  emscripten::function("gaussianMake", &gaussian_make);
  emscripten::function("gaussianScaleFor", &wanted_scale_for);
  emscripten::function("posteriorMake", &posterior_make);
  emscripten::function("smoothMake", &smooth_make);
}

}  // namespace
}  // namespace inbounds::bindings
