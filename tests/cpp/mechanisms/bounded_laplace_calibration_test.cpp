#include <cmath>
#include <random>

#include "mechanisms/bounded_laplace/bounded_laplace.hpp"
#include "privacy/laplace_loss.hpp"
#include "support/catch.hpp"
#include "support/precise.hpp"
#include "support/vectors.hpp"

using namespace inbounds;
using Catch::Approx;
using inbounds::test::number;
using inbounds::test::precise;

namespace {

// Holohan et al. 2020, Algorithm 1, as printed: bisection between b and f(b), in doubles and without safe rounding.
double holohan_algorithm_1(double width, double s, double epsilon) {
  const auto c = [&](double q, double b) { return 1 - 0.5 * (std::exp(-q / b) + std::exp(-(width - q) / b)); };
  const auto f = [&](double b) { return s / (epsilon - std::log(c(s, b) / c(0, b))); };
  double left = s / epsilon;
  double right = f(left);
  double interval = (right - left) * 2;
  while (interval > right - left) {
    interval = right - left;
    const double b = (left + right) / 2;
    if (f(b) >= b) left = b;
    if (f(b) <= b) right = b;
  }
  return right;
}

bounded_laplace made(const bounded_laplace_spec& spec, double epsilon, calibration method = calibration::tight) {
  const auto mechanism = calibrate(spec, {epsilon}, method);
  if (!mechanism) FAIL(message(mechanism.error()));
  return *mechanism;
}

}  // namespace

TEST_CASE("the continuous scale matches the reference values", "[mechanisms]") {
  const auto rows = test::vectors("bounded_laplace.json");
  int compared = 0;
  for (const auto& row : rows.as_array()) {
    const auto& fields = row.as_object();
    if (number(fields.at("delta")) != 0) continue;
    const double s = number(fields.at("sensitivity"));
    const auto scale = scale_for({{0, number(fields.at("width"))}, s}, {number(fields.at("epsilon"))});
    REQUIRE(scale);
    CHECK(*scale == Approx(number(fields.at("b_paper"))).epsilon(1e-12));
    CHECK(*scale == Approx(number(fields.at("b_tight"))).epsilon(1e-12));
    CHECK(s / *scale == Approx(number(fields.at("effective_epsilon"))).epsilon(1e-12));
    ++compared;
  }
  CHECK(compared >= 10);
}

TEST_CASE("the lattice rate matches the reference values", "[mechanisms]") {
  const auto grid = test::vectors("grid.json");
  for (const auto& row : grid.at("laplace").as_array()) {
    const double steps = number(row.at("steps"));
    const auto mechanism = made({{0, steps}, number(row.at("index_sensitivity")), 1.0}, number(row.at("epsilon")));
    CHECK(mechanism.rate == Approx(number(row.at("gamma"))).epsilon(1e-12));
  }
}

TEST_CASE("the continuous scale is the paper's fixed point", "[mechanisms]") {
  for (const double s : {0.05, 0.3, 0.8, 1.0}) {
    for (const double epsilon : {0.1, 1.0, 4.0}) {
      CHECK(*scale_for({{0, 1}, s}, {epsilon}) == Approx(holohan_algorithm_1(1, s, epsilon)).epsilon(1e-10));
    }
  }
}

TEST_CASE("no scale is below the true minimum, and none is above it by more than 1e-12", "[mechanisms]") {
  std::mt19937_64 engine(61);
  std::uniform_real_distribution<double> unit(0, 1);
  for (int trial = 0; trial < 200; ++trial) {
    const double width = std::exp(30 * unit(engine) - 15);
    const double s = width * std::exp2(-16 * unit(engine) * unit(engine));
    const double epsilon = 1e-9 * std::pow(700 / 1e-9, unit(engine));
    INFO("width " << width << ", sensitivity " << s << ", epsilon " << epsilon);

    const precise exact_scale =
        test::bisected([&](const precise& b) { return precise(epsilon) - test::exact_continuous_loss(width, s, b); },
                       precise(s) / epsilon / 2, 2 * precise(s) / epsilon);
    const double scale = *scale_for({{0, width}, s}, {epsilon});
    REQUIRE(precise(scale) >= exact_scale);
    REQUIRE(precise(scale) <= exact_scale * (1 + 1e-12));

    const auto mechanism = made({{0, width}, s}, epsilon);
    const precise exact_rate = test::bisected(
        [&](const precise& rate) {
          return test::exact_lattice_loss(mechanism.points.steps, mechanism.index_sensitivity, rate) - precise(epsilon);
        },
        precise(epsilon) / mechanism.index_sensitivity / 3, 2 * precise(epsilon) / mechanism.index_sensitivity);
    REQUIRE(precise(mechanism.rate) <= exact_rate);
    REQUIRE(precise(mechanism.rate) >= exact_rate * (1 - 1e-12));
  }
}

