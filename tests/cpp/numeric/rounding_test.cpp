#include "numeric/rounding.hpp"

#include <random>

#include "support/catch.hpp"
#include "support/precise.hpp"

namespace rounding_test {

using namespace inbounds;
using inbounds::test::precise;

TEST_CASE("sums, products and quotients are rounded up by less than one unit in the last place", "[numeric]") {
  std::mt19937_64 engine(4);
  std::uniform_real_distribution<double> exponent(-50, 50);
  for (int trial = 0; trial < 20000; ++trial) {
    const double a = std::exp(exponent(engine));
    const double b = std::exp(exponent(engine));
    REQUIRE(precise(sum_up(a, b)) >= precise(a) + precise(b));
    REQUIRE(precise(std::nextafter(sum_up(a, b), 0.0)) < precise(a) + precise(b));
    REQUIRE(precise(product_up(a, b)) >= precise(a) * precise(b));
    REQUIRE(precise(std::nextafter(product_up(a, b), 0.0)) < precise(a) * precise(b));
    REQUIRE(precise(quotient_up(a, b)) >= precise(a) / precise(b));
    REQUIRE(precise(std::nextafter(quotient_up(a, b), 0.0)) < precise(a) / precise(b));
    REQUIRE(precise(quotient_down(a, b)) <= precise(a) / precise(b));
  }
  CHECK(sum_up(1, 0) == 1);
  CHECK(sum_up(1, 1e-30) > 1);
  CHECK(quotient_up(120, 120) == 1);
}

}  // namespace rounding_test
