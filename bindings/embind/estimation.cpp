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
#include "parameter_errors.hpp"

// What a collector asks, in the manner of making.cpp. Every list begins with what the question is about: the side of a
// box, and the ends of a range or NaN. An answer is a list, too, and its length; 0 means an error.

namespace inbounds::bindings {
namespace {

/// The mechanism in a slot as a collector sees it: one side of it.
struct subject {
  const mechanism& noise;
  std::size_t side;
  std::optional<span> range;

  subject(double slot, const std::vector<double>& list)
      : noise(in_slot(slot)), side(static_cast<std::size_t>(list[0])) {
    if (!std::isnan(list[1])) range = span{list[1], list[2]};
  }

  result<truth_domain> truths() const { return truths_of(noise, side, range); }
  result<report_bins> bins() const { return bins_for(noise, side, range); }
  result<transition_matrix> transitions_of(const report_bins& bins, const truth_grid& grid) const {
    return transitions(noise, side, bins, grid.all_truths());
  }
};
constexpr std::size_t subject_length = 3;

std::span<const double> argument() { return std::span<const double>(numbers()).subspan(subject_length); }

void append(std::vector<double>& list, const interval_estimate& interval) {
  list.insert(list.end(), {interval.value, interval.low, interval.high});
}

/// The lowest and the highest report, half a step, and the edges between bins.
double answer_bins(double slot, double /*unused*/) {
  const result<report_bins> bins = subject(slot, numbers()).bins();
  if (!bins) return set_last_error(bins.error());
  std::vector<double> answer{bins->released.lower, bins->released.upper, bins->slack};
  answer.insert(answer.end(), bins->edges.begin(), bins->edges.end());
  return answered(std::move(answer));
}

/// Reports become counts. `before` is how many reports were looked at before these.
double count_reports(double slot, double before) {
  const result<report_bins> bins = subject(slot, numbers()).bins();
  if (!bins) return set_last_error(bins.error());
  std::vector<double> counts(bins->count());
  if (std::optional<parameter_error> why = add_reports(*bins, argument(), counts)) {
    why->index += static_cast<int>(before);
    return set_last_error(*why);
  }
  return answered(std::move(counts));
}

/// What the next estimate is about.
struct collection {
  std::optional<truth_domain> truths;
  std::optional<truth_grid> grid;
  std::vector<report_group> groups;
  std::vector<double> shares;  ///< by cosines
};
collection current;

double start_collection() {
  current = {};
  return 1;
}

double add_truths(double slot, double /*unused*/) {
  const result<truth_domain> more = subject(slot, numbers()).truths();
  if (!more) return set_last_error(more.error());
  current.truths = current.truths ? join(*current.truths, *more) : *more;
  return answered({current.truths->lower(), current.truths->upper()});
}

double set_grid(double bins) {
  if (auto why = check_within("bins", bins, 1, static_cast<double>(max_bins))) return set_last_error(*why);
  if (auto why = check_spans(*current.truths)) return set_last_error(*why);
  current.grid = grid_on(*current.truths, static_cast<std::size_t>(bins));
  return 1;
}

/// The list has the counts of a group; `cosines` asks for its distribution by cosines.
double add_group(double slot, double cosines) {
  const subject about(slot, numbers());
  const result<report_bins> bins = about.bins();
  if (!bins) return set_last_error(bins.error());
  const std::span<const double> list = argument();
  std::vector<double> counts(list.begin(), list.end());
  result<transition_matrix> matrix = about.transitions_of(*bins, *current.grid);
  if (!matrix) return set_last_error(matrix.error());
  if (cosines != 0) {
    std::optional<std::vector<double>> shares = cosine_shares(about.noise, about.side, *bins, counts, *current.grid);
    if (shares) current.shares = *std::move(shares);
    if (current.shares.empty()) return answered({0});
  }
  current.groups.push_back(group_reports(*matrix, *current.grid, std::move(counts)));
  return answered({1});
}

/// The list has the probabilities of quantiles. The answer: reports, mean, variance, fit, the bins, the quantiles.
double run_estimate(double confidence, double smoothing) {
  const truth_grid& grid = *current.grid;
  const statistics_options options{confidence, smoothing, numbers()};
  const truth_statistics found = statistics_of(current.groups, grid, options, current.shares);
  std::vector<double> answer{found.reports};
  append(answer, found.mean);
  append(answer, found.variance);
  answer.insert(answer.end(), {found.fit.statistic, found.fit.degrees, found.fit.probability, found.gap});
  for (const interval_estimate& quantile : found.quantiles) append(answer, quantile);
  for (std::size_t bin = 0; bin < grid.bins(); ++bin) {
    answer.insert(answer.end(), {grid.bin(bin).lower, grid.bin(bin).upper});
    append(answer, found.shares[bin]);
  }
  current = {};
  return answered(std::move(answer));
}

/// The list has what is planned, the confidence, whether an error is given (or a number of reports), that number, and
/// pairs of truths and weights, if any. The largest answer for any population.
double plan_reports(double slot, double /*unused*/) {
  const subject about(slot, numbers());
  const result<report_bins> bins = about.bins();
  if (!bins) return set_last_error(bins.error());
  const result<truth_domain> possible = about.truths();
  if (!possible) return set_last_error(possible.error());
  if (auto why = check_spans(*possible)) return set_last_error(*why);
  truth_grid grid = grid_on(*possible, 1);
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
  return answered({largest});
}

std::optional<pooled_counts> pooled;

double start_pool() {
  pooled.reset();
  return 1;
}

/// The list has released counts, one after the other.
double add_to_pool(double slot, double /*unused*/) {
  const mechanism& noise = in_slot(slot);
  const result<counting> on_counts = noise.on_counts();
  if (!on_counts) return set_last_error(on_counts.error());
  const std::size_t length = on_counts->categories;
  const std::vector<double> list = numbers();
  std::vector<counts> released;
  for (std::size_t at = 0; at < list.size(); at += length) {
    const auto first = list.begin() + static_cast<std::ptrdiff_t>(at);
    released.emplace_back(first, first + static_cast<std::ptrdiff_t>(length));
    if (auto why = noise.check_counts(released.back())) return set_last_error(*why);
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
  return answered({pooled->answers});
}

double estimate_pool(double confidence) {
  std::vector<double> answer{pooled->answers};
  for (const interval_estimate& count : intervals_of(*pooled, confidence)) append(answer, count);
  return answered(std::move(answer));
}

EMSCRIPTEN_BINDINGS(inbounds_estimation) {
  emscripten::function("reportBins", &answer_bins);
  emscripten::function("reportCounts", &count_reports);
  emscripten::function("estimateStart", &start_collection);
  emscripten::function("estimateTruths", &add_truths);
  emscripten::function("estimateGrid", &set_grid);
  emscripten::function("estimateGroup", &add_group);
  emscripten::function("estimateRun", &run_estimate);
  emscripten::function("plan", &plan_reports);
  emscripten::function("poolStart", &start_pool);
  emscripten::function("poolGroup", &add_to_pool);
  emscripten::function("poolRun", &estimate_pool);
}

}  // namespace
}  // namespace inbounds::bindings