TEST_CASE("privacy holds at the calibrated scale and fails at 0.999 of it", "[mechanisms]") {
  for (const double granularity : {0x1p-20, 0.25, 1.0}) {
    for (const double s : {0.5, 1.5, 10.0}) {
      for (const double epsilon : {0.01, 1.0, 8.0}) {
        const auto mechanism = made({{-3, 7}, s, granularity}, epsilon);
        INFO("granularity " << granularity << ", sensitivity " << s << ", epsilon " << epsilon);
        CHECK(audit(mechanism).epsilon <= epsilon);
        CHECK(audit(mechanism).epsilon >= epsilon * (1 - 1e-12));
        CHECK(*epsilon_of(mechanism, mechanism.scale) <= epsilon);
        CHECK(*epsilon_of(mechanism, 0.999 * mechanism.scale) > epsilon);
      }
    }
  }
}

TEST_CASE("the unadjusted Laplace scale s/epsilon is not private in a bounded domain", "[mechanisms]") {
  const auto mechanism = made({{0, 10}, 1}, 1);
  CHECK(*epsilon_of(mechanism, 1.0) > 1.48);  // Holohan et al. 2020, Section 3: this is why b* exists
}

TEST_CASE("the published scale uses whole steps on a lattice, and is never below the tight one", "[mechanisms]") {
  const bounded_laplace_spec coarse{{0, 10}, 1.5, 1.0};
  const auto published = made(coarse, 1, calibration::published);
  const auto tight = made(coarse, 1);
  CHECK(audit(published).epsilon <= 1);
  CHECK(published.scale > tight.scale);
  CHECK(published.scale == Approx(*scale_for({{0, 10}, 2}, {1})).epsilon(1e-12));

  // The paper's scale for sensitivity 1.5 on whole numbers, where truths 1.5 apart can be snapped 2 apart.
  const double naive = *scale_for({{0, 10}, 1.5}, {1});
  CHECK(*epsilon_of(tight, naive) == Approx(1.141).margin(0.0005));
}

TEST_CASE("the published scale exists on decimal lattices, whose step is a little more or less than 1/n",
          "[mechanisms]") {
  for (const double n : {3.0, 7.0, 10.0, 20.0, 100.0}) {
    for (int from = 0; from < 40; ++from) {
      for (int steps = 1; steps < 20; ++steps) {
        const bounded_laplace_spec spec{{from / n, (from + steps) / n}, {}, 1 / n};
        const auto mechanism = made(spec, 1, calibration::published);
        REQUIRE(audit(mechanism).epsilon <= 1);
        REQUIRE(audit(mechanism).epsilon > 0.5);
      }
    }
  }
}

TEST_CASE("the lattice scale tends to the continuous one as steps get finer", "[mechanisms]") {
  const double limit = *scale_for({{0, 10}, 1.5}, {1});
  double previous = INFINITY;
  for (const double granularity : {1.0, 0x1p-4, 0x1p-8, 0x1p-16, 0x1p-24}) {
    const double gap = std::fabs(made({{0, 10}, 1.5, granularity}, 1).scale - limit);
    CHECK(gap < previous);
    previous = gap;
  }
  CHECK(previous < 1e-6);
}

