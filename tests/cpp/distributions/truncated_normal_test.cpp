#include "distributions/truncated_normal.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "support/catch.hpp"
#include "support/exact_bell.hpp"
#include "support/random.hpp"

namespace truncated_normal_test {

using namespace inbounds;
using Catch::Approx;
using inbounds::test::exact_bell;
using inbounds::test::exact_sums;
using inbounds::test::exact_sums_over;
using inbounds::test::log_uniform;
using inbounds::test::precise;
using inbounds::test::uniform;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double root_two_pi = 2.50662827463100050242;

/// From the definition, with fifty digits.
struct exact_law {
  normal_law law;

  precise mass(double from, double to) const {
    const precise unit = 1 / precise(law.family.deviation);
    if (law.family.on == support::points) {
      return test::add_exact_sums(precise(from) - law.truth, precise(to) - from, unit).mass;
    }
    return test::exact_bell_integral((precise(from) - law.truth) * unit, (precise(to) - law.truth) * unit);
  }
  precise total() const { return mass(0, law.family.width); }
  precise density(double y) const {
    return exact_bell((precise(y) - law.truth) / law.family.deviation) / (total() * law.family.deviation);
  }
  precise cdf(double y) const { return mass(0, y) / total(); }
  precise survival(double y) const {
    return mass(law.family.on == support::points ? y + 1 : y, law.family.width) / total();
  }
};

/// e^(-x^2/2) has no more digits than x^2/2. On points, what counts may be one step farther away.
double share_at(const normal_law& law, double y) {
  const bool points = law.family.on == support::points;
  const double x = (std::fabs(y - law.truth) + (points ? 1 : 0)) / law.family.deviation;
  return 2e-14 + (x > 5 ? x * x * 0x1p-50 : 0);
}

/// Relative; but on the line, rounding the distance from the truth moves y along the density.
bool close(const normal_law& law, double computed, const precise& exact, double y) {
  const double moved = law.family.on == support::line ? density(law, y) * law.family.width * 0x1p-52 : 0;
  return abs(computed - exact) <= share_at(law, y) * exact + moved + 1e-290;
}

normal_law random_law(std::mt19937_64& random, support on) {
  const double deviations = random() % 2 == 0 ? log_uniform(random, 0.1, 20) : log_uniform(random, 1e-8, 1e4);
  const bool points = on == support::points;
  const double width = points ? 1 + static_cast<double>(random() % 200) : log_uniform(random, 1e-3, 1e3);
  double truth = width * uniform(random);
  if (random() % 3 == 0) truth = random() % 2 == 0 ? 0 : width;
  if (points) truth = std::nearbyint(truth);
  return {{width, width / deviations, on}, truth};
}

normal_law turn(const normal_law& law) { return {law.family, law.family.width - law.truth}; }

std::vector<double> places(std::mt19937_64& random, const normal_law& law) {
  const auto [width, deviation, on] = law.family;
  std::vector<double> all{0, width, law.truth, law.truth - 3 * deviation, law.truth + deviation};
  for (int more = 0; more < 5; ++more) all.push_back(width * uniform(random));
  std::vector<double> inside;
  for (double y : all) {
    if (on == support::points) y = std::nearbyint(y);
    if (y >= 0 && y <= width) inside.push_back(y);
  }
  return inside;
}

}  // namespace

TEST_CASE("density, cdf and survival are those of fifty digits, on points and on the line", "[distributions]") {
  std::mt19937_64 random(631);
  for (int trial = 0; trial < 300; ++trial) {
    const normal_law law = random_law(random, trial % 2 == 0 ? support::points : support::line);
    const exact_law exact{law};
    INFO("width " << law.family.width << ", deviation " << law.family.deviation << ", truth " << law.truth);
    for (const double y : places(random, law)) {
      INFO("y " << y);
      REQUIRE(close(law, density(law, y), exact.density(y), y));
      const precise log_exact = log(exact.density(y));
      REQUIRE(abs(log_density(law, y) - log_exact) <= 2e-14 + 1e-15 * abs(log_exact));
      REQUIRE(close(law, cdf(law, y), exact.cdf(y), y));
      if (y == law.family.width) continue;
      REQUIRE(close(law, survival(law, y), exact.survival(y), y));
      REQUIRE(cdf(law, y) + survival(law, y) == Approx(1).epsilon(1e-14));
    }
  }
}

TEST_CASE("the mean and the variance are those of fifty digits", "[distributions]") {
  std::mt19937_64 random(632);
  for (int trial = 0; trial < 600; ++trial) {
    const normal_law law = random_law(random, trial % 2 == 0 ? support::points : support::line);
    const auto [width, deviation, on] = law.family;
    const exact_sums sums = exact_sums_over({-law.truth, width - law.truth, 1 / deviation, on});
    const precise bias = sums.first / sums.mass;
    const precise square = sums.second / sums.mass;
    const precise variance = square - bias * bias;
    const moments found = moments_of(law);
    INFO("width " << width << ", deviation " << deviation << ", truth " << law.truth);
    // The variance is a difference of squares.
    const precise spread = sqrt(square) * deviation;
    const double share = 2 * share_at(law, law.truth);
    REQUIRE(abs(found.bias - bias * deviation) <= share * spread + 1e-290);
    REQUIRE(abs(found.variance - variance * deviation * deviation) <= share * spread * spread + 1e-290);
    REQUIRE(found.variance >= 0);
  }
}

