#include "published/croft.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "support/catch.hpp"
#include "support/precise.hpp"
#include "support/vectors.hpp"

namespace croft_test {

using namespace inbounds::published;
using Catch::Approx;
using inbounds::lambert_branch;
using inbounds::test::precise;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// W(-1/(2e)) at fifty digits.
precise exact_w() {
  return inbounds::test::bisect([](const precise& w) -> precise { return 2 * w * exp(w + 1) + 1; }, precise(-0.5),
                                precise(0));
}

// Formula (33) at sensitivity = epsilon = 1: W solved from w e^w = x by bisection, x as the paper has it.
precise exact_scale(const precise& t) {
  const precise sigma_1 = -1 / (exact_w() * exp(precise(1)));
  if (t == 0) return sigma_1;
  const precise u = t * exp(-t) / sigma_1;
  const precise x = -2 * u * exp(-u);
  const auto above = [&](const precise& w) -> precise { return w * exp(w) - x; };
  const precise w = t < 1 ? inbounds::test::bisect(above, precise(-1), precise(0))
                          : inbounds::test::bisect([&](const precise& y) -> precise { return -above(y); },
                                                   precise(-20) - 2 * t, precise(-1));
  return -t * exp(t) * sigma_1 / (w * exp(t) * sigma_1 + t);
}

double relative_error(double computed, const precise& exact) {
  return static_cast<double>(abs((precise(computed) - exact) / exact));
}

std::vector<feasible_span> spans_of(const boost::json::value& value) {
  std::vector<feasible_span> spans;
  for (const auto& pair : value.as_array()) {
    spans.push_back({inbounds::test::number(pair.at(0)), inbounds::test::number(pair.at(1))});
  }
  return spans;
}

}  // namespace

TEST_CASE("Table 2: the bounds on the scale come out as they are printed", "[published]") {
  CHECK(std::round(border_scale(1, 1) * 1000) == 1586);
  CHECK(border_scale(3, 0.5) == Approx(6 * border_scale(1, 1)).epsilon(1e-15));
  CHECK(relative_error(border_scale(1, 1), exact_scale(0)) < 1e-15);
  for (double distance = 1e-6; distance < 1e3; distance *= 1.3) {
    REQUIRE(position_dependent_scale(distance, 1, 1) < border_scale(1, 1));
    REQUIRE(position_dependent_scale(distance, 1, 1) > 1);
  }
  CHECK(uniform_scale_bound(3, 0.5) == 12);
}

TEST_CASE("Table 2: arbitrary finite constraints need less than 2 sensitivity/epsilon", "[published]") {
  for (const double width : {1e-3, 0.1, 1.0, 10.0}) {
    const std::vector<feasible_span> spans{{-infinity, 0}, {width, infinity}};
    CHECK(uniform_scale(spans, 1, 1) < 2);
    CHECK(uniform_scale(spans, 1, 1) > 1);
  }
  // The bound cannot be lowered: a wide constraint comes as close to it as one likes.
  CHECK(uniform_scale(std::vector<feasible_span>{{-infinity, 0}, {60, infinity}}, 1, 1) > 2 - 1e-12);
  // and it goes to the scale without constraints as they vanish
  CHECK(uniform_scale(std::vector<feasible_span>{{-infinity, 0}, {1e-6, infinity}}, 1, 1) == Approx(1).epsilon(1e-5));
}

TEST_CASE("the position-dependent scale is that of the reference vectors", "[published]") {
  const auto vectors = inbounds::test::vectors("range_laplace.json");
  const auto& cases = vectors.at("published_position_dependent").as_array();
  REQUIRE(cases.size() == 18);
  for (const auto& one : cases) {
    const auto read = [&](const char* name) { return inbounds::test::number(one.at(name)); };
    INFO("distance " << read("distance") << ", epsilon " << read("epsilon"));
    CHECK(position_dependent_scale(read("distance"), read("sensitivity"), read("epsilon")) ==
          Approx(read("sigma")).epsilon(2e-15));
  }
}

TEST_CASE("the position-dependent scale has its digits everywhere, also where the branches meet", "[published]") {
  for (const double t : {1e-19,     1e-17, 1e-9,      1e-3,     0.2,    0.499, 0.5, 0.8, 0.99, 0.9999, 1 - 1e-8,
                         1 - 1e-15, 1.0,   1 + 1e-15, 1 + 1e-8, 1.0001, 1.01,  1.3, 2.0, 7.0,  40.0}) {
    INFO("t = " << t);
    // At fifty digits, x = -1/e costs half of them, too: 25 are left.
    CHECK(relative_error(position_dependent_scale(t, 1, 1), exact_scale(t)) < 3e-15);
  }
  // sigma goes to sensitivity/epsilon: sigma epsilon/s = 1 + omega/t + ... far from the constraint, where x underflows.
  for (const double t : {800.0, 1e6, 1e12}) {
    CHECK(position_dependent_scale(t, 1, 1) - 1 == Approx(0.231960952986 / t).epsilon(0.01).margin(1e-15));
  }
  CHECK(position_dependent_scale(infinity, 2, 1) == 2);
  CHECK(position_dependent_scale(1e-300, 2, 1) == border_scale(2, 1));
}

