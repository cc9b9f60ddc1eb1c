#include "core/span.hpp"

#include <cmath>
#include <random>

#include "support/catch.hpp"
#include "support/precise.hpp"

using namespace inbounds;
using inbounds::test::precise;

TEST_CASE("a span is finite and runs upwards", "[core]") {
  CHECK_FALSE(check_span({-1, 1}));
  CHECK(message(*check_span({1, 1})) == "upper must be greater than lower (1), got 1");
  CHECK(message(*check_span({NAN, 1})) == "lower must be a finite number, got NaN");
  CHECK(message(*check_span({0, INFINITY})) == "upper must be a finite number, got Infinity");
  CHECK(message(*check_span({-1.5e308, 1.5e308})) ==
        "upper must be such that upper - lower is from 1e-150 to 1e+150, got 1.5e+308");
  CHECK(message(*check_span({0, 5e-324})) ==
        "upper must be such that upper - lower is from 1e-150 to 1e+150, got 5e-324");
}

TEST_CASE("the width is never rounded down", "[core]") {
  std::mt19937_64 engine(1);
  std::uniform_real_distribution<double> exponent(-30, 30);
  std::uniform_real_distribution<double> unit(-1, 1);
  for (int trial = 0; trial < 10000; ++trial) {
    const double a = unit(engine) * std::exp(exponent(engine));
    const double b = unit(engine) * std::exp(exponent(engine));
    if (a == b) continue;
    const span domain{std::fmin(a, b), std::fmax(a, b)};
    const precise exact = precise(domain.upper) - precise(domain.lower);
    const double up = width_rounded_up(domain);
    REQUIRE(precise(up) >= exact);
    REQUIRE(precise(std::nextafter(up, 0.0)) < exact);
  }
}

TEST_CASE("a sensitivity above the width is refused, but not for a rounding error", "[core]") {
  CHECK_FALSE(check_sensitivity({0, 120}, 120));
  CHECK_FALSE(check_sensitivity({0.1, 0.3}, 0.2));  // 0.3 - 0.1 is 0.19999999999999998 in doubles
  CHECK(message(*check_sensitivity({0, 120}, 200)) == "sensitivity must be at most upper - lower (120), got 200");
  CHECK(message(*check_sensitivity({0, 120}, 0)) == "sensitivity must be greater than 0, got 0");
  CHECK(message(*check_sensitivity({0, 120}, 1e-200)) == "sensitivity must be at least 1e-150, got 1e-200");
  CHECK(message(*check_sensitivity({0, 120}, NAN)) == "sensitivity must be a finite number, got NaN");
}
