#include "estimation/coverage.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <random>
#include <utility>

#include "estimation/statistics.hpp"
#include "random/seeded_source.hpp"
#include "support/random.hpp"

namespace inbounds::test {
namespace {

constexpr std::size_t reference = 200000;  ///< people of whom the true statistics are computed
constexpr std::array<double, 3> quartile_probabilities{0.25, 0.5, 0.75};

struct true_statistics {
  double mean = 0;
  double variance = 0;
  std::vector<double> sorted;

  /// Of the truths as mechanisms see them: on their lattice.
  true_statistics(const survey_setup& with, const population& of) {
    const snapper to_point(with.where, with.points);
    for (std::size_t at = 0; at < reference; ++at) {
      const double truth = of.quantile((static_cast<double>(at) + 0.5) / static_cast<double>(reference));
      sorted.push_back(with.points.value(to_point(truth)));
    }
    std::sort(sorted.begin(), sorted.end());
    // Sums first, so that people who are all alike have that very mean.
    const double people = static_cast<double>(reference);
    mean = std::accumulate(sorted.begin(), sorted.end(), 0.0) / people;
    for (const double truth : sorted) variance += (truth - mean) * (truth - mean) / people;
  }

  /// From the lowest quantile to the highest one.
  span quantiles(double p) const {
    const double place = p * static_cast<double>(reference);
    return {sorted[static_cast<std::size_t>(std::ceil(place)) - 1], sorted[static_cast<std::size_t>(place)]};
  }
  /// Truths from one end of a bin to the other; where bins touch, to below it, since it belongs to the next bin.
  double share(const truth_grid& grid, std::size_t bin) const {
    const auto [lower, upper] = grid.bin(bin);
    const bool touched = bin + 1 < grid.bins() && grid.bin(bin + 1).lower == upper;
    const auto from = std::lower_bound(sorted.begin(), sorted.end(), lower);
    const auto to = touched ? std::lower_bound(sorted.begin(), sorted.end(), upper)
                            : std::upper_bound(sorted.begin(), sorted.end(), upper);
    return static_cast<double>(to - from) / static_cast<double>(reference);
  }
};

double normal_like(double p, double centre, double deviation) {
  // The logistic law with that deviation: bell-shaped, with a quantile in closed form.
  return centre + deviation * 0.5513288954217921 * std::log(p / (1 - p));
}

void count(tried_intervals& sums, const interval_estimate& interval, const span& truths) {
  constexpr double rounding = 1e-12;
  sums.held += interval.low <= truths.lower + rounding && truths.upper - rounding <= interval.high;
  sums.width += interval.high - interval.low;
  sums.without_length += interval.high == interval.low;
}

population two_values(std::string name, double low, double share, double high) {
  return {std::move(name), [=](double p) { return p < share ? low : high; }};
}

}  // namespace

std::vector<population> populations() {
  return {{"uniform", [](double p) { return p; }},
          {"two peaks",
           [](double p) {
             const double at =
                 p < 0.6 ? normal_like(p / 0.6, 0.2537, 0.05) : normal_like((p - 0.6) / 0.4, 0.7519, 0.05);
             return std::clamp(at, 0.0, 1.0);
           }},
          {"spike at the border", [](double p) { return p < 0.7 ? 0.0 : (p - 0.7) / 0.3; }},
          {"skewed", [](double p) { return std::min(1.0, -0.15 * std::log1p(-p)); }},
          {"discrete", [](double p) {
             constexpr double values[] = {0.1071, 0.3334, 0.5129, 0.8713};
             return values[static_cast<std::size_t>(p * 4)];
           }}};
}

std::vector<population> hard_populations(double step) {
  return {
      two_values("49 % lowest, 51 % highest", 0, 0.49, 1), two_values("half lowest, half highest", 0, 0.5, 1),
      two_values("90 % lowest, 10 % highest", 0, 0.9, 1),  two_values("10 % lowest, 90 % highest", 0, 0.1, 1),
      two_values("74 % lowest, 26 % highest", 0, 0.74, 1), two_values("two values a step apart", 0.5, 0.49, 0.5 + step),
      {"all lowest", [](double) { return 0.0; }},          {"all highest", [](double) { return 1.0; }}};
}

survey_setup::survey_setup(std::shared_ptr<const mechanism> noise, std::size_t bins)
    : where(noise->along(0)->where),
      points(noise->along(0)->points),
      counted(*bins_for(*noise, 0)),
      grid(grid_on(*truths_of(*noise, 0), bins)),
      of_points(*transitions(*noise, 0, counted, grid.all_truths())) {
  draw = [noise = std::move(noise)](std::span<double> truths, bit_source& bits) { noise->draw_all(truths, bits); };
}

double coverage::quartile_width() const {
  double sum = 0;
  for (const tried_intervals& quartile : quartiles) sum += quartile.width;
  return sum / static_cast<double>(quartiles.size());
}

double coverage::bin_width() const {
  double sum = 0;
  for (const tried_intervals& bin : bins) sum += bin.width;
  return sum / static_cast<double>(bins.size());
}

double coverage::min_bins_held() const {
  double sum = 0;
  for (const tried_intervals& bin : bins) sum += bin.held;
  return sum / static_cast<double>(bins.size());
}

int coverage::worst_quartile() const { return std::min({quartiles[0].held, quartiles[1].held, quartiles[2].held}); }

int coverage::worst_bin() const {
  int min = runs;
  for (const tried_intervals& bin : bins) min = std::min(min, bin.held);
  return min;
}

coverage measure_coverage(const survey_setup& with, const population& of, const coverage_options& options) {
  const true_statistics truth(with, of);
  const statistics_options estimate_options{
      .probabilities = {quartile_probabilities.begin(), quartile_probabilities.end()}};
  std::mt19937_64 random(options.seed);
  seeded_words words(options.seed + 1);
  bit_source bits(&seeded_words::refill, &words);
  coverage sums{.name = of.name, .runs = options.runs, .bins = std::vector<tried_intervals>(with.grid.bins())};
  for (int run = 0; run < options.runs; ++run) {
    std::vector<double> reports;
    for (int at = 0; at < options.reports; ++at) reports.push_back(of.quantile(uniform(random)));
    with.draw(reports, bits);
    std::vector<double> counts(with.counted.count());
    if (add_reports(with.counted, reports, counts)) return {};
    std::vector<report_group> groups;
    groups.push_back(group_reports(with.of_points, with.grid, counts));
    const truth_statistics found = statistics_of(groups, with.grid, estimate_options);
    count(sums.mean, found.mean, {truth.mean, truth.mean});
    count(sums.variance, found.variance, {truth.variance, truth.variance});
    sums.mean_error += std::fabs(found.mean.value - truth.mean) / options.runs;
    sums.warnings += found.fit.probability < 0.001;
    for (std::size_t at = 0; at < quartile_probabilities.size(); ++at) {
      count(sums.quartiles[at], found.quantiles[at], truth.quantiles(quartile_probabilities[at]));
    }
    for (std::size_t bin = 0; bin < with.grid.bins(); ++bin) {
      const double share = truth.share(with.grid, bin);
      count(sums.bins[bin], found.shares[bin], {share, share});
    }
  }
  std::vector<tried_intervals*> all{&sums.mean, &sums.variance};
  for (tried_intervals& quartile : sums.quartiles) all.push_back(&quartile);
  for (tried_intervals& bin : sums.bins) all.push_back(&bin);
  for (tried_intervals* const some : all) some->width /= options.runs;
  return sums;
}

}  // namespace inbounds::test
