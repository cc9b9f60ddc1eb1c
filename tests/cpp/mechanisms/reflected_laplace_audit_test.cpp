#include <cmath>
#include <random>
#include <string>

#include "mechanisms/laplace_cases.hpp"
#include "mechanisms/reflected_laplace/reflected_laplace.hpp"
#include "support/catch.hpp"

// What reflected noise says about itself: at the calibrated scale, at other scales, and when it is stored and restored.

using namespace inbounds;
using Catch::Approx;
using inbounds::test::interval;
using inbounds::test::log_uniform;
using inbounds::test::made;
using inbounds::test::spans_of;
using inbounds::test::uniform;

namespace {

constexpr closeness metric = closeness::metric;

}  // namespace

TEST_CASE("reflected noise is private at the calibrated scale and not at 0.999 of it", "[mechanisms]") {
  for (const double granularity : {0x1p-20, 0.25, 1.0}) {
    for (const double s : {0.5, 1.5, 10.0}) {
      for (const double epsilon : {0.01, 1.0, 8.0}) {
        const auto noise = made(reflected_laplace, interval(-3, 7, s, granularity), {epsilon});
        INFO("granularity " << granularity << ", sensitivity " << s << ", epsilon " << epsilon);
        CHECK(audit(noise).epsilon <= epsilon);
        CHECK(audit(noise).epsilon >= epsilon * (1 - 1e-12));
        CHECK(audit(noise).delta == 0);
        CHECK(*epsilon_of(noise, noise.scale, 0) <= epsilon);
        CHECK(*epsilon_of(noise, 0.999 * noise.scale, 0) > epsilon);
        for (const double delta : {1e-6, 0.01, 0.4}) {
          const auto with_delta = made(reflected_laplace, interval(-3, 7, s, granularity), {epsilon, delta});
          CHECK(with_delta.scale < noise.scale);
          CHECK(*delta_of(with_delta, with_delta.scale, epsilon) <= delta);
          CHECK(*delta_of(with_delta, 0.999 * with_delta.scale, epsilon) > delta);
          CHECK(audit(with_delta).epsilon == epsilon);
          CHECK(audit(with_delta).delta <= delta);
          CHECK(audit(with_delta).delta >= delta * (1 - 1e-4));
        }
      }
    }
  }
}

TEST_CASE("for reflected noise, epsilon_of and delta_of are the inverses of calibrate, and of each other",
          "[mechanisms]") {
  const laplace_spec specs[] = {interval(0, 10, 1, 0.25),
                                interval(0, 10, 10, 0.1),
                                interval(0, INFINITY, 1),
                                {spans_of({{0, 3}, {4, 9}}), 2.0, 0.25}};
  for (const laplace_spec& spec : specs) {
    for (const guarantee asked : {guarantee{0.3, 0.01}, guarantee{2, 0.2}, guarantee{0.05, 1e-5}}) {
      const auto noise = made(reflected_laplace, spec, asked);
      CHECK(*epsilon_of(noise, noise.scale, asked.delta) == Approx(asked.epsilon).epsilon(1e-6));
      CHECK(*epsilon_of(noise, noise.scale, asked.delta) <= asked.epsilon * (1 + 1e-14));  // solved for
      CHECK(*delta_of(noise, noise.scale, asked.epsilon) == Approx(asked.delta).epsilon(1e-6));
      CHECK(*delta_of(noise, noise.scale, *epsilon_of(noise, noise.scale, 0)) == 0);
      double fewer = INFINITY;
      for (const double delta : {0.0, 1e-9, 1e-6, 1e-3, 0.1, 0.5, 0.99}) {
        const double epsilon = *epsilon_of(noise, noise.scale, delta);
        CHECK(epsilon <= fewer);
        if (epsilon > 0 && delta > 0) CHECK(*delta_of(noise, noise.scale, epsilon) == Approx(delta).epsilon(1e-4));
        fewer = epsilon;
      }
    }
  }
}

TEST_CASE("a reflected scale given by hand is kept to the bit and audited", "[mechanisms]") {
  const auto noise = with_scale(reflected_laplace, interval(0, 10, 1, 0.1), 1.7);
  REQUIRE(noise);
  CHECK(noise->scale == 1.7);
  CHECK(noise->promised.epsilon == audit(*noise).epsilon);
  CHECK(*epsilon_of(*noise, 1.7, 0) == noise->promised.epsilon);
  // ln cosh(D/b) - ln cosh((D - s)/b), with half a step more at the end and s = 11 steps (0.1 is less than a tenth of
  // 1).
  const double reach = 10.05 / 1.7;
  const double apart = noise->setting.apart.within * 0.1 / 1.7;
  CHECK(noise->promised.epsilon ==
        Approx(std::log(std::cosh(reach)) - std::log(std::cosh(reach - apart))).epsilon(1e-12));
  const auto all = with_scale(reflected_laplace, interval(0, 10, 1, 0.1), 1.7, metric);
  REQUIRE(all);
  CHECK(all->promised.epsilon == audit(*all).epsilon);
}

