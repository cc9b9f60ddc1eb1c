#include "estimation/statistics.hpp"

#include <cmath>
#include <vector>

#include "estimation/collecting.hpp"
#include "support/catch.hpp"

namespace statistics_test {

using namespace inbounds;
using Catch::Approx;
using inbounds::test::collector;
using inbounds::test::interval;
using inbounds::test::made;

namespace {

void check_interval(const interval_estimate& of, double least, double most) {
  CHECK(of.low <= of.value);
  CHECK(of.value <= of.high);
  CHECK(of.low >= least - 1e-12);
  CHECK(of.high <= most + 1e-12);
}

void check_all(const truth_statistics& found, const truth_grid& grid, const std::vector<double>& probabilities) {
  const double lowest = grid.points.front();
  const double highest = grid.points.back();
  check_interval(found.mean, lowest, highest);
  check_interval(found.variance, 0, (highest - lowest) * (highest - lowest) / 4);
  REQUIRE(found.shares.size() == grid.bins());
  double sum = 0;
  for (const interval_estimate& share : found.shares) {
    check_interval(share, 0, 1);
    sum += share.value;
  }
  CHECK(sum == Approx(1).epsilon(1e-9));
  REQUIRE(found.quantiles.size() == probabilities.size());
  for (const interval_estimate& quantile : found.quantiles) check_interval(quantile, lowest, highest);
}

}  // namespace

TEST_CASE("estimates lie in their intervals, and those in what is possible, from one report on", "[estimation][long]") {
  const std::vector<double> probabilities{0.01, 0.5, 0.99};
  test::simulation people(891);
  for (const auto* mechanism : {&reflected_laplace, &bounded_laplace, &clamped_laplace}) {
    for (const laplace_spec& spec : {interval(0, 1), interval(-3, 9, {}, 1), interval(1e6, 2e6, 1000)}) {
      const collector from = test::collecting(made(*mechanism, spec, {2}), 10);
      const double lower = from.grid.points.front();
      const double width = from.grid.width();
      for (const int reports : {1, 30, 1000}) {
        const auto groups = from.groups(people.counts(from, reports, [&](double p) { return lower + width * p * p; }));
        const truth_statistics found = statistics_of(groups, from.grid, {.probabilities = probabilities});
        CHECK(found.reports == reports);
        check_all(found, from.grid, probabilities);
      }
    }
  }
}

TEST_CASE("from a great many reports, statistics are those of the truths", "[estimation]") {
  // A tenth at 2, a half at 3, the rest at 9.
  const collector from = test::small_collector(10, 8);
  std::vector<double> counts(11);
  const double truths[][2] = {{2, 0.1}, {3, 0.5}, {9, 0.4}};
  for (const auto& [truth, share] : truths) {
    const auto row = test::reports_of(from, truth);
    for (std::size_t bin = 0; bin < 11; ++bin) counts[bin] += 1e8 * share * row[bin];
  }
  const auto groups = from.groups(counts);
  const truth_statistics found = statistics_of(groups, from.grid, {.probabilities = {0.05, 0.4, 0.8}});
  CHECK(found.mean.value == Approx(5.3).epsilon(1e-3));
  CHECK(found.mean.high - found.mean.low < 0.02);
  CHECK(found.variance.value == Approx(0.1 * 4 + 0.5 * 9 + 0.4 * 81 - 5.3 * 5.3).epsilon(5e-3));
  CHECK(found.quantiles[0].value == 2);
  CHECK(found.quantiles[1].value == 3);
  CHECK(found.quantiles[2].value == 9);
  CHECK(found.quantiles[1].low >= 2);
  CHECK(found.quantiles[1].high == 3);
  CHECK(found.shares[3].value == Approx(0.5).margin(0.01));
  CHECK(found.shares[3].low > 0.45);
  CHECK(found.shares[3].high < 0.55);
  CHECK(found.fit.probability > 0.5);
}

TEST_CASE("a distribution that is given is what point estimates are from, within their intervals", "[estimation]") {
  test::simulation people(892);
  const collector from = test::collecting(made(reflected_laplace, interval(0, 1), {1}), 10);
  const auto groups = from.groups(people.counts(from, 2000, [](double p) { return p; }));
  const truth_statistics by_fit = statistics_of(groups, from.grid, {.probabilities = {0.5}});
  const truth_statistics given = statistics_of(groups, from.grid, {.probabilities = {0.5}}, even_shares(from.grid));
  check_all(given, from.grid, {0.5});
  CHECK(given.mean.low == by_fit.mean.low);
  CHECK(given.mean.high == by_fit.mean.high);
  CHECK(given.mean.value == Approx(std::fmin(std::fmax(0.5, given.mean.low), given.mean.high)));
  for (const interval_estimate& share : given.shares) CHECK(share.value == Approx(0.1));
}

TEST_CASE("more reports, and reports of more epsilon, make intervals shorter; more confidence, longer",
          "[estimation]") {
  const auto length = [](double epsilon, double reports, double confidence) {
    const collector from = test::collecting(made(reflected_laplace, interval(0, 1), {epsilon}), 10);
    const auto groups = from.groups(test::times(test::reports_of(from, 0.4), reports));
    const truth_statistics found = statistics_of(groups, from.grid, {.confidence = confidence});
    return found.mean.high - found.mean.low;
  };
  CHECK(length(1, 1e5, 0.95) < length(1, 1e4, 0.95));
  CHECK(length(2, 1e4, 0.95) < length(1, 1e4, 0.95));
  CHECK(length(1, 1e4, 0.95) < length(1, 1e4, 0.99));
}

}  // namespace statistics_test
