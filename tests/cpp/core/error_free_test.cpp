#include "core/error_free.hpp"

#include <algorithm>
#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <random>

#include "support/catch.hpp"

namespace error_free_test {

using namespace inbounds;
using boost::multiprecision::cpp_rational;

namespace {

double random_double(std::mt19937_64& engine, int exponents) {
  std::uniform_real_distribution<double> unit(-1, 1);
  return std::ldexp(unit(engine), static_cast<int>(engine() % (2 * exponents)) - exponents);
}

}  // namespace

TEST_CASE("sums and products lose what is said, exactly", "[core]") {
  std::mt19937_64 engine(12);
  for (int trial = 0; trial < 20000; ++trial) {
    const double a = random_double(engine, 200);
    const double b = random_double(engine, 200);
    const auto [sum, lost] = two_sum(a, b);
    REQUIRE(cpp_rational(sum) + cpp_rational(lost) == cpp_rational(a) + cpp_rational(b));
    REQUIRE(cpp_rational(a * b) + cpp_rational(product_error(a, b, a * b)) == cpp_rational(a) * cpp_rational(b));
  }
}

TEST_CASE("products by whole numbers lose what is said, of the smallest numbers too", "[core]") {
  std::mt19937_64 engine(13);
  for (int trial = 0; trial < 20000; ++trial) {
    const double tiny = random_double(engine, 30) * 0x1p-1030;
    const auto whole = static_cast<double>(1 + engine() % (std::uint64_t{1} << (1 + engine() % 50)));
    const double product = tiny * whole;
    REQUIRE(cpp_rational(product) + cpp_rational(product_error(tiny, whole, product)) ==
            cpp_rational(tiny) * cpp_rational(whole));
  }
}

TEST_CASE("the sign of a sum is that of the exact one, however much cancels", "[core]") {
  std::mt19937_64 engine(14);
  int cancelled = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    std::array<double, 6> terms{};
    for (double& term : terms) term = random_double(engine, 40);
    if (trial % 2 == 0) {  // nothing, or little, is left
      terms[3] = -terms[0];
      terms[4] = -terms[1];
      terms[5] = trial % 4 == 0 ? -terms[2] : std::nextafter(-terms[2], 0.0);
    }
    std::shuffle(terms.begin(), terms.end(), engine);
    cpp_rational exact = 0;
    for (const double term : terms) exact += cpp_rational(term);
    cancelled += exact == 0 ? 1 : 0;
    const double sign = sum_sign(terms);
    REQUIRE((sign > 0) == (exact > 0));
    REQUIRE((sign < 0) == (exact < 0));
  }
  CHECK(cancelled > 4000);
}

}  // namespace error_free_test
