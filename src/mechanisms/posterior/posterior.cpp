#include "mechanisms/posterior/posterior.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/checks.hpp"
#include "mechanisms/posterior/calibrate.hpp"
#include "mechanisms/posterior/matrix_audit.hpp"
#include "numeric/solve.hpp"

namespace inbounds {
namespace {

constexpr double most_listed = 4194304;

/// Room for a list.
objection check_listed(const posterior_noise& noise) {
  if (noise.trials < most_listed) return {};
  return fault{"trials", "below {0} for a list of all candidates", static_cast<double>(noise.trials), {most_listed}};
}

integer_law released_law(const tempered_laws& laws, double temperature, double epsilon, std::size_t truth) {
  std::vector<double> weights(laws.size());
  laws.slopes_from(truth, weights);
  weigh(weights, temperature, weights);
  integer_law law;
  share_out(weights, tempered_laws::least_share(epsilon), law);
  return law;
}

integer_law law_at(const posterior_noise& noise, const counts& truth) {
  const std::size_t place = noise.laws->family().candidates().place_of(truth);
  return released_law(*noise.laws, noise.temperature, noise.promised.epsilon, place);
}

counts with_failures(const posterior_noise& noise, double successes) {
  const auto whole = static_cast<std::int32_t>(successes);
  return {whole, noise.trials - whole};
}

matrix_audit audit_at(const posterior_noise& noise, double temperature, double epsilon) {
  return audit_all(*noise.laws, {temperature, tempered_laws::least_share(noise.promised.epsilon), epsilon});
}

}  // namespace

posterior_audit audit(const posterior_noise& noise) {
  if (noise.counted) {
    const laplace_audit found = audit(*noise.counted);
    return {found.epsilon, found.delta, with_failures(noise, found.truth), with_failures(noise, found.neighbour),
            with_failures(noise, found.output)};
  }
  const auto [epsilon, delta] = std::pair(noise.promised.epsilon, noise.promised.delta);
  const matrix_audit found = audit_at(noise, noise.temperature, delta > 0 ? epsilon : largest_epsilon);
  const bool is_real = noise.method == posterior_method::local;
  const worst_neighbours& worst = delta > 0 ? found.delta : is_real ? found.real : found.released;
  const count_vectors& all = noise.laws->family().candidates();
  return {delta > 0 ? epsilon : worst.amount, delta > 0 ? worst.amount : 0, all.at(worst.truth),
          all.at(worst.neighbour), all.at(worst.output)};
}

result<double> epsilon_of(const posterior_noise& noise, double temperature, double delta) {
  if (noise.counted) return epsilon_of(*noise.counted, 1 / temperature, delta);
  if (auto why = check_positive("temperature", temperature)) return *why;
  if (auto why = check_delta(delta)) return *why;
  const bool is_promised = temperature == noise.temperature && delta >= noise.promised.delta &&
                           noise.method != posterior_method::local;
  const double most = is_promised ? noise.promised.epsilon : std::numeric_limits<double>::infinity();
  const double loss = std::min(most, loss_at(*noise.laws, temperature));
  if (delta == 0) return loss;
  const auto excess = [&](double epsilon) { return audit_at(noise, temperature, epsilon).delta.amount - delta; };
  return solve_on_safe_side(excess, loss, 0).value_or(loss);
}

result<double> delta_of(const posterior_noise& noise, double temperature, double epsilon) {
  if (noise.counted) return delta_of(*noise.counted, 1 / temperature, epsilon);
  if (auto why = check_positive("temperature", temperature)) return *why;
  if (auto why = check_within("epsilon", epsilon, 0, largest_epsilon)) return *why;
  return audit_at(noise, temperature, epsilon).delta.amount;
}

result<counts> counts_from(const posterior_noise& noise, std::span<const double> numbers) {
  const auto categories = static_cast<double>(noise.prior.size());
  if (numbers.size() != noise.prior.size()) {
    return fault{"counts", "{0} numbers, one for each weight of the prior", static_cast<double>(numbers.size()),
                 {categories}};
  }
  counts found(numbers.size());
  double sum = 0;
  for (std::size_t at = 0; at < numbers.size(); ++at) {
    const double number = numbers[at];
    if (!(number >= 0 && number <= noise.trials && number == std::floor(number))) {
      return fault{"counts", "a whole number from 0 to {0}", number, {static_cast<double>(noise.trials)}, "",
                   static_cast<int>(at)};
    }
    found[at] = static_cast<std::int32_t>(number);
    sum += number;
  }
  if (sum == noise.trials) return found;
  return fault{"counts", "numbers that sum to the trials ({0})", sum, {static_cast<double>(noise.trials)}};
}

result<std::vector<double>> probabilities(const posterior_noise& noise, const counts& truth) {
  if (auto why = check_listed(noise)) return *why;
  if (noise.counted) {
    const noise_law law = law_at(*noise.counted, truth.front());
    std::vector<double> list(static_cast<std::size_t>(noise.trials) + 1);
    for (std::size_t at = 0; at < list.size(); ++at) list[at] = density(law, static_cast<double>(at));
    return list;
  }
  const integer_law law = law_at(noise, truth);
  std::vector<double> list(law.shares.size());
  for (std::size_t at = 0; at < list.size(); ++at) list[at] = law.probability(at);
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
    return fault{"method", "another one to release anything: 'local' is for audits, and not private",
                 std::numeric_limits<double>::quiet_NaN()};
  }
  if (noise.counted) return with_failures(noise, draw(*noise.counted, truth.front(), bits));
  return noise.laws->family().candidates().at(draw(law_at(noise, truth), bits));
}

}  // namespace inbounds
