#include "mechanisms/bounded_gaussian/bounded_gaussian.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "mechanisms/bounded_gaussian/calibrate.hpp"
#include "mechanisms/gaussian_cases.hpp"
#include "support/catch.hpp"
#include "support/gaussian_law.hpp"
#include "support/precise.hpp"
#include "support/vectors.hpp"

namespace bounded_gaussian_test {

// Scales: reference values, closed forms, relations. That no pair of truths loses more is tested in
// bounded_gaussian_attack_test.cpp.

using namespace inbounds;
using Catch::Approx;
using inbounds::test::box_spec;
using inbounds::test::line_scale;
using inbounds::test::log_uniform;
using inbounds::test::make_noise;
using inbounds::test::number;
using inbounds::test::precise;

namespace {

constexpr auto published = calibration::published;

double variance(const gaussian_spec& spec, const guarantee& promise, calibration method = calibration::tight) {
  return std::pow(line_scale(spec, promise, method), 2);
}

double loss_at(const gaussian_noise& noise, double scale) { return *noise.epsilon_of(scale, 0); }

}  // namespace

TEST_CASE("the variances of the bounded Gaussian match the reference values", "[mechanisms]") {
  const auto file = test::vectors("bounded_gaussian.json");
  int with_delta = 0;
  int in_boxes = 0;
  for (const auto& row : file.as_array()) {
    const auto& fields = row.as_object();
    std::vector<double> widths;
    for (const auto& width : fields.at("widths").as_array()) widths.push_back(number(width));
    const gaussian_spec spec = box_spec(widths, number(fields.at("sensitivity")));
    const guarantee promise{number(fields.at("epsilon")), fields.contains("delta") ? number(fields.at("delta")) : 0};
    INFO(widths.size() << " sides, s " << *spec.sensitivity << ", epsilon " << promise.epsilon << ", delta "
                       << promise.delta);
    const double exact = number(fields.at("sigma2_tight"));
    CHECK(variance(spec, promise) == Approx(exact).epsilon(promise.delta > 0 ? 1e-9 : 1e-12));
    CHECK(make_noise(spec, promise).scale == Approx(std::sqrt(exact)).epsilon(1e-6));
    with_delta += promise.delta > 0 ? 1 : 0;
    in_boxes += widths.size() > 1 ? 1 : 0;
    if (promise.delta > 0) continue;
    CHECK(variance(spec, promise, published) == Approx(number(fields.at("sigma2_paper"))).epsilon(1e-12));
    CHECK(make_noise(spec, promise, published).scale ==
          Approx(std::sqrt(number(fields.at("sigma2_paper")))).epsilon(1e-6));
  }
  CHECK(with_delta == 4);
  CHECK(in_boxes == 10);
  const auto grid = test::vectors("grid.json");
  for (const auto& row : grid.at("gaussian").as_array()) {
    const gaussian_spec spec = box_spec({number(row.at("steps"))}, number(row.at("index_sensitivity")), {1.0});
    INFO("epsilon " << number(row.at("epsilon")) << ", steps " << number(row.at("steps")));
    const double scale = make_noise(spec, {number(row.at("epsilon"))}).scale;
    CHECK(1 / (2 * scale * scale) == Approx(number(row.at("t"))).epsilon(1e-12));
  }
}

TEST_CASE("a side shorter than its share of the sensitivity leaves the rest to the others", "[mechanisms]") {
  CHECK(variance(box_spec({1, 100}, 90), {50}) == Approx(97.983048587173647).epsilon(1e-12));
  // Whatever the order of the sides.
  CHECK(variance(box_spec({100, 1}, 90), {50}) == Approx(97.983048587173647).epsilon(1e-12));
}

TEST_CASE("where each truth is protected by itself, the variance is D^2/(2 epsilon)", "[mechanisms]") {
  std::mt19937_64 random(191);
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<double> widths(1 + random() % 5);
    precise squares = 0;
    const double unit = log_uniform(random, 1e-100, 1e100);
    for (double& width : widths) {
      width = unit * log_uniform(random, 0.01, 100);
      squares += precise(width) * width;
    }
    const double epsilon = log_uniform(random, 1e-15, 700);
    INFO(widths.size() << " sides, unit " << unit << ", epsilon " << epsilon);
    const precise scale = line_scale(box_spec(widths), {epsilon});
    const precise exact = sqrt(squares / (2 * precise(epsilon)));
    REQUIRE(scale >= exact);
    REQUIRE(scale <= exact * (1 + precise(1e-12)));
    REQUIRE(make_noise(box_spec(widths), {epsilon}).scale == Approx(static_cast<double>(exact)).epsilon(1e-6));
  }
}

