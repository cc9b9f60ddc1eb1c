#include <emscripten/bind.h>

#include "entropy.hpp"
#include "memory.hpp"
#include "options.hpp"
#include "parameter_errors.hpp"

// Posteriors, in the manner of laplace.cpp.

namespace inbounds::bindings {
namespace {

/// 1, or 0 and an error. The methods are in the order of bindings/js/posterior-options.js; the ways, in that of
/// noise-options.js, are those of `claim` after the first, which calibrates. The list has the weights of the prior, and
/// then what JavaScript shows of a mechanism.
double make_posterior(double method, double trials, double smoothing, double way, double epsilon, double delta,
                      double published, double temperature, double slot) {
  std::vector<double>& list = numbers();
  const posterior_spec spec{list, trials, static_cast<posterior_method>(static_cast<int>(method)), option(smoothing)};
  const guarantee promised{epsilon, delta};
  result<posterior_noise> noise_or_error =
      way == 0 ? calibrate(spec, promised, calibration_of(published))
               : with_temperature(spec, temperature, static_cast<claim>(static_cast<int>(way) - 1), promised);
  if (!noise_or_error) return set_last_error(noise_or_error.error());
  put_in_slot(slot, *std::move(noise_or_error));
  const posterior_noise& noise = *posterior_in_slot(slot);
  list = {noise.promised.epsilon, noise.promised.delta, noise.temperature, noise.smoothing,
          noise.candidates().how_many()};
  return 1;
}

/// In the order of bindings/js/posterior.js.
enum question : int { draw_counts, all_probabilities, mean_distance, candidate_at };

/// The list has the true counts (for a candidate, its place), and then the answer, whose length is returned; or 0 and
/// an error.
double answer_question(double slot, double query) {
  const posterior_noise& noise = *posterior_in_slot(slot);
  std::vector<double>& list = numbers();
  const auto what = static_cast<question>(query);
  // JavaScript knows how many candidates there are.
  if (what == candidate_at) list = noise.candidates().at(static_cast<std::size_t>(list.front()));
  if (auto why = check_counts(noise, list)) return set_last_error(*why);
  if (what == candidate_at) return static_cast<double>(list.size());
  list = what == mean_distance       ? std::vector<double>{expected_distance(noise, list)}
         : what == all_probabilities ? probabilities(noise, list)
                                     : privatise(noise, list, module_bits());
  return static_cast<double>(list.size());
}

EMSCRIPTEN_BINDINGS(inbounds_posterior) {
  emscripten::function("posteriorMake", &make_posterior);
  emscripten::function("posteriorAsk", &answer_question);
}

}  // namespace
}  // namespace inbounds::bindings
