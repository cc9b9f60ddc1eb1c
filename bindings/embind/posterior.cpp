#include <emscripten/bind.h>

#include <optional>

#include "entropy.hpp"
#include "faults.hpp"
#include "memory.hpp"
#include "options.hpp"

// Posteriors, in the manner of laplace.cpp.

namespace inbounds::bindings {
namespace {

std::optional<posterior_spec> wanted;

/// The methods in the order of bindings/js/posterior-maker.js; the list has the weights of the prior.
double bound_want(double method, double trials, double smoothing) {
  wanted.emplace(posterior_spec{numbers(), trials, static_cast<posterior_method>(static_cast<int>(method)),
                                option(smoothing)});
  return 1;
}

/// 1, or 0 and a fault. The list then has what JavaScript shows of a mechanism.
double bound_make(double way, double epsilon, double delta, double published, double temperature, double slot) {
  const guarantee promised{epsilon, delta};
  result<posterior_noise> made =
      way == 0 ? calibrate(*wanted, promised, method_of(published))
               : with_temperature(*wanted, temperature, static_cast<claim>(static_cast<int>(way) - 1), promised);
  if (!made) return refused(made.error());
  put_in_slot(slot, *std::move(made));
  const posterior_noise& noise = *posterior_in_slot(slot);
  numbers() = {noise.promised.epsilon, noise.promised.delta, noise.temperature, noise.smoothing,
               noise.candidates().how_many()};
  return 1;
}

/// In the order of bindings/js/posterior-maker.js.
enum question : int { draw_counts, all_probabilities, mean_distance, candidate_at };

/// The list has the true counts (for a candidate, its place), and then the answer, whose length is returned; or 0 and a
/// fault.
double bound_ask(double slot, double asked) {
  const posterior_noise& noise = *posterior_in_slot(slot);
  std::vector<double>& list = numbers();
  const auto what = static_cast<question>(asked);
  if (what == candidate_at) {
    list = noise.candidates().at(static_cast<std::size_t>(list.front()));
    return static_cast<double>(list.size());
  }
  if (auto why = check_counts(noise, list)) return refused(*why);
  if (what == mean_distance) {
    const result<double> mean = expected_distance(noise, list);
    if (!mean) return refused(mean.error());
    list.assign(1, *mean);
    return 1;
  }
  result<std::vector<double>> answer =
      what == all_probabilities ? probabilities(noise, list) : privatise(noise, list, module_bits());
  if (!answer) return refused(answer.error());
  list = *std::move(answer);
  return static_cast<double>(list.size());
}

EMSCRIPTEN_BINDINGS(inbounds_posterior) {
  emscripten::function("posteriorWant", &bound_want);
  emscripten::function("posteriorMake", &bound_make);
  emscripten::function("posteriorAsk", &bound_ask);
}

}  // namespace
}  // namespace inbounds::bindings
