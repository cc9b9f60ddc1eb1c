#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "estimation/report_group.hpp"
#include "mechanisms/laplace_cases.hpp"
#include "mechanisms/reflected_laplace/reflected_laplace.hpp"
#include "random/seeded_source.hpp"

// A mechanism, and all that a collector of its reports derives from it.

namespace inbounds::test {

struct collector {
  laplace_noise noise;
  report_bins bins;
  truth_grid grid;
  transition_matrix of_points;

  report_group group(std::vector<double> counts) const { return group_reports(of_points, grid, std::move(counts)); }
  std::vector<report_group> groups(std::vector<double> counts) const {
    std::vector<report_group> one;
    one.push_back(group(std::move(counts)));
    return one;
  }
};

inline collector collecting(laplace_noise noise, std::size_t bins = 20, std::optional<span> range = {}) {
  auto on_lattice = bins_on(noise.points, range);
  if (!on_lattice) FAIL(message(on_lattice.error()));
  truth_grid grid = grid_on(*truths_of(noise, 0, range), bins);
  auto matrix = transitions(noise, 0, *on_lattice, grid.all_truths());
  if (!matrix) FAIL(message(matrix.error()));
  return {std::move(noise), *std::move(on_lattice), std::move(grid), *std::move(matrix)};
}

/// Points 0, 1, ... `last`, with all truths as neighbours.
inline collector small_collector(double last, double epsilon, const laplace_kind& mechanism = reflected_laplace,
                                 std::size_t bins = 20) {
  return collecting(make_noise(mechanism, interval(0, last, {}, 1), {epsilon}), bins);
}

/// The probabilities of the bins for one truth.
inline std::vector<double> reports_of(const collector& from, double truth) {
  const double truths[] = {truth};
  const auto matrix = transitions(from.noise, 0, from.bins, truths);
  if (!matrix) FAIL(message(matrix.error()));
  return {matrix->row(0).begin(), matrix->row(0).end()};
}

/// So many times as many of everything.
inline std::vector<double> times(std::vector<double> numbers, double factor) {
  for (double& number : numbers) number *= factor;
  return numbers;
}

inline double sum_of(const std::vector<double>& numbers) {
  double sum = 0;
  for (const double number : numbers) sum += number;
  return sum;
}

/// Counts of simulated reports of people whose truths are a function of a uniform number.
class simulation {
 public:
  explicit simulation(std::uint64_t seed) : random_(seed), words_(seed + 1), bits_(&seeded_words::refill, &words_) {}

  std::vector<double> reports(const laplace_noise& noise, int people, const std::function<double(double)>& quantile) {
    std::vector<double> values;
    for (int at = 0; at < people; ++at) values.push_back(quantile(uniform(random_)));
    noise.draw_all(values, bits_);
    return values;
  }

  std::vector<double> counts(const collector& from, int people, const std::function<double(double)>& quantile) {
    std::vector<double> found(from.bins.count());
    if (const auto why = add_reports(from.bins, reports(from.noise, people, quantile), found)) FAIL(message(*why));
    return found;
  }

  std::mt19937_64& random() { return random_; }

 private:
  std::mt19937_64 random_;
  seeded_words words_;
  bit_source bits_;
};

}  // namespace inbounds::test
