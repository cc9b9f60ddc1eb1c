#include "mechanisms/reflected_laplace/reflected_laplace.hpp"

#include <cmath>
#include <random>
#include <string>

#include "mechanisms/laplace_cases.hpp"
#include "support/catch.hpp"
#include "support/folded_law.hpp"
#include "support/precise.hpp"
#include "support/vectors.hpp"

// Scales: reference values, closed forms, fifty digits. That the noise is private and has its law is tested in
// reflected_laplace_attack_test.cpp and reflected_laplace_draws_test.cpp.

using namespace inbounds;
using Catch::Approx;
using inbounds::test::exact_rise;
using inbounds::test::interval;
using inbounds::test::log_uniform;
using inbounds::test::number;
using inbounds::test::precise;
using inbounds::test::uniform;

namespace {

constexpr closeness metric = closeness::metric;

laplace_noise made(const laplace_spec& spec, const guarantee& asked, calibration method = calibration::tight) {
  return test::made(reflected_laplace, spec, asked, method);
}

double scale(const laplace_mechanism& mechanism, const laplace_spec& spec, const guarantee& asked,
             calibration method = calibration::tight) {
  const auto found = scale_for(mechanism, spec, asked, method);
  if (!found) FAIL(message(found.error()));
  return *found;
}

double scale(const laplace_spec& spec, const guarantee& asked, calibration method = calibration::tight) {
  return scale(reflected_laplace, spec, asked, method);
}

/// The mean squared error of the continuous law around a truth.
double squared_error(const noise_law& law) {
  const moments around = moments_of(law);
  return around.bias * around.bias + around.variance;
}

noise_law law_around(const confined_laplace& family, double truth) { return laplace_law{family, family.at(truth)}; }
noise_law law_around(const folded_laplace& family, double truth) { return folded_law{family, truth}; }

struct errors {
  double worst;
  double average;  // over a uniform truth: Simpson's rule
};

template <class Family>
errors errors_of(const Family& family, double width) {
  constexpr int cells = 20000;
  errors found{0, 0};
  for (int i = 0; i <= cells; ++i) {
    const double here = squared_error(law_around(family, width * i / cells));
    found.worst = std::max(found.worst, here);
    found.average += here * (i == 0 || i == cells ? 1 : i % 2 == 1 ? 4 : 2) / (3 * cells);
  }
  return found;
}

}  // namespace

TEST_CASE("the reflected scales and moments match the reference values", "[mechanisms]") {
  const auto file = test::vectors("reflected_laplace.json");
  int with_delta = 0;
  for (const auto& row : file.at("continuous").as_array()) {
    const auto& fields = row.as_object();
    const double width = number(fields.at("width"));
    const laplace_spec spec = interval(0, width, number(fields.at("sensitivity")));
    const guarantee asked{number(fields.at("epsilon")), fields.contains("delta") ? number(fields.at("delta")) : 0};
    INFO("epsilon " << asked.epsilon << ", delta " << asked.delta << ", s " << *spec.sensitivity << " of " << width);
    const double tight = scale(spec, asked);
    CHECK(tight == Approx(number(fields.at("b_tight"))).epsilon(1e-12));
    if (asked.delta > 0) {
      ++with_delta;
      continue;
    }
    CHECK(scale(spec, asked, calibration::published) == Approx(number(fields.at("b_published"))).epsilon(1e-12));
    const folded_laplace family({{0, width}}, {}, 1 / tight, support::line);
    const double q = number(fields.at("q"));
    const noise_law law = law_around(family, q);
    const auto [bias, variance] = moments_of(law);
    CHECK(q + bias == Approx(number(fields.at("mean"))).epsilon(1e-12));
    CHECK((q + bias) * (q + bias) + variance == Approx(number(fields.at("second_moment"))).epsilon(1e-12));
    CHECK(cdf(law, width / 2) == Approx(number(fields.at("cdf_at_half"))).epsilon(1e-12));
  }
  CHECK(with_delta == 3);
  for (const auto& row : file.at("grid").as_array()) {
    const laplace_spec spec = interval(0, number(row.at("steps")), number(row.at("index_sensitivity")), 1.0);
    INFO("epsilon " << number(row.at("epsilon")) << ", steps " << number(row.at("steps")));
    CHECK(made(spec, {number(row.at("epsilon"))}).rate == Approx(number(row.at("gamma"))).epsilon(1e-12));
  }
}

