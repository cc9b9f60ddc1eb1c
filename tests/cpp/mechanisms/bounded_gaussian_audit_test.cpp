#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "mechanisms/gaussian_cases.hpp"
#include "support/catch.hpp"
#include "support/gaussian_law.hpp"
#include "support/precise.hpp"

namespace bounded_gaussian_audit_test {

// What a bounded Gaussian says of itself: its answers agree with each other and with its law.

using namespace inbounds;
using Catch::Approx;
using inbounds::test::box_spec;
using inbounds::test::line_scale;
using inbounds::test::log_uniform;
using inbounds::test::make_noise;
using inbounds::test::precise;
using inbounds::test::uniform;

namespace {

double point_of(const gaussian_noise& noise, std::size_t side, double value) {
  const lattice& points = noise.points[side];
  return std::nearbyint(value / points.grain.step);
}

/// By the law itself.
double loss_of(const gaussian_noise& noise, const worst_case& worst) {
  double sum = 0;
  for (std::size_t i = 0; i < noise.points.size(); ++i) {
    const double output = point_of(noise, i, worst.output[i]);
    sum += (*noise.law_at(worst.truth[i], i))->log_density(output);
    sum -= (*noise.law_at(worst.neighbour[i], i))->log_density(output);
  }
  return sum;
}

double distance_of(const worst_case& worst) {
  double squares = 0;
  for (std::size_t i = 0; i < worst.truth.size(); ++i) squares += std::pow(worst.truth[i] - worst.neighbour[i], 2);
  return std::sqrt(squares);
}

}  // namespace

TEST_CASE("the pair and the corner that a Gaussian audit names lose what it says", "[mechanisms]") {
  std::mt19937_64 random(221);
  for (int trial = 0; trial < 200; ++trial) {
    const double epsilon = log_uniform(random, 1e-3, 100);
    const double step = trial % 2 == 0 ? 0.25 : 0.1;
    const double width = 1 + 20 * uniform(random);
    const gaussian_noise side =
        make_noise(box_spec({-3}, {width}, (width + 3) * log_uniform(random, 0.02, 1), {step}), {epsilon});
    const worst_case worst = side.audit();
    INFO("trial " << trial << ", epsilon " << epsilon << ", width " << width << ", s " << side.sensitivity);
    REQUIRE(worst.delta == 0);
    REQUIRE(loss_of(side, worst) == Approx(worst.epsilon).epsilon(1e-9));
    REQUIRE(distance_of(worst) < side.sensitivity + step * (1 + 1e-9));
    REQUIRE(worst.output[0] == side.points[0].value(side.points[0].lowest()));
    REQUIRE(worst.neighbour[0] == side.points[0].value(side.points[0].highest()));
  }
  for (int trial = 0; trial < 100; ++trial) {
    std::vector<double> widths(2 + random() % 5);
    for (double& each : widths) each = log_uniform(random, 0.3, 30);
    const double epsilon = log_uniform(random, 1e-3, 100);
    const gaussian_noise noise =
        make_noise(box_spec(widths, box_spec(widths).where.diagonal() * log_uniform(random, 0.01, 1)), {epsilon});
    const worst_case worst = noise.audit();
    INFO("trial " << trial << ", " << widths.size() << " sides, epsilon " << epsilon);
    // Steps are 2^-24 of the sensitivity or of the side, and the named truth is the point below.
    REQUIRE(loss_of(noise, worst) == Approx(worst.epsilon).epsilon(1e-5));
    REQUIRE(distance_of(worst) == Approx(noise.sensitivity).epsilon(1e-5));
  }
}

TEST_CASE("an audit names the point that a rounded root stands for", "[mechanisms]") {
  const gaussian_noise noise = make_noise(box_spec({500}, {502.5}, 1.5004201231060643, {0.5}), {6.448474827342981});
  const worst_case worst = noise.audit();
  CHECK(worst.truth.front() == 500.5);  // four steps below its neighbour; by the root, 1e-16 less
  CHECK(worst.neighbour.front() == 502.5);
  CHECK(loss_of(noise, worst) == Approx(worst.epsilon).epsilon(1e-12));
}

TEST_CASE("a given Gaussian scale, its loss, and the calibration for that loss agree", "[mechanisms]") {
  std::mt19937_64 random(222);
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<double> widths(1 + random() % 5);
    for (double& each : widths) each = log_uniform(random, 0.5, 50);
    gaussian_spec spec = box_spec(widths, box_spec(widths).where.diagonal() * log_uniform(random, 0.01, 1));
    if (trial % 2 == 0) spec.granularity = {0.125};
    const double scale = log_uniform(random, 1, 1000);
    const auto given = with_scale(spec, scale);
    INFO("trial " << trial << ", " << widths.size() << " sides, scale " << scale);
    REQUIRE(given);
    const double epsilon = given->promised.epsilon;
    REQUIRE(given->scale == scale);
    REQUIRE(*given->epsilon_of(scale, 0) == epsilon);
    REQUIRE(given->audit().epsilon == epsilon);
    if (epsilon > 600) continue;
    const gaussian_noise again = make_noise(spec, {epsilon});
    REQUIRE(again.scale == Approx(scale).epsilon(1e-12));
    REQUIRE(again.promised.epsilon == epsilon);
    REQUIRE(*again.epsilon_of(again.scale, 0) <= epsilon);
    REQUIRE(again.audit().epsilon == *again.epsilon_of(again.scale, 0));
    REQUIRE(make_noise(spec, {epsilon}).scale == again.scale);  // asking twice
    // Stored and restored; a smaller scale does not pass for it.
    const auto restored = with_scale(spec, again.promised, again.scale);
    REQUIRE(restored);
    REQUIRE(restored->scale == again.scale);
    REQUIRE_FALSE(with_scale(spec, again.promised, again.scale * 0.9999));
  }
}

