#include "estimation/linear_estimator.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "estimation/collecting.hpp"
#include "estimation/plain_estimator.hpp"
#include "estimation/statistics.hpp"
#include "numeric/normal_tails.hpp"
#include "support/catch.hpp"

namespace linear_estimator_test {

using namespace inbounds;
using Catch::Approx;
using inbounds::test::collector;
using inbounds::test::plain_estimator;
using inbounds::test::small_collector;
using inbounds::test::sum_of;
using inbounds::test::times;
using inbounds::test::uniform;

namespace {

struct setup {
  truth_grid grid;
  std::vector<report_group> groups;
  mixture_fit fit;
};

setup random_setup(std::mt19937_64& random) {
  const double last = 2 + static_cast<double>(random() % 7);
  const laplace_kind* const mechanisms[] = {&reflected_laplace, &bounded_laplace, &clamped_laplace};
  setup given{small_collector(last, 1).grid, {}, {}};
  for (std::size_t group = 0; group < 1 + random() % 3; ++group) {
    const collector from = small_collector(last, test::log_uniform(random, 0.5, 8), *mechanisms[random() % 3]);
    std::vector<double> counts(from.bins.count());
    for (double& count : counts) count = std::floor(300 * uniform(random));
    given.groups.push_back(from.group(std::move(counts)));
  }
  given.fit = fit_mixture(given.groups, even_shares(given.grid), 5);
  return given;
}

}  // namespace

// estimation/PROOF.md, Theorem 3 and Proposition 4
TEST_CASE("the bias at a truth is that of a direct computation, and -ridge mu", "[estimation]") {
  std::mt19937_64 random(831);
  for (int trial = 0; trial < 200; ++trial) {
    const setup given = random_setup(random);
    const linear_estimator estimator(given.groups, given.fit, given.grid);
    std::vector<double> function(given.grid.points.size());
    for (double& value : function) value = uniform(random);
    const double ridge = estimator.smallest_ridge() *
                         std::pow(estimator.largest_ridge() / estimator.smallest_ridge(), 0.3 + 0.7 * uniform(random));
    const linear_estimate found = estimator.estimate(function, ridge);
    const plain_estimator plain(given.groups, given.fit, given.grid, function, ridge);
    std::vector<double> biases;
    for (std::size_t point = 0; point < function.size(); ++point) {
      biases.push_back(plain.mean_at(point) - function[point]);
      CHECK(biases.back() == Approx(-ridge * plain.weights()[point]).epsilon(1e-8).margin(1e-11));
    }
    INFO(given.groups.size() << " groups, " << function.size() << " points, ridge " << ridge);
    const double rounding = 1e-9;
    CHECK(found.lowest_bias == Approx(*std::min_element(biases.begin(), biases.end())).epsilon(1e-7).margin(rounding));
    CHECK(found.highest_bias == Approx(*std::max_element(biases.begin(), biases.end())).epsilon(1e-7).margin(rounding));
    CHECK(found.value == Approx(plain.value()).epsilon(1e-9));
    CHECK(found.foreseen == Approx(plain.foreseen()).epsilon(1e-9));
    CHECK(found.error == Approx(plain.error()).epsilon(1e-6).margin(rounding));
    CHECK(found.shortfall == Approx(-*std::min_element(biases.begin(), biases.end())).epsilon(1e-7).margin(rounding));
    CHECK(found.spread() == Approx((found.highest_bias - found.lowest_bias) / 2));
    CHECK(found.centre() == Approx(found.value - (found.highest_bias + found.lowest_bias) / 2));
    // Of a function that stands for another one: how much less than that its mean can be.
    std::vector<double> target = function;
    for (double& value : target) value -= uniform(random);
    double max = -INFINITY;
    for (std::size_t point = 0; point < target.size(); ++point)
      max = std::max(max, target[point] - plain.mean_at(point));
    const linear_estimate other = estimator.estimate(function, target, estimator.factorise(ridge), ridge);
    CHECK(other.shortfall == Approx(max).epsilon(1e-7).margin(rounding));
    CHECK(other.value == found.value);
  }
}

// estimation/PROOF.md, Proposition 9
TEST_CASE("a hundred times as many reports have the bias of a hundredth of the ridge, and a tenth of the error",
          "[estimation]") {
  std::mt19937_64 random(836);
  for (int trial = 0; trial < 50; ++trial) {
    const setup few = random_setup(random);
    setup many = few;
    for (report_group& group : many.groups) {
      for (double& count : group.counts) count *= 100;
      group.total *= 100;
    }
    const linear_estimator one(few.groups, few.fit, few.grid);
    const linear_estimator hundred(many.groups, few.fit, few.grid);
    std::vector<double> function(few.grid.points.size());
    for (double& value : function) value = uniform(random);
    const double ridge = std::sqrt(one.smallest_ridge() * one.largest_ridge());
    const linear_estimate found = one.estimate(function, ridge);
    const linear_estimate more = hundred.estimate(function, 100 * ridge);
    CHECK(more.lowest_bias == Approx(found.lowest_bias).epsilon(1e-6).margin(1e-10));
    CHECK(more.highest_bias == Approx(found.highest_bias).epsilon(1e-6).margin(1e-10));
    CHECK(more.error == Approx(found.error / 10).epsilon(1e-6));
  }
}

// estimation/PROOF.md, Proposition 4
TEST_CASE("no other sum over reports has less variance plus squared bias over the ridge", "[estimation]") {
  std::mt19937_64 random(832);
  for (int trial = 0; trial < 30; ++trial) {
    const setup given = random_setup(random);
    const linear_estimator estimator(given.groups, given.fit, given.grid);
    const double ridge = estimator.largest_ridge() * test::log_uniform(random, 1e-6, 1);
    plain_estimator plain(given.groups, given.fit, given.grid, given.grid.points, ridge);
    // The second moment around what is known: for means of the rest, which is 0 in the fitted distribution.
    const double min = plain.second_moment() + plain.sum_of_squared_biases() / ridge;
    for (int change = 0; change < 100; ++change) {
      plain_estimator other = plain;
      other.change(random() % given.groups.size(), random(),
                   test::log_uniform(random, 1e-7, 1e-2) * (change % 2 == 0 ? 1 : -1));
      REQUIRE(other.second_moment() + other.sum_of_squared_biases() / ridge >= min * (1 - 1e-9));
    }
  }
}

TEST_CASE("with hardly a ridge, it is the unbiased estimate of reflected noise", "[estimation]") {
  // PROOF.md of the reflected Laplace, 8: K + (1{K=N} - 1{K=0})/(4 sinh^2(rate/2)).
  std::mt19937_64 random(833);
  for (const double last : {2.0, 5.0, 9.0}) {
    for (const double epsilon : {2.0, 5.0, 10.0}) {
      const collector from = small_collector(last, epsilon);
      const double half = std::sinh(from.noise.rate / 2);
      std::vector<double> counts(from.bins.count());
      for (double& count : counts) count = 50 + std::floor(300 * uniform(random));
      const auto groups = from.groups(counts);
      const mixture_fit fit = fit_mixture(groups, even_shares(from.grid), 10);
      double unbiased = (counts.back() - counts.front()) / (4 * half * half);
      for (std::size_t k = 0; k < counts.size(); ++k) unbiased += counts[k] * static_cast<double>(k);
      const linear_estimator estimator(groups, fit, from.grid);
      const linear_estimate found = estimator.estimate(from.grid.points, estimator.smallest_ridge());
      INFO("points 0 to " << last << ", epsilon " << epsilon << ", rate " << from.noise.rate);
      CHECK(found.value == Approx(unbiased / sum_of(counts)).epsilon(1e-4));
      CHECK(std::fabs(found.lowest_bias) < 1e-4 * found.error);
      CHECK(std::fabs(found.highest_bias) < 1e-4 * found.error);
    }
  }
}

TEST_CASE("a constant is known without any report", "[estimation]") {
  std::mt19937_64 random(834);
  const setup given = random_setup(random);
  const linear_estimator estimator(given.groups, given.fit, given.grid);
  const std::vector<double> same(given.grid.points.size(), 7.5);
  const linear_estimate found = estimator.estimate(same, estimator.largest_ridge());
  CHECK(found.value == Approx(7.5).epsilon(1e-12));
  CHECK(found.error == Approx(0).margin(1e-9));
  CHECK(half_length(found, 0.95) == Approx(0).margin(1e-9));
  const linear_estimate exact{.value = 1, .lowest_bias = -0.5, .highest_bias = 1.5, .foreseen = 1};
  CHECK(half_length(exact, 0.95) == 1);  // without error, what is left is the bias
}

TEST_CASE("intervals keep the bias at a quarter of the standard error, and have the length for it", "[estimation]") {
  test::simulation people(835);
  for (const double epsilon : {0.3, 1.0, 5.0}) {
    const collector from = test::collecting(test::make_noise(reflected_laplace, test::interval(0, 1), {epsilon}));
    for (const int reports : {100, 10000}) {
      const auto groups = from.groups(people.counts(from, reports, [](double p) { return p * p; }));
      const mixture_fit fit = fit_mixture(groups, even_shares(from.grid), 10);
      const linear_estimator estimator(groups, fit, from.grid);
      const linear_estimate found = best_estimate(estimator, from.grid.points, 0.95);
      INFO("epsilon " << epsilon << ", " << reports << " reports, spread " << found.spread() << ", error "
                      << found.error);
      CHECK(found.spread() <= max_bias * found.error);
      CHECK(found.spread() >= 0.9 * max_bias * found.error);  // and no less than it may be
      const double half = found.error * biased_normal_bound(found.spread() / found.error, 0.95);
      CHECK(half_length(found, 0.95) == Approx(half).epsilon(1e-12));
      const interval_estimate interval = interval_of(best_estimate(estimator, from.grid.points, 0.95), 0.95);
      CHECK(interval.value == found.centre());
      CHECK(interval.high - interval.low == Approx(2 * half).epsilon(1e-9));
      CHECK((interval.high + interval.low) / 2 == Approx(interval.value).epsilon(1e-12));
      CHECK(half_length(found, 0.99) > half);
    }
  }
}

TEST_CASE("what is left of an interval is never nothing", "[estimation]") {
  const auto check = [](const interval_estimate& of, double low, double high) {
    const interval_estimate left = possible_part(of, 0, 10);
    CHECK(left.low == low);
    CHECK(left.high == high);
    CHECK(left.value == std::clamp(of.value, 0.0, 10.0));
  };
  check({4, 2, 6}, 2, 6);
  check({0, -2, 2}, 0, 2);
  check({-1, -3, 1}, 0, 1);
  check({-1.5, -3.5, 0.5}, 0, 1);  // further out than a quarter of the length, 1
  check({-100, -102, -98}, 0, 1);
  check({100, 98, 102}, 9, 10);
  check({-100, -1000, 800}, 0, 10);
}

TEST_CASE("an upper limit allows for an error that is underrated when rare reports are missing", "[estimation]") {
  // Nobody of many is seen: the score limit of Poisson's law is the square of the deviations.
  linear_estimate none{.error = 0, .skew = 1};
  CHECK(margin_above(none, 1.96) == Approx(3.8416).epsilon(1e-12));
  // Seven are seen; it solves (x - 7)^2 = z^2 x.
  linear_estimate seven{.value = 7, .error = std::sqrt(7.0), .skew = 1};
  const double max = 7 + margin_above(seven, 1.96);
  CHECK((max - 7) * (max - 7) == Approx(1.96 * 1.96 * max).epsilon(1e-12));
  // Reports that all count alike, or rare ones that lower the estimate, change nothing.
  for (const double skew : {0.0, -1.0}) {
    seven.skew = skew;
    CHECK(margin_above(seven, 1.96) == Approx(1.96 * std::sqrt(7.0)).epsilon(1e-12));
  }
}

TEST_CASE("the skew of an estimate is that of a direct computation", "[estimation]") {
  std::mt19937_64 random(836);
  for (int run = 0; run < 20; ++run) {
    const setup given = random_setup(random);
    const linear_estimator estimator(given.groups, given.fit, given.grid);
    const double ridge = estimator.smallest_ridge() * 1e6;
    const linear_estimate found = estimator.estimate(given.grid.points, ridge);
    // What a report of a bin adds: an estimate from one more of them, less that from none.
    double second = 0;
    double third = 0;
    for (std::size_t group = 0; group < given.groups.size(); ++group) {
      const std::vector<double>& expected = given.fit.expected[group];
      std::vector<double> adds(expected.size());
      for (std::size_t bin = 0; bin < adds.size(); ++bin) {
        std::vector<report_group> more = given.groups;
        more[group].counts[bin] += 1;
        adds[bin] =
            linear_estimator(more, given.fit, given.grid).estimate(given.grid.points, ridge).value - found.value;
      }
      double mean = 0;
      for (std::size_t bin = 0; bin < adds.size(); ++bin) mean += expected[bin] * adds[bin];
      for (std::size_t bin = 0; bin < adds.size(); ++bin) {
        const double away = adds[bin] - mean;
        second += given.groups[group].total * expected[bin] * away * away;
        third += given.groups[group].total * expected[bin] * away * away * away;
      }
    }
    CHECK(found.error == Approx(std::sqrt(second)).epsilon(1e-6));
    CHECK(found.skew == Approx(third / second).epsilon(1e-5).margin(1e-9));
  }
}

TEST_CASE("where even the smallest ridge is biased, the interval is as wide as that takes", "[estimation]") {
  // So many reports of one truth that bins and points are too coarse: the shortest interval, and it holds the truth.
  const collector from = test::collecting(test::make_noise(reflected_laplace, test::interval(0, 1), {1}));
  for (const double reports : {1e9, 1e12}) {
    const auto groups = from.groups(times(test::reports_of(from, 0.3137), reports));
    const mixture_fit fit = fit_mixture(groups, even_shares(from.grid), 10);
    const linear_estimator estimator(groups, fit, from.grid);
    const linear_estimate found = best_estimate(estimator, from.grid.points, 0.95);
    const interval_estimate interval = interval_of(best_estimate(estimator, from.grid.points, 0.95), 0.95);
    INFO(reports << " reports: " << interval.low << " to " << interval.high << ", error " << found.error << ", spread "
                 << found.spread());
    CHECK(interval.low <= 0.3137);
    CHECK(interval.high >= 0.3137);
    for (int step = 1; step <= 10; ++step) {
      const linear_estimate other = estimator.estimate(from.grid.points, estimator.smallest_ridge() * std::exp(step));
      if (found.spread() <= max_bias * found.error) continue;
      CHECK(half_length(found, 0.95) <= half_length(other, 0.95) * (1 + 1e-9));
    }
  }
}

}  // namespace linear_estimator_test
