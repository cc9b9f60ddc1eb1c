#include <cmath>
#include <random>
#include <vector>

#include "mechanisms/laplace_cases.hpp"
#include "support/catch.hpp"
#include "support/vectors.hpp"

namespace bounded_laplace_spans_test {

using namespace inbounds;
using Catch::Approx;
using inbounds::test::log_uniform;
using inbounds::test::make_noise;
using inbounds::test::number;
using inbounds::test::spans_of;

namespace {

constexpr privacy_notion metric = privacy_notion::metric;

double scale(const laplace_spec& spec, const guarantee& promise, calibration method = calibration::tight) {
  const auto found = scale_for(bounded_laplace, spec, promise, method);
  if (!found) FAIL(message(found.error()));
  return *found;
}

double loss_on_the_line(const std::vector<span>& spans, double s, double sigma) {
  const truncated_model line = truncated_on_line({spans}, {}, s, 1 / sigma);
  return line.loss_at(privacy_notion::dp, 1 / sigma).loss;
}

}  // namespace

TEST_CASE("the scales of spans and half-lines match the reference values", "[mechanisms]") {
  const auto file = test::vectors("range_laplace.json");
  int compared = 0;
  for (const auto& row : file.at("uniform").as_array()) {
    std::vector<span> spans;
    for (const auto& each : row.at("spans").as_array()) spans.push_back({number(each.at(0)), number(each.at(1))});
    const laplace_spec spec{spans_of(spans), number(row.at("sensitivity"))};
    const double epsilon = number(row.at("epsilon"));
    INFO("row " << compared << ", epsilon " << epsilon);
    CHECK(scale(spec, {epsilon}) == Approx(number(row.at("sigma_dp"))).epsilon(1e-12));
    CHECK(scale(spec, {epsilon, 0, metric}) == Approx(number(row.at("sigma_metric"))).epsilon(1e-12));
    // The lattice that is released is fine enough to come close.
    CHECK(make_noise(bounded_laplace, spec, {epsilon}).scale == Approx(number(row.at("sigma_dp"))).epsilon(1e-6));
    ++compared;
  }
  CHECK(compared >= 20);
}

TEST_CASE("half-lines and the line have closed forms, wherever they begin", "[mechanisms]") {
  for (const double s : {0.001, 1.0, 700.0}) {
    for (const double epsilon : {1e-6, 0.5, 1.0, 3.0, 100.0}) {
      const double one_end = s / (epsilon + std::log1p(std::exp(-epsilon)) - std::log(2));
      for (const double end : {0.0, 3.0, -1e3, 1e6, 1e9}) {
        INFO("s " << s << ", epsilon " << epsilon << ", end " << end);
        CHECK(scale({*domain_of({end, INFINITY}), s}, {epsilon}) == Approx(one_end).epsilon(1e-8));
        CHECK(scale({*domain_of({-INFINITY, end}), s}, {epsilon}) == Approx(one_end).epsilon(1e-8));
        CHECK(scale({*domain_of({end, INFINITY}), s}, {epsilon}) >= one_end * (1 - 1e-14));
        CHECK(scale({*domain_of({end, INFINITY}), s}, {epsilon, 0, metric}) == Approx(2 * s / epsilon).epsilon(1e-8));
      }
      const laplace_spec line{*domain_of({-INFINITY, INFINITY}), s};
      CHECK(scale(line, {epsilon}) == Approx(s / epsilon).epsilon(1e-8));
      CHECK(scale(line, {epsilon}) >= s / epsilon * (1 - 1e-15));
      CHECK(scale(line, {epsilon, 0, metric}) == Approx(s / epsilon).epsilon(1e-8));
      CHECK(scale(line, {epsilon, 0.2}) == Approx(s / (epsilon - 2 * std::log(0.8))).epsilon(1e-8));
    }
  }
}

TEST_CASE("a gap that is tiny against the scale does not keep the metric guarantee from being calibrated",
          "[mechanisms]") {
  for (const double s : {1.0, 1e6, 1e15, 1e20, 3.3e30, 1e60}) {
    const double found = scale({spans_of({{-INFINITY, 1}, {2, INFINITY}}), s}, {0.125, 0, metric});
    CHECK(found >= 8 * s);
    CHECK(found <= 16 * s * (1 + 1e-9));
  }
}

TEST_CASE("the loss of spans may rise with the scale, and the calibrated scale still keeps its promise",
          "[mechanisms]") {
  const std::vector<span> spans{{0, 1e-6}, {1, 1 + 1e-6}, {20, 20.5}};
  CHECK(loss_on_the_line(spans, 1, 1.3) == Approx(0.832).margin(0.0005));
  CHECK(loss_on_the_line(spans, 1, 1.8) == Approx(1.025).margin(0.0005));
  CHECK(loss_on_the_line(spans, 1, 2.0) < 1);
  const double found = scale({spans_of(spans), 1.0}, {1});
  CHECK(found < 1.8);
  CHECK(loss_on_the_line(spans, 1, found) == Approx(1).epsilon(1e-9));
  const auto noise = make_noise(bounded_laplace, {spans_of(spans), 1.0, 0x1p-21}, {1});
  CHECK(noise.scale < 1.8);
  CHECK(noise.audit().epsilon <= 1);
}

TEST_CASE("spans farther apart than the sensitivity matter only through the total", "[mechanisms]") {
  // All neighbours are in one span, so they are at most 1 apart whatever the sensitivity says.
  const std::vector<span> spans{{0, 1}, {100, 101}};
  const double wide = scale({spans_of(spans), 50.0}, {1});
  CHECK(wide == scale({spans_of(spans), 1.0}, {1}));
  CHECK(wide == Approx(1).epsilon(1e-9));  // as on [0, 1] alone: e^-100 from the other is nothing
  CHECK(scale({spans_of(spans), 99.0}, {1}) > 50);
  const auto noise = make_noise(bounded_laplace, {spans_of(spans), 50.0, 0.25}, {1});
  CHECK(noise.model->widest(privacy_notion::dp) == 4);
  CHECK(noise.rate == Approx(0.25).epsilon(1e-9));
}

TEST_CASE("no pair of numbers is found to break the promise of a continuous scale", "[mechanisms]") {
  std::mt19937_64 random(91);
  for (std::uint64_t trial = 0; trial < 200; ++trial) {
    const auto given = brute_force::random_spans(random);
    std::vector<span> spans;
    for (const auto& [low, high] : given.spans) spans.push_back({low, high});
    const laplace_spec spec{spans_of(spans), given.sensitivity};
    INFO(given);
    const double pure = scale(spec, {given.epsilon});
    const auto loss = brute_force::search_loss(given.spans, given.sensitivity, pure, trial, 2500).value;
    REQUIRE(loss <= given.epsilon * (1 + 1e-12L));
    REQUIRE(loss >= given.epsilon * (1 - 1e-3L));

    const double delta = log_uniform(random, 1e-6, 0.5);
    const double with_delta = scale(spec, {given.epsilon, delta});
    REQUIRE(with_delta <= pure);
    const auto found =
        brute_force::search_delta(given.spans, given.sensitivity, with_delta, given.epsilon, trial, 2500).value;
    REQUIRE(found <= delta * (1 + 1e-9L));
    REQUIRE(found >= delta * (1 - 1e-3L) - 1e-12L * (1 + given.epsilon));
  }
}

TEST_CASE("the audit names a pair and an output that reach what it says", "[mechanisms]") {
  std::mt19937_64 random(92);
  for (int trial = 0; trial < 500; ++trial) {
    const auto given = brute_force::random_ranges(random, 60);
    const domain where = test::domain_around(given.ranges, random);
    const laplace_spec spec{where, std::min(static_cast<double>(given.same_range), where.upper() - where.lower()), 1.0,
                            0.0};
    const double epsilon = log_uniform(random, 1e-6, 20);
    const auto pure = calibrate(bounded_laplace, spec, {epsilon});
    if (!pure) continue;  // no neighbours
    INFO(given);
    const auto report = pure->audit();
    REQUIRE(report.delta == 0);
    REQUIRE(report.output == report.truth);
    const auto at = [&](const laplace_noise& noise, const std::vector<double>& truth,
                        const std::vector<double>& output) {
      return (*noise.law_at(truth[0]))->log_density(output[0]);
    };
    REQUIRE(at(*pure, report.truth, report.output) - at(*pure, report.neighbour, report.output) ==
            Approx(report.epsilon).epsilon(1e-11).margin(1e-14));

    const auto steep = make_noise(bounded_laplace, spec, {epsilon, 0, metric});
    const auto worst = steep.audit();
    const double lost = at(steep, worst.truth, worst.output) - at(steep, worst.neighbour, worst.output);
    REQUIRE(lost / std::fabs(worst.truth[0] - worst.neighbour[0]) * *spec.sensitivity ==
            Approx(worst.epsilon).epsilon(1e-9).margin(1e-13 * *spec.sensitivity));

    const auto loose = make_noise(bounded_laplace, spec, {epsilon, log_uniform(random, 1e-4, 0.9)});
    const auto needed = loose.audit();
    const auto share = [&](double truth) {
      const auto law = *loose.law_at(truth);
      if (needed.truth < needed.neighbour) return law->cdf(needed.output[0]);
      return law->survival(needed.output[0]) + law->density(needed.output[0]);
    };
    REQUIRE(share(needed.truth[0]) - std::exp(epsilon) * share(needed.neighbour[0]) ==
            Approx(needed.delta).epsilon(1e-8));
  }
}

TEST_CASE("the published scale of spans and half-lines is the uniform one, and keeps the guarantee", "[mechanisms]") {
  const laplace_spec specs[] = {{spans_of({{0, 2}, {3, 5}, {9, 12}}), 1.0, 0.25},
                                {*domain_of({0, INFINITY}), 1.0, 0.25},
                                {spans_of({{-INFINITY, -1}, {1, INFINITY}}), 1.0, 0.25}};
  for (const laplace_spec& spec : specs) {
    for (const double epsilon : {0.5, 1.0, 3.0}) {
      const auto noise = make_noise(bounded_laplace, spec, {epsilon}, calibration::published);
      CHECK(noise.scale == Approx(scale(spec, {epsilon, 0, metric})).epsilon(1e-9));
      CHECK(noise.audit().epsilon <= epsilon);
      CHECK(noise.scale > make_noise(bounded_laplace, spec, {epsilon}).scale);
      const auto strict = make_noise(bounded_laplace, spec, {epsilon, 0, metric}, calibration::published);
      CHECK(strict.audit().epsilon <= epsilon);
    }
  }
}

TEST_CASE("gaps may be given instead of spans", "[mechanisms]") {
  const auto where = domain_without({0, 10}, {{4, 5}, {2, 3}});
  REQUIRE(where);
  const auto one = make_noise(bounded_laplace, {*where, 1.0}, {1, 0.01});
  const auto other = make_noise(bounded_laplace, {spans_of({{5, 10}, {0, 2}, {3, 4}}), 1.0}, {1, 0.01});
  CHECK(one.rate == other.rate);
}

}  // namespace bounded_laplace_spans_test
