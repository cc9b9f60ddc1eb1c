#include "estimation/coverage.hpp"

#include <algorithm>
#include <cmath>

#include "estimation/report_bins.hpp"
#include "estimation/statistics.hpp"
#include "estimation/transition.hpp"
#include "random/seeded_source.hpp"
#include "support/random.hpp"

namespace inbounds::test {
namespace {

constexpr std::size_t reference = 200000;  ///< people of whom the true statistics are computed

struct true_statistics {
  double mean = 0;
  double variance = 0;
  std::vector<double> sorted;

  explicit true_statistics(const population& of) {
    for (std::size_t at = 0; at < reference; ++at) {
      sorted.push_back(of.quantile((static_cast<double>(at) + 0.5) / static_cast<double>(reference)));
    }
    std::sort(sorted.begin(), sorted.end());
    for (const double truth : sorted) mean += truth / static_cast<double>(reference);
    for (const double truth : sorted) variance += (truth - mean) * (truth - mean) / static_cast<double>(reference);
  }

  double quantile(double p) const { return sorted[static_cast<std::size_t>(p * static_cast<double>(reference))]; }
  /// Truths from one end of a bin to below the other, which belongs to the next bin; at the end of all, to this one.
  double share(const span& bin, bool last) const {
    const auto from = std::lower_bound(sorted.begin(), sorted.end(), bin.lower);
    const auto to = last ? sorted.end() : std::lower_bound(sorted.begin(), sorted.end(), bin.upper);
    return static_cast<double>(to - from) / static_cast<double>(reference);
  }
};

double normal_like(double p, double centre, double deviation) {
  // The logistic law with that deviation: bell-shaped, with a quantile in closed form.
  return centre + deviation * 0.5513288954217921 * std::log(p / (1 - p));
}

bool holds(const interval_estimate& interval, double truth) { return interval.low <= truth && truth <= interval.high; }

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

coverage covered(const laplace_noise& noise, const population& of, const coverage_options& options) {
  const true_statistics truth(of);
  const truth_grid grid = grid_on(truths_of(noise, {}), options.bins);
  const report_bins bins = *bins_on(noise.points, {});
  const transition_matrix of_points = *transitions(noise, bins, grid.looked_at());
  const statistics_options asked{.probabilities = {0.25, 0.5, 0.75}};
  std::mt19937_64 random(options.seed);
  seeded_words words(options.seed + 1);
  bit_source bits(&seeded_words::refill, &words);
  coverage sums{.name = of.name, .runs = options.runs};
  for (int run = 0; run < options.runs; ++run) {
    std::vector<double> reports;
    for (int at = 0; at < options.reports; ++at) reports.push_back(of.quantile(uniform(random)));
    draw_all(noise, reports, bits);
    std::vector<double> counts(bins.count());
    if (add_reports(bins, reports, counts)) return sums;
    std::vector<report_group> groups;
    groups.push_back(grouped(of_points, grid, counts));
    const truth_statistics found = statistics_of(groups, grid, asked);
    sums.mean += holds(found.mean, truth.mean);
    sums.variance += holds(found.variance, truth.variance);
    sums.mean_width += found.mean.high - found.mean.low;
    sums.mean_error += std::fabs(found.mean.value - truth.mean);
    sums.variance_width += found.variance.high - found.variance.low;
    sums.warnings += found.fit.probability < 0.001;
    for (std::size_t at = 0; at < asked.probabilities.size(); ++at) {
      sums.quantiles += holds(found.quantiles[at], truth.quantile(asked.probabilities[at])) / 3.0;
      sums.quantile_width += (found.quantiles[at].high - found.quantiles[at].low) / 3;
    }
    for (std::size_t bin = 0; bin < grid.bins(); ++bin) {
      const auto count = static_cast<double>(grid.bins());
      sums.bins += holds(found.shares[bin], truth.share(grid.bin(bin), bin + 1 == grid.bins())) / count;
      sums.bin_width += (found.shares[bin].high - found.shares[bin].low) / count;
    }
  }
  for (double* sum :
       {&sums.mean_width, &sums.variance_width, &sums.quantile_width, &sums.bin_width, &sums.mean_error}) {
    *sum /= options.runs;
  }
  return sums;
}

}  // namespace inbounds::test
