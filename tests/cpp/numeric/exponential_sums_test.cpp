#include "numeric/exponential_sums.hpp"

#include <cmath>
#include <limits>

#include "support/catch.hpp"
#include "support/precise.hpp"

namespace exponential_sums_test {

using namespace inbounds;
using inbounds::test::precise;

namespace {

double relative_difference(double computed, const precise& exact) {
  return static_cast<double>(abs(precise(computed) - exact) / abs(exact));
}

// From the definition: e^-x (x^{m+1}/(m+1)! + ...), fifty digits, enough terms for every x tried.
precise exact_exponential_moment(int m, double x) {
  precise term = exp(-precise(x));
  for (int k = 1; k <= m; ++k) term *= precise(x) / k;
  precise sum = 0;
  for (int k = m + 1; k < 400; ++k) sum += (term *= precise(x) / k);
  return sum;
}

precise exact_geometric_moment(int m, int n, double rate) {
  precise sum = 0;
  for (int j = m; j <= n; ++j) {
    precise binomial = 1;
    for (int k = 0; k < m; ++k) binomial *= precise(j - k) / (k + 1);
    sum += binomial * exp(-precise(rate) * j);
  }
  return sum;
}

}  // namespace

TEST_CASE("1 - e^-x keeps its precision near zero", "[numeric]") {
  CHECK(one_minus_exp(1e-20) == 1e-20);
  CHECK(one_minus_exp(0) == 0);
  CHECK(one_minus_exp(INFINITY) == 1);
}

TEST_CASE("what is left and what is lost of a decay are both precise", "[numeric]") {
  for (const double x : {1e-300, 1e-20, 1e-9, 0.01, 0.3, 0.693147, 0.6931472, 0.7, 1.0, 5.0, 37.0, 300.0, 700.0}) {
    INFO("x = " << x);
    const auto [left, lost] = decay_over(x);
    CHECK(relative_difference(left, exp(-precise(x))) < 4e-16);
    CHECK(relative_difference(lost, -expm1(-precise(x))) < 4e-16);
    CHECK(left + lost == 1);
  }
  CHECK(decay_over(0).left == 1);
  CHECK(decay_over(0).lost == 0);
  CHECK(decay_over(INFINITY).left == 0);
  CHECK(decay_over(INFINITY).lost == 1);
}

TEST_CASE("exponential moments agree with their series to a few units in the last place", "[numeric]") {
  for (int m = 0; m <= 2; ++m) {
    for (const double x : {1e-12, 1e-8, 1e-3, 0.1, 0.9, 1.999, 2.001, 3.0, 10.0, 40.0, 100.0}) {
      INFO("m = " << m << ", x = " << x);
      CHECK(relative_difference(exponential_moment(m, x), exact_exponential_moment(m, x)) < 4e-15);
    }
    CHECK(exponential_moment(m, 0) == 0);
    for (const double x : {799.0, 801.0, 1e6, 1e300, std::numeric_limits<double>::infinity()}) {
      CHECK(exponential_moment(m, x) == 1);
    }
  }
}

TEST_CASE("geometric moments agree with the sums they stand for", "[numeric]") {
  for (int m = 0; m <= 2; ++m) {
    for (const int n : {0, 1, 2, 3, 10, 100, 500}) {
      for (const double rate : {1e-15, 1e-9, 1e-4, 0.003, 0.02, 0.3, 1.0, 2.5, 20.0}) {
        INFO("m = " << m << ", n = " << n << ", rate = " << rate);
        const precise exact = exact_geometric_moment(m, n, rate);
        if (exact == 0) {
          CHECK(geometric_moment(m, n, rate) == 0);
        } else {
          CHECK(relative_difference(geometric_moment(m, n, rate), exact) < 1e-14);
        }
      }
    }
  }
}

TEST_CASE("geometric moments of a fine lattice tend to the exponential ones", "[numeric]") {
  const double n = 0x1p52;
  for (int m = 0; m <= 2; ++m) {
    for (const double x : {1e-6, 0.5, 3.0, 30.0}) {
      const double rate = x / n;
      const double limit = exponential_moment(m, x) / std::pow(rate, m + 1);
      CHECK(geometric_moment(m, n, rate) == Catch::Approx(limit).epsilon(1e-13));
    }
  }
}

}  // namespace exponential_sums_test
