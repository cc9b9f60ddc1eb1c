#include "numeric/normal_sums.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "support/catch.hpp"
#include "support/exact_bell.hpp"
#include "support/random.hpp"

namespace normal_sums_test {

using namespace inbounds;
using inbounds::test::exact_sums;
using inbounds::test::exact_sums_over;
using inbounds::test::log_uniform;
using inbounds::test::precise;
using inbounds::test::uniform;

namespace {

constexpr double claimed = 4e-15;  // in normal_sums.hpp; five times that for second moments

/// e^(-x^2/2) has no more digits than x^2/2, if x is how far away what counts is.
double allowance(double x) { return claimed + x * x * 0x1p-51; }

double share(double computed, const precise& exact, const precise& of) {
  // What is below the smallest normal double cannot be held to a share.
  if (of < 1e-290) return std::fabs(computed) < 1e-289 ? 0 : std::numeric_limits<double>::infinity();
  return static_cast<double>(abs(precise(computed) - exact) / of);
}

/// The largest error of the three sums, each compared with what the header says.
double error_of(const bell_piece& piece) {
  const normal_sums found = sums_over(piece, powers::up_to_two);
  const exact_sums exact = exact_sums_over(piece);
  return std::max({share(found.mass, exact.mass, exact.mass), share(found.first, exact.first, exact.magnitude),
                   share(found.second, exact.second, exact.second) / 5});
}

double error_of_mass(const bell_piece& piece) {
  const precise exact = exact_sums_over(piece).mass;
  return share(sums_over(piece, powers::none).mass, exact, exact);
}

/// A truth at an end, one step from it, inside on a point, and inside between points.
double random_centre(std::mt19937_64& random, double steps) {
  switch (random() % 6) {
    case 0: return 0;
    case 1: return steps;
    case 2: return std::min(1.0, steps);
    case 3: return std::floor(uniform(random) * (steps + 1));
    case 4: return std::min(steps, uniform(random));
    default: return uniform(random) * steps;
  }
}

bell_piece around(double centre, double steps, double unit, support on) { return {-centre, steps - centre, unit, on}; }

}  // namespace

TEST_CASE("the two ways to add up with fifty digits agree", "[numeric]") {
  for (const double unit : {0.01, 1e-3, 1e-6}) {
    for (const double first : {-1234.0, -10.25, 0.0}) {
      const exact_sums one = inbounds::test::add_exact_sums(first, 2500, unit);
      const exact_sums other = inbounds::test::exact_sums_by_integral(first, 2500, unit);
      INFO("unit " << unit << ", first " << first);
      CHECK(abs(one.mass - other.mass) < 1e-18 * one.mass);
      CHECK(abs(one.first - other.first) < 1e-18 * one.magnitude);
      CHECK(abs(one.second - other.second) < 1e-18 * one.second);
    }
  }
}

TEST_CASE("on the line, sums are the integrals of the bell, from 1e-9 to 1e9 deviations", "[numeric]") {
  std::mt19937_64 random(601);
  for (int trial = 0; trial < 4000; ++trial) {
    const double unit = log_uniform(random, 1e-12, 50);
    const double width = log_uniform(random, trial % 4 == 0 ? 0.1 : 1e-9, trial % 4 == 0 ? 10 : 1e9) / unit;
    const double centre = trial % 3 == 0 ? 0 : trial % 3 == 1 ? width : width * uniform(random);
    const bell_piece piece = around(centre, width, unit, support::line);
    const double error = error_of(piece);
    INFO("width " << width << ", centre " << centre << ", unit " << unit);
    REQUIRE(error <= claimed);
  }
}

// bounded_gaussian/PROOF.md, Lemma 9
TEST_CASE("on points, sums are those of all points, for every unit and few or many steps", "[numeric]") {
  std::mt19937_64 random(602);
  for (int trial = 0; trial < 1500; ++trial) {
    const double unit = trial % 2 == 0 ? log_uniform(random, 1e-12, 50) : log_uniform(random, 0.02, 2);
    const double steps =
        trial % 3 == 0 ? 1 + static_cast<double>(random() % 40) : std::floor(log_uniform(random, 1, 3000));
    const double centre = random_centre(random, steps);
    const double error = error_of(around(centre, steps, unit, support::points));
    INFO(steps << " steps, centre " << centre << ", unit " << unit);
    REQUIRE(error <= allowance(unit > 5 ? unit : 0));
  }
}

// bounded_gaussian/PROOF.md, Lemma 9
TEST_CASE("sums keep their digits on both sides of every switch", "[numeric]") {
  std::mt19937_64 random(603);
  const auto check = [&](const bell_piece& piece) {
    const double error = error_of(piece);
    INFO(piece.from << " to " << piece.to << ", unit " << piece.unit);
    REQUIRE(error <= claimed);
  };
  const auto just_above = [](double x) { return std::nextafter(x, 100); };
  for (const double unit : {0.0625, just_above(0.0625), 0.2499, 0.25, just_above(0.25)}) {  // terms or points
    for (const double steps : {31.0, 32.0, 33.0, 200.0}) {
      for (const double centre : {0.0, 1.0, 0.5, 7.3, steps / 2, steps - 0.25, steps}) {
        check(around(centre, steps, unit, support::points));
      }
    }
  }
  for (const double steps : {31.0, 32.0}) {  // so few that points are always added
    for (int trial = 0; trial < 50; ++trial) {
      check(around(random_centre(random, steps), steps, log_uniform(random, 1e-12, 0.3), support::points));
    }
  }
  for (const double width : {0.4999999, 0.5, just_above(0.5), 0.5000001}) {  // Gauss or error functions
    for (const double centre : {0.0, 0.3, 1.0}) {
      check(around(centre * width, width, 1, support::line));
      for (const double steps : {32.0, 100.0, 2048.0}) {
        check(around(centre * steps, steps, width / steps, support::points));
      }
    }
  }
}

TEST_CASE("on lattices with up to 2^52 steps, sums keep their digits from 1e-8 to 1e8 deviations", "[numeric]") {
  std::mt19937_64 random(604);
  for (int trial = 0; trial < 600; ++trial) {
    const double steps = trial % 4 == 0 ? 0x1p52 : std::floor(log_uniform(random, 3001, 0x1p52));
    const double width = trial % 3 == 0 ? log_uniform(random, 0.1, 50) : log_uniform(random, 1e-8, 1e8);
    const double unit = width / steps;
    // An odd number of quarters is all that doubles have room for between the points near 2^51.
    const double centre = trial % 5 == 0 ? std::floor(uniform(random) * std::min(steps, 0x1p50)) + 0.25
                                         : std::floor(random_centre(random, steps));
    const double error = error_of(around(centre, steps, unit, support::points));
    INFO(steps << " steps, centre " << centre << ", unit " << unit);
    REQUIRE(error <= allowance(unit > 5 ? unit : 0));
  }
}

TEST_CASE("the mass of a piece far from the centre has its digits, but for those of its exponent", "[numeric]") {
  std::mt19937_64 random(605);
  for (int trial = 0; trial < 3000; ++trial) {
    const double distance = trial % 2 == 0 ? log_uniform(random, 1e-6, 36) : log_uniform(random, 1, 10);
    const bool on_points = trial % 4 < 2;
    const double unit = trial % 8 == 0 ? log_uniform(random, 0.05, 0.08) : log_uniform(random, 1e-3, 5);
    const double steps = on_points ? std::floor(log_uniform(random, 1, 1000)) : log_uniform(random, 1e-7, 1e3) / unit;
    const double from = distance / unit;
    const bell_piece above{from, from + steps, unit, on_points ? support::points : support::line};
    if (above.to == above.from) continue;
    const bell_piece below{-above.to, -above.from, unit, above.on};
    INFO("distance " << distance << ", unit " << unit << ", " << steps << " steps, on points " << on_points);
    for (const bell_piece& piece : {above, below}) {
      const double error = error_of_mass(piece);
      REQUIRE(error <= allowance(distance));
    }
  }
}

TEST_CASE("the mass of a few of very many points has its digits, far from the centre, too", "[numeric]") {
  // The ends, as multiples of a deviation, are rounded; their difference must not be taken from those.
  std::mt19937_64 random(606);
  for (int trial = 0; trial < 200; ++trial) {
    const double away = std::floor(log_uniform(random, 0x1p20, 0x1p50));
    const double steps = 32 + static_cast<double>(random() % 1000);
    const double unit = log_uniform(random, 0.1, 8) / away;
    const bell_piece above{away, away + steps, unit, support::points};
    const bell_piece below{-above.to, -away, unit, support::points};
    INFO(steps << " steps, " << away << " steps away, unit " << unit);
    for (const bell_piece& piece : {above, below}) {
      REQUIRE(error_of_mass(piece) <= allowance(8));
      REQUIRE(error_of_mass({piece.from, piece.to, unit, support::line}) <= allowance(8));
    }
  }
}

TEST_CASE("the sums that are asked for do not depend on which others are", "[numeric]") {
  for (const support on : {support::points, support::line}) {
    for (const double unit : {1e-9, 0.01, 0.25, 3.0}) {
      const bell_piece piece = around(20.25, 64, unit, on);
      const normal_sums all = sums_over(piece, powers::up_to_two);
      CHECK(sums_over(piece, powers::none).mass == all.mass);
      CHECK(sums_over(piece, powers::up_to_one).mass == all.mass);
      CHECK(sums_over(piece, powers::up_to_one).first == all.first);
    }
  }
}

TEST_CASE("a piece that ends before it starts holds nothing, and one point holds itself", "[numeric]") {
  for (const support on : {support::points, support::line}) {
    const normal_sums nothing = sums_over({1, 0, 0.5, on}, powers::up_to_two);
    CHECK(nothing.mass == 0);
    CHECK(nothing.first == 0);
    CHECK(nothing.second == 0);
  }
  for (const double at : {-3.0, 0.0, 0.5, 2.0}) {
    const normal_sums one = sums_over({at, at, 0.5, support::points}, powers::up_to_two);
    const double x = at * 0.5;
    CHECK(one.mass == Catch::Approx(0.5 * std::exp(-x * x / 2)).epsilon(1e-15));
    CHECK(one.first == Catch::Approx(x * one.mass).epsilon(1e-15));
    CHECK(one.second == Catch::Approx(x * x * one.mass).epsilon(1e-15));
    CHECK(sums_over({at, at, 0.5, support::line}, powers::none).mass == 0);
  }
  CHECK(sums_over({1e6, 2e6, 1, support::points}, powers::none).mass == 0);  // below the smallest double
  CHECK(sums_over({1e6, 2e6, 1e-3, support::line}, powers::none).mass == 0);
}

}  // namespace normal_sums_test