TEST_CASE("no Gaussian scale on one side is below the true minimum, nor above it by more than 1e-12", "[mechanisms]") {
  std::mt19937_64 random(192);
  for (int trial = 0; trial < 150; ++trial) {
    const double width = log_uniform(random, 1e-30, 1e30);
    const double s = trial % 7 == 0 ? width : width * log_uniform(random, 1e-9, 1);
    const double epsilon = log_uniform(random, 1e-15, 700);
    INFO("width " << width << ", sensitivity " << s << ", epsilon " << epsilon);
    const precise found = line_scale(box_spec({width}, s), {epsilon});
    const auto loss = [&](const precise& scale) -> precise {
      const auto h = [&](const precise& q) -> precise {
        return q * q / 2 + log(test::bell_area(-q, precise(width) / scale - q));
      };
      return h(precise(width) / scale) - h((precise(width) - s) / scale);
    };
    REQUIRE(loss(found) <= precise(epsilon) * (1 + precise(1e-15)));
    REQUIRE(loss(found * (1 - precise(1e-12))) > epsilon);
    if (s < width * 1e-6) continue;  // lattices of at most 2^50 steps
    const gaussian_noise noise = make_noise(box_spec({width}, s), {epsilon});
    const precise unit = precise(noise.points[0].grain.step) / noise.scale;
    const auto steps = static_cast<double>(noise.points[0].steps());
    const auto lattice_loss = [&](const precise& factor) -> precise {
      return test::log_partition(steps, precise(steps), unit * factor) -
             test::log_partition(steps, precise(steps) - noise.setting.sides[0].max_distance, unit * factor);
    };
    REQUIRE(lattice_loss(1) <= precise(epsilon));
    REQUIRE(lattice_loss(1 + precise(1e-12)) > epsilon);
  }
}

TEST_CASE("the Gaussian lattice scale tends to the continuous one as steps get finer", "[mechanisms]") {
  const std::vector<std::pair<std::vector<double>, double>> boxes{{{10}, 1.5}, {{10, 8}, 4.5}, {{2, 3, 5, 7}, 2}};
  for (const auto& [widths, s] : boxes) {
    const double limit = line_scale(box_spec(widths, s), {1});
    double previous = INFINITY;
    for (const double granularity : {0x1p-2, 0x1p-6, 0x1p-10, 0x1p-16, 0x1p-24}) {
      const double gap = std::fabs(make_noise(box_spec(widths, s, {granularity}), {1}).scale - limit);
      INFO(widths.size() << " sides, granularity " << granularity << ", gap " << gap);
      CHECK(gap < previous);
      CHECK(gap < 10 * granularity);
      previous = gap;
    }
  }
  CHECK(make_noise(box_spec({10}, 1.5, {0x1p-24}), {1, 0.05}).scale ==
        Approx(line_scale(box_spec({10}, 1.5), {1, 0.05})).epsilon(1e-6));
  // But a scale for the line is not private on a coarse lattice: the spec says by up to .42.
  const gaussian_noise coarse = make_noise(box_spec({10}, 1.5, {1.0}), {1});
  CHECK(loss_at(coarse, line_scale(box_spec({10}, 1.5), {1})) > 1.1);
}

