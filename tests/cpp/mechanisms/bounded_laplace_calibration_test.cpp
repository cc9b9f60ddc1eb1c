#include <cmath>
#include <random>

#include "mechanisms/laplace_cases.hpp"
#include "support/catch.hpp"
#include "support/precise.hpp"
#include "support/vectors.hpp"

namespace bounded_laplace_calibration_test {

using namespace inbounds;
using Catch::Approx;
using inbounds::test::interval;
using inbounds::test::log_uniform;
using inbounds::test::number;
using inbounds::test::precise;
using inbounds::test::uniform;

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

laplace_noise make_noise(const laplace_spec& spec, const guarantee& promise, calibration method = calibration::tight) {
  return test::make_noise(bounded_laplace, spec, promise, method);
}

double scale(const laplace_spec& spec, const guarantee& promise, calibration method = calibration::tight) {
  const auto found = scale_for(bounded_laplace, spec, promise, method);
  if (!found) FAIL(message(found.error()));
  return *found;
}

}  // namespace

TEST_CASE("the continuous scales match the reference values", "[mechanisms]") {
  const auto rows = test::vectors("bounded_laplace.json");
  int with_delta = 0;
  for (const auto& row : rows.as_array()) {
    const auto& fields = row.as_object();
    const guarantee promise{number(fields.at("epsilon")), number(fields.at("delta"))};
    const double s = number(fields.at("sensitivity"));
    const laplace_spec spec = interval(0, number(fields.at("width")), s);
    INFO("epsilon " << promise.epsilon << ", delta " << promise.delta << ", s " << s);
    const double published = scale(spec, promise, calibration::published);
    CHECK(published == Approx(number(fields.at("b_paper"))).epsilon(1e-12));
    CHECK(scale(spec, promise) == Approx(number(fields.at("b_tight"))).epsilon(1e-12));
    if (promise.epsilon > 0) CHECK(s / published == Approx(number(fields.at("effective_epsilon"))).epsilon(1e-12));
    with_delta += promise.delta > 0 ? 1 : 0;
  }
  CHECK(with_delta >= 10);
}

TEST_CASE("the lattice rate matches the reference values", "[mechanisms]") {
  const auto grid = test::vectors("grid.json");
  for (const auto& row : grid.at("laplace").as_array()) {
    const laplace_spec spec = interval(0, number(row.at("steps")), number(row.at("index_sensitivity")), 1.0);
    CHECK(make_noise(spec, {number(row.at("epsilon"))}).rate == Approx(number(row.at("gamma"))).epsilon(1e-12));
  }
}

TEST_CASE("the continuous scale is the paper's fixed point", "[mechanisms]") {
  for (const double s : {0.05, 0.3, 0.8, 1.0}) {
    for (const double epsilon : {0.1, 1.0, 4.0}) {
      CHECK(scale(interval(0, 1, s), {epsilon}) == Approx(holohan_algorithm_1(1, s, epsilon)).epsilon(1e-10));
    }
  }
}

TEST_CASE("scales are in the unit of the values, whatever that is", "[mechanisms]") {
  for (const guarantee promise : {guarantee{1}, guarantee{0.1, 0.01}, guarantee{0, 0.05}, guarantee{3, 0.9}}) {
    const double one = scale(interval(0, 1, 0.25), promise);
    for (const double unit : {0x1p-100, 0x1p-20, 0x1p20, 0x1p100}) {
      INFO("epsilon " << promise.epsilon << ", delta " << promise.delta << ", unit " << unit);
      CHECK(scale(interval(0, unit, unit / 4), promise) == Approx(one * unit).epsilon(1e-11));
      CHECK(make_noise(interval(0, unit, unit / 4), promise).scale == Approx(one * unit).epsilon(1e-6));
    }
  }
}

