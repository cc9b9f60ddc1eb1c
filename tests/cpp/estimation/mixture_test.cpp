#include "estimation/mixture.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "estimation/collecting.hpp"
#include "estimation/statistics.hpp"
#include "support/catch.hpp"

namespace mixture_test {

using namespace inbounds;
using Catch::Approx;
using inbounds::test::collector;
using inbounds::test::small_collector;
using inbounds::test::sum_of;
using inbounds::test::times;
using inbounds::test::uniform;

namespace {

/// ln of the likelihood, plus that of people who are known to be spread evenly.
double objective(const std::vector<report_group>& groups, const std::vector<double>& shares, double smoothing,
                 const std::vector<double>& spread) {
  long double sum = 0;
  for (const report_group& group : groups) {
    for (std::size_t bin = 0; bin < group.counts.size(); ++bin) {
      if (group.counts[bin] == 0) continue;
      long double expected = 0;
      for (std::size_t cell = 0; cell < shares.size(); ++cell) expected += shares[cell] * group.of_cells.row(cell)[bin];
      sum += group.counts[bin] * std::log(expected);
    }
  }
  for (std::size_t cell = 0; smoothing > 0 && cell < shares.size(); ++cell) {
    sum += smoothing * spread[cell] * std::log(static_cast<long double>(shares[cell]));
  }
  return static_cast<double>(sum);
}

/// The EM algorithm as in the textbook, and nothing else, for very long.
std::vector<double> plain_em(const std::vector<report_group>& groups, double smoothing,
                             const std::vector<double>& spread, int steps) {
  std::vector<double> shares = spread;
  std::vector<double> next(shares.size());  // not a new one at each step: memory takes sanitizers longest
  double all = smoothing;
  for (const report_group& group : groups) all += sum_of(group.counts);
  for (int step = 0; step < steps; ++step) {
    for (std::size_t cell = 0; cell < shares.size(); ++cell) next[cell] = smoothing * spread[cell];
    for (const report_group& group : groups) {
      for (std::size_t bin = 0; bin < group.counts.size(); ++bin) {
        if (group.counts[bin] == 0) continue;
        double expected = 0;
        for (std::size_t cell = 0; cell < shares.size(); ++cell)
          expected += shares[cell] * group.of_cells.row(cell)[bin];
        for (std::size_t cell = 0; cell < shares.size(); ++cell) {
          next[cell] += group.counts[bin] * shares[cell] * group.of_cells.row(cell)[bin] / expected;
        }
      }
    }
    for (std::size_t cell = 0; cell < shares.size(); ++cell) shares[cell] = next[cell] / all;
  }
  return shares;
}

/// What has to hold of every fit: it sums to 1, its gap is small and a bound for everything else that is tried.
void check_fit(const std::vector<report_group>& groups, const std::vector<double>& spread, double smoothing,
               const mixture_fit& fit, const std::vector<double>& other) {
  CHECK(sum_of(fit.shares) == Approx(1).epsilon(1e-12));
  CHECK(*std::min_element(fit.shares.begin(), fit.shares.end()) >= 0);
  // What is left of a gap beside the roundings of so large an objective: a ten-millionth of a report for each.
  double reports = 0;
  for (const report_group& group : groups) reports += group.total;
  CHECK(fit.gap <= largest_gap + (reports > 1e7 ? 1e-7 * reports : 0));
  CHECK(fit.gap >= -1e-6 * (1 + std::fabs(fit.log_likelihood) * 1e-6));
  CHECK(fit.log_likelihood == Approx(objective(groups, fit.shares, 0, spread)).epsilon(1e-12).margin(1e-9));
  REQUIRE(fit.expected.size() == groups.size());
  for (std::size_t at = 0; at < groups.size(); ++at) {
    CHECK(sum_of(fit.expected[at]) == Approx(1).epsilon(1e-12));
    const auto again = expected_reports(groups[at].of_cells, fit.shares);
    for (std::size_t bin = 0; bin < again.size(); ++bin) CHECK(fit.expected[at][bin] == Approx(again[bin]));
  }
  const double found = objective(groups, fit.shares, smoothing, spread);
  const double rounding = 1e-12 * std::fabs(found);
  CHECK(objective(groups, other, smoothing, spread) - found <=
        fit.gap + (smoothing > 0 ? 0 : largest_gap / 2) + rounding);
}

}  // namespace

// estimation/PROOF.md, Corollary 2
TEST_CASE("the likeliest distribution is that of plain EM after very long, smoothed or not", "[estimation]") {
  std::mt19937_64 random(821);
  for (int trial = 0; trial < 36; ++trial) {
    const auto* mechanism = trial % 3 == 0 ? &reflected_laplace : trial % 3 == 1 ? &bounded_laplace : &clamped_laplace;
    const collector from =
        small_collector(3 + static_cast<double>(random() % 6), test::log_uniform(random, 1, 12), *mechanism);
    std::vector<double> counts(from.bins.count());
    for (double& count : counts) count = std::floor(test::log_uniform(random, 0.5, 200));
    const auto groups = from.groups(counts);
    const std::vector<double> spread = even_shares(from.grid);
    const double smoothing = trial % 2 == 0 ? 0 : test::log_uniform(random, 0.1, 30);
    const std::vector<double> best = plain_em(groups, smoothing, spread, 100000);
    const mixture_fit fit = fit_mixture(groups, spread, smoothing);
    INFO(counts.size() << " points, " << sum_of(counts) << " reports, smoothing " << smoothing);
    check_fit(groups, spread, smoothing, fit, best);
    const double max = objective(groups, best, smoothing, spread);
    CHECK(objective(groups, fit.shares, smoothing, spread) == Approx(max).epsilon(0).margin(2 * largest_gap));
    if (smoothing == 0) CHECK(fit.log_likelihood >= max - largest_gap);
    // Expected reports are unique at the maximum; shares need not be.
    for (std::size_t bin = 0; bin < counts.size(); ++bin) {
      CHECK(fit.expected[0][bin] == Approx(expected_reports(groups[0].of_cells, best)[bin]).margin(0.02));
    }
  }
}

// estimation/PROOF.md, Theorem 1
TEST_CASE("no distribution that is tried exceeds the objective by more than the gap", "[estimation]") {
  test::simulation people(822);
  const collector from = test::collecting(test::make_noise(reflected_laplace, test::interval(0, 1), {2}), 20);
  const std::vector<double> spread = even_shares(from.grid);
  for (const double smoothing : {0.0, 1.0, 10.0}) {
    const auto groups = from.groups(people.counts(from, 3000, [](double p) { return p * p; }));
    const mixture_fit fit = fit_mixture(groups, spread, smoothing);
    INFO("smoothing " << smoothing << ", gap " << fit.gap << ", " << fit.steps << " steps");
    check_fit(groups, spread, smoothing, fit, spread);
    check_fit(groups, spread, smoothing, fit, plain_em(groups, smoothing, spread, 2000));
    for (int trial = 0; trial < 200; ++trial) {
      // Anywhere near and far: a little, or much, of other cells.
      std::vector<double> other = fit.shares;
      const double much = test::log_uniform(people.random(), 1e-6, 1);
      for (double& share : other) share = share * (1 - much) + much * uniform(people.random()) / 50;
      check_fit(groups, spread, smoothing, fit, times(other, 1 / sum_of(other)));
    }
  }
}

TEST_CASE("several groups with different epsilons are fitted at once", "[estimation]") {
  std::mt19937_64 random(823);
  for (int trial = 0; trial < 10; ++trial) {
    const collector one = small_collector(5, 1.5);
    const collector other = small_collector(5, 8, bounded_laplace);
    std::vector<report_group> groups;
    for (const collector* from : {&one, &other}) {
      std::vector<double> counts(6);
      for (double& count : counts) count = std::floor(100 * uniform(random));
      groups.push_back(from->group(counts));
    }
    const std::vector<double> spread = even_shares(one.grid);
    const mixture_fit fit = fit_mixture(groups, spread, 2);
    check_fit(groups, spread, 2, fit, plain_em(groups, 2, spread, 100000));
    // The order of groups does not matter, and a group that is cut in two is the same.
    std::swap(groups[0], groups[1]);
    const mixture_fit swapped = fit_mixture(groups, spread, 2);
    for (std::size_t cell = 0; cell < 6; ++cell) CHECK(swapped.shares[cell] == Approx(fit.shares[cell]).margin(1e-3));
    groups.push_back(one.group(times(groups[1].counts, 0.5)));
    groups[1] = groups[2];
    const mixture_fit cut = fit_mixture(groups, spread, 2);
    for (std::size_t cell = 0; cell < 6; ++cell) CHECK(cut.shares[cell] == Approx(fit.shares[cell]).margin(1e-3));
  }
}

TEST_CASE("counts that are what a distribution makes expect give that distribution", "[estimation]") {
  const std::vector<double> truth{0.1, 0, 0.35, 0.05, 0.5, 0};
  const collector from = small_collector(5, 12);
  const auto expected = expected_reports(from.group(std::vector<double>(6)).of_cells, truth);
  for (const double reports : {1e4, 1e6, 1e9}) {
    const auto groups = from.groups(times(expected, reports));
    const mixture_fit fit = fit_mixture(groups, even_shares(from.grid), 0);
    check_fit(groups, even_shares(from.grid), 0, fit, truth);
    for (std::size_t cell = 0; cell < 6; ++cell) {
      INFO(reports << " reports, cell " << cell);
      CHECK(fit.shares[cell] == Approx(truth[cell]).margin(std::sqrt(0.2 / reports)));
    }
  }
}

TEST_CASE("a billion reports, one report, and bins without reports are fitted to the same gap", "[estimation]") {
  const collector fine = test::collecting(test::make_noise(reflected_laplace, test::interval(0, 1), {1}), 20);
  const collector coarse = small_collector(8, 0.7, clamped_laplace);
  for (const collector* from : {&fine, &coarse}) {
    const std::size_t bins = from->bins.count();
    const std::vector<double> spread = even_shares(from->grid);
    std::vector<double> one(bins);
    one[bins / 3] = 1;
    std::vector<double> ends(bins);
    ends.front() = 400;
    ends.back() = 700;
    const std::vector<double> many =
        times(test::reports_of(*from, from->grid.points[from->grid.points.size() / 2]), 1e9);
    std::vector<double> uneven = many;
    for (std::size_t bin = 0; bin < bins; bin += 2) uneven[bin] *= 1.001;  // no distribution has such reports
    for (const auto& counts : {one, ends, many, uneven}) {
      for (const double smoothing : {0.0, 10.0}) {
        const auto groups = from->groups(counts);
        const mixture_fit fit = fit_mixture(groups, spread, smoothing);
        INFO(bins << " bins, " << sum_of(counts) << " reports, smoothing " << smoothing << ": " << fit.steps
                  << " steps");
        check_fit(groups, spread, smoothing, fit, spread);
        check_fit(groups, spread, smoothing, fit, plain_em(groups, smoothing, spread, 300));
      }
    }
  }
}

TEST_CASE("without reports, the fit is what is added to them", "[estimation]") {
  const collector from = small_collector(8, 1);
  const std::vector<double> spread = even_shares(from.grid);
  const mixture_fit fit = fit_mixture(from.groups(std::vector<double>(9)), spread, 10);
  for (const double share : fit.shares) CHECK(share == Approx(1.0 / 9).epsilon(1e-9));
  CHECK(fit.log_likelihood == 0);
}

TEST_CASE("people who are added decide for what is spread, and weigh little against reports", "[estimation]") {
  test::simulation people(824);
  const collector from = test::collecting(test::make_noise(reflected_laplace, test::interval(0, 1), {1}), 20);
  const auto groups = from.groups(people.counts(from, 10000, [](double p) { return p; }));
  const std::vector<double> spread = even_shares(from.grid);
  const mixture_fit spikes = fit_mixture(groups, spread, 0);
  const mixture_fit smooth = fit_mixture(groups, spread, 10);
  const auto largest = [](const mixture_fit& of) { return *std::max_element(of.shares.begin(), of.shares.end()); };
  CHECK(largest(spikes) > 5 * largest(smooth));
  CHECK(smooth.log_likelihood > spikes.log_likelihood - 10 * std::log(10000));
  CHECK(smooth.log_likelihood <= spikes.log_likelihood + largest_gap);
}

}  // namespace mixture_test
