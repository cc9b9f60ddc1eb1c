#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "mechanisms/laplace_cases.hpp"
#include "mechanisms/reflected_laplace/reflected_laplace.hpp"
#include "random/seeded_source.hpp"
#include "support/catch.hpp"
#include "support/chi_square.hpp"
#include "support/exact_steps.hpp"
#include "support/folded_law.hpp"
#include "support/vectors.hpp"

using namespace inbounds;
using Catch::Approx;
using inbounds::test::interval;
using inbounds::test::made;
using inbounds::test::refusal;
using inbounds::test::spans_of;
using inbounds::test::uniform;

namespace {

constexpr closeness metric = closeness::metric;

std::string refusal(const laplace_spec& spec, const guarantee& asked, calibration method = calibration::tight) {
  return test::refusal(calibrate(reflected_laplace, spec, asked, method));
}

bool is_feasible(const domain& where, double value) {
  return std::any_of(where.spans.begin(), where.spans.end(),
                     [&](const span& one) { return value >= one.lower && value <= one.upper; });
}

/// Draws for a truth against the law of images around its point. The points of the ranges are given, not asked for.
double p_value(const laplace_noise& noise, const std::vector<point_range>& ranges, double truth, bit_source& bits) {
  constexpr int draws = 20000;
  const double step = noise.points.grain.step;
  const test::folded_points<long double> law(ranges, {}, noise.rate);
  const double inside = std::clamp(truth, static_cast<double>(ranges.front().first) * step,
                                   static_cast<double>(ranges.back().last) * step);
  const std::int64_t point = std::clamp(test::exact_nearest(inside, step), ranges.front().first, ranges.back().last);
  std::vector<double> expected;
  for (const long double mass : law.released(point)) expected.push_back(static_cast<double>(mass) * draws);
  std::vector<double> values(draws, truth);
  const auto half = static_cast<std::ptrdiff_t>(draws / 2);  // one by one, and then many at once
  std::for_each(values.begin(), values.begin() + half, [&](double& each) { each = *privatise(noise, each, bits); });
  REQUIRE_FALSE(privatise_all(noise, std::span(values).subspan(draws / 2), bits));
  std::vector<std::uint64_t> counts(expected.size());
  for (const double value : values) {
    REQUIRE(is_feasible(noise.where, value));
    const double multiple = std::nearbyint(value / step);
    REQUIRE(value == noise.points.grain.value(multiple));
    ++counts.at(static_cast<std::size_t>(multiple) - static_cast<std::size_t>(ranges.front().first));
  }
  for (std::size_t k = 0; k < counts.size(); ++k) {
    if (expected[k] == 0) REQUIRE(counts[k] == 0);
  }
  return test::chi_square_p_value(expected, counts);
}

}  // namespace

TEST_CASE("seeded reflected draws are those on file, which the package draws too", "[mechanisms]") {
  const auto file = test::vectors("reflected_draws.json");
  for (const auto& entry : file.as_array()) {
    const auto& fields = entry.as_object();
    const auto optional = [&](const char* name) -> std::optional<double> {
      if (!fields.contains(name)) return {};
      return test::number(fields.at(name));
    };
    laplace_spec spec = interval(test::number(fields.at("lower")), test::number(fields.at("upper")),
                                 optional("sensitivity"), optional("granularity"));
    if (fields.contains("gaps")) {
      std::vector<span> gaps;
      for (const auto& gap : fields.at("gaps").as_array())
        gaps.push_back({test::number(gap.as_array()[0]), test::number(gap.as_array()[1])});
      spec.where = *domain_without(spec.where.hull(), gaps);
    }
    const auto noise = with_scale(reflected_laplace, spec, test::number(fields.at("scale")));
    REQUIRE(noise);
    CHECK(noise->rate == test::number(fields.at("rate")));
    seeded_words words{static_cast<std::uint64_t>(test::number(fields.at("seed")))};
    bit_source bits{seeded_words::refill, &words};
    const auto& truths = fields.at("truths").as_array();
    const auto& outputs = fields.at("outputs").as_array();
    REQUIRE(truths.size() == outputs.size());
    for (std::size_t at = 0; at < truths.size(); ++at)
      REQUIRE(*privatise(*noise, test::number(truths[at]), bits) == test::number(outputs[at]));
  }
}