TEST_CASE("no scale is below the true minimum, and none is above it by more than 1e-11", "[mechanisms]") {
  std::mt19937_64 engine(61);
  for (int trial = 0; trial < 200; ++trial) {
    const double width = std::exp(30 * uniform(engine) - 15);
    const double s = width * std::exp2(-16 * uniform(engine) * uniform(engine));
    const double epsilon = log_uniform(engine, 1e-9, 700);
    INFO("width " << width << ", sensitivity " << s << ", epsilon " << epsilon);

    const precise exact_scale =
        test::bisect([&](const precise& b) { return precise(epsilon) - test::exact_continuous_loss(width, s, b); },
                     precise(s) / epsilon / 2, 2 * precise(s) / epsilon);
    REQUIRE(precise(scale(interval(0, width, s), {epsilon})) >= exact_scale);
    REQUIRE(precise(scale(interval(0, width, s), {epsilon})) <= exact_scale * (1 + 1e-11));

    const auto noise = make_noise(interval(0, width, s), {epsilon});
    const auto steps = static_cast<std::int64_t>(noise.model->where().max_distance.within);
    const precise exact_rate = test::bisect(
        [&](const precise& rate) {
          return test::exact_lattice_loss(noise.points.steps(), steps, rate) - precise(epsilon);
        },
        precise(epsilon) / steps / 3, 2 * precise(epsilon) / steps);
    REQUIRE(precise(noise.rate) <= exact_rate);
    REQUIRE(precise(noise.rate) >= exact_rate * (1 - 1e-12));
  }
}

TEST_CASE("privacy holds at the calibrated scale and fails at 0.999 of it", "[mechanisms]") {
  for (const double granularity : {0x1p-20, 0.25, 1.0}) {
    for (const double s : {0.5, 1.5, 10.0}) {
      for (const double epsilon : {0.01, 1.0, 8.0}) {
        const auto noise = make_noise(interval(-3, 7, s, granularity), {epsilon});
        INFO("granularity " << granularity << ", sensitivity " << s << ", epsilon " << epsilon);
        CHECK(noise.audit().epsilon <= epsilon);
        CHECK(noise.audit().epsilon >= epsilon * (1 - 1e-12));
        CHECK(*noise.epsilon_of(noise.scale, 0) <= epsilon);
        CHECK(*noise.epsilon_of(0.999 * noise.scale, 0) > epsilon);
        for (const double delta : {1e-6, 0.01, 0.4}) {
          const auto with_delta = make_noise(interval(-3, 7, s, granularity), {epsilon, delta});
          CHECK(with_delta.scale < noise.scale);
          CHECK(*with_delta.delta_of(with_delta.scale, epsilon) <= delta);
          CHECK(*with_delta.delta_of(0.999 * with_delta.scale, epsilon) > delta);
        }
      }
    }
  }
}

TEST_CASE("epsilon_of and delta_of are the inverses of calibrate, and of each other", "[mechanisms]") {
  const laplace_spec specs[] = {interval(0, 10, 1, 0.25), {test::spans_of({{0, 3}, {4, 9}}), 2.0, 0.25}};
  for (const laplace_spec& spec : specs) test::check_inverses(bounded_laplace, spec, 0);
}

TEST_CASE("the unadjusted Laplace scale s/epsilon is not private in a bounded domain", "[mechanisms]") {
  const auto noise = make_noise(interval(0, 10, 1), {1});
  CHECK(*noise.epsilon_of(1.0, 0) > 1.48);  // Holohan et al. 2020, Section 3: this is why b* exists
}

// bounded_laplace/PROOF.md, Lemma 14
TEST_CASE("the published scale uses whole steps on a lattice, and is never below the tight one", "[mechanisms]") {
  const laplace_spec coarse = interval(0, 10, 1.5, 1.0);
  const auto published = make_noise(coarse, {1}, calibration::published);
  const auto tight = make_noise(coarse, {1});
  CHECK(published.audit().epsilon <= 1);
  CHECK(published.scale > tight.scale);
  CHECK(published.scale == Approx(scale(interval(0, 10, 2), {1})).epsilon(1e-12));

  // The paper's scale for sensitivity 1.5 on whole numbers, where truths 1.5 apart can be snapped 2 apart.
  CHECK(*tight.epsilon_of(scale(interval(0, 10, 1.5), {1}), 0) == Approx(1.141).margin(0.0005));
}