TEST_CASE("a calibrated reflected scale used again gives no larger rate", "[mechanisms]") {
  std::mt19937_64 engine(161);
  for (int trial = 0; trial < 1000; ++trial) {
    const laplace_spec spec =
        interval(0, 1 + uniform(engine), 0.1 + 0.9 * uniform(engine), trial % 2 == 0 ? 0.01 : 0x1p-10);
    const auto first = made(reflected_laplace, spec, {0.01 + 10 * uniform(engine)});
    const auto again = with_scale(reflected_laplace, spec, first.scale);
    REQUIRE(again);
    REQUIRE(again->rate <= first.rate);
    REQUIRE(again->promised.epsilon <= first.promised.epsilon);
  }
}

TEST_CASE("a stored rate of reflected noise comes back to the bit, and a tampered one is refused", "[mechanisms]") {
  const laplace_spec specs[] = {
      interval(0, 10, 1, 0.1), {spans_of({{0, 3}, {4.5, INFINITY}}), 2.0}, {spans_of({{0, 3}, {4.5, 9}}), 9.0, 0.5}};
  for (const laplace_spec& spec : specs) {
    for (const guarantee asked :
         {guarantee{1}, guarantee{1, 0.01}, guarantee{1, 0, metric}, guarantee{0, 1e-3}, guarantee{30}}) {
      const auto noise = made(reflected_laplace, spec, asked);
      INFO("epsilon " << asked.epsilon << ", delta " << asked.delta << ", rate " << noise.rate);
      const auto restored = with_rate(reflected_laplace, spec, asked, noise.rate);
      REQUIRE(restored);
      CHECK(restored->rate == noise.rate);
      CHECK(restored->scale == noise.scale);
      const auto tampered = with_rate(reflected_laplace, spec, asked, noise.rate * 1.001);
      REQUIRE_FALSE(tampered);
      CHECK(message(tampered.error()).find("rate must be small enough for epsilon ") == 0);
      CHECK(message(tampered.error()).find("; it loses ") != std::string::npos);
    }
  }
}

TEST_CASE("the audit of reflected noise names points of the lattice, however wide that is", "[mechanisms]") {
  struct setup {
    laplace_spec spec;
    guarantee asked;
  };
  const setup setups[] = {{interval(0, 1), {1}},
                          {interval(0, 1), {1, 0.1}},
                          {interval(-5, 1e6, 1), {0.5, 1e-5}},
                          {interval(3, INFINITY, 1), {1}},
                          {interval(-INFINITY, 3, 1), {1, 0.01}},
                          {interval(-INFINITY, INFINITY, 1), {1}},
                          {interval(-INFINITY, INFINITY, 1), {1, 0.01}},
                          {interval(-INFINITY, INFINITY, 0x1p53, 1), {1}},
                          {interval(-INFINITY, INFINITY, 0x1p53, 1), {1, 0.01}},
                          {interval(0, INFINITY, 0x1p52, 1), {1, 0.01}},
                          {interval(0, 1, 1, 1), {1, 0.2}}};
  for (const auto& [spec, asked] : setups) {
    const auto noise = made(reflected_laplace, spec, asked);
    const laplace_audit report = audit(noise);
    INFO(spec.where.lower() << " to " << spec.where.upper() << ", s " << noise.sensitivity << ", delta "
                            << asked.delta);
    const double step = noise.points.grain.step;
    const double lowest = noise.points.value(noise.points.lowest());
    const double highest = noise.points.value(noise.points.highest());
    for (const double value : {report.truth, report.neighbour, report.output}) {
      CHECK(value >= lowest);
      CHECK(value <= highest);
    }
    CHECK(std::fabs(report.truth - report.neighbour) == noise.setting.apart.within * step);
    if (asked.delta > 0) continue;
    const double loss = log_density(law_at(noise, report.truth), report.output / step) -
                        log_density(law_at(noise, report.neighbour), report.output / step);
    CHECK(loss == Approx(report.epsilon).epsilon(1e-9));
  }
}
