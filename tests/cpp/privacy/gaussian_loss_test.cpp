#include "privacy/gaussian_loss.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "mechanisms/laplace_cases.hpp"
#include "support/catch.hpp"
#include "support/gaussian_law.hpp"
#include "support/precise.hpp"
#include "support/reflected_law.hpp"

namespace gaussian_loss_test {

using namespace inbounds;
using Catch::Approx;
using inbounds::test::log_partition;
using inbounds::test::log_uniform;
using inbounds::test::precise;
using inbounds::test::uniform;

namespace {

/// Neighbours `max_distance` steps from each other, on one side; the square a little larger, so that the cap is what
/// binds.
gaussian_box points(double steps, double step, double max_distance) {
  return {{{steps, step, max_distance, 1}}, max_distance * step * max_distance * step, support::points};
}
gaussian_box line(double width, double max_distance) {
  return {{{width, 1, max_distance, 0}}, max_distance * max_distance * (1 + 0x1p-50), support::line};
}

/// The loss along a side at the lower end, between a truth `max_distance` below the upper end and that end, with fifty
/// digits.
precise exact_loss(const gaussian_side& side, support on, double deviation, const precise& max_distance) {
  const precise unit = on == support::points ? precise(side.step) / deviation : precise(0);
  const precise scale = on == support::points ? precise(1) : precise(deviation);
  const auto h = [&](const precise& a) -> precise {
    if (on == support::points) return log_partition(side.steps, a, unit);
    const precise x = a / scale;
    return x * x / 2 + log(test::bell_area(-x, (precise(side.steps) - a) / scale));
  };
  return h(precise(side.steps)) - h(precise(side.steps) - max_distance);
}

/// What was computed less the exact value, as a share of that.
double relative_error(double computed, const precise& exact) {
  return static_cast<double>(precise(computed) / exact - 1);
}

/// The errors of what is computed before it is rounded up, on both sides.
struct errors {
  double below = 0;
  double above = 0;
  void add(double error) {
    below = std::max(below, -error);
    above = std::max(above, error);
  }
};

/// One side: the reported loss is no less than the true one.
double check_error(const gaussian_box& where, double deviation) {
  const gaussian_worst_case found = worst_loss(where, deviation);
  const gaussian_side& side = where.sides.front();
  INFO(side.steps << " steps of " << side.step << ", " << side.max_distance << " apart, deviation " << deviation);
  const precise exact = exact_loss(side, where.on, deviation, precise(side.max_distance));
  REQUIRE(found.distances.front() == side.max_distance);
  REQUIRE(precise(found.loss) >= exact);
  REQUIRE(precise(found.loss) <= exact * (1 + precise(0x1p-41)));
  return relative_error(found.found.bound, exact);
}

// A box: the loss of displacements, and random ones that are allowed.
precise exact_loss(const gaussian_box& where, double deviation, const std::vector<double>& max_distance) {
  precise sum = 0;
  for (std::size_t i = 0; i < max_distance.size(); ++i)
    sum += exact_loss(where.sides[i], where.on, deviation, max_distance[i]);
  return sum;
}

/// How far a displacement may be stretched before it leaves the ball or hits a cap.
std::vector<double> stretch(const gaussian_box& where, std::vector<double> direction) {
  const auto at = [&](double factor) {
    std::vector<double> max_distance;
    for (std::size_t i = 0; i < direction.size(); ++i)
      max_distance.push_back(std::min(where.sides[i].max_distance, where.sides[i].spare + factor * direction[i]));
    return max_distance;
  };
  const auto square = [&](double factor) {
    double sum = 0;
    const std::vector<double> max_distance = at(factor);
    for (std::size_t i = 0; i < max_distance.size(); ++i)
      sum += std::pow(std::max(0.0, max_distance[i] - where.sides[i].spare) * where.sides[i].step, 2);
    return sum;
  };
  double low = 0;
  double high = 1e9;
  for (int halving = 0; halving < 90; ++halving)
    (square(low / 2 + high / 2) <= where.square ? low : high) = low / 2 + high / 2;
  return at(low);
}

gaussian_box random_box(std::mt19937_64& random, std::size_t sides) {
  const support on = random() % 3 == 0 ? support::line : support::points;
  gaussian_box where{{}, 0, on};
  double diagonal = 0;
  for (std::size_t i = 0; i < sides; ++i) {
    const double width = log_uniform(random, 0.1, 30);
    if (on == support::line) {
      where.sides.push_back({width, 1, width, 0});
    } else {
      const double steps = std::floor(log_uniform(random, 1, 400));
      where.sides.push_back({steps, width / steps, steps, 1});
    }
    diagonal += width * width;
  }
  const double s = std::sqrt(diagonal) * (random() % 8 == 0 ? 1.01 : log_uniform(random, 1e-3, 1));
  where.square = s * s;
  for (gaussian_side& side : where.sides) {
    side.max_distance = on == support::line ? std::min(side.steps, s) : std::min(side.steps, std::ceil(s / side.step));
    side.spare = std::min(side.spare, side.max_distance);
  }
  return where;
}

}  // namespace

// bounded_gaussian/PROOF.md, Theorem 1
TEST_CASE("the Gaussian loss of every small lattice is the largest of all pairs and outputs", "[privacy]") {
  for (std::int64_t steps = 1; steps <= 12; ++steps) {
    for (const double width : {1e-3, 0.4, 2.0, 9.0, 40.0}) {
      const double step = 3;  // any
      const double deviation = step * static_cast<double>(steps) / width;
      const auto law = test::gaussian_matrix<precise>(steps, precise(step) / deviation);
      for (std::int64_t max_distance = 1; max_distance <= steps; ++max_distance) {
        INFO(steps << " steps, " << max_distance << " apart, " << width << " deviations wide");
        const auto worst = test::largest_loss<precise>(law, test::at_most(max_distance));
        const auto found =
            worst_loss(points(static_cast<double>(steps), step, static_cast<double>(max_distance)), deviation);
        REQUIRE(precise(found.loss) >= worst.value);
        REQUIRE(precise(found.loss) <= worst.value * (1 + precise(0x1p-42)));
        REQUIRE(found.distances == std::vector{static_cast<double>(max_distance)});
      }
    }
  }
}

TEST_CASE("the two ways to fifty digits of a Gaussian sum agree, also around truths between points", "[privacy]") {
  for (const double unit : {0x1p-10, 0x1p-14}) {
    for (const double a : {0.0, 0.5, 777.3, 20000.0}) {
      const precise added = test::add_bell<precise>(0, 20000, precise(a), unit) * unit;
      const precise smooth = test::smooth_bell(-precise(a) * unit, (20000 - precise(a)) * unit, unit);
      CHECK(abs(smooth / added - 1) < precise(1e-35));
    }
  }
}

TEST_CASE("before it is rounded up, the Gaussian loss is short by less than a tenth of what is added", "[privacy]") {
  std::mt19937_64 random(161);
  errors on_line;
  errors fine;
  errors coarse;
  for (int trial = 0; trial < 1500; ++trial) {
    const double width = log_uniform(random, 1e-7, 1e7);
    const double share = trial % 5 == 0 ? 1 : log_uniform(random, 1e-7, 1);
    const double deviation = log_uniform(random, 1e-3, 1e3);
    on_line.add(check_error(line(width * deviation, share * width * deviation), deviation));
    // Most have units far below 2^-10, for which smooth_bell is made.
    const double steps = std::floor(log_uniform(random, 1e4, 0x1p50));
    if (width / steps > 0x1p-10) continue;
    const double max_distance = std::max(1.0, std::floor(share * steps));
    fine.add(check_error(points(steps, width / steps * deviation, max_distance), deviation));
  }
  for (int trial = 0; trial < 1500; ++trial) {
    // Lattices whose sums are added up one by one, and those just fine enough not to be. In a box, distances are not
    // whole steps.
    const double steps = std::floor(log_uniform(random, 1, trial % 10 == 0 ? 20000 : 300));
    const double unit = trial % 2 == 0 ? log_uniform(random, 0.1, 0.5) : log_uniform(random, 1e-7, 30);
    const double max_distance = log_uniform(random, 1, steps);
    const double step = log_uniform(random, 1e-3, 1e3);
    coarse.add(check_error(points(steps, step, trial % 3 == 0 ? max_distance : std::floor(max_distance)), step / unit));
  }
  INFO("short by " << on_line.below << " on the line, " << fine.below << " on fine and " << coarse.below
                   << " on coarse lattices");
  CHECK(std::max({on_line.below, fine.below, coarse.below}) < 0.1 * 0x1p-43);
  CHECK(std::max(on_line.above, fine.above) < 0.1 * 0x1p-43);
}

TEST_CASE("nearly flat laws of few points are as exact as others", "[privacy]") {
  // Their means bend more than those of the uniform law on the line. Half a deviation is the widest that counts as
  // flat.
  errors few;
  for (const double steps : {2.0, 3.0, 5.0, 8.0}) {
    for (double max_distance = 1; max_distance <= steps; max_distance += 0.03) {
      for (const double width : {0.3, 0.45, 0.5, 0.51})
        few.add(check_error(points(steps, width / steps, max_distance), 1));
    }
  }
  CHECK(few.below < 0.1 * 0x1p-43);
  CHECK(few.above < 0.1 * 0x1p-43);
}

TEST_CASE("no displacement in a box loses more than reported, and the one that is named loses as much", "[privacy]") {
  std::mt19937_64 random(162);
  errors largest;
  for (int trial = 0; trial < 250; ++trial) {
    const std::size_t sides = 2 + random() % 5;
    const gaussian_box where = random_box(random, sides);
    const double deviation = log_uniform(random, 0.3, 300);
    const gaussian_worst_case found = worst_loss(where, deviation);
    INFO("trial " << trial << ", " << sides << " sides, deviation " << deviation);
    double square = 0;
    for (std::size_t i = 0; i < sides; ++i) {
      REQUIRE(found.distances[i] <= where.sides[i].max_distance);
      square += std::pow(std::max(0.0, found.distances[i] - where.sides[i].spare) * where.sides[i].step, 2);
    }
    REQUIRE(square <= where.square * (1 + 0x1p-23));
    // The place is known to 2^-24 of itself; the loss goes with it linearly, and the slack makes up for that.
    const precise reached = exact_loss(where, deviation, found.distances);
    REQUIRE(precise(found.loss) >= reached * (1 - precise(0x1p-23)));
    REQUIRE(precise(found.loss) <= reached * (1 + precise(0x1p-23)));
    // Exactly on the sphere, the named direction is an attack like others: the best one. Sides at their cap stay there.
    std::vector<double> named;
    for (std::size_t i = 0; i < sides; ++i) {
      const bool capped = found.distances[i] == where.sides[i].max_distance;
      named.push_back((found.distances[i] - where.sides[i].spare) * (capped ? 1e6 : 1));
    }
    const precise best = exact_loss(where, deviation, stretch(where, named));
    REQUIRE(best <= precise(found.loss));
    largest.add(relative_error(found.found.bound, best));
    for (int attack = 0; attack < 6; ++attack) {
      std::vector<double> direction = named;
      for (double& one : direction) one = attack < 3 ? one * log_uniform(random, 0.9, 1.1) : uniform(random);
      REQUIRE(exact_loss(where, deviation, stretch(where, direction)) <= best * (1 + precise(1e-12)));
    }
  }
  INFO("short by " << largest.below);
  CHECK(largest.below < 0.1 * 0x1p-43);
  CHECK(largest.above < 2e-13);
}

// bounded_gaussian/PROOF.md, Proposition 3
TEST_CASE("along a side, the loss is between a half and all of the displacement times the length", "[privacy]") {
  std::mt19937_64 random(164);
  for (int trial = 0; trial < 400; ++trial) {
    const double steps = 1 + static_cast<double>(random() % 200);
    const double max_distance = trial % 2 == 0 ? 1 + static_cast<double>(random() % static_cast<std::uint64_t>(steps))
                                               : steps * log_uniform(random, 1e-3, 1);
    const double deviation = log_uniform(random, 0.02, 50) * steps;
    const gaussian_box where = trial % 2 == 0 ? points(steps, 1, max_distance) : line(steps, max_distance);
    const double all = max_distance * steps / (deviation * deviation);
    INFO(steps << " long, " << max_distance << " apart, deviation " << deviation);
    const double loss = worst_loss(where, deviation).loss;
    REQUIRE(loss >= all / 2 * (1 - 1e-12));
    REQUIRE(loss <= all * (1 + 1e-12));
  }
}

TEST_CASE("where the ball covers the box, opposite corners lose D^2/(2 sigma^2)", "[privacy]") {
  std::mt19937_64 random(163);
  for (int trial = 0; trial < 300; ++trial) {
    gaussian_box where = random_box(random, 1 + random() % 6);
    precise squares = 0;
    for (gaussian_side& side : where.sides) {
      side.max_distance = side.steps;
      squares += pow(precise(side.steps) * side.step, 2);
    }
    where.square = static_cast<double>(squares) * 1.0001;
    const double deviation = log_uniform(random, 1e-2, 1e6);
    const precise exact = squares / (2 * precise(deviation) * deviation);
    const gaussian_worst_case found = worst_loss(where, deviation);
    REQUIRE(precise(found.loss) >= exact);
    REQUIRE(precise(found.loss) <= exact * (1 + precise(0x1p-42)));
  }
}

TEST_CASE("equal sides share the displacement, and a side that is capped gives the rest to the others", "[privacy]") {
  for (const int sides : {2, 3, 10, 1000}) {
    const double s = 3;
    gaussian_box cube{{}, s * s, support::line};
    for (int i = 0; i < sides; ++i) cube.sides.push_back({4, 1, s, 0});
    const double each = s / std::sqrt(sides);
    const gaussian_worst_case found = worst_loss(cube, 1.7);
    for (const double max_distance : found.distances) REQUIRE(max_distance == Approx(each).epsilon(1e-7));
    const precise exact = sides * exact_loss(cube.sides[0], support::line, 1.7, sqrt(precise(s * s) / sides));
    CHECK(precise(found.loss) >= exact);
    CHECK(precise(found.loss) <= exact * (1 + precise(0x1p-42) + precise(0x1p-51) * sides));
  }
  // The spec's example: widths 1 and 100, s = 90, epsilon 50.
  const gaussian_box capped{{{1, 1, 1, 0}, {100, 1, 90, 0}}, 8100, support::line};
  const gaussian_worst_case found = worst_loss(capped, std::sqrt(97.983048587173647));
  CHECK(found.loss == Approx(50).epsilon(1e-12));
  CHECK(found.distances[0] == 1);
  CHECK(found.distances[1] == Approx(std::sqrt(8099)).epsilon(1e-7));
}

TEST_CASE("a Gaussian loss found from a similar one is the same but for the last digits", "[privacy]") {
  std::mt19937_64 random(164);
  for (int trial = 0; trial < 300; ++trial) {
    const gaussian_box where = random_box(random, 1 + random() % 6);
    const double deviation = log_uniform(random, 0.3, 300);
    const gaussian_worst_case similar = worst_loss(where, deviation * log_uniform(random, 0.1, 10));
    INFO("trial " << trial);
    REQUIRE(worst_loss(where, deviation, similar).loss == Approx(worst_loss(where, deviation).loss).epsilon(3e-13));
  }
}

}  // namespace gaussian_loss_test