TEST_CASE("the published scale exists on decimal lattices, whose step is a little more or less than 1/n",
          "[mechanisms]") {
  for (const double n : {3.0, 7.0, 10.0, 20.0, 100.0}) {
    for (int from = 0; from < 40; ++from) {
      for (int steps = 1; steps < 20; ++steps) {
        const auto noise =
            calibrate(bounded_laplace, interval(from / n, (from + steps) / n, {}, 1 / n), {1}, calibration::published);
        INFO(from << "/" << n << " to " << from + steps << "/" << n << (noise ? "" : ": " + message(noise.error())));
        REQUIRE(noise);
        REQUIRE(noise->audit().epsilon <= 1);
        REQUIRE(noise->audit().epsilon > 0.5);
      }
    }
  }
}

TEST_CASE("the published calibration keeps (epsilon, delta), at more noise", "[mechanisms]") {
  std::mt19937_64 engine(63);
  for (int trial = 0; trial < 200; ++trial) {
    const laplace_spec spec = interval(0, 1 + static_cast<double>(engine() % 50), {}, 0.5);
    const guarantee promise{trial % 5 == 0 ? 0 : log_uniform(engine, 1e-3, 10), log_uniform(engine, 1e-6, 0.9)};
    const auto published = make_noise(spec, promise, calibration::published);
    INFO("epsilon " << promise.epsilon << ", delta " << promise.delta << ", upper " << spec.where.upper());
    REQUIRE(published.audit().delta <= promise.delta);
    REQUIRE(published.scale >= make_noise(spec, promise).scale * (1 - 1e-12));
  }
}

TEST_CASE("the lattice scale tends to the continuous one as steps get finer", "[mechanisms]") {
  for (const double delta : {0.0, 0.05}) {
    const double limit = scale(interval(0, 10, 1.5), {1, delta});
    double previous = INFINITY;
    for (const double granularity : {1.0, 0x1p-4, 0x1p-8, 0x1p-16, 0x1p-24}) {
      const double gap = std::fabs(make_noise(interval(0, 10, 1.5, granularity), {1, delta}).scale - limit);
      CHECK(gap < previous);
      previous = gap;
    }
    CHECK(previous < 1e-6);
  }
}

TEST_CASE("a scale given by hand is kept to the bit and audited", "[mechanisms]") {
  const auto noise = with_scale(bounded_laplace, interval(0, 10, 1, 0.1), 1.7);
  REQUIRE(noise);
  CHECK(noise->scale == 1.7);
  CHECK(noise->promised.epsilon == noise->audit().epsilon);
  CHECK(noise->promised.delta == 0);
  CHECK(*noise->epsilon_of(1.7, 0) == noise->promised.epsilon);
  const auto metric = with_scale(bounded_laplace, interval(0, 10, 1, 0.1), 1.7, privacy_notion::metric);
  REQUIRE(metric);
  CHECK(metric->promised.epsilon == metric->audit().epsilon);
  CHECK(metric->promised.epsilon > noise->promised.epsilon);
}

TEST_CASE("a calibrated scale used again gives no larger rate", "[mechanisms]") {
  std::mt19937_64 engine(62);
  for (int trial = 0; trial < 1000; ++trial) {
    const laplace_spec spec =
        interval(0, 1 + uniform(engine), 0.1 + 0.9 * uniform(engine), trial % 2 == 0 ? 0.01 : 0x1p-10);
    const auto first = make_noise(spec, {0.01 + 10 * uniform(engine)});
    const auto again = with_scale(bounded_laplace, spec, first.scale);
    REQUIRE(again);
    REQUIRE(again->rate <= first.rate);
    REQUIRE(again->promised.epsilon <= first.promised.epsilon);
  }
}

