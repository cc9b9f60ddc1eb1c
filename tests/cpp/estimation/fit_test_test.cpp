#include "estimation/fit_test.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "estimation/collecting.hpp"
#include "estimation/statistics.hpp"
#include "support/catch.hpp"

namespace fit_test_test {

using namespace inbounds;
using inbounds::test::collector;
using inbounds::test::interval;
using inbounds::test::make_noise;

namespace {

fit_test fit_of(const collector& from, std::vector<double> counts) {
  const auto groups = from.groups(std::move(counts));
  return test_fit(groups, fit_mixture(groups, even_shares(from.grid), 10), from.grid);
}

double even(double p) { return p; }

/// Reports of one mechanism, taken for those of another.
fit_test fit_as(const laplace_noise& drawn, const collector& from, double (*quantile)(double), std::uint64_t seed) {
  std::vector<double> counts(from.bins.count());
  test::simulation people(seed);
  const auto error = add_reports(from.bins, people.reports(drawn, 100000, quantile), counts);
  REQUIRE_FALSE(error);
  return fit_of(from, counts);
}

}  // namespace

TEST_CASE("small probabilities are as rare as they say, for reports that are what they are said to be",
          "[estimation]") {
  // Conservative: no more than uniform. Of 192 fits, more than 41 below 0.1 have a chance of 1e-6 if p-values are
  // uniform, and one below 5e-9 has the same.
  double (*const quantiles[])(double) = {even, [](double p) { return p < 0.5 ? 0.0 : 1.0; },
                                         [](double) { return 0.4142; }, [](double p) { return p * p * p; }};
  int below_tenth = 0;
  int fits = 0;
  test::simulation people(851);
  for (const auto* mechanism : {&reflected_laplace, &bounded_laplace, &clamped_laplace}) {
    for (const double epsilon : {1.0, 6.0}) {
      const collector from = test::collecting(make_noise(*mechanism, interval(0, 1), {epsilon}), 10);
      for (const auto quantile : quantiles) {
        for (const int count : {300, 20000}) {
          for (int again = 0; again < 4; ++again) {
            const fit_test found = fit_of(from, people.counts(from, count, quantile));
            REQUIRE(found.probability > 5e-9);
            REQUIRE(found.probability <= 1);
            REQUIRE(found.statistic >= 0);
            below_tenth += found.probability < 0.1;
            ++fits;
          }
        }
      }
    }
  }
  INFO(below_tenth << " of " << fits);
  CHECK(fits == 192);
  CHECK(below_tenth <= 41);
}

TEST_CASE("degrees of freedom are bins with enough expected reports, less one for each group", "[estimation]") {
  const collector from = test::small_collector(9, 2);
  const std::vector<double> many(10, 1000);
  CHECK(fit_of(from, many).degrees == 9);
  std::vector<report_group> two;
  two.push_back(from.group(many));
  two.push_back(from.group(many));
  const mixture_fit both = fit_mixture(two, even_shares(from.grid), 10);
  CHECK(test_fit(two, both, from.grid).degrees == 18);
  two.push_back(from.group(std::vector<double>(10)));  // one without reports adds nothing
  const mixture_fit three = fit_mixture(two, even_shares(from.grid), 10);
  CHECK(test_fit(two, three, from.grid).degrees == 18);
  std::vector<double> one(10);
  one[4] = 1;
  const fit_test single = fit_of(from, one);
  CHECK(single.degrees == 0);
  CHECK(single.probability == 1);
  std::vector<double> few(10, 1);
  CHECK(fit_of(from, few).degrees <= 1);
}

TEST_CASE("Pearson's statistic is that of its definition where all truths are few values", "[estimation]") {
  const collector from = test::small_collector(4, 3);
  const std::vector<double> counts{900, 500, 800, 450, 1000};
  const auto groups = from.groups(counts);
  const mixture_fit fit = fit_mixture(groups, even_shares(from.grid), 10);
  double statistic = 0;
  for (std::size_t bin = 0; bin < 5; ++bin) {
    const double expected = 3650 * fit.expected[0][bin];
    statistic += (counts[bin] - expected) * (counts[bin] - expected) / expected;
  }
  // Less what a better fit may take off it.
  CHECK(fit.gap < 0.01);
  CHECK(test_fit(groups, fit, from.grid).statistic ==
        Catch::Approx(statistic - 2 * std::max(0.0, fit.gap)).epsilon(1e-12));
}

TEST_CASE("reports without noise, of another epsilon, or of another mechanism are found", "[estimation]") {
  const laplace_spec unit = interval(0, 1);
  double (*const spiky)(double) = [](double p) { return p < 0.3 ? 0.11 : p < 0.7 ? 0.52 : 0.93; };
  const collector half = test::collecting(make_noise(reflected_laplace, unit, {0.5}));
  const collector two = test::collecting(make_noise(reflected_laplace, unit, {2}));
  // Truths themselves.
  std::vector<double> truths;
  test::simulation people(852);
  for (int at = 0; at < 100000; ++at) truths.push_back(spiky(test::uniform(people.random())));
  for (const collector* from : {&half, &two}) {
    std::vector<double> counts(from->bins.count());
    REQUIRE_FALSE(add_reports(from->bins, truths, counts));
    CHECK(fit_of(*from, counts).probability < 1e-6);
  }
  // Less noise than is claimed leaves more structure than noise allows.
  CHECK(fit_as(two.noise, half, spiky, 853).probability < 1e-6);
  // Piles at the ends that reflected noise does not make; and none where clamped noise makes them.
  const collector clamped = test::collecting(make_noise(clamped_laplace, unit, {1}));
  const collector reflected = test::collecting(make_noise(reflected_laplace, unit, {1}));
  CHECK(fit_as(clamped.noise, reflected, even, 854).probability < 1e-6);
  CHECK(fit_as(reflected.noise, clamped, even, 855).probability < 1e-6);
}

TEST_CASE("more noise than is claimed looks like other truths, which no test tells apart", "[estimation]") {
  // Laplace noise of a larger scale is noise of a smaller one plus something: a distribution of truths that fits.
  const collector two = test::collecting(make_noise(reflected_laplace, interval(0, 1), {2}));
  const auto half = make_noise(reflected_laplace, interval(0, 1), {0.5});
  CHECK(fit_as(half, two, even, 856).probability > 1e-3);
}

TEST_CASE("a billion reports of one truth that is no point of the grid raise no alarm", "[estimation][long]") {
  for (const auto* mechanism : {&reflected_laplace, &bounded_laplace, &clamped_laplace}) {
    for (const double epsilon : {0.5, 1.0, 4.0, 10.0}) {
      const collector from = test::collecting(make_noise(*mechanism, interval(0, 1), {epsilon}));
      for (const double truth : {0.0, 1e-4, 0.0123, 0.31373, 0.5, 0.77777, 0.9999}) {
        const fit_test found = fit_of(from, test::times(test::reports_of(from, truth), 1e9));
        INFO("epsilon " << epsilon << ", truth " << truth << ": " << found.statistic << " with " << found.degrees);
        CHECK(found.probability > 0.01);
      }
    }
  }
}

}  // namespace fit_test_test
