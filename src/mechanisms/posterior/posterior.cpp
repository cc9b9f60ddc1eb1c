#include "mechanisms/posterior/posterior.hpp"

#include <algorithm>
#include <cmath>

#include "mechanisms/posterior/count_noise.hpp"
#include "mechanisms/posterior/matrix_audit.hpp"
#include "random/interval_geometric.hpp"

namespace inbounds {
namespace {

integer_law law_of_counts(const posterior_noise& noise, const counts& truth) {
  const count_vectors all = noise.candidates();
  integer_law law(all.size());
  noise.laws->write_law(all.place_of(truth), noise.temperature, law);
  return law;
}

}  // namespace

description posterior_noise::describe() const {
  description shown{promised};
  shown.temperature = temperature;
  shown.smoothing = smoothing;
  shown.candidates = candidates().how_many();
  return shown;
}

worst_case posterior_noise::audit() const {
  const count_vectors all = candidates();
  const auto [epsilon, delta, kind] = promised;
  const bool has_delta = delta > 0;
  const auto [excess, pair, backwards, output] = worst_at(*this, has_delta ? epsilon : no_epsilon);
  return {has_delta ? epsilon : excess, has_delta ? std::max(0.0, excess) : 0,
          all.at(backwards ? pair.second : pair.first), all.at(backwards ? pair.first : pair.second), all.at(output)};
}

result<double> posterior_noise::delta_of(std::optional<double> scale, double epsilon) const {
  if (scale) return mechanism::delta_of(scale, epsilon);
  return std::max(0.0, worst_at(*this, epsilon).excess);
}

result<counting> posterior_noise::on_counts() const {
  return counting{prior.size(), trials, laws ? std::optional<double>() : temperature};
}

std::optional<parameter_error> posterior_noise::check_counts(const counts& truth) const {
  if (truth.size() != prior.size()) {
    const auto categories = static_cast<double>(prior.size());
    return parameter_error{
        "counts", "{0} numbers, one for each weight", static_cast<double>(truth.size()), {categories}};
  }
  double sum = 0;
  for (std::size_t at = 0; at < truth.size(); ++at) {
    sum += truth[at];
    if (truth[at] >= 0 && truth[at] <= trials && truth[at] == std::floor(truth[at])) continue;
    const parameter_error why{"counts", "a whole number from 0 to {0}", truth[at], {trials}, "", static_cast<int>(at)};
    return why.with_shown("another number");
  }
  if (sum == trials) return {};
  return parameter_error{"counts", "numbers that sum to {0}", sum, {trials}}.with_shown("another sum");
}

result<std::vector<double>> posterior_noise::probabilities(const counts& truth) const {
  if (auto why = check_counts(truth)) return *why;
  std::vector<double> list(candidates().size());
  if (laws) {
    const integer_law law = law_of_counts(*this, truth);
    for (std::size_t at = 0; at < list.size(); ++at) list[at] = law.probability(at);
  } else {
    for (std::size_t at = 0; at < list.size(); ++at) {
      list[at] = count_noise_probability(temperature, trials, truth.front(), static_cast<double>(at));
    }
  }
  return list;
}

result<double> posterior_noise::expected_distance(const counts& truth) const {
  const result<std::vector<double>> law = probabilities(truth);
  if (!law) return law.error();
  std::vector<double> distances(law->size());
  posteriors{prior, trials}.distances_from(truth, distances);
  double mean = 0;
  for (std::size_t at = 0; at < distances.size(); ++at) mean += (*law)[at] * distances[at];
  return mean;
}

result<std::vector<double>> posterior_noise::release(const counts& truth, bit_source& bits) const {
  if (auto why = check_counts(truth)) return *why;
  if (method == posterior_method::local) return counts{};
  if (laws) {
    const std::uint64_t word = bits.word();
    return candidates().at(draw(law_of_counts(*this, truth), word, bits));
  }
  const interval_geometric law(static_cast<std::int64_t>(trials), temperature, interval_geometric::range::open);
  const auto successes = static_cast<double>(law.draw(static_cast<std::int64_t>(truth.front()), bits));
  return counts{successes, trials - successes};
}

}  // namespace inbounds
