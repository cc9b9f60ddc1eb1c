#include "numeric/solve.hpp"

#include <cmath>

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