TEST_CASE("where the sensitivity is the width, the scale is D/arccosh(e^epsilon)", "[mechanisms]") {
  for (const double width : {1e-100, 0.3, 1.0, 120.0, 1e100}) {
    for (const double epsilon : {1e-9, 1e-6, 1e-3, 0.1, 1.0, 4.0, 30.0, 200.0, 700.0}) {
      INFO("width " << width << ", epsilon " << epsilon);
      const precise grown = exp(precise(epsilon));
      const precise exact = precise(width) / log(grown + sqrt(grown * grown - 1));
      CHECK(precise(scale(interval(0, width), {epsilon})) >= exact);
      CHECK(precise(scale(interval(0, width), {epsilon})) <= exact * (1 + 1e-12));
    }
  }
}

TEST_CASE("between infinite bounds the scale is that of Laplace noise", "[mechanisms]") {
  for (const auto& [lower, upper] : {span{0, INFINITY}, span{-INFINITY, 3}, span{-INFINITY, INFINITY}}) {
    for (const double s : {0x1p-40, 0.3, 7.0}) {
      for (const double epsilon : {1e-6, 0.3, 1.0, 50.0}) {
        INFO("[" << lower << ", " << upper << "], s " << s << ", epsilon " << epsilon);
        const laplace_spec spec = interval(lower, upper, s);
        for (const guarantee asked : {guarantee{epsilon}, guarantee{epsilon, 0, metric}}) {
          CHECK(scale(spec, asked) == Approx(s / epsilon).epsilon(1e-12));
          CHECK(precise(scale(spec, asked)) >= precise(s) / epsilon);
          CHECK(made(spec, asked).scale == Approx(s / epsilon).epsilon(1e-6));
          CHECK(audit(made(spec, asked)).epsilon <= epsilon);
        }
        // The hockey-stick of Laplace noise: 1 - e^((epsilon - s/b)/2). What is added for rounding, 2^-46, is 1.4e-9 of
        // the smallest delta here.
        for (const double delta : {1e-5, 0.1, 0.9}) {
          CHECK(scale(spec, {epsilon, delta}) == Approx(s / (epsilon - 2 * std::log1p(-delta))).epsilon(3e-9));
        }
      }
    }
  }
}

// reflected_laplace/PROOF.md, Theorem 4
TEST_CASE("under the metric guarantee the scale solves tanh(D/b)/b = epsilon/s", "[mechanisms]") {
  CHECK(scale(interval(0, 1), {0.1, 0, metric}) == Approx(3.109).margin(0.0005));
  for (const double width : {1.0, 50.0}) {
    for (const double share : {1.0, 0.3, 1e-3}) {
      for (const double epsilon : {1e-9, 1e-3, 0.1, 1.0, 30.0, 700.0}) {
        const double s = width * share;
        INFO("width " << width << ", s " << s << ", epsilon " << epsilon);
        const precise slope = precise(epsilon) / s;
        const precise rate = test::bisected([&](const precise& tried) { return tried * tanh(width * tried) - slope; },
                                            slope, slope + 2 * sqrt(slope / width));
        const double found = scale(interval(0, width, s), {epsilon, 0, metric});
        CHECK(precise(found) >= 1 / rate);
        CHECK(precise(found) <= (1 + 1e-11) / rate);
      }
    }
  }
}

TEST_CASE("no reflected scale is below the true minimum, and none is above it by more than 1e-11", "[mechanisms]") {
  std::mt19937_64 engine(111);
  for (int trial = 0; trial < 2000; ++trial) {
    const double width = std::exp(60 * uniform(engine) - 30);
    const double s = trial % 7 == 0 ? width : width * std::pow(1e-12, uniform(engine));
    const double epsilon = log_uniform(engine, 1e-9, 700);
    INFO("width " << width << ", sensitivity " << s << ", epsilon " << epsilon);
    // The loss falls with the scale, so it tells on which side of the minimum a scale is.
    const auto loss = [&](const precise& b) { return exact_rise(width / b, s / b); };
    const precise found = scale(interval(0, width, s), {epsilon});
    REQUIRE(loss(found) <= precise(epsilon) * (1 + precise(1e-30)));
    REQUIRE(loss(found * (1 - precise(1e-11))) > epsilon);

    const auto noise = made(interval(0, width, s), {epsilon});
    const precise apart = noise.setting.apart.within;
    REQUIRE(apart == std::min(std::ceil(s / noise.points.grain.step), static_cast<double>(noise.points.steps())));
    const precise reach = precise(noise.points.steps()) + 0.5;
    const auto lattice_loss = [&](const precise& rate) { return exact_rise(rate * reach, rate * apart); };
    REQUIRE(lattice_loss(noise.rate) <= precise(epsilon) * (1 + precise(1e-30)));
    REQUIRE(lattice_loss(noise.rate * (1 + precise(1e-11))) > epsilon);
  }
}

