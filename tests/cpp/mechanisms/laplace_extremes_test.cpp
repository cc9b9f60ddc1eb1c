#include <cmath>
#include <string>
#include <vector>

#include "mechanisms/laplace_cases.hpp"
#include "mechanisms/reflected_laplace/reflected_laplace.hpp"
#include "random/seeded_source.hpp"
#include "support/catch.hpp"

namespace laplace_extremes_test {

// Sizes and guarantees at the limits of what is accepted: an answer, no NaN, and the promise kept.

using namespace inbounds;
using inbounds::test::interval;
using inbounds::test::make_noise;
using inbounds::test::spans_of;

namespace {

void check_everything(const laplace_kind& mechanism, const laplace_spec& spec, const guarantee& promise,
                      calibration method = calibration::tight) {
  const auto [lower, upper] = spec.where.hull();
  INFO("[" << lower << ", " << upper << "], epsilon " << promise.epsilon << ", delta " << promise.delta);
  const auto noise = make_noise(mechanism, spec, promise, method);
  CHECK(noise.rate > 0);
  CHECK(noise.scale > 0);
  CHECK(std::isfinite(noise.scale));
  const auto report = noise.audit();
  CHECK(report.epsilon >= 0);
  CHECK(report.epsilon <= promise.epsilon);
  CHECK(report.delta >= 0);
  CHECK(report.delta <= promise.delta);
  if (promise.delta == 0 && method == calibration::tight) CHECK(report.epsilon >= promise.epsilon * (1 - 1e-12));
  CHECK(report.truth[0] >= lower);
  CHECK(report.truth[0] <= upper);
  CHECK(report.neighbour[0] >= lower);
  CHECK(report.neighbour[0] <= upper);
  CHECK(with_rate(mechanism, spec, promise, noise.rate));
  seeded_words words{1};
  bit_source bits{seeded_words::refill, &words};
  for (const double truth : {spec.where.spans.front().lower, spec.where.spans.back().upper}) {
    const auto moments = (*noise.law_at(truth))->around_centre();
    CHECK(std::isfinite(moments.bias));
    CHECK(moments.variance > 0);
    CHECK(std::isfinite(moments.variance));
    const double value = *noise.privatise(truth, bits);
    CHECK(span_around(spec.where, value));
  }
  const auto continuous = scale_for(mechanism, spec, promise, method);
  REQUIRE(continuous);
  CHECK(*continuous > 0);
  CHECK(std::isfinite(*continuous));
}

constexpr guarantee guarantees[] = {{1e-15},     {1e-9},          {1},           {700},
                                    {1, 1e-9},   {0, 1e-9},       {0, 1e-12},    {1e-9, 1e-6},
                                    {700, 1e-3}, {700, 1 - 1e-9}, {1, 1 - 1e-9}, {0, 1 - 1e-9}};

}  // namespace

TEST_CASE("extreme intervals get an answer that keeps its promise", "[mechanisms]") {
  const laplace_spec specs[] = {
      interval(0, 1e10, 1),      interval(0, 1e12, 1),    interval(1e12, 1e12 + 1),    interval(-1e12 - 1, -1e12),
      interval(-5, 5),           interval(-7, -2, 0.1),   interval(0, 1, 1, 1),        interval(0, 1, 1e-9, 1),
      interval(0, 1e-150),       interval(-5e149, 5e149), interval(0, 1e150, 1e145),   interval(0, 1, 1e-150, 1),
      interval(0, 0x1p53, 1, 2), interval(0, 3e15, 1, 3), interval(0.1, 0.7, {}, 0.1),
  };
  for (const auto& spec : specs) {
    for (const guarantee& promise : guarantees) {
      check_everything(bounded_laplace, spec, promise);
      check_everything(clamped_laplace, spec, promise);
      check_everything(bounded_laplace, spec, promise, calibration::published);
    }
  }
}

TEST_CASE("extreme half-lines and spans get an answer that keeps its promise", "[mechanisms]") {
  const laplace_spec specs[] = {
      {*domain_of({0, INFINITY}), 1.0},
      {*domain_of({-INFINITY, -1e9}), 100.0},
      {*domain_of({-INFINITY, INFINITY}), 1e-100},
      {spans_of({{0, 1e-6}, {1, 1 + 1e-6}, {20, 20.5}}), 1.0, 0x1p-22},
      {spans_of({{0, 1}, {1e12, 1e12 + 1}}), 1.0},
      {spans_of({{-1e-3, 0}, {1e-9, 1}, {1e6, 2e6}}), 0.5},
      {spans_of({{-INFINITY, -1e6}, {0, 1}, {1e3, INFINITY}}), 1e4},
      {spans_of({{0.9, 1.1}, {99.9, 100.1}}), 99.0, 1.0},
  };
  for (const auto& spec : specs) {
    for (const guarantee& promise : guarantees) {
      if (std::isinf(spec.where.upper() - spec.where.lower()) && promise.epsilon + promise.delta < 1e-6) continue;
      check_everything(bounded_laplace, spec, promise);
    }
  }
}

TEST_CASE("a delta alone is used up however wide the domain is", "[mechanisms]") {
  for (const double delta : {1e-9, 1e-6, 1e-4}) {
    for (const double width : {1e3, 1e6, 1e7, 1e8, 1e10}) {
      INFO("width " << width << ", delta " << delta);
      const auto noise = make_noise(bounded_laplace, interval(0, width, 1), {0, delta});
      CHECK(noise.audit().delta <= delta);
      CHECK(noise.audit().delta >= delta * 0.99);
      CHECK(noise.scale <= 1.01 / (-2 * std::log1p(-delta)));  // what the line needs
    }
  }
}

TEST_CASE("a delta is never above 1, however little noise there is", "[mechanisms]") {
  for (const auto* mechanism : {&bounded_laplace, &clamped_laplace, &reflected_laplace}) {
    const auto noise = make_noise(*mechanism, interval(0, 1000, {}, 1), {1});
    for (const double scale : {0.002, 0.01, 1.0, 20.0}) CHECK(*noise.delta_of(scale, 1e-9) <= 1);
  }
}

TEST_CASE("infinite bounds and next to no privacy budget are refused with a reason", "[mechanisms]") {
  const auto answer = calibrate(bounded_laplace, {*domain_of({0, INFINITY}), 1.0}, {1e-12});
  REQUIRE_FALSE(answer);
  CHECK(message(answer.error()) ==
        "sensitivity must be at least 2 between infinite bounds, where noise this wide takes steps of 0.125, got 1; "
        "bound the values, ask for less noise, or choose a granularity");
}

// Reflected noise loses up to ln 2 less than the distance in scales; with delta, every mechanism does, and more.
TEST_CASE("what was calibrated to the largest epsilon is told its epsilon again", "[mechanisms]") {
  for (const auto* mechanism : {&reflected_laplace, &bounded_laplace, &clamped_laplace}) {
    for (const guarantee& promise :
         {guarantee{700}, guarantee{700, 0.5}, guarantee{690, 1 - 1e-9}, guarantee{1, 1 - 1e-9}}) {
      INFO("epsilon " << promise.epsilon << ", delta " << promise.delta);
      const auto noise = make_noise(*mechanism, interval(0, 1), promise);
      const auto epsilon = noise.epsilon_of(noise.scale, promise.delta);
      REQUIRE(epsilon);
      CHECK(*epsilon <= promise.epsilon);
      CHECK(*epsilon >= promise.epsilon * (1 - 1e-6));
    }
  }
  const auto noise = make_noise(reflected_laplace, interval(0, 1), {700});
  CHECK(with_scale(reflected_laplace, interval(0, 1), noise.scale));
  CHECK_FALSE(with_scale(reflected_laplace, interval(0, 1), noise.scale * (1 - 1e-12)));
  CHECK_FALSE(noise.epsilon_of(noise.scale / 2, 0));
  CHECK_FALSE(noise.epsilon_of(noise.scale / 3, 0));
}

TEST_CASE("a granularity that the sensitivity is too many steps of is refused", "[mechanisms]") {
  const auto line = *domain_of({-INFINITY, INFINITY});
  for (const auto method : {calibration::tight, calibration::published}) {
    for (const auto kind : {privacy_notion::dp, privacy_notion::metric}) {
      const auto answer = calibrate(bounded_laplace, {line, 4.0, 0x1p-1074}, {1, 0, kind}, method);
      REQUIRE_FALSE(answer);
      CHECK(std::string(answer.error().rule) == "at least {0} with this sensitivity");
      CHECK(answer.error().limits[0] == 4 / 1e250);
    }
  }
}

TEST_CASE("a thousand spans are calibrated", "[mechanisms]") {
  std::vector<span> spans;
  for (int at = 0; at < 1000; ++at) spans.push_back({2.0 * at, 2.0 * at + 0.5 + 0.01 * (at % 40)});
  for (const double s : {0.5, 1.5, 2.0, 37.0}) {
    for (const guarantee promise : {guarantee{0.1}, guarantee{1}, guarantee{30}, guarantee{0.1, 1e-6},
                                    guarantee{3, 0.1}, guarantee{1, 0, privacy_notion::metric}}) {
      INFO("s " << s << ", epsilon " << promise.epsilon << ", delta " << promise.delta);
      const auto noise = make_noise(bounded_laplace, {spans_of(spans), s, 1.0 / 64}, promise);
      CHECK(noise.audit().epsilon <= promise.epsilon);
      CHECK(noise.audit().delta <= promise.delta);
    }
  }
}

// Where two spans see the same around them, all pairs of points of the two lose the same: there is no peak to find.
TEST_CASE("pairs that all lose the same do not take forever to compare", "[mechanisms]") {
  for (const double epsilon : {20.0, 60.0, 700.0}) {
    const auto noise = make_noise(bounded_laplace, {spans_of({{0, 1}, {2, 3}, {4, 5}}), 2.0}, {epsilon});
    INFO("epsilon " << epsilon);
    CHECK(noise.audit().epsilon <= epsilon);
    CHECK(noise.audit().epsilon >= epsilon * (1 - 1e-6));
  }
}

}  // namespace laplace_extremes_test
