#include <algorithm>
#include <cmath>
#include <random>

#include "mechanisms/laplace_cases.hpp"
#include "privacy/laplace_delta.hpp"
#include "support/catch.hpp"

namespace clamped_laplace_test {

using namespace inbounds;
using Catch::Approx;
using inbounds::test::interval;
using inbounds::test::log_uniform;
using inbounds::test::make_noise;
using inbounds::test::random_delta;
using inbounds::test::spans_of;

// clamped_laplace/PROOF.md, Theorem 2
TEST_CASE("the clamped scales have their closed forms, whatever the domain", "[mechanisms]") {
  for (const double s : {0x1p-30, 0.5, 3.0}) {
    for (const double widths : {1.0, 1.7, 40.0, 1e9, static_cast<double>(INFINITY)}) {
      for (const guarantee promise : {guarantee{0.3}, guarantee{1}, guarantee{50}, guarantee{1, 0.1}, guarantee{0, 0.3},
                                      guarantee{0.01, 1e-5}, guarantee{2, 0.99}}) {
        INFO("s " << s << ", " << widths << " wide, epsilon " << promise.epsilon << ", delta " << promise.delta);
        const laplace_spec spec = interval(0, s * widths, s);
        const double one = std::log1p(-promise.delta);
        CHECK(*scale_for(clamped_laplace, spec, promise) == Approx(s / (promise.epsilon - 2 * one)).epsilon(1e-9));
        CHECK(*scale_for(clamped_laplace, spec, promise, calibration::published) ==
              Approx(s / (promise.epsilon - one)).epsilon(1e-12));
        if (promise.delta == 0) CHECK(*scale_for(clamped_laplace, spec, promise) >= s / promise.epsilon);
      }
    }
  }
}

// clamped_laplace/PROOF.md, Theorem 1
TEST_CASE("clamping loses what a law without ends loses", "[mechanisms]") {
  const auto noise = make_noise(clamped_laplace, interval(0, 128, 4, 1), {1});
  CHECK(noise.rate == Approx(0.25).epsilon(1e-12));
  CHECK(noise.rate <= 0.25);
  CHECK(noise.audit().epsilon <= 1);
  CHECK(noise.audit().epsilon >= 1 - 1e-12);
  CHECK(make_noise(clamped_laplace, interval(0, 128, 4, 1), {1}, calibration::published).scale == 4);
  CHECK(noise.points.open.below);
  CHECK(noise.points.open.above);
  const auto metric = make_noise(clamped_laplace, interval(0, 128, 4, 1), {1, 0, privacy_notion::metric});
  CHECK(metric.rate == Approx(0.25).epsilon(1e-12));
  CHECK(metric.rate <= 0.25);
}

// clamped_laplace/PROOF.md, Theorem 1
TEST_CASE("no pair of truths and no set of outputs of a clamped lattice does worse than it promises", "[mechanisms]") {
  std::mt19937_64 random(81);
  for (int trial = 0; trial < 500; ++trial) {
    const auto steps = static_cast<std::int64_t>(log_uniform(random, 1, 80));
    const auto s = static_cast<std::int64_t>(log_uniform(random, 1, static_cast<double>(steps) + 0.99));
    const guarantee promise{trial % 9 == 0 ? 0 : log_uniform(random, 1e-6, 20),
                            trial % 3 == 1 ? 0 : random_delta(random)};
    if (promise.epsilon == 0 && promise.delta == 0) continue;
    INFO(steps << " steps, s " << s << ", epsilon " << promise.epsilon << ", delta " << promise.delta);
    for (const auto method : {calibration::tight, calibration::published}) {
      const auto noise = make_noise(clamped_laplace, interval(0, static_cast<double>(steps), static_cast<double>(s), 1),
                                    promise, method);
      const brute_force::lattice_law law({{0, steps}}, noise.rate, true, true);
      const auto loss = law.worst_loss(s, s).value;
      if (promise.delta == 0) {
        REQUIRE(loss <= promise.epsilon * (1 + 1e-15L));
        REQUIRE(loss >= promise.epsilon * (1 - 1e-12L));
        REQUIRE(noise.audit().epsilon == Approx(static_cast<double>(loss)).epsilon(1e-12));
        continue;
      }
      const auto delta = law.hockey_stick(promise.epsilon, s, s).value;
      REQUIRE(delta <= promise.delta * (1 + 1e-12L));
      REQUIRE(noise.audit().delta <= promise.delta);
      REQUIRE(noise.audit().delta >= delta * (1 - 1e-12L));
      if (method == calibration::tight && noise.rate < 1000) {
        REQUIRE(delta >= promise.delta * (1 - 1e-3L) - 1e-12L * (1 + promise.epsilon));
      }
    }
  }
}

// clamped_laplace/PROOF.md, Theorem 2
TEST_CASE("every pair at the full distance of a clamped lattice has the delta of the closed form", "[mechanisms]") {
  std::mt19937_64 random(82);
  for (int trial = 0; trial < 200; ++trial) {
    const auto steps = static_cast<std::int64_t>(log_uniform(random, 1, 40));
    const auto s = static_cast<std::int64_t>(log_uniform(random, 1, static_cast<double>(steps) + 0.99));
    const auto distance = static_cast<double>(s);
    const double epsilon = trial % 9 == 0 ? 0 : log_uniform(random, 1e-3, 8);
    const double rate = (epsilon + log_uniform(random, 1e-3, 8)) / distance;
    const double r = std::exp(-rate);
    const double h = std::floor(distance / 2 - epsilon / (2 * rate));
    const double closed = 1 - (std::pow(r, h + 1) + std::exp(epsilon) * std::pow(r, distance - h)) / (1 + r);
    INFO(steps << " steps, s " << s << ", rate " << rate << ", epsilon " << epsilon);
    const brute_force::lattice_law law({{0, steps}}, rate, true, true);
    for (std::int64_t truth = 0; truth + s <= steps; ++truth) {
      const auto low = law.probabilities(truth);
      const auto high = law.probabilities(truth + s);
      long double delta = 0;
      for (std::size_t k = 0; k < low.size(); ++k)
        delta += std::max(0.0L, low[k] - std::exp(static_cast<long double>(epsilon)) * high[k]);
      REQUIRE(static_cast<double>(delta) == Approx(closed).epsilon(1e-9).margin(1e-13));
    }
    const truncated_laplace family({{0, static_cast<double>(steps)}}, {true, true}, rate, support::points);
    REQUIRE(worst_delta(family, {distance, distance}, epsilon).delta == Approx(closed).epsilon(1e-9).margin(1e-13));
  }
}

TEST_CASE("both ends carry the mass beyond them", "[mechanisms]") {
  const auto noise = make_noise(clamped_laplace, interval(0, 10, 2, 1), {1});
  const double r = std::exp(-noise.rate);
  const auto law = *noise.law_at(3);
  CHECK(law->density(3) == Approx((1 - r) / (1 + r)));
  CHECK(law->density(0) == Approx(std::pow(r, 3) / (1 + r)));
  CHECK(law->density(10) == Approx(std::pow(r, 7) / (1 + r)));
  CHECK((*noise.continuous_law_at(3))->atom(0) == Approx(std::exp(-3 / noise.scale) / 2));
}

TEST_CASE("clamping needs no more noise than truncating, and with delta hardly differs", "[mechanisms]") {
  for (const double epsilon : {0.01, 1.0, 10.0}) {
    const laplace_spec spec = interval(0, 20, 1, 1);
    CHECK(make_noise(clamped_laplace, spec, {epsilon}).scale < make_noise(bounded_laplace, spec, {epsilon}).scale);
  }
}

TEST_CASE("clamping between gaps is refused", "[mechanisms]") {
  const laplace_spec gaps{spans_of({{0, 1}, {2, 3}}), 1.0};
  const std::string rule = "spans must be a single one, without gaps: clamping knows none, got 2";
  CHECK(message(calibrate(clamped_laplace, gaps, {1}).error()) == rule);
  CHECK(message(with_scale(clamped_laplace, gaps, 1).error()) == rule);
  CHECK(message(with_rate(clamped_laplace, gaps, {1}, 1).error()) == rule);
  CHECK(message(scale_for(clamped_laplace, gaps, {1}).error()) == rule);
  CHECK(message(calibrate(clamped_laplace, interval(0, INFINITY), {1}).error()) ==
        "sensitivity must be given where a bound is infinite, got NaN");
}

}  // namespace clamped_laplace_test
