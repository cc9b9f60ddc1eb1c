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
using inbounds::test::make_noise;

namespace {

void check_interval(const interval_estimate& of, double min, double max) {
  CHECK(of.low <= of.value);
  CHECK(of.value <= of.high);
  CHECK(of.low >= min - 1e-12);
  CHECK(of.high <= max + 1e-12);
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
      const collector from = test::collecting(make_noise(*mechanism, spec, {2}), 10);
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
  const collector from = test::collecting(make_noise(reflected_laplace, interval(0, 1), {1}), 10);
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
    const collector from = test::collecting(make_noise(reflected_laplace, interval(0, 1), {epsilon}), 10);
    const auto groups = from.groups(test::times(test::reports_of(from, 0.4), reports));
    const truth_statistics found = statistics_of(groups, from.grid, {.confidence = confidence});
    return found.mean.high - found.mean.low;
  };
  CHECK(length(1, 1e5, 0.95) < length(1, 1e4, 0.95));
  CHECK(length(2, 1e4, 0.95) < length(1, 1e4, 0.95));
  CHECK(length(1, 1e4, 0.95) < length(1, 1e4, 0.99));
}

TEST_CASE("the interval of a quantile does not depend on the others that are asked for", "[estimation]") {
  test::simulation people(893);
  const std::vector<double> probabilities{0.9, 0.02, 0.5, 0.49, 0.98, 0.25};
  for (const collector& from : {test::collecting(make_noise(clamped_laplace, interval(0, 1), {1}), 10),
                                test::small_collector(12, 1, bounded_laplace)}) {
    const double highest = from.grid.points.back();
    const auto half = [&](double p) { return p < 0.5 ? 0 : highest; };
    const auto groups = from.groups(people.counts(from, 2000, half));
    const truth_statistics all = statistics_of(groups, from.grid, {.probabilities = probabilities});
    for (std::size_t at = 0; at < probabilities.size(); ++at) {
      const truth_statistics one = statistics_of(groups, from.grid, {.probabilities = {probabilities[at]}});
      CHECK(one.quantiles[0].low == all.quantiles[at].low);
      CHECK(one.quantiles[0].value == all.quantiles[at].value);
      CHECK(one.quantiles[0].high == all.quantiles[at].high);
      for (std::size_t other = 0; other < probabilities.size(); ++other) {
        if (probabilities[other] < probabilities[at]) continue;
        CHECK(all.quantiles[other].low >= all.quantiles[at].low);
        CHECK(all.quantiles[other].value >= all.quantiles[at].value);
        CHECK(all.quantiles[other].high >= all.quantiles[at].high);
      }
    }
  }
}

TEST_CASE("mirrored reports make mirrored statistics", "[estimation]") {
  test::simulation people(894);
  const std::vector<double> probabilities{0.125, 0.5, 0.75};
  const std::vector<double> others{0.875, 0.5, 0.25};
  for (const auto* mechanism : {&reflected_laplace, &bounded_laplace, &clamped_laplace}) {
    for (const double epsilon : {0.5, 4.0}) {
      const collector from = test::small_collector(12, epsilon, *mechanism);
      const auto skew = [](double p) { return p < 0.51 ? 0.0 : p < 0.8 ? 12.0 : std::floor(13 * p * p); };
      const std::vector<double> counts = people.counts(from, 2000, skew);
      const std::vector<double> mirrored(counts.rbegin(), counts.rend());
      const truth_statistics one = statistics_of(from.groups(counts), from.grid, {.probabilities = probabilities});
      const truth_statistics other = statistics_of(from.groups(mirrored), from.grid, {.probabilities = others});
      const auto check = [](const interval_estimate& found, const interval_estimate& expected) {
        CHECK(found.low == Approx(expected.low).margin(1e-6));
        CHECK(found.high == Approx(expected.high).margin(1e-6));
      };
      check(other.mean, {0, 12 - one.mean.high, 12 - one.mean.low});
      check(other.variance, one.variance);
      for (std::size_t at = 0; at < probabilities.size(); ++at) {
        check(other.quantiles[at], {0, 12 - one.quantiles[at].high, 12 - one.quantiles[at].low});
      }
      for (std::size_t bin = 0; bin < from.grid.bins(); ++bin) {
        if (2 * bin + 1 != from.grid.bins()) check(other.shares[from.grid.bins() - 1 - bin], one.shares[bin]);
      }
    }
  }
}

TEST_CASE("reports that contradict all truths, or each other, leave no interval without length", "[estimation]") {
  // All at one value, as noise never is: more extreme than what any truth makes expect.
  for (const auto* mechanism : {&reflected_laplace, &bounded_laplace, &clamped_laplace}) {
    const collector from = test::collecting(make_noise(*mechanism, interval(0, 1), {1}), 10);
    for (const std::size_t bin : {std::size_t{0}, from.bins.count() / 3, from.bins.count() - 1}) {
      for (const double smoothing : {0.0, 10.0}) {
        std::vector<double> counts(from.bins.count());
        counts[bin] = 3000;
        const statistics_options options{.smoothing = smoothing, .probabilities = {0.02, 0.5, 0.98}};
        const truth_statistics found = statistics_of(from.groups(counts), from.grid, options);
        check_all(found, from.grid, options.probabilities);
        INFO("all reports in bin " << bin << ", smoothing " << smoothing);
        CHECK(found.mean.high - found.mean.low > 0.005);
        CHECK(found.variance.high - found.variance.low > 1e-4);
        for (const interval_estimate& quantile : found.quantiles) CHECK(quantile.high - quantile.low > 0.005);
        for (const interval_estimate& share : found.shares) CHECK(share.high - share.low > 0.005);
      }
    }
  }
}

}  // namespace statistics_test
