#include <cmath>
#include <random>
#include <vector>

#include "mechanisms/laplace_cases.hpp"
#include "support/catch.hpp"

namespace laplace_attack_test {

// Attacks on what the makers promise: every pair of points that two neighbouring truths can be snapped to, and every
// output, of a thousand odd domains.

using namespace inbounds;
using brute_force::lattice_law;
using brute_force::range;
using inbounds::test::domain_around;
using inbounds::test::farthest_neighbours;
using inbounds::test::log_uniform;
using inbounds::test::make_noise;
using inbounds::test::random_delta;
using inbounds::test::setting_of;

namespace {

// The oracle's own rounding, and the certificates' slack: see laplace_loss.hpp and laplace_delta.hpp.
constexpr double oracle = 1e-15;
constexpr double tight = 1e-11;

/// What a calibrated delta may fall short of the one asked for: a thousandth, and what 2^-42 of the rate make of it.
double nearly(const guarantee& promise) { return promise.delta * (1 - 1e-3) - 1e-12 * (1 + promise.epsilon); }

/// A domain of whole numbers with its sensitivity, drawn at random; the latter often between whole numbers.
struct target {
  std::vector<range> ranges;
  laplace_spec spec;
};

std::ostream& operator<<(std::ostream& out, const target& shown) {
  out.precision(17);
  for (const auto& [lower, upper] : shown.spec.where.spans) out << "[" << lower << ", " << upper << "] ";
  return out << "sensitivity " << *shown.spec.sensitivity;
}

target random_target(std::mt19937_64& random, std::int64_t points) {
  while (true) {
    const auto drawn = brute_force::random_ranges(random, points);
    const domain where = domain_around(drawn.ranges, random);
    const double sensitivity = static_cast<double>(drawn.same_range) - static_cast<double>(random() % 4) / 4;
    if (sensitivity <= 0 || sensitivity > where.upper() - where.lower()) continue;
    const auto [within, across] = farthest_neighbours(where, drawn.ranges, sensitivity);
    if (within + across > 0) return {drawn.ranges, {where, sensitivity, 1.0, 0.0}};
  }
}

lattice_law law_of(const target& given, double rate) { return {given.ranges, rate}; }

}  // namespace

// bounded_laplace/PROOF.md, main theorem
TEST_CASE("no pair of neighbouring truths loses more than epsilon, and one loses that", "[mechanisms]") {
  std::mt19937_64 random(101);
  for (int trial = 0; trial < 1200; ++trial) {
    const target given = random_target(random, trial % 8 == 0 ? 200 : 60);
    const double epsilon = log_uniform(random, 1e-6, 20);
    INFO(given << ", epsilon " << epsilon);
    const auto noise = make_noise(bounded_laplace, given.spec, {epsilon});
    const auto law = law_of(given, noise.rate);

    const auto [within, across] = farthest_neighbours(given.spec.where, given.ranges, *given.spec.sensitivity);
    REQUIRE(law.worst_loss(within, across).value <= epsilon * (1 + oracle));

    // What the audit says is what it looked at, which may be one step more than these truths can be apart.
    const auto [claimed_within, claimed_across] = noise.model->where().max_distance;
    REQUIRE(static_cast<std::int64_t>(claimed_within) >= within);
    REQUIRE(static_cast<std::int64_t>(claimed_across) >= across);
    const auto exact =
        law.worst_loss(static_cast<std::int64_t>(claimed_within), static_cast<std::int64_t>(claimed_across)).value;
    const double audited = noise.audit().epsilon;
    REQUIRE(audited >= exact * (1 - oracle));
    REQUIRE(audited <= exact * (1 + tight));
    REQUIRE(audited <= epsilon);
    REQUIRE(audited >= epsilon * (1 - tight));  // the loss is continuous in the rate, so epsilon itself is reached
  }
}

// bounded_laplace/PROOF.md, Theorem 7
TEST_CASE("no pair of points loses more than epsilon per sensitivity under the metric guarantee", "[mechanisms]") {
  std::mt19937_64 random(102);
  for (int trial = 0; trial < 1000; ++trial) {
    const target given = random_target(random, trial % 8 == 0 ? 200 : 60);
    const double epsilon = log_uniform(random, 1e-6, 20);
    INFO(given << ", epsilon " << epsilon);
    const auto noise = make_noise(bounded_laplace, given.spec, {epsilon, 0, privacy_notion::metric});
    const auto exact = law_of(given, noise.rate).metric_loss().value * *given.spec.sensitivity;
    REQUIRE(exact <= epsilon * (1 + oracle));
    REQUIRE(exact >= epsilon * (1 - tight));
    REQUIRE(noise.audit().epsilon >= exact * (1 - oracle));
    REQUIRE(noise.audit().epsilon <= epsilon);
  }
}

// bounded_laplace/PROOF.md, main theorem
TEST_CASE("no set of outputs needs more than delta, and one needs that", "[mechanisms]") {
  std::mt19937_64 random(103);
  for (int trial = 0; trial < 1200; ++trial) {
    const target given = random_target(random, trial % 16 == 0 ? 120 : 40);
    const guarantee promise{trial % 10 == 0 ? 0 : log_uniform(random, 1e-6, 20), random_delta(random)};
    INFO(given << ", epsilon " << promise.epsilon << ", delta " << promise.delta);
    const auto noise = make_noise(bounded_laplace, given.spec, promise);
    const auto law = law_of(given, noise.rate);

    const auto [within, across] = farthest_neighbours(given.spec.where, given.ranges, *given.spec.sensitivity);
    REQUIRE(law.hockey_stick(promise.epsilon, within, across).value <= promise.delta * (1 + 1e-12));

    const auto [claimed_within, claimed_across] = noise.model->where().max_distance;
    const auto exact = law.hockey_stick(promise.epsilon, static_cast<std::int64_t>(claimed_within),
                                        static_cast<std::int64_t>(claimed_across))
                           .value;
    const auto report = noise.audit();
    REQUIRE(report.epsilon == promise.epsilon);
    REQUIRE(report.delta >= exact * (1 - 1e-12));
    REQUIRE(report.delta <= exact * (1 + 1e-9) + 5e-13);
    REQUIRE(report.delta <= promise.delta);
    if (noise.rate < 1000) REQUIRE(report.delta >= nearly(promise));
  }
}

TEST_CASE("the same with ends beyond which the law goes on", "[mechanisms]") {
  std::mt19937_64 random(104);
  for (int trial = 0; trial < 1200; ++trial) {
    auto given = brute_force::random_ranges(random, 40);
    (trial % 2 == 0 ? given.open_below : given.open_above) = true;
    const truncated_model where = setting_of(given);
    if (where.pairs().widest == 0) continue;
    INFO(given);
    const auto law = [&](double rate) { return lattice_law(given.ranges, rate, given.open_below, given.open_above); };

    const auto rate = where.tight_rate({given.epsilon});
    REQUIRE(rate);
    REQUIRE(keeps(where, {given.epsilon}, *rate));
    const auto loss = law(*rate).worst_loss(given.same_range, given.cross_range).value;
    REQUIRE(loss <= given.epsilon * (1 + oracle));
    REQUIRE(loss >= given.epsilon * (1 - tight));

    const auto metric = where.tight_rate({given.epsilon, 0, privacy_notion::metric});
    REQUIRE(metric);
    const auto slope = law(*metric).metric_loss().value * static_cast<double>(given.same_range);
    REQUIRE(slope <= given.epsilon * (1 + oracle));
    REQUIRE(slope >= given.epsilon * (1 - tight));

    const guarantee promise{given.epsilon, random_delta(random)};
    const auto with_delta = where.tight_rate(promise);
    REQUIRE(with_delta);
    REQUIRE(keeps(where, promise, *with_delta));
    const auto exact = law(*with_delta).hockey_stick(given.epsilon, given.same_range, given.cross_range).value;
    REQUIRE(exact <= promise.delta * (1 + 1e-12));
    if (*with_delta < 1000) REQUIRE(exact >= nearly(promise));
  }
}

TEST_CASE("a rate one percent larger would not be private", "[mechanisms]") {
  std::mt19937_64 random(105);
  int still_private = 0;
  for (int trial = 0; trial < 500; ++trial) {
    const target given = random_target(random, 60);
    const guarantee promise{log_uniform(random, 1e-3, 10), trial % 2 == 0 ? 0 : log_uniform(random, 1e-6, 0.5)};
    const auto noise = make_noise(bounded_laplace, given.spec, promise);
    if (noise.rate > 900) continue;
    INFO(given << ", epsilon " << promise.epsilon << ", delta " << promise.delta);
    const auto tampered = with_rate(bounded_laplace, given.spec, promise, noise.rate * 1.01);
    if (tampered) {
      // Between spans the loss may fall for a while as the rate rises; on one interval it never does.
      ++still_private;
      REQUIRE(given.ranges.size() > 1);
    }
  }
  CHECK(still_private <= 5);
}

}  // namespace laplace_attack_test
