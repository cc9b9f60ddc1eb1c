#include "mechanisms/posterior/matrix_audit.hpp"

#include "numeric/solve.hpp"
#include "privacy/finite_loss.hpp"

namespace inbounds {
namespace {

/// Of what `worst_of` finds, how much is more than what is asked.
double beyond(const worst_neighbours& worst, const guarantee& promise) {
  return worst.excess - (promise.delta > 0 ? promise.delta : promise.epsilon);
}

worst_neighbours worst_for(const tempered_laws& laws, const std::vector<neighbouring_counts>& pairs,
                           const guarantee& promise, double temperature) {
  return worst_of(laws, pairs, temperature, promise.delta > 0 ? promise.epsilon : no_epsilon);
}

}  // namespace

worst_neighbours worst_of(const tempered_laws& laws, const std::vector<neighbouring_counts>& pairs, double temperature,
                          double epsilon) {
  worst_neighbours worst{-no_epsilon, {}, false, 0};
  integer_law rows[2] = {integer_law(laws.candidates().size()), integer_law(laws.candidates().size())};
  auto in_memory = static_cast<std::size_t>(-1);  // the truth of the first row
  for (std::size_t at = 0; at < pairs.size(); ++at) {
    const auto [first, second] = pairs[at];
    integer_law& before = rows[at % 2];
    integer_law& after = rows[1 - at % 2];
    if (in_memory != first) laws.write_law(first, temperature, before);
    laws.write_law(second, temperature, after);
    in_memory = second;
    for (int way = 0; way < 2; ++way) {
      const bool backwards = way == 1;
      const integer_law& truth = backwards ? after : before;
      const integer_law& neighbour = backwards ? before : after;
      auto [excess, output] = loss_between(truth, neighbour);
      if (epsilon != no_epsilon) {
        excess = excess <= epsilon ? excess - epsilon : delta_between(truth, neighbour, epsilon);
      }
      if (excess > worst.excess) worst = {excess, pairs[at], backwards, output};
    }
  }
  return worst;
}

// The worst pair at the safe temperature is followed to where it reaches what is asked, first in steps of 5 % and then
// to the last digits. If the audit of all pairs finds a worse one there, that is followed too, and so on. What is
// returned was found to hold, whatever led to it.
double tight_temperature(const tempered_laws& laws, const guarantee& promise) {
  const double safe = laws.safe_temperature(promise.epsilon) * (1 - 0x1p-20);  // but for rounding
  std::vector<neighbouring_counts> suspects;
  const auto excess = [&](double temperature) {
    return beyond(worst_for(laws, suspects, promise, temperature), promise);
  };
  double temperature = safe;
  for (int attempt = 0; attempt < 20; ++attempt) {
    const worst_neighbours worst = worst_for(laws, laws.neighbours(), promise, temperature);
    if (attempt > 0 && beyond(worst, promise) <= 0) return temperature;
    suspects.push_back(worst.pair);
    double holds = safe;
    double fails = holds * 1.05;
    // Whole numbers cannot lose more than 43, nor more than most of delta, at any temperature.
    for (; fails < 100 && excess(fails) <= 0; fails *= 1.05) holds = fails;
    temperature = solve_on_safe_side(excess, holds, fails).value_or(0);
    if (temperature == 0) break;
  }
  return 0;
}

}  // namespace inbounds