TEST_CASE("formula (33) makes (25) an equality on the border, on either branch", "[published]") {
  for (const auto branch : {lambert_branch::principal, lambert_branch::lower}) {
    for (const double t : {0.05, 0.3, 0.9, 1.0, 1.5, 4.0}) {
      const double sigma = formula_33(branch, t, 1, 1);
      const double left = sigma / border_scale(1, 1) * (2 - std::exp(-t / sigma)) * std::exp(t / sigma);
      INFO("t = " << t);
      CHECK(left == Approx(std::exp(t)).epsilon(1e-12));
    }
  }
}

TEST_CASE("Lemma 6: the principal branch has its minimum at 1/epsilon, the lower one its maximum", "[published]") {
  const auto principal = [](double t) { return formula_33(lambert_branch::principal, t, 1, 1); };
  const auto lower = [](double t) { return formula_33(lambert_branch::lower, t, 1, 1); };
  CHECK(principal(1) == Approx(lower(1)).epsilon(1e-15));
  for (double t = 0.02; t < 6; t += 0.02) {
    INFO("t = " << t);
    REQUIRE((principal(t + 0.02) < principal(t)) == (t + 0.01 < 1));
    REQUIRE((lower(t + 0.02) > lower(t)) == (t + 0.01 < 1));
    REQUIRE(position_dependent_scale(t + 0.02, 1, 1) < position_dependent_scale(t, 1, 1));
  }
  CHECK(lower(0) == 0);
}

TEST_CASE("the uniform scale is that of the reference vectors", "[published]") {
  const auto vectors = inbounds::test::vectors("range_laplace.json");
  const auto& cases = vectors.at("uniform").as_array();
  REQUIRE(cases.size() >= 15);
  for (const auto& one : cases) {
    const auto read = [&](const char* name) { return inbounds::test::number(one.at(name)); };
    INFO("spans " << one.at("spans") << ", epsilon " << read("epsilon"));
    CHECK(uniform_scale(spans_of(one.at("spans")), read("sensitivity"), read("epsilon")) ==
          Approx(read("sigma_metric")).epsilon(1e-13));
  }
}

TEST_CASE("no pair of truths loses more than i epsilon at the uniform scale, and some pair nearly does",
          "[published]") {
  const std::vector<feasible_span> spans{{-3, -1}, {1, 4}, {4.5, infinity}};
  const double sigma = uniform_scale(spans, 1, 0.8);
  std::vector<double> truths;
  for (int k = -300; k <= 900; ++k) {
    const double q = k / 100.0;
    if (std::any_of(spans.begin(), spans.end(), [q](auto& one) { return q >= one.lower && q <= one.upper; })) {
      truths.push_back(q);
    }
  }
  const auto mass = [&](double q) {  // by the midpoint rule
    double sum = 0;
    for (int k = -3000; k < 40000; ++k) {
      const double y = (k + 0.5) / 1000;
      if (std::any_of(spans.begin(), spans.end(), [y](auto& one) { return y >= one.lower && y <= one.upper; })) {
        sum += std::exp(-std::abs(y - q) / sigma) / 1000;
      }
    }
    return sum;
  };
  std::vector<double> log_mass;
  for (const double q : truths) log_mass.push_back(std::log(mass(q)));
  double worst = 0;
  for (std::size_t i = 0; i < truths.size(); ++i) {
    for (std::size_t j = 0; j < truths.size(); ++j) {
      if (i == j) continue;
      const double distance = std::abs(truths[i] - truths[j]);
      worst = std::max(worst, (distance / sigma + log_mass[j] - log_mass[i]) / distance);
    }
  }
  CHECK(worst <= 0.8 * (1 + 1e-5));
  CHECK(worst > 0.8 * 0.99);
}

TEST_CASE("formula (24): truncating at the scale sensitivity/epsilon loses more than i epsilon", "[published]") {
  for (const double steps : {0.1, 1.0, 5.0}) {
    CHECK(unadjusted_loss(steps, 0.7) > steps * 0.7);
    CHECK(unadjusted_loss(steps, 0.7) == Approx(std::log(2 * std::exp(0.7 * steps) - 1)).epsilon(1e-13));
  }
  CHECK(unadjusted_loss(1, 700) == Approx(700 + std::log(2)).epsilon(1e-15));
  CHECK(unadjusted_loss(0, 1) == 0);
}

TEST_CASE("what Croft's formulas do not speak of is answered with NaN", "[published]") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(std::isnan(border_scale(0, 1)));
  CHECK(std::isnan(border_scale(1, infinity)));
  CHECK(std::isnan(position_dependent_scale(-1, 1, 1)));
  CHECK(std::isnan(position_dependent_scale(nan, 1, 1)));
  CHECK(std::isnan(position_dependent_scale(1, 1, 0)));
  CHECK(std::isnan(uniform_scale_bound(1, -1)));
  CHECK(std::isnan(uniform_scale({}, 1, 1)));
  CHECK(std::isnan(uniform_scale(std::vector<feasible_span>{{0, 0}}, 1, 1)));
  CHECK(std::isnan(uniform_scale(std::vector<feasible_span>{{0, 2}, {1, 3}}, 1, 1)));
  CHECK(std::isnan(uniform_scale(std::vector<feasible_span>{{0, 2}}, 0, 1)));
  CHECK(std::isnan(unadjusted_loss(-1, 1)));
}

}  // namespace croft_test
