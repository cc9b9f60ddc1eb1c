#include "estimation/share_bounds.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "estimation/collecting.hpp"
#include "estimation/statistics.hpp"
#include "mechanisms/gaussian_cases.hpp"
#include "support/catch.hpp"

namespace share_bounds_test {

using namespace inbounds;
using Catch::Approx;
using inbounds::test::collector;
using inbounds::test::interval;
using inbounds::test::make_noise;

namespace {

constexpr int runs = 150;
/// Of 150 limits that hold with a chance of 97.5 %, 17 or more fail with a chance of 3e-7.
constexpr int max_failures = 16;

struct tried {
  truth_set set;
  double share;
};

/// How often an upper limit lies below the share that it is for.
std::vector<int> failures(const collector& from, int people, double (*quantile)(double), const std::vector<tried>& sets,
                          std::uint64_t seed, int times = runs) {
  test::simulation simulated(seed);
  std::vector<int> failed(sets.size());
  for (int run = 0; run < times; ++run) {
    const auto groups = from.groups(simulated.counts(from, people, quantile));
    const mixture_fit fit = fit_mixture(groups, even_shares(from.grid), 10);
    const linear_estimator estimator(groups, fit, from.grid);
    share_bounds bounds(estimator, from.grid, 0.95);
    for (std::size_t at = 0; at < sets.size(); ++at) {
      const double upper = bounds.upper(sets[at].set);
      REQUIRE(upper >= 0);
      REQUIRE(upper <= 1);
      failed[at] += upper < sets[at].share;
    }
  }
  return failed;
}

}  // namespace

TEST_CASE("a distance to a set is 0 in it, and grows beside it", "[estimation]") {
  const truth_set inside{2, 5};
  CHECK(inside.distance(2) == 0);
  CHECK(inside.distance(3) == 0);
  CHECK(inside.distance(5) == 0);
  CHECK(inside.distance(1.5) == 0.5);
  CHECK(inside.distance(7) == 2);
  const truth_set outside{2, 5, true};
  CHECK(outside.distance(2) == 0);
  CHECK(outside.distance(5) == 0);
  CHECK(outside.distance(-1) == 0);
  CHECK(outside.distance(9) == 0);
  CHECK(outside.distance(3) == 1);
  CHECK(outside.distance(4.5) == 0.5);
  const truth_set below{-INFINITY, 5};
  CHECK(below.distance(-1e300) == 0);
  CHECK(below.distance(6) == 1);
  const truth_set not_above{-INFINITY, 5, true};
  CHECK(not_above.distance(3) == 2);
  CHECK(not_above.distance(5) == 0);
}

TEST_CASE("upper limits hold with the chance that is asked for, where truths are few values", "[estimation]") {
  // Few values are all there is, so nothing blurs: these are the sharpest limits.
  const collector from = test::small_collector(6, 6);
  const std::vector<tried> sets{{{0, 0}, 0.5},
                                {{0, 2}, 0.5},
                                {{3, 3}, 0.2},
                                {{4, 6}, 0.3},
                                {{0, 0, true}, 1},
                                {{-INFINITY, 3}, 0.7},
                                {{1, 5, true}, 0.5 + 0.3}};
  const auto failed = failures(from, 2000, [](double p) { return p < 0.5 ? 0.0 : p < 0.7 ? 3.0 : 6.0; }, sets, 841);
  for (std::size_t at = 0; at < sets.size(); ++at) {
    INFO("set " << at << ": " << failed[at]);
    CHECK(failed[at] <= max_failures);
  }
}

TEST_CASE("upper limits hold with the chance that is asked for, where truths are anything", "[estimation][long]") {
  const collector from = test::collecting(make_noise(reflected_laplace, interval(0, 1), {4}), 10);
  // All at the very end of a set, where it is hardest to tell inside from outside; and spread evenly.
  const auto at_the_edge = failures(
      from, 2000, [](double p) { return p < 0.6 ? 0.5 : 0.9; },
      {{{0.2, 0.5}, 0.6}, {{0.5, 0.7}, 0.6}, {{0.85, 1}, 0.4}, {{0.5, 0.9, true}, 1}}, 842);
  for (const int failed : at_the_edge) CHECK(failed <= max_failures);
  const auto even = failures(
      from, 2000, [](double p) { return p; },
      {{{0.2, 0.5}, 0.3}, {{0, 0.1}, 0.1}, {{-INFINITY, 0.5}, 0.5}, {{0.2, 0.5, true}, 0.7}}, 843);
  for (const int failed : even) CHECK(failed <= max_failures);
}

TEST_CASE("limits hold where hardly any report is noise, and a few people decide", "[estimation]") {
  // Three of a thousand are at the highest value, and at times by chance none of those who were asked; and nobody is
  // beside them. Of 600 limits that hold with a chance of 97.5 %, 37 or more fail with a chance of 8e-7.
  const collector from = test::small_collector(20, 20);
  const std::vector<tried> sets{{{20, 20}, 0.003},   {{1, INFINITY}, 0.003}, {{0, 19}, 0.997},
                                {{18, 20, true}, 1}, {{17, 19, true}, 1},    {{0, 2, true}, 1}};
  const auto failed = failures(from, 1000, [](double p) { return p < 0.997 ? 0.0 : 20.0; }, sets, 845, 600);
  for (std::size_t at = 0; at < sets.size(); ++at) {
    INFO("set " << at << ": " << failed[at]);
    CHECK(failed[at] <= 36);
  }
}

TEST_CASE("where reports promise no limit below 1, it is 1, whatever chance says", "[estimation]") {
  // Noise so wide that reports hardly tell more than the mean. Everybody is at the lowest value, so all shares are 1.
  // Of 200 limits that hold with a chance of 97.5 %, 20 or more fail with a chance of 3e-7.
  const gaussian_noise noise = make_noise(test::box_spec({1.0}), guarantee{0.5});
  const report_bins bins = *bins_on(noise.points[0], {});
  const truth_grid grid = grid_on(*truths_of(noise, 0), 1);
  const transition_matrix of_points = *transitions(noise, 0, bins, grid.all_truths());
  seeded_words words(844);
  bit_source bits(&seeded_words::refill, &words);
  const double ends[] = {0.5, 0.25, 0.12, 0.06, 0.03};
  std::vector<int> failed(std::size(ends));
  for (int run = 0; run < 200; ++run) {
    std::vector<double> reports(2000);
    noise.draw_all(reports, bits);
    std::vector<double> counts(bins.count());
    REQUIRE(!add_reports(bins, reports, counts));
    std::vector<report_group> groups;
    groups.push_back(group_reports(of_points, grid, counts));
    const mixture_fit fit = fit_mixture(groups, even_shares(grid), 10);
    const linear_estimator estimator(groups, fit, grid);
    share_bounds bounds(estimator, grid, 0.95);
    for (std::size_t at = 0; at < failed.size(); ++at) failed[at] += bounds.upper({-INFINITY, ends[at]}) < 1;
  }
  for (const int times : failed) CHECK(times <= 19);
}

TEST_CASE("limits are far from useless, and those of a set and of the rest leave room for the share", "[estimation]") {
  const collector from = test::collecting(make_noise(reflected_laplace, interval(0, 1), {4}), 10);
  const auto groups = from.groups(test::times(test::reports_of(from, 0.25), 1e5));
  const mixture_fit fit = fit_mixture(groups, even_shares(from.grid), 10);
  const linear_estimator estimator(groups, fit, from.grid);
  share_bounds bounds(estimator, from.grid, 0.95);
  // All truths are at 0.25.
  CHECK(bounds.upper({0.5, 1}) < 0.1);
  CHECK(bounds.upper({0, 0.5}) > 0.99);
  CHECK(bounds.lower({0, 0.6}) > 0.85);
  CHECK(bounds.lower({0.5, 1}) < 0.01);
  for (const truth_set& set : {truth_set{0, 0.3}, truth_set{0.2, 0.3}, truth_set{0.1, 0.9}, truth_set{0.3, 1}}) {
    CHECK(bounds.lower(set) <= bounds.upper(set));
    CHECK(bounds.lower({set.from, set.to, true}) <= bounds.upper({set.from, set.to, true}));
    CHECK(bounds.lower(set) == Approx(1 - bounds.upper({set.from, set.to, true})).margin(0.05));
  }
  share_bounds wider(estimator, from.grid, 0.999);
  share_bounds again(estimator, from.grid, 0.95);
  CHECK(wider.upper({0.5, 1}) > again.upper({0.5, 1}));
}

TEST_CASE("sets that hold all truths, or none, need no reports", "[estimation]") {
  const collector from = test::small_collector(6, 1);
  const auto groups = from.groups(std::vector<double>(7, 100));
  const mixture_fit fit = fit_mixture(groups, even_shares(from.grid), 10);
  const linear_estimator estimator(groups, fit, from.grid);
  share_bounds bounds(estimator, from.grid, 0.95);
  CHECK(bounds.upper({0, 6}) == 1);
  CHECK(bounds.upper({-INFINITY, INFINITY}) == 1);
  CHECK(bounds.upper({2.2, 2.8}) == 0);
  CHECK(bounds.upper({2.2, 2.8, true}) == 1);
  CHECK(bounds.upper({-1, 7, true}) == 0);
  CHECK(bounds.lower({-1, 7}) == 1);
}

// estimation/PROOF.md, Theorem 6
TEST_CASE("a limit is never below what all reports of the worst truth would make of it", "[estimation]") {
  // With exactly the reports that are expected, the limit of a set is at least the share, for every truth of a finer
  // grid: what is estimated lies above the indicator of the set.
  const collector from = test::collecting(make_noise(reflected_laplace, interval(0, 1), {3}), 10);
  for (double truth = 0.013; truth < 1; truth += 0.0731) {
    const auto groups = from.groups(test::times(test::reports_of(from, truth), 20000));
    const mixture_fit fit = fit_mixture(groups, even_shares(from.grid), 10);
    const linear_estimator estimator(groups, fit, from.grid);
    share_bounds bounds(estimator, from.grid, 0.95);
    for (const truth_set& set : {truth_set{truth, 1}, truth_set{0, truth}, truth_set{truth - 0.1, truth + 0.1},
                                 truth_set{truth, truth + 0.1}, truth_set{truth, truth + 0.1, true}}) {
      INFO("truth " << truth << ", from " << set.from << " to " << set.to);
      CHECK(bounds.upper(set) >= 1 - 1e-9);
    }
  }
}

TEST_CASE("limits hardly depend on which sets were asked about before", "[estimation]") {
  // What was chosen for the set before is where the search begins, which must not be where it ends.
  const collector from = test::small_collector(10, 8);
  std::vector<double> counts(11);
  const double truths[][2] = {{2, 0.1}, {3, 0.5}, {9, 0.4}};
  for (const auto& [truth, share] : truths) {
    const auto row = test::reports_of(from, truth);
    for (std::size_t bin = 0; bin < 11; ++bin) counts[bin] += 1e8 * share * row[bin];
  }
  const auto groups = from.groups(counts);
  const mixture_fit fit = fit_mixture(groups, even_shares(from.grid), 10);
  const linear_estimator estimator(groups, fit, from.grid);
  share_bounds used(estimator, from.grid, 0.95);
  for (double last = 10; last >= 0; --last) {
    share_bounds fresh(estimator, from.grid, 0.95);
    INFO("truths up to " << last);
    CHECK(used.upper({-INFINITY, last}) == Approx(fresh.upper({-INFINITY, last})).margin(0.02));
  }
}

}  // namespace share_bounds_test
