#include "mechanisms/posterior/posterior.hpp"

#include <algorithm>
#include <cmath>

#include "core/checks.hpp"
#include "mechanisms/posterior/count_noise.hpp"
#include "mechanisms/posterior/matrix_audit.hpp"
#include "random/interval_geometric.hpp"

namespace inbounds {
namespace {

integer_law law_at(const posterior_noise& noise, const counts& truth) {
  const count_vectors all = noise.candidates();
  integer_law law(all.size());
  noise.laws->write_law(all.place_of(truth), noise.temperature, law);
  return law;
}

}  // namespace

posterior_audit audit(const posterior_noise& noise) {
  const count_vectors all = noise.candidates();
  const auto [epsilon, delta, kind] = noise.promised;
  const bool has_delta = delta > 0;
  const auto [excess, pair, backwards, output] = worst_at(noise, has_delta ? epsilon : no_epsilon);
  return {has_delta ? epsilon : excess, has_delta ? std::max(0.0, excess) : 0,
          all.at(backwards ? pair.second : pair.first), all.at(backwards ? pair.first : pair.second), all.at(output)};
}

double delta_of(const posterior_noise& noise, double epsilon) { return std::max(0.0, worst_at(noise, epsilon).excess); }

std::optional<parameter_error> check_counts(const posterior_noise& noise, const counts& truth) {
  if (truth.size() != noise.prior.size()) {
    const auto categories = static_cast<double>(noise.prior.size());
    return parameter_error{
        "counts", "{0} numbers, one for each weight", static_cast<double>(truth.size()), {categories}};
  }
  double sum = 0;
  for (std::size_t at = 0; at < truth.size(); ++at) {
    sum += truth[at];
    if (truth[at] >= 0 && truth[at] <= noise.trials && truth[at] == std::floor(truth[at])) continue;
    const parameter_error why{
        "counts", "a whole number from 0 to {0}", truth[at], {noise.trials}, "", static_cast<int>(at)};
    return why.with_shown("another number");
  }
  if (sum == noise.trials) return {};
  return parameter_error{"counts", "numbers that sum to {0}", sum, {noise.trials}}.with_shown("another sum");
}

std::vector<double> probabilities(const posterior_noise& noise, const counts& truth) {
  std::vector<double> list(noise.candidates().size());
  if (noise.laws) {
    const integer_law law = law_at(noise, truth);
    for (std::size_t at = 0; at < list.size(); ++at) list[at] = law.probability(at);
  } else {
    for (std::size_t at = 0; at < list.size(); ++at) {
      list[at] = count_noise_probability(noise.temperature, noise.trials, truth.front(), static_cast<double>(at));
    }
  }
  return list;
}

double expected_distance(const posterior_noise& noise, const counts& truth) {
  const std::vector<double> law = probabilities(noise, truth);
  std::vector<double> distances(law.size());
  posteriors{noise.prior, noise.trials}.distances_from(truth, distances);
  double mean = 0;
  for (std::size_t at = 0; at < distances.size(); ++at) mean += law[at] * distances[at];
  return mean;
}

counts privatise(const posterior_noise& noise, const counts& truth, bit_source& bits) {
  if (noise.method == posterior_method::local) return {};
  if (noise.laws) {
    const std::uint64_t word = bits.word();
    return noise.candidates().at(draw(law_at(noise, truth), word, bits));
  }
  const interval_geometric law(static_cast<std::int64_t>(noise.trials), noise.temperature,
                               interval_geometric::range::open);
  const auto successes = static_cast<double>(law.draw(static_cast<std::int64_t>(truth.front()), bits));
  return {successes, noise.trials - successes};
}

}  // namespace inbounds