TEST_CASE("private answers have the law of the images, for truths everywhere", "[mechanisms]") {
  seeded_words words{121};
  bit_source bits{seeded_words::refill, &words};
  struct setup {
    laplace_spec spec;
    std::vector<point_range> ranges;
  };
  const setup setups[] = {
      {interval(0, 5, 1, 1), {{0, 5}}},
      {interval(-1.5, 1.5, 1, 0.25), {{-6, 6}}},
      {interval(0, 1, 0.1, 0.1), {{0, 10}}},
      {interval(1, 4, 1, 1.0 / 3), {{3, 12}}},
      {interval(-9, 27, 9, 3), {{-3, 9}}},
      {{spans_of({{0, 4}, {9, 12}}), 3.0, 1.0}, {{0, 4}, {9, 12}}},
      {{spans_of({{0.1, 0.3}, {1.4, 1.6}, {1.9, 2.2}}), 0.3, 0.1}, {{1, 3}, {14, 16}, {19, 22}}},
      {{spans_of({{-0.2, 0.2}, {12.8, 13.3}}), 2.0, 1.0}, {{0, 0}, {13, 13}}},
  };
  for (const auto& [spec, ranges] : setups) {
    for (const guarantee asked : {guarantee{0.7}, guarantee{0.3, 0.2}, guarantee{2, 0, metric}}) {
      const auto noise = made(reflected_laplace, spec, asked);
      const double lower = spec.where.lower();
      const double upper = spec.where.upper();
      for (const double truth : {lower, lower + 0.37 * (upper - lower), (lower + upper) / 2, upper, upper + 5}) {
        INFO(test::text_of(ranges) << "rate " << noise.rate << ", truth " << truth);
        CHECK(p_value(noise, ranges, truth, bits) > test::alpha);
      }
    }
  }
}

TEST_CASE("every private value is feasible, whatever the truth", "[mechanisms]") {
  seeded_words words{122};
  bit_source bits{seeded_words::refill, &words};
  std::mt19937_64 random(123);
  const laplace_spec specs[] = {interval(0, 1),
                                interval(-3, 1e6, 1),
                                interval(0, INFINITY, 1),
                                interval(-INFINITY, INFINITY, 1, 0.1),
                                {spans_of({{0, 1}, {1.5, 100}, {1000, 1000.5}}), 1.0},
                                {spans_of({{-INFINITY, -3}, {0.01, 0.02}, {5, INFINITY}}), 2.0, 0.01}};
  for (const laplace_spec& spec : specs) {
    for (const double epsilon : {1e-3, 1.0, 100.0}) {
      const auto noise = made(reflected_laplace, spec, {epsilon});
      INFO(spec.where.lower() << " to " << spec.where.upper() << ", epsilon " << epsilon);
      std::vector<double> truths{-INFINITY, -1e300, -1, 0, 0x1p-1074, 1, 1.2, 50, 999.9, 1e6, 1e300, INFINITY};
      for (int i = 0; i < 500; ++i) truths.push_back(3000 * uniform(random) - 1000);
      std::vector<double> answers = truths;
      REQUIRE_FALSE(privatise_all(noise, answers, bits));
      for (std::size_t i = 0; i < answers.size(); ++i) {
        INFO("truth " << truths[i] << ", answer " << answers[i]);
        REQUIRE(is_feasible(spec.where, answers[i]));
        REQUIRE(answers[i] == noise.points.grain.value(std::nearbyint(answers[i] / noise.points.grain.step)));
      }
    }
  }
}

