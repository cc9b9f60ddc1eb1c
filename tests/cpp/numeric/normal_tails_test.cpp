#include "numeric/normal_tails.hpp"

#include <boost/math/special_functions/erf.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <random>

#include "support/catch.hpp"
#include "support/precise.hpp"
#include "support/random.hpp"

namespace normal_tails_test {

using namespace inbounds;
using Catch::Approx;
using inbounds::test::log_uniform;
using inbounds::test::precise;
using inbounds::test::uniform;

namespace {

/// P(Z > z), fifty digits.
precise tail(const precise& z) { return boost::multiprecision::erfc(precise(z / sqrt(precise(2)))) / 2; }

/// P(|Z + bias| > bound).
precise outside(const precise& bound, const precise& bias) { return tail(bound - bias) + tail(bound + bias); }

}  // namespace

TEST_CASE("normal quantiles have the probability that is asked for", "[numeric]") {
  std::mt19937_64 random(721);
  for (int trial = 0; trial < 1000; ++trial) {
    const double p = trial % 2 == 0 ? uniform(random) : log_uniform(random, 1e-300, 0.5);
    if (p == 0) continue;
    const double z = normal_quantile(p);
    INFO("probability " << p << ", quantile " << z);
    REQUIRE(static_cast<double>(tail(-precise(z))) == Approx(p).epsilon(3e-15 * (1 + z * z)).margin(0));
  }
  CHECK(normal_quantile(0.5) == 0);
  CHECK(normal_quantile(0.975) == Approx(1.959963984540054).epsilon(1e-15));
  CHECK(normal_quantile(0.025) == Approx(-1.959963984540054).epsilon(1e-15));
  CHECK(normal_quantile(1 - 0x1p-53) == Approx(8.209536151601387).epsilon(1e-12));
}

// estimation/PROOF.md, Proposition 5
TEST_CASE("biased bounds hold with the probability that is asked for, and not with less", "[numeric]") {
  std::mt19937_64 random(722);
  for (int trial = 0; trial < 1000; ++trial) {
    const double bias = trial % 10 == 0 ? 0 : log_uniform(random, 1e-6, 100);
    const double probability = trial % 2 == 0 ? 0.5 + uniform(random) / 2 : 1 - log_uniform(random, 1e-9, 0.5);
    const double bound = biased_normal_bound(trial % 3 == 0 ? -bias : bias, probability);
    INFO("bias " << bias << ", probability " << probability << ", bound " << bound);
    // 1 - probability has the digits that 1 leaves to it, and z the roundings of bound - bias.
    const double miss = 1 - probability;
    REQUIRE(static_cast<double>(outside(bound, bias)) == Approx(miss).epsilon(1e-13 * (1 + bound)).margin(1e-15));
  }
}

TEST_CASE("biased bounds are those of the paper, and begin at the plain ones", "[numeric]") {
  // Armstrong & Kolesar 2018, "Optimal inference in a class of regression models", and their later table for 95 %:
  // the bias in standard errors, and the critical value to three places.
  const double table[][2] = {{0, 1.960},   {0.1, 1.970}, {0.2, 1.999}, {0.3, 2.045}, {0.4, 2.107},
                             {0.5, 2.181}, {0.6, 2.265}, {0.7, 2.356}, {0.8, 2.450}, {0.9, 2.548},
                             {1.0, 2.646}, {1.5, 3.145}, {2.0, 3.645}};
  for (const auto& [bias, bound] : table) CHECK(biased_normal_bound(bias, 0.95) == Approx(bound).margin(5.1e-4));
  for (const double probability : {0.5, 0.9, 0.95, 0.999}) {
    CHECK(biased_normal_bound(0, probability) == Approx(normal_quantile((1 + probability) / 2)).epsilon(1e-12));
    double before = 0;
    for (double bias = 0; bias < 20; bias += 0.25) {
      const double bound = biased_normal_bound(bias, probability);
      CHECK(bound > before);
      CHECK(bound >= bias + normal_quantile(probability) - 1e-12);  // one tail alone
      CHECK(bound <= bias + normal_quantile((1 + probability) / 2));
      CHECK(biased_normal_bound(-bias, probability) == bound);
      before = bound;
    }
  }
}

TEST_CASE("chi-square tails are the incomplete gamma function, far out, too", "[numeric]") {
  std::mt19937_64 random(723);
  for (int trial = 0; trial < 200; ++trial) {
    const double degrees = std::floor(log_uniform(random, 1, 300));
    const double statistic = degrees * log_uniform(random, 0.05, 8);
    const precise exact = boost::math::gamma_q(precise(degrees) / 2, precise(statistic) / 2);
    INFO("statistic " << statistic << ", degrees " << degrees);
    REQUIRE(chi_square_survival(statistic, degrees) == Approx(static_cast<double>(exact)).epsilon(1e-11).margin(0));
  }
  for (const double statistic : {0.1, 1.0, 7.0, 300.0}) {
    CHECK(chi_square_survival(statistic, 2) == Approx(std::exp(-statistic / 2)).epsilon(1e-13).margin(0));
    CHECK(chi_square_survival(statistic, 1) == Approx(std::erfc(std::sqrt(statistic / 2))).epsilon(1e-13).margin(0));
  }
  for (const double nothing : {0.0, -1.0, static_cast<double>(NAN)}) CHECK(chi_square_survival(nothing, 5) == 1);
  CHECK(chi_square_survival(1e9, 100) == 0);
}

}  // namespace normal_tails_test