TEST_CASE("on points, the probabilities add up to the cdf, and to one", "[distributions]") {
  std::mt19937_64 random(633);
  for (int trial = 0; trial < 200; ++trial) {
    const normal_law law = random_law(random, support::points);
    double below = 0;
    INFO("width " << law.family.width << ", deviation " << law.family.deviation << ", truth " << law.truth);
    for (double y = 0; y <= law.family.width; ++y) {
      below += density(law, y);
      REQUIRE(cdf(law, y) == Approx(below).epsilon(1e-13 + share_at(law, y)).margin(1e-290));
      REQUIRE(cdf(law, y + 0.75) == cdf(law, y));
      REQUIRE(survival(law, y + 0.75) == survival(law, y));
      REQUIRE(density(law, y + 0.75) == 0);
      REQUIRE(log_density(law, y + 0.75) == -infinity);
    }
    REQUIRE(below == Approx(1).epsilon(1e-13));
  }
}

TEST_CASE("on the line, the cdf rises by the integral of the density", "[distributions]") {
  std::mt19937_64 random(634);
  for (int trial = 0; trial < 200; ++trial) {
    const normal_law law = random_law(random, support::line);
    const auto [width, deviation, on] = law.family;
    // Simpson's rule on a short piece: its error goes with the fifth power of the length.
    const double length = 0.002 * std::min(width, deviation / (1 + width / deviation));
    const double from = (width - length) * uniform(random);
    const double rule =
        length / 6 * (density(law, from) + 4 * density(law, from + length / 2) + density(law, from + length));
    INFO("width " << width << ", deviation " << deviation << ", truth " << law.truth << ", from " << from);
    const double rise = cdf(law, from + length) - cdf(law, from);
    REQUIRE(rise == Approx(rule).epsilon(1e-9).margin(4e-16));
    const double fall = survival(law, from) - survival(law, from + length);
    REQUIRE(fall == Approx(rule).epsilon(1e-9).margin(4e-16));
  }
}

TEST_CASE("turning the side around turns the law around", "[distributions]") {
  std::mt19937_64 random(635);
  for (int trial = 0; trial < 300; ++trial) {
    const bool points = trial % 2 == 0;
    normal_law law = random_law(random, points ? support::points : support::line);
    if (!points) {  // lengths whose differences are exact
      law.family.width = std::ldexp(std::ceil(law.family.width * 64), -6);
      law.truth = std::min(law.family.width, std::ldexp(std::floor(law.truth * 64), -6));
    }
    const normal_law other = turn(law);
    INFO("width " << law.family.width << ", deviation " << law.family.deviation << ", truth " << law.truth);
    REQUIRE(moments_of(law).variance == Approx(moments_of(other).variance).epsilon(1e-12));
    REQUIRE(moments_of(law).bias == Approx(-moments_of(other).bias).epsilon(1e-12).margin(1e-14 * law.family.width));
    for (double y : places(random, law)) {
      if (!points) y = std::ldexp(std::floor(y * 64), -6);
      const double mirrored = law.family.width - y;
      INFO("y " << y);
      REQUIRE(density(law, y) == Approx(density(other, mirrored)).epsilon(1e-13));
      if (y == law.family.width) continue;
      const double before = points ? mirrored - 1 : mirrored;
      REQUIRE(survival(law, y) == Approx(cdf(other, before)).epsilon(1e-12).margin(1e-290));
    }
  }
}

TEST_CASE("the quantile inverts the cdf", "[distributions]") {
  std::mt19937_64 random(636);
  for (int trial = 0; trial < 300; ++trial) {
    const bool points = trial % 2 == 0;
    const normal_law law = random_law(random, points ? support::points : support::line);
    const auto [width, deviation, on] = law.family;
    INFO("width " << width << ", deviation " << deviation << ", truth " << law.truth);
    for (const double p : {1e-12, 1e-3, 0.25, 0.5, 0.75, 0.999, 1 - 1e-12, uniform(random)}) {
      const double y = quantile(law, p);
      INFO("probability " << p << ", quantile " << y);
      REQUIRE(y >= 0);
      REQUIRE(y <= width);
      if (points) {
        // the first point that reaches it; probabilities that are reached to the last digit may go either way
        REQUIRE(y == std::floor(y));
        REQUIRE(cdf(law, y) >= p - 1e-15);
        REQUIRE((y == 0 || cdf(law, y - 1) <= p + 1e-15));
      } else {
        REQUIRE(cdf(law, y) == Approx(p).epsilon(1e-13).margin(2e-15 * (1 + width * density(law, y))));
        // far up, where the cdf has no digits left
        if (p > 0.5) REQUIRE(survival(law, y) == Approx(1 - p).epsilon(1e-12).margin(2e-15 * width * density(law, y)));
      }
    }
    REQUIRE(quantile(law, 0) == 0);
    REQUIRE(quantile(law, 1) == width);
  }
}

