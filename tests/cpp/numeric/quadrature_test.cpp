#include "numeric/quadrature.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>
#include <vector>

#include "support/catch.hpp"
#include "support/exact_bell.hpp"
#include "support/random.hpp"

namespace quadrature_test {

using namespace inbounds;
using inbounds::test::log_uniform;
using inbounds::test::precise;
using inbounds::test::uniform;

namespace {

struct polynomial {
  std::vector<double> coefficients;

  double operator()(double x) const {
    double value = 0;
    for (std::size_t n = coefficients.size(); n-- > 0;) value = value * x + coefficients[n];
    return value;
  }
  precise integral(const precise& from, const precise& to) const {
    precise sum = 0;
    for (std::size_t n = 0; n < coefficients.size(); ++n) {
      const int power = static_cast<int>(n) + 1;
      sum += coefficients[n] * (pow(to, power) - pow(from, power)) / power;
    }
    return sum;
  }
  /// What rounding is a share of.
  precise size(double from, double to) const {
    const double far = std::max(std::fabs(from), std::fabs(to));
    precise sum = 0;
    for (std::size_t n = 0; n < coefficients.size(); ++n) {
      sum += std::fabs(coefficients[n]) * pow(precise(far), static_cast<int>(n));
    }
    return sum * std::fabs(to - from);
  }
};

polynomial random_polynomial(std::mt19937_64& random, std::size_t degree) {
  polynomial random_polynomial;
  for (std::size_t n = 0; n <= degree; ++n) random_polynomial.coefficients.push_back(2 * uniform(random) - 1);
  return random_polynomial;
}

}  // namespace

TEST_CASE("polynomials are integrated exactly up to degree 13", "[numeric]") {
  std::mt19937_64 random(611);
  constexpr std::size_t degree = 13;
  for (int trial = 0; trial < 500; ++trial) {
    const polynomial function = random_polynomial(random, degree);
    const double from = (2 * uniform(random) - 1) * log_uniform(random, 1e-6, 10);
    const double to = (2 * uniform(random) - 1) * log_uniform(random, 1e-6, 10);  // on either side
    INFO(from << " to " << to);
    REQUIRE(abs(integral_of(function, from, to) - function.integral(from, to)) <= 4e-15 * function.size(from, to));
  }
  // One degree more, and they are not: the rule is the one of seven points.
  polynomial power{std::vector<double>(degree + 2, 0)};
  power.coefficients.back() = 1;
  CHECK(abs(integral_of(power, -1, 1) - power.integral(-1, 1)) > 1e-4);
}

TEST_CASE("seven points have the bell on narrow pieces to the last digits", "[numeric]") {
  std::mt19937_64 random(612);
  const auto bell = [](double x) { return std::exp(-x * x / 2); };
  for (int trial = 0; trial < 1000; ++trial) {
    // As normal_sums.cpp asks for it: width times distance is at most a half.
    const double away = log_uniform(random, 1e-3, 5);
    const double width = 0.5 / std::max(1.0, 2 * away) * (trial % 2 == 0 ? 1 : uniform(random));
    const precise exact = inbounds::test::exact_bell_integral(away, precise(away) + width);
    INFO("from " << away << ", width " << width);
    REQUIRE(abs(integral_of([&](double x) { return bell(away + x); }, 0, width) - exact) <= 1e-14 * exact);
  }
}

TEST_CASE("an integral changes its sign with its direction, and over nothing it is nothing", "[numeric]") {
  const auto function = [](double x) { return 1 / (2 + x); };
  CHECK(integral_of(function, 0.25, 0.75) == -integral_of(function, 0.75, 0.25));
  CHECK(integral_of(function, 0.5, 0.5) == 0);
  CHECK(integral_of([](double) { return 3.0; }, -1, 1) == Catch::Approx(6).epsilon(1e-15));
}

}  // namespace quadrature_test