TEST_CASE("Gaussian delta and epsilon answer each other, and the law has the delta that is named", "[mechanisms]") {
  std::mt19937_64 random(223);
  for (int trial = 0; trial < 60; ++trial) {
    const double width = log_uniform(random, 1, 50);
    const double s = width * log_uniform(random, 0.02, 1);
    const guarantee promise{trial % 6 == 0 ? 0 : log_uniform(random, 1e-2, 5), log_uniform(random, 1e-6, 0.3)};
    gaussian_spec spec = box_spec({width}, s);
    if (trial % 2 == 0) spec.granularity = {std::exp2(std::floor(std::log2(s)) - 3)};
    const gaussian_noise noise = make_noise(spec, promise);
    INFO("width " << width << ", s " << s << ", epsilon " << promise.epsilon << ", delta " << promise.delta
                  << ", scale " << noise.scale);
    REQUIRE(*noise.delta_of(noise.scale, promise.epsilon) <= promise.delta);
    REQUIRE(*noise.epsilon_of(noise.scale, promise.delta) <= promise.epsilon);
    REQUIRE(with_scale(spec, promise, noise.scale));
    REQUIRE(noise.scale <= make_noise(spec, {std::max(promise.epsilon, 1e-15)}).scale * (1 + 1e-12));
    const worst_case worst = noise.audit();
    REQUIRE(worst.epsilon == promise.epsilon);
    REQUIRE(worst.delta <= promise.delta);
    const double output = point_of(noise, 0, worst.output[0]);
    const double named = (*noise.law_at(worst.truth[0], 0))->cdf(output) -
                         std::exp(promise.epsilon) * (*noise.law_at(worst.neighbour[0], 0))->cdf(output);
    REQUIRE(named == Approx(worst.delta).epsilon(1e-7).margin(1e-12));
    // What is asked for is used up, unless rounding, or a cheap certificate, costs more; delta can be a thousand times
    // as steep as the scale.
    REQUIRE(worst.delta >= promise.delta * (1 - 1e-4) - 1e-12);
    REQUIRE_FALSE(with_scale(spec, promise, noise.scale * 0.99999));
    const double other = *noise.epsilon_of(noise.scale, promise.delta / 2);
    REQUIRE(other >= promise.epsilon * (1 - 1e-9));
    REQUIRE(*noise.delta_of(noise.scale, other) <= promise.delta / 2);
  }
}

TEST_CASE("on long sides a Gaussian with delta is restored, although its pure loss is enormous", "[mechanisms]") {
  for (const double width : {1e3, 1e6, 1e12}) {
    const gaussian_spec spec = box_spec({width}, 1, {0x1p-8});
    const guarantee promise{1, 1e-5};
    const gaussian_noise noise = make_noise(spec, promise);
    INFO("width " << width);
    CHECK(noise.scale == Approx(3.7306).epsilon(1e-3));  // the Gaussian mechanism's
    CHECK(with_scale(spec, promise, noise.scale));
    CHECK(*noise.epsilon_of(noise.scale, 1e-5) == Approx(1).epsilon(1e-6));
    CHECK(*noise.delta_of(noise.scale, 1) == Approx(1e-5).epsilon(1e-6));
  }
}

TEST_CASE("the largest epsilon with delta leaves a scale that can be asked about", "[mechanisms]") {
  for (const double delta : {1e-9, 0.5, 1 - 1e-9}) {
    const gaussian_spec spec = box_spec({1}, 1, {1.0});
    const gaussian_noise noise = make_noise(spec, {700, delta});
    INFO("delta " << delta << ", scale " << noise.scale);
    CHECK(with_scale(spec, {700, delta}, noise.scale));
    // Rounded up, near 1 it may be a little more.
    CHECK(*noise.delta_of(noise.scale, 700) <= delta * (1 + 1e-12));
    if (delta < 0.9) CHECK(*noise.epsilon_of(noise.scale, delta) <= 700);
  }
}

TEST_CASE("a thousand dimensions are no different", "[mechanisms]") {
  const std::vector<double> cube(1000, 2);
  const double scale = line_scale(box_spec(cube, 1.5), {1});
  const precise q = 2 / precise(scale);
  const precise distance = precise(1.5) / sqrt(precise(1000)) / scale;
  const auto h = [&](const precise& x) -> precise { return x * x / 2 + log(test::bell_area(-x, q - x)); };
  CHECK(1000 * (h(q) - h(q - distance)) <= 1);
  CHECK(1000 * (h(q) - h(q - distance)) >= 1 - precise(1e-12));
  std::mt19937_64 random(224);
  std::vector<double> widths(1000);
  for (double& each : widths) each = log_uniform(random, 1e-3, 1e3);
  for (const double s : {1e-3, 1.0, 100.0, 5000.0}) {
    const gaussian_noise noise = make_noise(box_spec(widths, s), {1});
    const worst_case worst = noise.audit();
    INFO("s " << s);
    CHECK(worst.epsilon <= 1);
    CHECK(worst.epsilon >= 1 - 1e-12);
    CHECK(loss_of(noise, worst) == Approx(1).epsilon(1e-4));
    CHECK(noise.scale == Approx(line_scale(box_spec(widths, s), {1})).epsilon(1e-5));
    CHECK(noise.scale <= make_noise(box_spec(widths, s), {1}, calibration::published).scale);
  }
}

}  // namespace bounded_gaussian_audit_test
