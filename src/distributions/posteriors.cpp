#include "distributions/posteriors.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "numeric/gamma_gaps.hpp"

namespace inbounds {
namespace {

/// From the logarithm of the affinity, the integral of the root of the product of two densities.
double distance_of(double log_affinity) { return std::sqrt(-std::expm1(log_affinity)); }

/// For each category, a number for each count.
using table = std::vector<std::vector<double>>;

table table_for(const count_vectors& all) {
  return table(all.parts(), std::vector<double>(static_cast<std::size_t>(all.total()) + 1));
}

/// The sums over the categories for all candidates. One category after the other; the last two share what is left.
double* sum_up(const table& numbers, std::size_t category, std::size_t left, double sum, double* into) {
  const std::vector<double>& here = numbers[category];
  if (category + 2 < numbers.size()) {
    for (std::size_t count = 0; count <= left; ++count) {
      into = sum_up(numbers, category + 1, left - count, sum + here[count], into);
    }
    return into;
  }
  const std::vector<double>& last = numbers[category + 1];
  for (std::size_t count = 0; count <= left; ++count) *into++ = sum + here[count] + last[left - count];
  return into;
}

void sum_up(const table& numbers, std::span<double> into) {
  sum_up(numbers, 0, numbers.front().size() - 1, 0, into.data());
}

}  // namespace

posteriors::posteriors(std::vector<double> prior, std::int32_t trials)
    : prior_(std::move(prior)), candidates_(prior_.size(), trials) {
  for (const double weight : prior_) steps_.push_back(gamma_gaps(weight, trials));
}

// The affinity of two Dirichlet laws with the same total is a product over their parameters, and its logarithm the sum
// of the gaps of ln Gamma between them.
void posteriors::distances_from(std::span<const std::int32_t> here, std::span<double> distances) const {
  table gaps = table_for(candidates_);
  for (std::size_t at = 0; at < gaps.size(); ++at) gamma_gaps_around(prior_[at], here[at], steps_[at], gaps[at]);
  sum_up(gaps, distances);
  for (double& distance : distances) distance = distance_of(distance);
}

void posteriors::moves_from(std::span<const std::int32_t> here, std::span<double> moves) const {
  table halves = table_for(candidates_);
  for (std::size_t at = 0; at < halves.size(); ++at) {
    for (std::size_t count = 0; count < halves[at].size(); ++count) {
      halves[at][count] = std::fabs(static_cast<double>(count) - here[at]) / 2;
    }
  }
  sum_up(halves, moves);
}

double posteriors::step_distance(std::span<const std::int32_t> here, std::size_t from, std::size_t to) const {
  const auto gap = [&](std::size_t category, std::int32_t count) {
    return steps_[category][static_cast<std::size_t>(count)];
  };
  return distance_of(gap(from, here[from] - 1) + gap(to, here[to]));
}

double hellinger_distance(double a, double b, std::int32_t trials, std::int32_t successes, std::int32_t others) {
  const auto [fewer, more] = std::minmax(successes, others);
  const std::int32_t apart = more - fewer;
  return distance_of(gamma_gap(a + fewer, apart) + gamma_gap(b + (trials - more), apart));
}

}  // namespace inbounds
