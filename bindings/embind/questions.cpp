#include <emscripten/bind.h>

#include <cmath>
#include <optional>

#include "core/count_vectors.hpp"
#include "entropy.hpp"
#include "memory.hpp"
#include "parameter_errors.hpp"

// Questions about the mechanism in a slot, whichever it is.

namespace inbounds::bindings {
namespace {

/// What can be asked of a law at an argument; one function for all keeps the table of exports small.
/// In the order of bindings/js/engine.js.
enum question : int { mass, log_mass, atom_mass, cdf_at, survival_at, quantile_at, mean, bias, variance, snapped };

/// An argument of a law: the place that it is exactly, the last place that is not above it, and as a probability.
struct argument {
  double exactly;
  double last;
  double probability;
};

/// `grain` is what the law counts in.
double answer(const law& about, const granularity& grain, double truth, double query, const argument& at) {
  switch (static_cast<question>(query)) {
    case mass: return about.density(at.exactly);
    case log_mass: return about.log_density(at.exactly);
    case atom_mass: return about.atom(at.exactly);
    case cdf_at: return about.cdf(at.last);
    case survival_at: return about.survival(at.last);
    case quantile_at: return grain.value(about.quantile(at.probability));
    case mean: return grain.value(about.mean());
    case bias: return about.around_centre().bias * grain.step + (grain.value(about.centre()) - truth);
    case variance: return about.around_centre().variance * grain.step * grain.step;
    case snapped: return grain.value(about.centre());
  }
  return NAN;
}

double ask_lattice(double slot, double side, double truth, double query, double number) {
  const auto at = static_cast<std::size_t>(side);
  const result<coordinate> along = in_slot(slot).along(at);
  if (!along) return number_or_nan(along.error());
  const auto about = in_slot(slot).law_at(truth, at);
  if (!about) return number_or_nan(about.error());
  const lattice& points = along->points;
  const std::optional<std::int64_t> below = point_at_or_below(points, number);
  const auto before_all = static_cast<double>(points.lowest() - 1);  // carries no mass
  const double last = below ? static_cast<double>(*below) : before_all;
  const double exactly = below && points.value(*below) == number ? last : before_all;
  return answer(**about, points.grain, truth, query, {exactly, last, number});
}

double ask_continuous(double slot, double side, double truth, double query, double number) {
  const auto about = in_slot(slot).continuous_law_at(truth, static_cast<std::size_t>(side));
  if (!about) return number_or_nan(about.error());
  return answer(**about, {1}, truth, query, {number, number, number});
}

/// Left out, the scale is the mechanism's own.
std::optional<double> scale_or_own(double scale) {
  if (std::isnan(scale)) return {};
  return scale;
}

double answer_epsilon_of(double slot, double scale, double delta) {
  return number_or_nan(in_slot(slot).epsilon_of(scale_or_own(scale), delta));
}

double answer_delta_of(double slot, double scale, double epsilon) {
  if (auto why = check_within("epsilon", epsilon, 0, largest_epsilon)) return number_or_nan(*why);
  return number_or_nan(in_slot(slot).delta_of(scale_or_own(scale), epsilon));
}

/// Into the list: epsilon and delta, then truth, neighbour and output.
double answer_audit(double slot) {
  const worst_case found = in_slot(slot).audit();
  std::vector<double> list{found.epsilon, found.delta};
  for (const auto* place : {&found.truth, &found.neighbour, &found.output}) {
    list.insert(list.end(), place->begin(), place->end());
  }
  return answered(std::move(list));
}

/// In the order of bindings/js/posterior.js.
enum counts_question : int { draw_counts, all_probabilities, mean_distance, candidate_at };

/// The list has the true counts (for a candidate, its place), and then the answer, whose length is returned; or 0 and
/// an error.
double bound_ask_counts(double slot, double query) {
  const mechanism& noise = in_slot(slot);
  const std::vector<double>& truth = numbers();
  const auto write_audit = [](const result<std::vector<double>>& list) {
    return list ? answered(*list) : set_last_error(list.error());
  };
  switch (static_cast<counts_question>(query)) {
    case draw_counts: return write_audit(noise.release(truth, module_bits()));
    case all_probabilities: return write_audit(noise.probabilities(truth));
    case mean_distance: {
      const result<double> distance = noise.expected_distance(truth);
      return distance ? answered({*distance}) : set_last_error(distance.error());
    }
    case candidate_at: {
      const result<counting> all = noise.on_counts();
      if (!all) return set_last_error(all.error());
      // JavaScript knows how many candidates there are.
      return answered(count_vectors{all->categories, all->trials}.at(static_cast<std::size_t>(truth.front())));
    }
  }
  return 0;
}

/// One number for one count.
double bound_draw_for_count(double slot, double count) {
  const result<std::vector<double>> drawn = in_slot(slot).release({count}, module_bits());
  return drawn ? drawn->front() : number_or_nan(drawn.error());
}

EMSCRIPTEN_BINDINGS(inbounds_questions) {
  emscripten::function("audit", &answer_audit);
  emscripten::function("epsilonOf", &answer_epsilon_of);
  emscripten::function("deltaOf", &answer_delta_of);
  emscripten::function("askLattice", &ask_lattice);
  emscripten::function("askContinuous", &ask_continuous);
  emscripten::function("posteriorAsk", &bound_ask_counts);
  emscripten::function("smoothDraw", &bound_draw_for_count);
}

}  // namespace
}  // namespace inbounds::bindings