TEST_CASE("a Gaussian lattice shorter than the sensitivity gets no more noise than its own corners need",
          "[mechanisms]") {
  // Two points, 1 and 2, whatever the bounds around them say: t = epsilon.
  CHECK(make_noise(box_spec({0.25}, {2.75}, 2.5, {1.0}), {1}).scale == Approx(std::sqrt(0.5)).epsilon(1e-12));
  CHECK(make_noise(box_spec({0.25, 0.25}, {2.75, 2.75}, 3, {1.0}), {1}).scale == Approx(1).epsilon(1e-12));
  std::mt19937_64 random(193);
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<double> lower;
    std::vector<double> upper;
    std::vector<double> steps;
    double squares = 0;
    for (std::size_t side = 0; side <= static_cast<std::size_t>(trial % 4); ++side) {
      const double step = std::ldexp(1, static_cast<int>(random() % 5) - 2);
      const auto count = static_cast<double>(1 + random() % 4);
      lower.push_back((7 - 0.96 * test::uniform(random)) * step);
      upper.push_back((7 + count + 0.96 * test::uniform(random)) * step);
      steps.push_back(step);
      squares += count * step * count * step;
    }
    const double epsilon = log_uniform(random, 1e-6, 100);
    REQUIRE(make_noise(box_spec(lower, upper, {}, steps), {epsilon}).scale ==
            Approx(std::sqrt(squares / (2 * epsilon))).epsilon(1e-12));
  }
}

TEST_CASE("Gaussian scales are in the unit of the values, whatever that is", "[mechanisms]") {
  for (const guarantee promise : {guarantee{1}, guarantee{1e-9}, guarantee{300}}) {
    const double one = line_scale(box_spec({1, 3}, 0.75), promise);
    const double papers = line_scale(box_spec({1, 3}, 0.75), promise, published);
    for (const double unit : {0x1p-450, 0x1p-100, 0x1p100, 0x1p450}) {
      INFO("epsilon " << promise.epsilon << ", unit " << unit);
      CHECK(line_scale(box_spec({unit, 3 * unit}, 0.75 * unit), promise) == Approx(one * unit).epsilon(1e-12));
      CHECK(line_scale(box_spec({unit, 3 * unit}, 0.75 * unit), promise, published) ==
            Approx(papers * unit).epsilon(1e-12));
      CHECK(make_noise(box_spec({-unit, unit}, {0, 4 * unit}, 0.75 * unit), promise).scale ==
            Approx(one * unit).epsilon(1e-6));
    }
  }
  for (const guarantee promise : {guarantee{1, 0.01}, guarantee{0, 0.05}, guarantee{0.1, 1e-7}, guarantee{3, 0.9}}) {
    const double one = line_scale(box_spec({1}, 0.25), promise);
    for (const double unit : {0x1p-450, 0x1p450}) {
      INFO("epsilon " << promise.epsilon << ", delta " << promise.delta << ", unit " << unit);
      CHECK(line_scale(box_spec({unit}, unit / 4), promise) == Approx(one * unit).epsilon(1e-10));
      CHECK(make_noise(box_spec({unit}, unit / 4), promise).scale == Approx(one * unit).epsilon(1e-6));
    }
  }
}

TEST_CASE("the published Gaussian scale is right where its maximum lies in the middle of the box", "[mechanisms]") {
  // With |D|/2 = s all sides are at their middle, and the multiplier is 0.
  std::mt19937_64 random(194);
  for (int trial = 0; trial < 20; ++trial) {
    std::vector<double> widths(1 + random() % 3);
    precise squares = 0;
    for (double& width : widths) {
      width = log_uniform(random, 0.1, 100);
      squares += precise(width) * width;
    }
    const double s = static_cast<double>(sqrt(squares)) * (trial % 2 == 0 ? 0.5 : 0.7);
    const double epsilon = log_uniform(random, 1e-3, 50);
    const auto excess = [&](const precise& scale) -> precise {
      precise sum = (sqrt(squares) + precise(s) / 2) * s / (scale * scale);
      for (const double width : widths)
        sum += log(2 * test::bell_area(0, width / (2 * scale)) / test::bell_area(0, width / scale));
      return precise(epsilon) - sum;
    };
    const double exact = static_cast<double>(test::bisect(excess, precise(1e-3), precise(1e5)));
    INFO(widths.size() << " sides, s " << s << ", epsilon " << epsilon);
    REQUIRE(line_scale(box_spec(widths, s), {epsilon}, published) == Approx(exact).epsilon(1e-12));
  }
}

}  // namespace bounded_gaussian_test