TEST_CASE("a truth in a gap is taken, and only one that is no number is refused", "[mechanisms]") {
  seeded_words words{124};
  bit_source bits{seeded_words::refill, &words};
  const auto noise = made(reflected_laplace, {spans_of({{0, 2}, {3, 4}}), 1.0, 0.5}, {1});
  for (const double truth : {-1e300, -1.0, 0.0, 2.0, 2.25, 2.5, std::nextafter(3, 2), 3.0, 9.0, HUGE_VAL}) {
    CHECK_FALSE(check_truth(noise, truth));
    CHECK(privatise(noise, truth, bits));
  }
  CHECK(message(*check_truth(noise, NAN)) == "truth must be a number, got NaN");
  CHECK(refusal(privatise(noise, NAN, bits)) == "truth must be a number, got NaN");
  // The noise is added to 2.5 itself; 2.5 is never released.
  const noise_law between = law_at(noise, 2.5);
  CHECK(centre_of(between) == 5);
  CHECK(density(between, 5) == 0);
  const auto exact = test::folded_points<long double>({{0, 4}, {6, 8}}, {}, noise.rate).released(5);
  for (std::size_t k = 0; k < exact.size(); ++k)
    CHECK(density(between, static_cast<double>(k)) == Approx(static_cast<double>(exact[k])).epsilon(1e-14));
}

TEST_CASE("what cannot be is refused by name, value and rule, as for the other mechanisms", "[mechanisms]") {
  const laplace_spec unit = interval(0, 1);
  CHECK(refusal(unit, {0}) == "epsilon must be greater than 0, got 0");
  CHECK(refusal(unit, {1000}) == "epsilon must be from 1e-15 to 700, got 1000");
  CHECK(refusal(unit, {1, 1}) == "delta must be at least 0 and below 1, got 1");
  CHECK(refusal(unit, {1, 0.1, metric}) == "delta must be 0 with the metric guarantee, got 0.1");
  CHECK(refusal(interval(0, 120, 200), {1}) == "sensitivity must be at most upper - lower (120), got 200");
  CHECK(refusal(interval(0, INFINITY), {1}) == "sensitivity must be given where a bound is infinite, got NaN");
  CHECK(refusal(interval(0, 1, {}, 0.3), {1}) ==
        "granularity must be a power of two, a whole number, or 1/n for a whole number n, got 0.3");
  CHECK(refusal({spans_of({{0, 1}, {2.25, 2.75}}), 1.0, 1.0}, {1}) ==
        "granularity must be fine enough for a multiple of it between 2.25 and 2.75, got 1");
  // Where truths may lie in gaps, there are always neighbours, and papers' scales always exist.
  const laplace_spec two_points{spans_of({{0.9, 1.1}, {11.9, 12.1}}), 5.0, 1.0};
  CHECK(refusal(two_points, {1}) == "accepted");
  CHECK(refusal(two_points, {1, 0.1}, calibration::published) == "accepted");
  CHECK(refusal(interval(0, INFINITY, 1), {1, 0.1}, calibration::published) == "accepted");
  CHECK(refusal(with_scale(reflected_laplace, unit, 1e-9)) ==
        "scale must be large enough that epsilon is at most 700, got 1e-09");
  CHECK(refusal(with_scale(reflected_laplace, unit, 1e300)) ==
        "scale must be small enough that epsilon is at least 1e-15, got 1e+300");
  const auto noise = made(reflected_laplace, interval(0, 1, {}, 0.125), {1, 0, metric});
  CHECK(refusal(delta_of(noise, 1, 1)) == "guarantee must be 'dp' for a question about delta, got NaN");
}

TEST_CASE("the widest continuous law around a truth is the limit of the released one", "[mechanisms]") {
  const auto noise = made(reflected_laplace, {spans_of({{0, 2}, {2.5, 7}}), 1.0}, {1});
  const double step = noise.points.grain.step;
  const folded_laplace limit = continuous_folded(noise);
  for (const double truth : {0.0, 1.3, 2.2, 7.0}) {
    const folded_law line{limit, truth};
    const noise_law points = law_at(noise, truth);
    for (const double y : {0.0, 0.3, 1.9, 2.2, 2.5, 3.0, 6.9}) {
      INFO("truth " << truth << ", y " << y);
      CHECK(cdf(points, y / step) == Approx(cdf(line, y)).margin(2 * step));
      CHECK(density(points, std::floor(y / step)) / step == Approx(density(line, y)).epsilon(1e-5).margin(0));
    }
    CHECK(moments_of(points).bias * step == Approx(moments_of(line).bias).margin(2 * step));
    CHECK(moments_of(points).variance * step * step == Approx(moments_of(line).variance).epsilon(1e-5));
  }
}
