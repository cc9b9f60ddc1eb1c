#include "numeric/solve.hpp"

#include <algorithm>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <cstdint>
#include <random>

#include "numeric/maximise.hpp"
#include "support/catch.hpp"
#include "support/random.hpp"

namespace solve_test {

using namespace inbounds;

TEST_CASE("the solution is on the side that holds, next to the one that does not", "[numeric]") {
  const auto square = [](double x) { return x * x - 2; };
  const auto below = solve_on_safe_side(square, 1, 2);
  REQUIRE(below);
  CHECK(square(*below) <= 0);
  CHECK(square(*below * (1 + 0x1p-50)) > 0);

  const auto falling = [](double x) { return 2 - x * x; };
  const auto above = solve_on_safe_side(falling, 2, 1);
  REQUIRE(above);
  CHECK(falling(*above) <= 0);
  CHECK(falling(*above * (1 - 0x1p-50)) > 0);
}

TEST_CASE("a bracket that holds at both ends gives the far one, and one that holds at none gives nothing",
          "[numeric]") {
  CHECK(solve_on_safe_side([](double) { return -1.0; }, 1, 2) == 2.0);
  CHECK_FALSE(solve_on_safe_side([](double) { return 1.0; }, 1, 2));
  CHECK_FALSE(solve_on_safe_side([](double) { return NAN; }, 1, 2));
}

// Boost's own root finder has twice the code; on smooth functions ours needs about as many steps, and never many more
// than bisection.
TEST_CASE("the root finder finds what Boost's finds, in about as many steps", "[numeric]") {
  std::mt19937_64 random(1);
  int steps = 0;
  int steps_of_boost = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    const double root = test::log_uniform(random, 1e-3, 1e3);
    const double low = root * (1 - test::uniform(random));
    const double high = root * (1 + 10 * test::uniform(random));
    const double power = 1 + 4 * test::uniform(random);
    const auto function = [&](double x) {
      const double t = x / root;
      return trial % 3 == 0 ? std::pow(t, power) - 1 : trial % 3 == 1 ? std::log(t) : std::expm1(3 * (t - 1));
    };
    int evaluations = 0;
    const auto count_calls = [&](double x) {
      ++evaluations;
      return function(x);
    };
    const auto found = solve_on_safe_side(count_calls, low, high);
    steps += evaluations;
    REQUIRE(evaluations <= 120);
    evaluations = 0;
    std::uintmax_t max = 200;
    const auto [left, right] =
        boost::math::tools::toms748_solve(count_calls, low, high, count_calls(low), count_calls(high),
                                          boost::math::tools::eps_tolerance<double>(53), max);
    steps_of_boost += evaluations;
    REQUIRE(found);
    REQUIRE(function(*found) <= 0);
    REQUIRE(*found == Catch::Approx(left).epsilon(1e-13));
    REQUIRE(right == Catch::Approx(left).epsilon(1e-13));
  }
  CHECK(steps <= 1.2 * steps_of_boost);
}

TEST_CASE("a kink at the root takes no more steps than bisection twice", "[numeric]") {
  int evaluations = 0;
  const auto kink = [&](double x) {
    ++evaluations;
    return x < 1 ? 1e-3 * (x - 1) : 10 * (x - 1);
  };
  const auto found = solve_on_safe_side(kink, 0.3, 4);
  REQUIRE(found);
  CHECK(*found == Catch::Approx(1).epsilon(1e-14));
  CHECK(evaluations <= 120);
}

TEST_CASE("the highest place of a function with one peak is found, and its height to about 48 bits", "[numeric]") {
  for (const double top : {0.3, 1.0, 2.999, 7.5}) {
    const auto bell = [&](double x) { return 5 * std::exp(-(x - top) * (x - top)); };
    for (const double high : {0.0, 0.1, 4.0, 8.0}) {
      const peak found = find_peak(bell, 0, high, 8);
      CHECK(found.height <= 5);
      CHECK(found.height == Catch::Approx(5).epsilon(1e-12));
      CHECK(found.at == Catch::Approx(top).margin(1e-6));
    }
  }
  const auto cusp = [](double x) { return -std::fabs(x - 2); };  // parabolas would not help
  CHECK(find_peak(cusp, 0, 1, 3).height == Catch::Approx(0).margin(1e-6));
  const auto far_away = [](double x) { return 1 - (x - 3e9) * (x - 3e9) * 1e-18; };
  CHECK(find_peak(far_away, -1e10, 0, 1e10).height == Catch::Approx(1).epsilon(1e-13));
}

// As delta is: zero for most pairs, with a narrow peak of which one place is known.
TEST_CASE("a narrow peak is climbed from any place on it, though all around is flat", "[numeric]") {
  const auto narrow = [](double x) { return std::max(0.0, 1 - (x - 0.01) * (x - 0.01) * 2e4); };
  for (const double high : {0.0031, 0.006, 0.012, 0.0169}) {
    CHECK(find_peak(narrow, 0, high, 4).height == Catch::Approx(1).epsilon(1e-9));
  }
}

TEST_CASE("a peak at an end is seen exactly, also where there is nothing between the ends", "[numeric]") {
  const auto rising = [](double x) { return x * x * x; };
  CHECK(find_peak(rising, -1, 0, 3).height == 27);
  CHECK(find_peak(rising, -1, 0, 3).at == 3);
  const auto falling = [](double x) { return -x; };
  CHECK(find_peak(falling, -1, 0, 3).height == 1);
  CHECK(find_peak(rising, 2, 2, 2).height == 8);
}

TEST_CASE("of several peaks at least one is seen, and no value is invented", "[numeric]") {
  const auto waves = [](double x) { return std::sin(x) + x / 100; };
  const peak seen = find_peak(waves, 0, 20, 40);
  CHECK(seen.height == waves(seen.at));
  CHECK(seen.height >= 1);  // the lowest of the peaks is above 1
  CHECK(seen.height >= std::max({waves(0), waves(20), waves(40)}));
  int evaluations = 0;
  const auto count_calls = [&](double x) {
    ++evaluations;
    return waves(x);
  };
  CHECK(find_peak(count_calls, 0, 20, 40).height == seen.height);
  CHECK(evaluations <= 39);
}

}  // namespace solve_test