TEST_CASE("a stored rate comes back to the bit, and a tampered one is refused", "[mechanisms]") {
  const laplace_spec specs[] = {interval(0, 10, 1, 0.1), {test::spans_of({{0, 3}, {4.5, INFINITY}}), 2.0}};
  for (const laplace_spec& spec : specs) {
    for (const guarantee promise : {guarantee{1}, guarantee{1, 0.01}, guarantee{1, 0, privacy_notion::metric},
                                    guarantee{0, 1e-3}, guarantee{0, 1e-15}, guarantee{700}}) {
      if (!spec.where.is_bounded() && promise.epsilon + promise.delta < 1e-9) continue;  // no lattice reaches that far
      const auto noise = make_noise(spec, promise);
      const auto restored = with_rate(bounded_laplace, spec, promise, noise.rate);
      INFO("epsilon " << promise.epsilon << ", delta " << promise.delta << ", rate " << noise.rate);
      REQUIRE(restored);
      CHECK(restored->rate == noise.rate);
      CHECK(restored->scale == noise.scale);
      const auto tampered = with_rate(bounded_laplace, spec, promise, noise.rate * 1.01);
      REQUIRE_FALSE(tampered);
      CHECK(std::string(tampered.error().parameter) == "rate");
      const std::string why = message(tampered.error());
      CHECK(why.find("rate must be small enough for epsilon ") == 0);
      CHECK(why.find("; it loses ") != std::string::npos);
    }
  }
}

TEST_CASE("where rounding allows for more than a tiny distance can lose, the scale is that of the distance",
          "[mechanisms]") {
  const auto where = domain_of_spans({{-HUGE_VAL, 16}, {17, 18}});
  const double s = 0x1p-52;
  for (const double epsilon : {1e-13, 1e-7, 1e-3}) {
    for (const double delta : {0.0, 7.7e-16}) {
      INFO(epsilon << ", " << delta);
      const double found = scale({*where, s}, {epsilon, delta});
      CHECK(found >= s / (epsilon - std::log1p(-delta)));
      CHECK(found <= 200 * s / epsilon);  // positions near 16 are rounded by more than the sensitivity
    }
  }
}

// bounded_laplace/PROOF.md, Proposition 12
TEST_CASE("a distance that is rounded down does not make the scale too small", "[mechanisms]") {
  // All that is likely is far above both truths, so that they lose twice their distance, the most there is. Counted
  // from the first span, the higher one is rounded down and the lower one is not.
  const double step = 0x1p-22;
  const double low = 0x1p30 + 2;
  const double s = 1 + step;
  const std::vector<span> spans = {{step / 2, step}, {low, low + step}, {low + 1, low + s}, {low + 8, low + 0x1p20}};
  REQUIRE((low + s - step / 2) - (low - step / 2) == s - step);
  const auto where = domain_of_spans(spans);
  REQUIRE(where);
  for (const double epsilon : {0.001, 0.01, 0.1}) {
    INFO(epsilon);
    const precise rate = 1 / precise(scale({*where, s}, {epsilon, 0}));
    const auto from_centre = [&](const precise& distance) -> precise {
      const precise mass = 1 - exp(-rate * abs(distance));
      return distance < 0 ? -mass : mass;
    };
    const auto total = [&](const precise& truth) -> precise {
      precise sum = 0;
      for (const auto& [lower, upper] : spans) sum += from_centre(upper - truth) - from_centre(lower - truth);
      return sum;
    };
    const precise loss = rate * s + abs(log(total(low + s) / total(low)));
    CHECK(loss <= epsilon);
    CHECK(loss >= epsilon * (1 - 1e-5));
  }
}

}  // namespace bounded_laplace_calibration_test
