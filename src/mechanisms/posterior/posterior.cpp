#include "mechanisms/posterior/posterior.hpp"

#include <cmath>

#include "core/checks.hpp"
#include "distributions/confined_laplace.hpp"
#include "mechanisms/posterior/counted_noise.hpp"
#include "mechanisms/posterior/matrix_audit.hpp"
#include "random/geometric.hpp"

namespace inbounds {
namespace {

constexpr double most_listed = 0x1p22;

integer_law law_at(const posterior_noise& noise, const counts& truth) {
  const count_vectors all = noise.candidates();
  integer_law law(all.size());
  noise.laws->write_law(all.place_of(truth), noise.temperature, law);
  return law;
}

/// For counted noise, all neighbours are alike.
worst_neighbours worst_at(const posterior_noise& noise, double temperature, double epsilon) {
  if (noise.laws) return worst_of(*noise.laws, noise.laws->neighbours(), temperature, epsilon);
  return {epsilon == no_epsilon ? temperature : counted_excess(temperature, epsilon), {0, 1}, false, 0};
}

}  // namespace

posterior_audit audit(const posterior_noise& noise) {
  const count_vectors all = noise.candidates();
  const auto [epsilon, delta, kind] = noise.promised;
  const bool has_delta = delta > 0;
  const auto [excess, pair, backwards, output] = worst_at(noise, noise.temperature, has_delta ? epsilon : no_epsilon);
  return {has_delta ? epsilon : excess, has_delta ? std::fmax(0, excess) : 0,
          all.at(backwards ? pair.second : pair.first), all.at(backwards ? pair.first : pair.second), all.at(output)};
}

result<double> epsilon_of(const posterior_noise& noise, double temperature) {
  if (auto why = check_positive("temperature", temperature)) return *why;
  return worst_at(noise, temperature, no_epsilon).excess;
}

result<double> delta_of(const posterior_noise& noise, double temperature, double epsilon) {
  if (auto why = check_positive("temperature", temperature)) return *why;
  if (auto why = check_within("epsilon", epsilon, 0, largest_epsilon)) return *why;
  return std::fmax(0, worst_at(noise, temperature, epsilon).excess);
}

objection check_counts(const posterior_noise& noise, const counts& truth) {
  if (truth.size() != noise.prior.size()) {
    const auto categories = static_cast<double>(noise.prior.size());
    return fault{"counts", "{0} numbers, one for each weight of the prior", static_cast<double>(truth.size()),
                 {categories}};
  }
  double sum = 0;
  for (std::size_t at = 0; at < truth.size(); ++at) {
    sum += truth[at];
    if (truth[at] >= 0 && truth[at] <= noise.trials && truth[at] == std::floor(truth[at])) continue;
    return fault{"counts", "a whole number from 0 to {0}", truth[at], {noise.trials}, "", static_cast<int>(at)};
  }
  if (sum == noise.trials) return {};
  return fault{"counts", "numbers that sum to the trials ({0})", sum, {noise.trials}};
}

result<std::vector<double>> probabilities(const posterior_noise& noise, const counts& truth) {
  const double candidates = noise.candidates().how_many();
  if (candidates > most_listed) {
    return fault{"trials", "so few that there are at most {0} candidates for a list", noise.trials, {most_listed}};
  }
  std::vector<double> list(static_cast<std::size_t>(candidates));
  if (noise.laws) {
    const integer_law law = law_at(noise, truth);
    for (std::size_t at = 0; at < list.size(); ++at) list[at] = law.probability(at);
  } else {
    const confined_laplace laws({{0, noise.trials}}, {true, true}, noise.temperature, support::points);
    const laplace_law law{laws, laws.at(truth.front())};
    for (std::size_t at = 0; at < list.size(); ++at) list[at] = density(law, static_cast<double>(at));
  }
  return list;
}

result<double> expected_distance(const posterior_noise& noise, const counts& truth) {
  const result<std::vector<double>> law = probabilities(noise, truth);
  if (!law) return law.error();
  std::vector<double> distances(law->size());
  posteriors(noise.prior, noise.trials).distances_from(truth, distances);
  double mean = 0;
  for (std::size_t at = 0; at < distances.size(); ++at) mean += (*law)[at] * distances[at];
  return mean;
}

result<counts> privatise(const posterior_noise& noise, const counts& truth, bit_source& bits) {
  if (noise.method == posterior_method::local) {
    return fault{"method", "another one to release anything: 'local' is for audits, and not private", NAN};
  }
  if (noise.laws) return noise.candidates().at(draw(law_at(noise, truth), bits));
  const truncated_geometric law(static_cast<std::int64_t>(noise.trials), noise.temperature,
                                truncated_geometric::range::open);
  const auto successes = static_cast<double>(law.draw(static_cast<std::int64_t>(truth.front()), bits));
  return counts{successes, noise.trials - successes};
}

}  // namespace inbounds
