// Whatever is asked for is refused in a sentence, or made; and what is made keeps its own promise.

#include <cmath>

#include "attempts.hpp"

namespace inbounds::fuzz {
namespace {

bool is_positive(double number) { return number > 0 && std::isfinite(number); }

void check_promise(const guarantee& promised, double found_epsilon, double found_delta) {
  must(promised.epsilon >= 0 && promised.epsilon <= largest_epsilon, "a promise is an epsilon from 0 to 700",
       {promised.epsilon});
  must(promised.delta >= 0 && promised.delta < 1, "a promise is a delta from 0 to below 1", {promised.delta});
  must(found_epsilon >= 0 && found_epsilon <= promised.epsilon, "the audit finds no more epsilon than was promised",
       {found_epsilon, promised.epsilon});
  must(found_delta >= 0 && found_delta <= promised.delta, "the audit finds no more delta than was promised",
       {found_delta, promised.delta});
}

/// Of other scales, epsilons and deltas; `own` is what the noise keeps.
template <class Noise>
void check_questions(input& from, const Noise& noise) {
  const auto [epsilon, delta, kind] = noise.promised;
  if (const auto own = accept(noise.epsilon_of(noise.scale, delta))) {
    // A tiny delta may be kept by the pure loss alone.
    must(*own >= 0 && *own <= (epsilon - std::log1p(-delta)) * (1 + 1e-9), "epsilon_of its own scale is its own",
         {*own, epsilon, delta});
  }
  const double scale = from.flag("any scale") ? from.any("asked scale") : noise.scale * from.of_size("factor", -5, 5);
  const double given = from.flag("any delta") ? from.any("asked delta") : from.share("asked delta");
  const auto at_zero = accept(noise.epsilon_of(scale, 0));
  const auto at_delta = accept(noise.epsilon_of(scale, given));
  must(!at_zero || *at_zero >= 0, "epsilon_of is a number", {scale, at_zero.value_or(0)});
  must(!at_delta || *at_delta >= 0, "epsilon_of is a number", {scale, given, at_delta.value_or(0)});
  if (at_zero && at_delta) {
    must(*at_delta <= *at_zero, "a delta never costs epsilon", {scale, given, *at_delta, *at_zero});
  }
  const double other_epsilon =
      from.flag("any epsilon") ? from.any("asked epsilon") : from.of_size("asked epsilon", -20, 9);
  const auto needed = accept(noise.delta_of(scale, other_epsilon));
  must(!needed || (*needed >= 0 && *needed <= 1), "delta_of is a probability",
       {scale, other_epsilon, needed.value_or(0)});
  if (needed && at_zero && *at_zero <= other_epsilon)
    must(*needed == 0, "what keeps epsilon needs no delta", {scale, other_epsilon});
}

void try_laplace(input& from) {
  const std::optional<laplace_attempt> attempt = laplace_attempt_from(from);
  if (!attempt) return;
  const auto& [mechanism, spec, promise, method] = *attempt;
  const std::optional<double> line = accept(scale_for(*mechanism, spec, promise, method));
  must(!line || is_positive(*line), "a scale on the line is a positive number", {line.value_or(0)});

  const std::optional<laplace_noise> noise = make_noise(from, *attempt);
  if (!noise) return;
  must(is_positive(noise->rate) && is_positive(noise->scale), "rate and scale are positive numbers",
       {noise->rate, noise->scale});
  must(noise->points.steps() > 0, "a lattice has two points", {});
  const worst_case found = noise->audit();
  check_promise(noise->promised, found.epsilon, found.delta);
  const double lowest = noise->points.value(noise->points.lowest());
  const double highest = noise->points.value(noise->points.highest());
  for (const double place : {found.truth[0], found.neighbour[0], found.output[0]}) {
    must(place >= lowest && place <= highest, "the worst case is in the domain", {place, lowest, highest});
  }

  const granularity& grain = noise->points.grain;
  const laplace_spec written{noise->where, noise->sensitivity, grain.step, grain.origin};
  const auto again = accept(with_rate(*mechanism, written, noise->promised, noise->rate, noise->scale));
  must(again && again->rate == noise->rate && again->points.steps() == noise->points.steps(),
       "a mechanism can be made again from what it says of itself", {noise->rate, noise->scale});
  check_questions(from, *noise);
}

void try_gaussian(input& from) {
  const std::optional<gaussian_attempt> attempt = gaussian_attempt_from(from);
  if (!attempt) return;
  const auto& [spec, promise, method] = *attempt;
  const std::optional<double> line = accept(scale_for(spec, promise, method));
  must(!line || is_positive(*line), "a scale on the line is a positive number", {line.value_or(0)});

  const std::optional<gaussian_noise> noise = make_noise(from, *attempt);
  if (!noise) return;
  must(is_positive(noise->scale), "the scale is a positive number", {noise->scale});
  const worst_case found = noise->audit();
  check_promise(noise->promised, found.epsilon, found.delta);
  gaussian_spec written{noise->where, noise->sensitivity, {}};
  for (std::size_t side = 0; side < noise->points.size(); ++side) {
    const lattice& points = noise->points[side];
    written.granularity.push_back(points.grain.step);
    written.origin.push_back(points.grain.origin);
    for (const double place : {found.truth[side], found.neighbour[side], found.output[side]}) {
      must(place >= points.value(points.lowest()) && place <= points.value(points.highest()),
           "the worst case is in the box", {place});
    }
  }
  const auto again = accept(with_scale(written, noise->promised, noise->scale));
  must(again && again->scale == noise->scale, "a mechanism can be made again from what it says of itself",
       {noise->scale});
  check_questions(from, *noise);
}

}  // namespace
}  // namespace inbounds::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  inbounds::fuzz::input from(bytes, size);
  if (from.choice("Gaussian", 3) == 2) {
    inbounds::fuzz::try_gaussian(from);
  } else {
    inbounds::fuzz::try_laplace(from);
  }
  return 0;
}
