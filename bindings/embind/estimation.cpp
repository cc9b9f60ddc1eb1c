#include <emscripten/bind.h>

#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "estimation/cosine_shares.hpp"
#include "estimation/planner.hpp"
#include "estimation/pooled_counts.hpp"
#include "estimation/report_bins.hpp"
#include "estimation/statistics.hpp"
#include "memory.hpp"
#include "options.hpp"
#include "parameter_errors.hpp"

// What a collector asks, in the manner of laplace.cpp. Every list begins with what the question is about: the side of a
// box, and the ends of a range or NaN. An answer is a list, too, and its length; 0 means an error.

namespace inbounds::bindings {
namespace {

/// The mechanism in a slot as a collector sees it: one side of it.
struct subject {
  const laplace_noise* laplace;
  const gaussian_noise* gaussian;
  std::size_t side;
  std::optional<span> range;

  subject(double slot, const std::vector<double>& list)
      : laplace(nullptr), gaussian(gaussian_in_slot(slot)), side(static_cast<std::size_t>(list[0])) {
    if (!gaussian) laplace = &in_slot(slot);
    if (!std::isnan(list[1])) range = span{list[1], list[2]};
  }

  const lattice& points() const { return gaussian ? gaussian->points[side] : laplace->points; }
  truth_domain truths() const { return gaussian ? truths_of(*gaussian, side) : truths_of(*laplace, range); }
  result<report_bins> bins() const { return bins_on(points(), range, gaussian ? nullptr : &laplace->where); }
  result<transition_matrix> transitions_of(const report_bins& bins, const truth_grid& grid) const {
    const std::vector<double> truths = grid.all_truths();
    if (gaussian) return transitions(*gaussian, side, bins, truths);
    return transitions(*laplace, bins, truths);
  }
};
constexpr std::size_t subject_length = 3;

std::span<const double> argument() { return std::span<const double>(numbers()).subspan(subject_length); }

double told(std::vector<double> answer) {
  numbers() = std::move(answer);
  return static_cast<double>(numbers().size());
}

void append(std::vector<double>& list, const interval_estimate& interval) {
  list.insert(list.end(), {interval.value, interval.low, interval.high});
}

/// The lowest and the highest report, half a step, and the edges between bins.
double bound_bins(double slot, double /*unused*/) {
  const result<report_bins> bins = subject(slot, numbers()).bins();
  if (!bins) return set_last_error(bins.error());
  std::vector<double> answer{bins->released.lower, bins->released.upper, bins->slack};
  answer.insert(answer.end(), bins->edges.begin(), bins->edges.end());
  return told(std::move(answer));
}

/// Reports become counts. `before` is how many reports were looked at before these.
double bound_count(double slot, double before) {
  const result<report_bins> bins = subject(slot, numbers()).bins();
  if (!bins) return set_last_error(bins.error());
  std::vector<double> counts(bins->count());
  if (std::optional<parameter_error> why = add_reports(*bins, argument(), counts)) {
    why->index += static_cast<int>(before);
    return set_last_error(*why);
  }
  return told(std::move(counts));
}

/// What the next estimate is about.
struct collection {
  std::optional<truth_domain> truths;
  std::optional<truth_grid> grid;
  std::vector<report_group> groups;
  std::vector<double> shares;  ///< by cosines
};
collection collected;

double bound_start() {
  collected = {};
  return 1;
}

double bound_truths(double slot, double /*unused*/) {
  const truth_domain more = subject(slot, numbers()).truths();
  collected.truths = collected.truths ? join(*collected.truths, more) : more;
  return told({collected.truths->lower(), collected.truths->upper()});
}

double bound_grid(double bins) {
  if (auto why = check_within("bins", bins, 1, static_cast<double>(max_bins))) return set_last_error(*why);
  if (auto why = check_spans(*collected.truths)) return set_last_error(*why);
  collected.grid = grid_on(*collected.truths, static_cast<std::size_t>(bins));
  return 1;
}

/// The list has the counts of a group; `cosines` asks for its distribution by cosines.
double bound_group(double slot, double cosines) {
  const subject about(slot, numbers());
  const result<report_bins> bins = about.bins();
  if (!bins) return set_last_error(bins.error());
  const std::span<const double> list = argument();
  std::vector<double> counts(list.begin(), list.end());
  result<transition_matrix> matrix = about.transitions_of(*bins, *collected.grid);
  if (!matrix) return set_last_error(matrix.error());
  if (cosines != 0) {
    std::optional<std::vector<double>> shares;
    if (about.laplace) shares = cosine_shares(*about.laplace, *bins, counts, *collected.grid);
    if (shares) collected.shares = *std::move(shares);
    if (collected.shares.empty()) return told({0});
  }
  collected.groups.push_back(group_reports(*matrix, *collected.grid, std::move(counts)));
  return told({1});
}

/// The list has the probabilities of quantiles. The answer: reports, mean, variance, fit, the bins, the quantiles.
double bound_run(double confidence, double smoothing) {
  const truth_grid& grid = *collected.grid;
  const statistics_options options{confidence, smoothing, numbers()};
  const truth_statistics found = statistics_of(collected.groups, grid, options, collected.shares);
  std::vector<double> answer{found.reports};
  append(answer, found.mean);
  append(answer, found.variance);
  answer.insert(answer.end(), {found.fit.statistic, found.fit.degrees, found.fit.probability, found.gap});
  for (const interval_estimate& quantile : found.quantiles) append(answer, quantile);
  for (std::size_t bin = 0; bin < grid.bins(); ++bin) {
    answer.insert(answer.end(), {grid.bin(bin).lower, grid.bin(bin).upper});
    append(answer, found.shares[bin]);
  }
  collected = {};
  return told(std::move(answer));
}

/// The list has what is planned, the confidence, whether an error is given (or a number of reports), that number, and
/// pairs of truths and weights, if any. The largest answer for any population.
double bound_plan(double slot, double /*unused*/) {
  const subject about(slot, numbers());
  const result<report_bins> bins = about.bins();
  if (!bins) return set_last_error(bins.error());
  if (auto why = check_spans(about.truths())) return set_last_error(*why);
  truth_grid grid = grid_on(about.truths(), 1);
  grid.between.clear();  // a plan is no promise
  const result<transition_matrix> matrix = about.transitions_of(*bins, grid);
  if (!matrix) return set_last_error(matrix.error());
  const std::span<const double> list = argument();
  const auto what = static_cast<plan_quantity>(static_cast<int>(list[0]));
  std::vector<double> truths;
  std::vector<double> weights;
  for (std::size_t at = 4; at + 1 < list.size(); at += 2) {
    truths.push_back(list[at]);
    weights.push_back(list[at + 1]);
  }
  std::vector<std::vector<double>> populations;
  if (truths.empty())
    populations = extreme_populations(grid);
  else
    populations.push_back(population_of(grid, truths, weights));
  double largest = 0;
  for (const std::vector<double>& shares : populations) {
    const result<double> needed = list[2] != 0 ? reports_for(*matrix, grid, shares, what, list[3], list[1])
                                               : error_with(*matrix, grid, shares, what, list[3], list[1]);
    if (!needed) return set_last_error(needed.error());
    largest = std::fmax(largest, *needed);
  }
  return told({largest});
}

std::optional<pooled_counts> pooled;

double bound_pool_start() {
  pooled.reset();
  return 1;
}

/// The list has released counts, one after the other.
double bound_pool(double slot, double /*unused*/) {
  const posterior_noise& noise = *posterior_in_slot(slot);
  const std::vector<double> list = numbers();
  std::vector<counts> released;
  for (std::size_t at = 0; at < list.size(); at += noise.prior.size()) {
    const auto first = list.begin() + static_cast<std::ptrdiff_t>(at);
    released.emplace_back(first, first + static_cast<std::ptrdiff_t>(noise.prior.size()));
    if (auto why = check_counts(noise, released.back())) return set_last_error(*why);
  }
  const result<pooled_counts> found = pool(noise, released);
  if (!found) return set_last_error(found.error());
  if (!pooled) {
    pooled = *found;
  } else {
    for (std::size_t part = 0; part < pooled->sum.size(); ++part) {
      pooled->sum[part] += found->sum[part];
      pooled->variance[part] += found->variance[part];
    }
    pooled->answers += found->answers;
  }
  return told({pooled->answers});
}

double bound_pooled(double confidence) {
  std::vector<double> answer{pooled->answers};
  for (const interval_estimate& count : intervals_of(*pooled, confidence)) append(answer, count);
  return told(std::move(answer));
}

EMSCRIPTEN_BINDINGS(inbounds_estimation) {
  emscripten::function("reportBins", &bound_bins);
  emscripten::function("reportCounts", &bound_count);
  emscripten::function("estimateStart", &bound_start);
  emscripten::function("estimateTruths", &bound_truths);
  emscripten::function("estimateGrid", &bound_grid);
  emscripten::function("estimateGroup", &bound_group);
  emscripten::function("estimateRun", &bound_run);
  emscripten::function("plan", &bound_plan);
  emscripten::function("poolStart", &bound_pool_start);
  emscripten::function("poolGroup", &bound_pool);
  emscripten::function("poolRun", &bound_pooled);
}

}  // namespace
}  // namespace inbounds::bindings
