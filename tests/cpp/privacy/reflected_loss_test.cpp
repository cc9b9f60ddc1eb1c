#include "privacy/reflected_loss.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "mechanisms/laplace_cases.hpp"
#include "support/catch.hpp"
#include "support/precise.hpp"
#include "support/reflected_law.hpp"

namespace reflected_loss_test {

using namespace inbounds;
using Catch::Approx;
using inbounds::test::exact_rise;
using inbounds::test::log_uniform;
using inbounds::test::precise;
using inbounds::test::reflected_points;

namespace {

// What reflected_loss.hpp allows the computed loss to be above the exact one; the oracle's fifty digits have an end,
// too.
constexpr double above = 1 + 0x1p-45;
const precise noise = 1e-30;

const open_ends every_way_to_end[] = {{false, false}, {true, false}, {false, true}, {true, true}};

reflected_hull points(std::int64_t steps, std::int64_t max_distance, open_ends open = {}) {
  return {{0, static_cast<double>(steps)}, open, support::points, static_cast<double>(max_distance)};
}

reflected_hull line(double width, double max_distance) { return {{0, width}, {}, support::line, max_distance}; }

/// What the named pair loses at the truth, by the rows of the oracle.
precise loss_of_pair(const std::vector<std::vector<precise>>& rows, const worst_pair& named) {
  const auto truth = static_cast<std::size_t>(named.truth().at);
  const auto neighbour = static_cast<std::size_t>(named.neighbour().at);
  return log(rows.at(truth).at(truth) / rows.at(neighbour).at(truth));
}

}  // namespace

// reflected_laplace/PROOF.md, Theorem 2
TEST_CASE("no pair and no output of a small reflected lattice loses more, and the named pair loses as much",
          "[privacy]") {
  const auto every = [](std::size_t, std::size_t) { return true; };
  for (const std::int64_t steps : {1, 2, 3, 6, 13}) {
    for (const double rate : {1e-6, 0.03, 0.4, 4.0, 60.0}) {
      for (const open_ends open : every_way_to_end) {
        const auto rows = reflected_points<precise>({{0, steps}}, open, rate).matrix();
        for (std::int64_t max_distance = 1; max_distance <= steps; max_distance += 1 + steps / 4) {
          const precise exact = test::largest_loss(rows, test::at_most(max_distance)).value;
          const worst_pair found = worst_loss(points(steps, max_distance, open), rate);
          INFO(steps << " steps, " << max_distance << " apart, rate " << rate << ", open " << open.below << open.above);
          REQUIRE(precise(found.loss) >= exact * (1 - noise));
          REQUIRE(precise(found.loss) <= exact * above);
          REQUIRE(std::fabs(found.truth().at - found.neighbour().at) == static_cast<double>(max_distance));
          // Without mirrors, the named pair is in the middle of a lattice that is always far wider than it.
          if (!(open.below && open.above)) {
            const precise there = loss_of_pair(rows, found);
            REQUIRE(there >= exact * (1 - noise));
            REQUIRE(there <= exact * (1 + noise));
          }
        }
        const precise slope = test::largest_loss(rows, every, true).value;
        const worst_pair found = worst_slope(points(steps, steps, open), rate);
        REQUIRE(precise(found.loss) >= slope * (1 - noise));
        REQUIRE(precise(found.loss) <= slope * above);
        REQUIRE(std::fabs(found.truth().at - found.neighbour().at) == 1);
      }
    }
  }
}

// reflected_laplace/PROOF.md, Proposition 10
TEST_CASE("gaps never raise the loss of reflected noise", "[privacy]") {
  std::mt19937_64 random(141);
  for (int trial = 0; trial < 300; ++trial) {
    const auto ranges = test::random_ranges(random, 40, 5);
    const std::int64_t steps = ranges.back().last - ranges.front().first;
    const auto max_distance = static_cast<std::int64_t>(log_uniform(random, 1, static_cast<double>(steps) + 0.99));
    const double rate = log_uniform(random, 1e-3, 3);
    const auto rows = reflected_points<long double>(ranges, {}, rate).matrix();
    INFO(test::text_of(ranges) << max_distance << " apart, rate " << rate);
    const double claimed = worst_loss(points(steps, max_distance), rate).loss;
    REQUIRE(test::largest_loss(rows, test::at_most(max_distance)).value <= claimed + 1e-17L);
    const auto every = [](std::size_t, std::size_t) { return true; };
    REQUIRE(test::largest_loss(rows, every, true).value <=
            worst_slope(points(steps, max_distance), rate).loss + 1e-17L);
  }
}

// reflected_laplace/PROOF.md, Proposition 8
TEST_CASE("the loss between reflecting ends is never below the exact one, and hardly above", "[privacy]") {
  std::mt19937_64 random(142);
  for (int trial = 0; trial < 4000; ++trial) {
    const auto steps = static_cast<std::int64_t>(log_uniform(random, 1, 0x1p52));
    const auto max_distance =
        trial % 5 == 0 ? steps : static_cast<std::int64_t>(log_uniform(random, 1, static_cast<double>(steps)));
    const double rate = log_uniform(random, 1e-9, 700) / static_cast<double>(max_distance);
    INFO(steps << " steps, " << max_distance << " apart, rate " << rate);
    const precise mirror_distance = precise(steps) + 0.5;
    const precise exact = exact_rise(rate * mirror_distance, precise(rate) * max_distance);
    const precise found = worst_loss(points(steps, max_distance), rate).loss;
    REQUIRE(found >= exact * (1 - noise));
    REQUIRE(found <= exact * above);

    const precise slope = exact_rise(rate * mirror_distance, rate);
    const precise found_slope = worst_slope(points(steps, max_distance), rate).loss;
    REQUIRE(found_slope >= slope * (1 - precise(1e-20)));
    REQUIRE(found_slope <= slope * above);

    const auto width = static_cast<double>(steps);
    const auto s = static_cast<double>(max_distance);
    const precise exact_on_line = exact_rise(precise(rate) * steps, precise(rate) * max_distance);
    const precise found_on_line = worst_loss(line(width, s), rate).loss;
    REQUIRE(found_on_line >= exact_on_line * (1 - noise));
    REQUIRE(found_on_line <= exact_on_line * above);
    const precise steepest = rate * tanh(precise(rate) * steps);
    REQUIRE(precise(worst_slope(line(width, s), rate).loss) >= steepest);
    REQUIRE(precise(worst_slope(line(width, s), rate).loss) <= steepest * above);
  }
}

TEST_CASE("reflecting never loses more than Laplace noise without ends, not even by rounding", "[privacy]") {
  // Reflection is post-processing, so the scale of plain Laplace noise must be found to suffice wherever it is tried.
  std::mt19937_64 random(143);
  for (int trial = 0; trial < 2000; ++trial) {
    const double steps = std::floor(log_uniform(random, 1, 0x1p52));
    const double max_distance = std::floor(log_uniform(random, 1, steps));
    const double rate = log_uniform(random, 1e-9, 700) / max_distance;
    INFO(steps << " steps, " << max_distance << " apart, rate " << rate);
    const precise max = precise(rate) * max_distance;
    // Up to the next double.
    REQUIRE(precise(worst_loss({{0, steps}, {}, support::points, max_distance}, rate).loss) <= max * (1 + 0x1p-52));
    REQUIRE(precise(worst_loss({{0, steps}, {}, support::line, max_distance}, rate).loss) <= max * (1 + 0x1p-52));
    REQUIRE(worst_slope({{0, steps}, {}, support::points, max_distance}, rate).loss <= rate * (1 + 0x1p-52));
    REQUIRE(worst_slope({{0, steps}, {}, support::line, max_distance}, rate).loss <= rate * (1 + 0x1p-52));
  }
}

// reflected_laplace/PROOF.md, Corollary 3
TEST_CASE("the loss of reflected noise rises with the rate, the distance and the width", "[privacy]") {
  std::mt19937_64 random(144);
  for (int trial = 0; trial < 2000; ++trial) {
    const double steps = std::floor(log_uniform(random, 2, 0x1p52));
    const double max_distance = std::floor(log_uniform(random, 1, steps - 1));
    const double rate = log_uniform(random, 1e-9, 600) / max_distance;
    for (const support on : {support::points, support::line}) {
      const reflected_hull hull{{0, steps}, {}, on, max_distance};
      const double loss = worst_loss(hull, rate).loss;
      INFO(steps << " steps, " << max_distance << " apart, rate " << rate);
      REQUIRE(worst_loss(hull, rate * 1.001).loss > loss);
      REQUIRE(worst_loss({{0, steps}, {}, on, max_distance + 1}, rate).loss >= loss);
      REQUIRE(worst_loss({{0, 2 * steps}, {}, on, max_distance}, rate).loss >= loss * (1 - 0x1p-44));
      REQUIRE(worst_loss({{5, steps + 5}, {}, on, max_distance}, rate).loss == Approx(loss).epsilon(1e-13));
      REQUIRE(worst_slope(hull, rate * 1.001).loss > worst_slope(hull, rate).loss);
    }
  }
}

// reflected_laplace/PROOF.md, Corollary 3
TEST_CASE("between the bracketing rates the loss and the slope reach what is asked for", "[privacy]") {
  std::mt19937_64 random(145);
  for (int trial = 0; trial < 3000; ++trial) {
    const double steps = std::floor(log_uniform(random, 1, 0x1p52));
    const double max_distance = trial % 4 == 0 ? steps : std::floor(log_uniform(random, 1, steps));
    const double some_loss = log_uniform(random, 1e-15, 700);
    const open_ends open = every_way_to_end[trial % 8 < 5 ? 0 : trial % 8 - 4];
    for (const support on : {support::points, support::line}) {
      const reflected_hull hull{{0, steps}, open, on, max_distance};
      INFO(steps << " steps, " << max_distance << " apart, loss " << some_loss << ", open " << open.below
                 << open.above);
      const span rates = rates_around_loss(hull, some_loss);
      REQUIRE(worst_loss(hull, rates.lower).loss <= some_loss);
      REQUIRE(worst_loss(hull, rates.upper).loss >= some_loss);
      const span slopes = rates_around_slope(hull, some_loss / max_distance);
      REQUIRE(worst_slope(hull, slopes.lower).loss <= some_loss / max_distance);
      REQUIRE(worst_slope(hull, slopes.upper).loss >= some_loss / max_distance);
    }
  }
}

}  // namespace reflected_loss_test
