#include "numeric/hyperbolic.hpp"

#include <cmath>
#include <limits>
#include <random>

#include "support/catch.hpp"
#include "support/decimal.hpp"

namespace hyperbolic_test {

using namespace inbounds;

namespace {

// A hundred digits: ln cosh x is x^2/2 less than a part in 1e60 of 1 for the smallest x that need it.
using digits = inbounds::test::decimal<100>;

constexpr double tolerance = 0x1p-48;

/// Relative, but for results that are no normal doubles.
bool close(double computed, const digits& exact) {
  return abs(digits(computed) - exact) <= tolerance * abs(exact) + 1e-307;
}

digits exact_rise(double x, double d) {
  const digits high = x;
  const digits low = high - d;
  if (x > 1e-8) return log(cosh(high)) - log(cosh(low));
  // x^2/2 - x^4/12 + x^6/45 - ..., and what is left of x^8 is below 1e-48 of the sum
  const auto difference = [&](int power) -> digits { return pow(high, power) - pow(low, power); };
  return difference(2) / 2 - difference(4) / 12 + difference(6) / 45;
}

double log_uniform(std::mt19937_64& random, double low, double high) {
  return low * std::pow(high / low, std::ldexp(static_cast<double>(random() >> 11), -53));
}

}  // namespace

TEST_CASE("ln cosh rises as in a hundred digits, over all magnitudes", "[numeric]") {
  std::mt19937_64 random(201);
  for (int trial = 0; trial < 4000; ++trial) {
    const double x = trial % 4 == 0 ? log_uniform(random, 1e-300, 1e4) : log_uniform(random, 1e-9, 1e4);
    const double d = trial % 5 == 0   ? x
                     : trial % 5 == 1 ? x * log_uniform(random, 0.5, 1)
                                      : x * log_uniform(random, 1e-25, 1);
    INFO("x " << x << ", d " << d);
    REQUIRE(close(log_cosh_rise(x, d), exact_rise(x, d)));
  }
  for (const double x : {0.3, 5.0, 699.9, 700.1, 1400.0, 1e4}) {
    INFO("x " << x);
    CHECK(log_cosh_rise(x, 0) == 0);
    for (const double d : {x, x / 2, std::nextafter(x, 0), 1e-12}) CHECK(close(log_cosh_rise(x, d), exact_rise(x, d)));
  }
  CHECK(log_cosh_rise(0, 0) == 0);
}

TEST_CASE("infinitely far from the middle, ln cosh rises by the distance", "[numeric]") {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const double d : {1e-300, 1e-9, 0.3, 1.0, 20.0, 699.0, 701.0, 1e4}) {
    INFO("d " << d);
    CHECK(close(log_cosh_rise(infinity, d), d));
    CHECK(close(log_cosh_rise(1e300, d), d));
  }
}

TEST_CASE("the inverse of ln cosh is arccosh(e^y), over all magnitudes", "[numeric]") {
  std::mt19937_64 random(202);
  for (int trial = 0; trial < 2000; ++trial) {
    const double y = trial % 3 == 0 ? log_uniform(random, 1e-300, 1e4) : log_uniform(random, 1e-6, 100);
    INFO("y " << y);
    // e^y (1 + sqrt(1 - e^-2y)), whose logarithm is about sqrt(2 y) for small y
    const digits root = sqrt(-expm1(-2 * digits(y)));
    REQUIRE(close(inverse_log_cosh(y), y + log1p(root)));
    if (y > 1e-30) REQUIRE(close(static_cast<double>(log(cosh(digits(inverse_log_cosh(y))))), y));
  }
  CHECK(inverse_log_cosh(0) == 0);
}

TEST_CASE("ln(1 - e^-x) keeps its digits at both ends", "[numeric]") {
  std::mt19937_64 random(203);
  for (int trial = 0; trial < 3000; ++trial) {
    const double x = trial % 3 == 0 ? log_uniform(random, 1e-300, 1e4) : log_uniform(random, 1e-3, 700);
    const digits left = exp(-digits(x));
    const digits exact = x < 1 ? log(-expm1(-digits(x))) : log1p(-left);
    INFO("x " << x);
    REQUIRE(close(log_one_minus_exp(x), exact));
  }
  for (const double x : {0.6931471805599453, 0.6931471805599452, 0.6931471805599454})
    CHECK(close(log_one_minus_exp(x), log(-expm1(-digits(x)))));
  CHECK(log_one_minus_exp(std::numeric_limits<double>::infinity()) == 0);
}

}  // namespace hyperbolic_test
