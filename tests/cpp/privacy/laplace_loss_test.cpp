#include "privacy/laplace_loss.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "mechanisms/laplace_cases.hpp"
#include "support/brute_force.hpp"
#include "support/catch.hpp"
#include "support/precise.hpp"

namespace laplace_loss_test {

using namespace inbounds;
using Catch::Approx;
using inbounds::test::precise;
using inbounds::test::setting_of;

namespace {

// What laplace_loss.cpp allows for rounding in the logarithm, of which one sixteenth may be used up.
constexpr double allowed = 0x1p-46;

// The fifty digits of the oracle have an end, too, and so have the long doubles of the other.
constexpr double noise = 1e-40;
constexpr long double long_noise = 1e-17L;

struct configuration {
  std::int64_t steps;
  std::int64_t sensitivity;
  double rate;
};

configuration random_configuration(std::mt19937_64& engine) {
  std::uniform_real_distribution<double> unit(0, 1);
  const auto steps = static_cast<std::int64_t>(std::exp2(52 * unit(engine)));
  const auto sensitivity = std::max<std::int64_t>(
      1, static_cast<std::int64_t>(static_cast<double>(steps) * std::exp2(-60 * unit(engine) * unit(engine))));
  const double epsilon = 1e-9 * std::pow(700 / 1e-9, unit(engine));
  return {steps, sensitivity, epsilon / static_cast<double>(sensitivity)};
}

double loss_on(const span& one, double sensitivity, double rate, support on) {
  const truncated_laplace family({one}, {}, rate, on);
  return worst_loss(family, total_changes(family), candidates({one}, {sensitivity, sensitivity})).loss;
}

double lattice_loss(std::int64_t steps, std::int64_t sensitivity, double rate) {
  return loss_on({0, static_cast<double>(steps)}, static_cast<double>(sensitivity), rate, support::points);
}

}  // namespace

// bounded_laplace/PROOF.md, Theorem 4
TEST_CASE("no pair of truths and no output of a small lattice loses more, and one loses as much", "[privacy]") {
  for (const std::int64_t steps : {1, 2, 3, 5, 10, 25}) {
    for (std::int64_t sensitivity = 1; sensitivity <= steps; sensitivity += 1 + steps / 5) {
      for (const double rate : {1e-6, 0.2, 4.0}) {
        const brute_force::lattice_law law({{0, steps}}, rate);
        const auto exact = law.worst_loss_slowly(sensitivity, 0);
        INFO("steps " << steps << ", sensitivity " << sensitivity << ", rate " << rate);
        CHECK(lattice_loss(steps, sensitivity, rate) >= exact.value);
        CHECK(lattice_loss(steps, sensitivity, rate) == Approx(static_cast<double>(exact.value)).epsilon(0x1p-43));
      }
    }
  }
}

// bounded_laplace/PROOF.md, Theorem 5
TEST_CASE("no pair of points of any ranges loses more, and one loses as much", "[privacy]") {
  std::mt19937_64 random(54);
  for (int trial = 0; trial < 3000; ++trial) {
    auto given = brute_force::random_ranges(random, trial % 8 == 0 ? 200 : 40);
    if (trial % 5 == 0) given = brute_force::far_from_zero(given);
    const truncated_model where = setting_of(given);
    INFO(given);
    const truncated_laplace family = where.family(given.rate);
    const total_changes changes(family);
    const brute_force::lattice_law law(given.ranges, given.rate, given.open_below, given.open_above);
    const double above = 1 + 0x1p-41 + static_cast<double>(given.ranges.size()) * 0x1p-47;

    const worst_pair worst = worst_loss(family, changes, where.pairs());
    const auto exact = law.worst_loss(given.same_range, given.cross_range).value;
    REQUIRE(worst.loss >= exact * (1 - long_noise));
    REQUIRE(worst.loss <= exact * above);

    // The pair that is named loses that, in the direction that is named.
    const auto distance = static_cast<std::int64_t>(std::fabs(worst.truth().at - worst.neighbour().at));
    if (exact > 0) {
      const auto to = static_cast<std::int64_t>(worst.neighbour().at);
      const auto from = static_cast<std::int64_t>(worst.truth().at);
      REQUIRE(distance <= (worst.truth().span == worst.neighbour().span ? given.same_range : given.cross_range));
      const auto at = [&](std::int64_t truth) {
        const auto all = law.probabilities(truth);
        const auto& points = law.points();
        return all[static_cast<std::size_t>(std::lower_bound(points.begin(), points.end(), from) - points.begin())];
      };
      REQUIRE(static_cast<double>(std::log(at(from)) - std::log(at(to))) ==
              Approx(worst.loss).epsilon(1e-11).margin(1e-16));
    }

    const worst_pair steepest = worst_slope(family, changes);
    const auto exact_slope = law.metric_loss().value;
    REQUIRE(steepest.loss >= exact_slope * (1 - long_noise));
    REQUIRE(steepest.loss <= exact_slope * above);
  }
}

// bounded_laplace/PROOF.md, Lemma 3
TEST_CASE("fifty digits and no assumption give the same on a few ranges", "[privacy]") {
  std::mt19937_64 random(55);
  for (int trial = 0; trial < 60; ++trial) {
    const auto given = brute_force::random_ranges(random, 12);
    const truncated_model where = setting_of(given);
    INFO(given);
    const truncated_laplace family = where.family(given.rate);
    const total_changes changes(family);
    const brute_force::lattice_law law(given.ranges, given.rate, given.open_below, given.open_above);
    const auto exact = law.worst_loss_slowly(given.same_range, given.cross_range).value;
    const double loss = worst_loss(family, changes, where.pairs()).loss;
    REQUIRE(loss >= exact * (1 - long_noise));
    REQUIRE(loss <= exact * (1 + 0x1p-40));
    const auto slope = law.metric_loss_slowly().value;
    REQUIRE(worst_slope(family, changes).loss >= slope * (1 - long_noise));
    REQUIRE(worst_slope(family, changes).loss <= slope * (1 + 0x1p-40));
  }
}

// bounded_laplace/PROOF.md, Lemma 6 and Proposition 12
TEST_CASE("the lattice loss is never below the exact one, and hardly above", "[privacy]") {
  std::mt19937_64 engine(51);
  for (int trial = 0; trial < 10000; ++trial) {
    const auto [steps, sensitivity, rate] = random_configuration(engine);
    const precise exact = test::exact_lattice_loss(steps, sensitivity, precise(rate));
    const precise growth_part = exact - precise(rate) * precise(sensitivity);
    const precise above = precise(lattice_loss(steps, sensitivity, rate)) - exact;
    INFO("steps " << steps << ", sensitivity " << sensitivity << ", rate " << rate);
    // The allowance is added to the computed part, so what is left of it shows how much rounding used up.
    REQUIRE(above >= growth_part * allowed * 15 / 16 - exact * noise);
    REQUIRE(above <= exact * 0x1p-43);
  }
}

TEST_CASE("the continuous loss is never below the exact one, and hardly above", "[privacy]") {
  std::mt19937_64 engine(52);
  std::uniform_real_distribution<double> unit(0, 1);
  for (int trial = 0; trial < 10000; ++trial) {
    const double width = std::exp(40 * unit(engine) - 20);
    const double sensitivity = width * std::exp2(-40 * unit(engine) * unit(engine));
    const double rate = 1e-9 * std::pow(700 / 1e-9, unit(engine)) / sensitivity;
    const precise exact = test::exact_continuous_loss(width, sensitivity, 1 / precise(rate));
    const precise growth_part = exact - precise(sensitivity) * precise(rate);
    const precise above = precise(loss_on({0, width}, sensitivity, rate, support::line)) - exact;
    INFO("width " << width << ", sensitivity " << sensitivity << ", rate " << rate);
    REQUIRE(above >= growth_part * allowed * 15 / 16 - exact * noise);
    // Truths at the far end are doubles, and so a little more or less than the sensitivity apart.
    REQUIRE(above <= exact * 0x1p-43 + precise(rate * width) * 0x1p-51);
  }
}

TEST_CASE("where the sensitivity is the whole width, the loss is the distance in scales, to the bit", "[privacy]") {
  CHECK(lattice_loss(120, 120, 1.0 / 128) == 120.0 / 128);
  CHECK(loss_on({0, 1}, 1, 0.5, support::line) == 0.5);
}

// bounded_laplace/PROOF.md, Lemma 13
TEST_CASE("the loss of an interval rises with the rate, and lies between once and twice the distance", "[privacy]") {
  std::mt19937_64 engine(53);
  for (int trial = 0; trial < 3000; ++trial) {
    const auto [steps, sensitivity, rate] = random_configuration(engine);
    const double loss = lattice_loss(steps, sensitivity, rate);
    const double distance = rate * static_cast<double>(sensitivity);
    REQUIRE(loss >= distance);
    REQUIRE(loss <= 2 * distance * (1 + 0x1p-43));
    REQUIRE(lattice_loss(steps, sensitivity, rate * 1.001) > loss);
  }
}

TEST_CASE("no pair of numbers of any spans is found to lose more, and one is found that loses as much", "[privacy]") {
  std::mt19937_64 random(56);
  for (std::uint64_t trial = 0; trial < 100; ++trial) {
    const auto given = brute_force::random_spans(random);
    INFO(given);
    const double rate = 1 / given.sigma;
    const truncated_model line = test::line_of(given);
    const truncated_laplace family = line.family(rate);
    const double loss = worst_loss(family, total_changes(family), line.pairs()).loss;
    const auto found = brute_force::search_loss(given.spans, given.sensitivity, 1 / rate, trial, 3000).value;
    REQUIRE(loss >= found * (1 - 1e-13L));
    REQUIRE(loss <= found * (1 + 1e-4L));
  }
}

}  // namespace laplace_loss_test
