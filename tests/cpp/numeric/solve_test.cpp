#include "numeric/solve.hpp"

#include <algorithm>
#include <cmath>

#include "numeric/maximise.hpp"
#include "support/catch.hpp"

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

TEST_CASE("the largest value of a function with one peak is found to about 48 bits", "[numeric]") {
  for (const double peak : {0.3, 1.0, 2.999, 7.5}) {
    const auto bell = [&](double x) { return 5 * std::exp(-(x - peak) * (x - peak)); };
    CHECK(largest_seen(bell, 0, 8) <= 5);
    CHECK(largest_seen(bell, 0, 8) == Catch::Approx(5).epsilon(1e-13));
  }
  const auto cusp = [](double x) { return -std::fabs(x - 2); };  // parabolas do not help
  CHECK(largest_seen(cusp, 0, 3) == Catch::Approx(0).margin(1e-6));
  const auto far_away = [](double x) { return 1 - (x - 3e9) * (x - 3e9) * 1e-18; };
  CHECK(largest_seen(far_away, -1e10, 1e10) == Catch::Approx(1).epsilon(1e-13));
}

TEST_CASE("a peak at an end is seen exactly, also where there is nothing between the ends", "[numeric]") {
  const auto rising = [](double x) { return x * x * x; };
  CHECK(largest_seen(rising, -1, 3) == 27);
  const auto falling = [](double x) { return -x; };
  CHECK(largest_seen(falling, -1, 3) == 1);
  CHECK(largest_seen(rising, 2, 2) == 8);
  CHECK(largest_seen(rising, 3, 2) == 27);
}

TEST_CASE("of several peaks at least one is seen, and no value is invented", "[numeric]") {
  const auto waves = [](double x) { return std::sin(x) + x / 100; };
  const double seen = largest_seen(waves, 0, 40);
  CHECK(seen >= 1);  // the lowest of the peaks is above 1
  CHECK(seen <= 1.4);
  CHECK(seen >= std::max(waves(0), waves(40)));
  int evaluations = 0;
  const auto counted = [&](double x) {
    ++evaluations;
    return waves(x);
  };
  CHECK(largest_seen(counted, 0, 40) == seen);
  CHECK(evaluations <= 65);
}
