#include "numeric/exact_exp.hpp"

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <random>

#include "support/big.hpp"
#include "support/catch.hpp"

namespace exact_exp_test {

using namespace inbounds;
using huge =
    boost::multiprecision::number<boost::multiprecision::cpp_bin_float<1200, boost::multiprecision::digit_base_2>>;

// random/PROOF.md, Lemma 2
TEST_CASE("the bounds of e^-x hold it between them and are at most a few units apart", "[numeric]") {
  std::mt19937_64 engine(81);
  std::uniform_real_distribution<double> unit(0, 1);
  for (const int bits : {64, 128, 200, 512, 1000}) {
    for (int trial = 0; trial < 60; ++trial) {
      const double rate = std::exp(-70 + 76 * unit(engine));
      const auto count = static_cast<std::uint64_t>(std::exp2(53 * unit(engine)));
      const auto [low, high] = exp_minus(exact_product(rate, count), bits);
      const huge exact = exp(-huge(rate) * huge(count)) * exp2(huge(bits));
      INFO("rate " << rate << ", count " << count << ", bits " << bits);
      REQUIRE(huge(test::big(low)) <= exact);
      REQUIRE(huge(test::big(high)) >= exact);
      REQUIRE(high - low <= natural(3));
    }
  }
}

TEST_CASE("e^0 is exact, and e^-x of huge x is less than a unit", "[numeric]") {
  const auto [low, high] = exp_minus(exact_product(0.5, 0), 100);
  CHECK((low == natural::power_of_two(100)));
  CHECK((high == low));
  const auto none = exp_minus(exact_product(700, natural(std::uint64_t{1} << 52)), 100);
  CHECK(none.low.is_zero());
  CHECK((none.high == natural(1)));
}

TEST_CASE("products of doubles and whole numbers are exact, subnormal ones too", "[numeric]") {
  for (const double rate : {0.1, 1e-300, 5e-324, 700.0}) {
    const dyadic product = exact_product(rate, natural(12345));
    CHECK(ldexp(huge(test::big(product.mantissa)), product.exponent) == huge(rate) * 12345);
  }
}

}  // namespace exact_exp_test
