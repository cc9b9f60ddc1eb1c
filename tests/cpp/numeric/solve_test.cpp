#include "numeric/solve.hpp"

#include <algorithm>
#include <cmath>
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

TEST_CASE("roots are found from both sides, to a few units in the last place, in a dozen steps", "[numeric]") {
  std::mt19937_64 random(1);
  constexpr int trials = 3000;
  int steps = 0;
  for (int trial = 0; trial < trials; ++trial) {
    const double root = test::log_uniform(random, 1e-3, 1e3);
    const double low = root * (1 - test::uniform(random));
    const double high = root * (1 + 10 * test::uniform(random));
    const double power = 1 + 4 * test::uniform(random);
    const double sign = trial % 2 == 0 ? 1 : -1;
    const auto function = [&](double x) {
      const double t = x / root;
      return sign * (trial % 3 == 0 ? std::pow(t, power) - 1 : trial % 3 == 1 ? std::log(t) : std::expm1(3 * (t - 1)));
    };
    int evaluations = 0;
    const auto count_calls = [&](double x) {
      ++evaluations;
      return function(x);
    };
    const auto found =
        sign > 0 ? solve_on_safe_side(count_calls, low, high) : solve_on_safe_side(count_calls, high, low);
    steps += evaluations;
    REQUIRE(evaluations <= 60);
    REQUIRE(found);
    REQUIRE(function(*found) <= 0);
    REQUIRE(function(*found * (1 + sign * 0x1p-49)) > 0);
    REQUIRE(*found == Catch::Approx(root).epsilon(1e-13));
  }
  CHECK(steps <= 14 * trials);
}

TEST_CASE("where an excess is 0 for long, the last such point is found", "[numeric]") {
  const auto steps = [](double x) { return x < 1 ? -1.0 : x < 2.5 ? 0.0 : 1.0; };
  const auto last = solve_on_safe_side(steps, 0, 4);
  REQUIRE(last);
  CHECK(*last < 2.5);
  CHECK(*last == Catch::Approx(2.5).epsilon(1e-15));
  const auto mirrored = [&](double x) { return steps(-x); };
  CHECK(solve_on_safe_side(mirrored, 0, -4) == -*last);
}

TEST_CASE("what is infinite, too large or cannot be computed is on the side that it looks like", "[numeric]") {
  for (const double beyond : {HUGE_VAL, 1e300, static_cast<double>(NAN)}) {
    for (const double before : {-HUGE_VAL, -1e300, -1e-300}) {
      const auto jump = [&](double x) { return x <= 0.7 ? before : beyond; };
      const auto found = solve_on_safe_side(jump, 0.1, 3);
      REQUIRE(found);
      CHECK(*found <= 0.7);
      CHECK(*found == Catch::Approx(0.7).epsilon(1e-15));
    }
  }
}

TEST_CASE("roots are found next to 0, below it, and where numbers are very large or very small", "[numeric]") {
  for (const double unit : {1e-250, 1e-9, 1.0, 1e250}) {
    for (const double root : {-3.0, -1e-7, 1e-7, 3.0}) {
      const auto line = [&](double x) { return x / unit - root; };
      const auto found = solve_on_safe_side(line, -5 * unit, 7 * unit);
      REQUIRE(found);
      CHECK(line(*found) <= 0);
      CHECK(*found / unit == Catch::Approx(root).epsilon(1e-13));
    }
  }
  const auto positive = [](double x) { return x; };  // 0 itself holds
  CHECK(solve_on_safe_side(positive, 0, 1).value() <= 1e-30);
  CHECK(solve_on_safe_side(positive, -1, 1).value() <= 0);
}

TEST_CASE("asking twice gives the same answer", "[numeric]") {
  const auto curve = [](double x) { return std::exp(x) - 3; };
  CHECK(solve_on_safe_side(curve, 0, 2) == solve_on_safe_side(curve, 0, 2));
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

TEST_CASE("a smooth peak takes a third of the steps of golden sections", "[numeric]") {
  int evaluations = 0;
  int searches = 0;
  for (const double top : {0.3, 1.0, 2.999, 7.5}) {
    for (const double high : {0.0, 2.0, 4.0, 8.0}) {
      const auto bell = [&](double x) {
        ++evaluations;
        return std::exp(-(x - top) * (x - top));
      };
      find_peak(bell, 0, high, 8);
      ++searches;
    }
  }
  CHECK(evaluations <= 20 * searches);
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