TEST_CASE("the table of mean squared errors is what the laws have", "[mechanisms]") {
  struct row {
    double epsilon, s, width;
    errors bounded, clamped, reflected;
    double digit_worst, digit_average;  // half of the last one printed
  };
  const row table[] = {
      {1, 1, 120, {5.20, 5.045}, {2.00, 1.967}, {2.00, 1.967}, 5e-3, 5e-4},
      {1, 0.1, 1, {0.0493, 0.0331}, {0.0192, 0.0160}, {0.0200, 0.0160}, 5e-5, 5e-5},
      {1, 0.5, 1, {0.2245, 0.1167}, {0.1485, 0.1353}, {0.2102, 0.1129}, 5e-5, 5e-5},
      {1, 1, 1, {0.2541, 0.1302}, {0.2642, 0.2073}, {0.2506, 0.1308}, 5e-5, 5e-5},
      {0.1, 1, 1, {0.3250, 0.1628}, {0.4679, 0.3172}, {0.3255, 0.1633}, 5e-5, 5e-5},
      {4, 1, 1, {0.0970, 0.0576}, {0.0742, 0.0659}, {0.0830, 0.0528}, 5e-5, 5e-5},
  };
  for (const row& one : table) {
    INFO("epsilon " << one.epsilon << ", s " << one.s << ", width " << one.width);
    const laplace_spec spec = interval(0, one.width, one.s);
    const auto rate = [&](const laplace_mechanism& mechanism) { return 1 / scale(mechanism, spec, {one.epsilon}); };
    const span whole{0, one.width};
    const auto compare = [&](const auto& family, const errors& printed) {
      const errors found = errors_of(family, one.width);
      CHECK(found.worst == Approx(printed.worst).margin(one.digit_worst));
      CHECK(found.average == Approx(printed.average).margin(one.digit_average));
    };
    compare(confined_laplace({whole}, {}, rate(bounded_laplace), support::line), one.bounded);
    compare(confined_laplace({whole}, {true, true}, rate(clamped_laplace), support::line), one.clamped);
    compare(folded_laplace({whole}, {}, rate(reflected_laplace), support::line), one.reflected);
  }
}

TEST_CASE("reflected scales are in the unit of the values, whatever that is", "[mechanisms]") {
  for (const guarantee asked :
       {guarantee{1}, guarantee{0.1, 0.01}, guarantee{0, 0.05}, guarantee{3, 0.9}, guarantee{0.2, 0, metric}}) {
    const double one = scale(interval(0, 1, 0.25), asked);
    for (const double unit : {0x1p-100, 0x1p-20, 0x1p20, 0x1p100}) {
      INFO("epsilon " << asked.epsilon << ", delta " << asked.delta << ", unit " << unit);
      CHECK(scale(interval(0, unit, unit / 4), asked) == Approx(one * unit).epsilon(1e-11));
      CHECK(scale(interval(-unit / 2, unit / 2, unit / 4), asked) == Approx(one * unit).epsilon(1e-11));
      CHECK(made(interval(0, unit, unit / 4), asked).scale == Approx(one * unit).epsilon(1e-6));
    }
  }
}

TEST_CASE("the reflected lattice scale tends to the continuous one as steps get finer", "[mechanisms]") {
  for (const guarantee asked : {guarantee{1}, guarantee{1, 0.05}, guarantee{1, 0, metric}}) {
    const double limit = scale(interval(0, 10, 1.5), asked);
    double previous = INFINITY;
    for (const double granularity : {1.0, 0x1p-4, 0x1p-8, 0x1p-16, 0x1p-24}) {
      const double gap = std::fabs(made(interval(0, 10, 1.5, granularity), asked).scale - limit);
      CHECK(gap <= std::max(previous, 1e-14));  // under the metric guarantee it is soon that close
      previous = gap;
    }
    CHECK(previous < 1e-6);
  }
  // But a scale for the line is not private on a coarse lattice: the spec's example.
  const auto coarse = made(interval(0, 1, 1, 1), {0.5});
  CHECK(*epsilon_of(coarse, scale(interval(0, 1), {0.5}), 0) == Approx(0.832).margin(0.0005));
}