TEST_CASE("extremes that broke others: an answer, inside the bounds, with the loss asked for", "[mechanisms]") {
  struct {
    bounded_laplace_spec spec;
    double epsilon;
  } const cases[] = {
      {{{0, 1e10}, 1}, 1},          {{{0, 1e10}, 1}, 1e-9},   {{{0, 1e10}, 1}, 700},     {{{1e12, 1e12 + 1}}, 1},
      {{{-1e12 - 1, -1e12}}, 1e-9}, {{{-5, 5}}, 700},         {{{-5, 5}, 10}, 1e-9},     {{{-7, -2}, 0.1}, 0.3},
      {{{0, 1}, 1, 1}, 1},          {{{0, 1}, 1e-9, 1}, 700}, {{{0, 1e-150}}, 1},        {{{-5e149, 5e149}}, 1e-15},
      {{{0, 1}, 1e-150, 1}, 1},     {{{0, 0x1p53}, 1, 2}, 1}, {{{0, 3e15}, 1, 3}, 1e-9},
  };
  for (const auto& [spec, epsilon] : cases) {
    INFO("[" << spec.domain.lower << ", " << spec.domain.upper << "], epsilon " << epsilon);
    for (const calibration method : {calibration::tight, calibration::published}) {
      const auto mechanism = made(spec, epsilon, method);
      CHECK(mechanism.rate > 0);
      CHECK(std::isfinite(mechanism.scale));
      CHECK(mechanism.scale > 0);
      const auto report = audit(mechanism);
      CHECK(report.epsilon <= epsilon);
      if (method == calibration::tight) {
        CHECK(report.epsilon >= epsilon * (1 - 1e-12));
      }
      CHECK(report.truth >= spec.domain.lower);
      CHECK(report.neighbour <= spec.domain.upper);
      for (const double truth : {spec.domain.lower, spec.domain.upper}) {
        const auto law = law_at(mechanism, truth);
        CHECK(std::isfinite(bias(law)));
        CHECK(variance(law) > 0);
        CHECK(std::isfinite(mean(continuous_law_at(mechanism, truth))));
        CHECK(variance(continuous_law_at(mechanism, truth)) > 0);
        CHECK(std::isfinite(variance(continuous_law_at(mechanism, truth))));
      }
    }
  }
}

TEST_CASE("a scale given by hand is kept to the bit and audited", "[mechanisms]") {
  const auto mechanism = with_scale({{0, 10}, 1, 0.1}, 1.7);
  REQUIRE(mechanism);
  CHECK(mechanism->scale == 1.7);
  CHECK(mechanism->epsilon == audit(*mechanism).epsilon);
  CHECK(*epsilon_of(*mechanism, 1.7) == mechanism->epsilon);
}

TEST_CASE("a calibrated scale used again gives no larger rate", "[mechanisms]") {
  std::mt19937_64 engine(62);
  std::uniform_real_distribution<double> unit(0, 1);
  for (int trial = 0; trial < 2000; ++trial) {
    const bounded_laplace_spec spec{{0, 1 + unit(engine)}, 0.1 + 0.9 * unit(engine), trial % 2 == 0 ? 0.01 : 0x1p-10};
    const auto first = made(spec, 0.01 + 10 * unit(engine));
    const auto again = with_scale(spec, first.scale);
    REQUIRE(again);
    REQUIRE(again->rate <= first.rate);
    REQUIRE(again->epsilon <= first.epsilon);
  }
}

TEST_CASE("a stored rate comes back to the bit, and a tampered one is refused", "[mechanisms]") {
  const bounded_laplace_spec spec{{0, 10}, 1, 0.1};
  const auto mechanism = made(spec, 1);
  const auto restored = with_rate(spec, {1}, mechanism.rate);
  REQUIRE(restored);
  CHECK(restored->rate == mechanism.rate);
  CHECK(restored->scale == mechanism.scale);
  const auto tampered = with_rate(spec, {1}, mechanism.rate * 1.01);
  REQUIRE_FALSE(tampered);
  CHECK(tampered.error().parameter == "rate");
  CHECK(message(tampered.error()).find("rate must be small enough for epsilon 1, got ") == 0);
}