TEST_CASE("finer and finer points approach the line", "[distributions]") {
  const normal_law line{{4, 1.5, support::line}, 1};
  double before = 1;
  for (const double per_unit : {4.0, 64.0, 1024.0, 65536.0}) {
    const normal_law points{{4 * per_unit, 1.5 * per_unit, support::points}, per_unit};
    const double away = std::fabs(cdf(points, 2.5 * per_unit) - cdf(line, 2.5));
    CHECK(away * per_unit < 0.5);  // half a step of probability, and no more
    CHECK(away < before);
    before = away;
    CHECK(density(points, 2 * per_unit) * per_unit == Approx(density(line, 2)).epsilon(0.6 / per_unit));
    CHECK(moments_of(points).bias / per_unit == Approx(moments_of(line).bias).margin(0.2 / per_unit));
    CHECK(quantile(points, 0.3) / per_unit == Approx(quantile(line, 0.3)).margin(1 / per_unit));
  }
}

TEST_CASE("a side far shorter than the deviation has the uniform law", "[distributions]") {
  for (const double truth : {0.0, 0.3, 1.0}) {
    const normal_law line{{1, 1e8, support::line}, truth};
    CHECK(density(line, 0.7) == Approx(1).epsilon(1e-14));
    CHECK(cdf(line, 0.7) == Approx(0.7).epsilon(1e-14));
    CHECK(quantile(line, 0.2) == Approx(0.2).epsilon(1e-14));
    CHECK(moments_of(line).bias == Approx(0.5 - truth).epsilon(1e-13));
    CHECK(moments_of(line).variance == Approx(1.0 / 12).epsilon(1e-13));
    const normal_law points{{10, 1e9, support::points}, 10 * truth};
    CHECK(density(points, 3) == Approx(1.0 / 11).epsilon(1e-14));
    CHECK(survival(points, 3) == Approx(7.0 / 11).epsilon(1e-14));
    CHECK(moments_of(points).variance == Approx(10).epsilon(1e-13));  // (11^2 - 1)/12
  }
}

TEST_CASE("a side far longer than the deviation has the normal law, and half of it at an end", "[distributions]") {
  const normal_law middle{{1e8, 1, support::line}, 5e7};
  CHECK(density(middle, 5e7 + 2) == Approx(std::exp(-2.0) / root_two_pi).epsilon(1e-14));
  CHECK(cdf(middle, 5e7 - 3) == Approx(std::erfc(3 / std::sqrt(2.0)) / 2).epsilon(1e-13));
  CHECK(moments_of(middle).bias == 0);
  CHECK(moments_of(middle).variance == Approx(1).epsilon(1e-14));
  const normal_law end{{1e8, 1, support::line}, 0};
  CHECK(density(end, 0) == Approx(2 / root_two_pi).epsilon(1e-14));
  CHECK(survival(end, 6) == Approx(std::erfc(6 / std::sqrt(2.0))).epsilon(1e-13));
  CHECK(moments_of(end).bias == Approx(2 / root_two_pi).epsilon(1e-14));
  CHECK(moments_of(end).variance == Approx(1 - 4 / (root_two_pi * root_two_pi)).epsilon(1e-14));
  const normal_law points{{1e8, 0.02, support::points}, 5e7};  // nothing but the truth is possible
  CHECK(density(points, 5e7) == 1);
  CHECK(moments_of(points).variance == 0);
}

TEST_CASE("outside and at the ends", "[distributions]") {
  for (const support on : {support::points, support::line}) {
    const normal_law law{{7, 2, on}, 7};
    CHECK(density(law, -1) == 0);
    CHECK(density(law, 8) == 0);
    CHECK(log_density(law, 8) == -infinity);
    CHECK(cdf(law, -0.5) == 0);
    CHECK(cdf(law, -infinity) == 0);
    CHECK(survival(law, -0.5) == 1);
    CHECK(cdf(law, 7) == 1);
    CHECK(cdf(law, infinity) == 1);
    CHECK(survival(law, 7) == 0);
    CHECK(quantile(law, -1) == 0);
    CHECK(quantile(law, 2) == 7);
    CHECK(cdf(law, 0) == (on == support::points ? density(law, 0) : 0));
  }
  const normal_law far{{1e4, 1, support::line}, 0};
  CHECK(density(far, 1e4) == 0);  // where the density underflows, its logarithm goes on
  CHECK(log_density(far, 1e4) == Approx(-5e7 - std::log(root_two_pi / 2)).epsilon(1e-15));
}

}  // namespace truncated_normal_test
