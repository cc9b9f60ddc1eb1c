#include "mechanisms/reflected_laplace/reflected_laplace.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "distributions/reflected_laplace_family.hpp"
#include "mechanisms/laplace_cases.hpp"
#include "random/seeded_source.hpp"
#include "support/catch.hpp"
#include "support/chi_square.hpp"
#include "support/exact_steps.hpp"
#include "support/precise.hpp"
#include "support/reflected_law.hpp"
#include "support/vectors.hpp"

namespace reflected_laplace_test {

// Scales: reference values, closed forms, fifty digits. That the noise is private and has its law is tested in
// below.

using namespace inbounds;
using Catch::Approx;
using inbounds::test::exact_rise;
using inbounds::test::interval;
using inbounds::test::log_uniform;
using inbounds::test::number;
using inbounds::test::precise;
using inbounds::test::uniform;

namespace {

constexpr privacy_notion metric = privacy_notion::metric;

laplace_noise make_noise(const laplace_spec& spec, const guarantee& promise, calibration method = calibration::tight) {
  return test::make_noise(reflected_laplace, spec, promise, method);
}

double scale(const laplace_kind& mechanism, const laplace_spec& spec, const guarantee& promise,
             calibration method = calibration::tight) {
  const auto found = scale_for(mechanism, spec, promise, method);
  if (!found) FAIL(message(found.error()));
  return *found;
}

double scale(const laplace_spec& spec, const guarantee& promise, calibration method = calibration::tight) {
  return scale(reflected_laplace, spec, promise, method);
}

/// The mean squared error of the continuous law around a truth.
double squared_error(const law& released) {
  const moments around = released.around_centre();
  return around.bias * around.bias + around.variance;
}

law_of<laplace_law> law_around(const truncated_laplace& family, double truth) {
  return law_of(laplace_law{family, family.at(truth)});
}
law_of<reflected_law> law_around(const reflected_laplace_family& family, double truth) {
  return law_of(reflected_law{family, truth});
}

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
    const guarantee promise{number(fields.at("epsilon")), fields.contains("delta") ? number(fields.at("delta")) : 0};
    INFO("epsilon " << promise.epsilon << ", delta " << promise.delta << ", s " << *spec.sensitivity << " of "
                    << width);
    const double tight = scale(spec, promise);
    CHECK(tight == Approx(number(fields.at("b_tight"))).epsilon(1e-12));
    if (promise.delta > 0) {
      ++with_delta;
      continue;
    }
    CHECK(scale(spec, promise, calibration::published) == Approx(number(fields.at("b_published"))).epsilon(1e-12));
    const reflected_laplace_family family({{0, width}}, {}, 1 / tight, support::line);
    const double q = number(fields.at("q"));
    const auto around = law_around(family, q);
    const auto [bias, variance] = around.around_centre();
    CHECK(q + bias == Approx(number(fields.at("mean"))).epsilon(1e-12));
    CHECK((q + bias) * (q + bias) + variance == Approx(number(fields.at("second_moment"))).epsilon(1e-12));
    CHECK(around.cdf(width / 2) == Approx(number(fields.at("cdf_at_half"))).epsilon(1e-12));
  }
  CHECK(with_delta == 3);
  for (const auto& row : file.at("grid").as_array()) {
    const laplace_spec spec = interval(0, number(row.at("steps")), number(row.at("index_sensitivity")), 1.0);
    INFO("epsilon " << number(row.at("epsilon")) << ", steps " << number(row.at("steps")));
    CHECK(make_noise(spec, {number(row.at("epsilon"))}).rate == Approx(number(row.at("gamma"))).epsilon(1e-12));
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
        for (const guarantee promise : {guarantee{epsilon}, guarantee{epsilon, 0, metric}}) {
          CHECK(scale(spec, promise) == Approx(s / epsilon).epsilon(1e-12));
          CHECK(precise(scale(spec, promise)) >= precise(s) / epsilon);
          CHECK(make_noise(spec, promise).scale == Approx(s / epsilon).epsilon(1e-6));
          CHECK(make_noise(spec, promise).audit().epsilon <= epsilon);
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
        const precise rate = test::bisect([&](const precise& tried) { return tried * tanh(width * tried) - slope; },
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

    const auto noise = make_noise(interval(0, width, s), {epsilon});
    const precise distance = noise.model->where().max_distance.within;
    REQUIRE(distance == std::min(std::ceil(s / noise.points.grain.step), static_cast<double>(noise.points.steps())));
    const precise mirror_distance = precise(noise.points.steps()) + 0.5;
    const auto lattice_loss = [&](const precise& rate) { return exact_rise(rate * mirror_distance, rate * distance); };
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
    const auto rate = [&](const laplace_kind& mechanism) { return 1 / scale(mechanism, spec, {one.epsilon}); };
    const span whole{0, one.width};
    const auto compare = [&](const auto& family, const errors& printed) {
      const errors found = errors_of(family, one.width);
      CHECK(found.worst == Approx(printed.worst).margin(one.digit_worst));
      CHECK(found.average == Approx(printed.average).margin(one.digit_average));
    };
    compare(truncated_laplace({whole}, {}, rate(bounded_laplace), support::line), one.bounded);
    compare(truncated_laplace({whole}, {true, true}, rate(clamped_laplace), support::line), one.clamped);
    compare(reflected_laplace_family({whole}, {}, rate(reflected_laplace), support::line), one.reflected);
  }
}

TEST_CASE("reflected scales are in the unit of the values, whatever that is", "[mechanisms]") {
  for (const guarantee promise :
       {guarantee{1}, guarantee{0.1, 0.01}, guarantee{0, 0.05}, guarantee{3, 0.9}, guarantee{0.2, 0, metric}}) {
    const double one = scale(interval(0, 1, 0.25), promise);
    for (const double unit : {0x1p-100, 0x1p-20, 0x1p20, 0x1p100}) {
      INFO("epsilon " << promise.epsilon << ", delta " << promise.delta << ", unit " << unit);
      CHECK(scale(interval(0, unit, unit / 4), promise) == Approx(one * unit).epsilon(1e-11));
      CHECK(scale(interval(-unit / 2, unit / 2, unit / 4), promise) == Approx(one * unit).epsilon(1e-11));
      CHECK(make_noise(interval(0, unit, unit / 4), promise).scale == Approx(one * unit).epsilon(1e-6));
    }
  }
}

TEST_CASE("the reflected lattice scale tends to the continuous one as steps get finer", "[mechanisms]") {
  for (const guarantee promise : {guarantee{1}, guarantee{1, 0.05}, guarantee{1, 0, metric}}) {
    const double limit = scale(interval(0, 10, 1.5), promise);
    double previous = INFINITY;
    for (const double granularity : {1.0, 0x1p-4, 0x1p-8, 0x1p-16, 0x1p-24}) {
      const double gap = std::fabs(make_noise(interval(0, 10, 1.5, granularity), promise).scale - limit);
      CHECK(gap <= std::max(previous, 1e-14));  // under the metric guarantee it is soon that close
      previous = gap;
    }
    CHECK(previous < 1e-6);
  }
  // But a scale for the line is not private on a coarse lattice: the spec's example.
  const auto coarse = make_noise(interval(0, 1, 1, 1), {0.5});
  CHECK(*coarse.epsilon_of(scale(interval(0, 1), {0.5}), 0) == Approx(0.832).margin(0.0005));
}

namespace about_audits {

// What reflected noise says about itself: at the calibrated scale, at other scales, and when it is stored and restored.

using namespace inbounds;
using Catch::Approx;
using inbounds::test::interval;
using inbounds::test::log_uniform;
using inbounds::test::make_noise;
using inbounds::test::spans_of;
using inbounds::test::uniform;

namespace {

constexpr privacy_notion metric = privacy_notion::metric;

}  // namespace

TEST_CASE("reflected noise is private at the calibrated scale and not at 0.999 of it", "[mechanisms]") {
  for (const double granularity : {0x1p-20, 0.25, 1.0}) {
    for (const double s : {0.5, 1.5, 10.0}) {
      for (const double epsilon : {0.01, 1.0, 8.0}) {
        const auto noise = make_noise(reflected_laplace, interval(-3, 7, s, granularity), {epsilon});
        INFO("granularity " << granularity << ", sensitivity " << s << ", epsilon " << epsilon);
        CHECK(noise.audit().epsilon <= epsilon);
        CHECK(noise.audit().epsilon >= epsilon * (1 - 1e-12));
        CHECK(noise.audit().delta == 0);
        CHECK(*noise.epsilon_of(noise.scale, 0) <= epsilon);
        CHECK(*noise.epsilon_of(0.999 * noise.scale, 0) > epsilon);
        for (const double delta : {1e-6, 0.01, 0.4}) {
          const auto with_delta = make_noise(reflected_laplace, interval(-3, 7, s, granularity), {epsilon, delta});
          CHECK(with_delta.scale < noise.scale);
          CHECK(*with_delta.delta_of(with_delta.scale, epsilon) <= delta);
          CHECK(*with_delta.delta_of(0.999 * with_delta.scale, epsilon) > delta);
          CHECK(with_delta.audit().epsilon == epsilon);
          CHECK(with_delta.audit().delta <= delta);
          CHECK(with_delta.audit().delta >= delta * (1 - 1e-4));
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
  for (const laplace_spec& spec : specs) test::check_inverses(reflected_laplace, spec, 1e-14);  // solved for
}

TEST_CASE("a reflected scale given by hand is kept to the bit and audited", "[mechanisms]") {
  const auto noise = with_scale(reflected_laplace, interval(0, 10, 1, 0.1), 1.7);
  REQUIRE(noise);
  CHECK(noise->scale == 1.7);
  CHECK(noise->promised.epsilon == noise->audit().epsilon);
  CHECK(*noise->epsilon_of(1.7, 0) == noise->promised.epsilon);
  // ln cosh(D/b) - ln cosh((D - s)/b), with half a step more at the end and s = 11 steps (0.1 is less than a tenth of
  // 1).
  const double mirror_distance = 10.05 / 1.7;
  const double distance = noise->model->where().max_distance.within * 0.1 / 1.7;
  CHECK(noise->promised.epsilon ==
        Approx(std::log(std::cosh(mirror_distance)) - std::log(std::cosh(mirror_distance - distance))).epsilon(1e-12));
  const auto all = with_scale(reflected_laplace, interval(0, 10, 1, 0.1), 1.7, metric);
  REQUIRE(all);
  CHECK(all->promised.epsilon == all->audit().epsilon);
}

TEST_CASE("a calibrated reflected scale used again gives no larger rate", "[mechanisms]") {
  std::mt19937_64 engine(161);
  for (int trial = 0; trial < 1000; ++trial) {
    const laplace_spec spec =
        interval(0, 1 + uniform(engine), 0.1 + 0.9 * uniform(engine), trial % 2 == 0 ? 0.01 : 0x1p-10);
    const auto first = make_noise(reflected_laplace, spec, {0.01 + 10 * uniform(engine)});
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
    for (const guarantee promise :
         {guarantee{1}, guarantee{1, 0.01}, guarantee{1, 0, metric}, guarantee{0, 1e-3}, guarantee{30}}) {
      const auto noise = make_noise(reflected_laplace, spec, promise);
      INFO("epsilon " << promise.epsilon << ", delta " << promise.delta << ", rate " << noise.rate);
      const auto restored = with_rate(reflected_laplace, spec, promise, noise.rate);
      REQUIRE(restored);
      CHECK(restored->rate == noise.rate);
      CHECK(restored->scale == noise.scale);
      const auto tampered = with_rate(reflected_laplace, spec, promise, noise.rate * 1.001);
      REQUIRE_FALSE(tampered);
      CHECK(message(tampered.error()).find("rate must be small enough for epsilon ") == 0);
      CHECK(message(tampered.error()).find("; it loses ") != std::string::npos);
    }
  }
}

TEST_CASE("the audit of reflected noise names points of the lattice, however wide that is", "[mechanisms]") {
  struct setup {
    laplace_spec spec;
    guarantee promise;
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
  for (const auto& [spec, promise] : setups) {
    const auto noise = make_noise(reflected_laplace, spec, promise);
    const worst_case report = noise.audit();
    INFO(spec.where.lower() << " to " << spec.where.upper() << ", s " << noise.sensitivity << ", delta "
                            << promise.delta);
    const double step = noise.points.grain.step;
    const double lowest = noise.points.value(noise.points.lowest());
    const double highest = noise.points.value(noise.points.highest());
    for (const double value : {report.truth[0], report.neighbour[0], report.output[0]}) {
      CHECK(value >= lowest);
      CHECK(value <= highest);
    }
    CHECK(std::fabs(report.truth[0] - report.neighbour[0]) == noise.model->where().max_distance.within * step);
    if (promise.delta > 0) continue;
    const double loss = (*noise.law_at(report.truth[0]))->log_density(report.output[0] / step) -
                        (*noise.law_at(report.neighbour[0]))->log_density(report.output[0] / step);
    CHECK(loss == Approx(report.epsilon).epsilon(1e-9));
  }
}

}  // namespace about_audits

namespace about_draws {

using namespace inbounds;
using Catch::Approx;
using inbounds::test::interval;
using inbounds::test::make_noise;
using inbounds::test::refusal;
using inbounds::test::spans_of;
using inbounds::test::uniform;

namespace {

constexpr privacy_notion metric = privacy_notion::metric;

std::string refusal(const laplace_spec& spec, const guarantee& promise, calibration method = calibration::tight) {
  return test::refusal(calibrate(reflected_laplace, spec, promise, method));
}

bool is_feasible(const domain& where, double value) {
  return std::any_of(where.spans.begin(), where.spans.end(),
                     [&](const span& one) { return value >= one.lower && value <= one.upper; });
}

/// Draws for a truth against the law of images around its point. The points of the ranges are given, not asked for.
double p_value(const laplace_noise& noise, const std::vector<point_range>& ranges, double truth, bit_source& bits) {
  constexpr int draws = 20000;
  const double step = noise.points.grain.step;
  const test::reflected_points<long double> law(ranges, {}, noise.rate);
  const double inside = std::clamp(truth, static_cast<double>(ranges.front().first) * step,
                                   static_cast<double>(ranges.back().last) * step);
  const std::int64_t point = std::clamp(test::exact_nearest(inside, step), ranges.front().first, ranges.back().last);
  std::vector<double> expected;
  for (const long double mass : law.release(point)) expected.push_back(static_cast<double>(mass) * draws);
  std::vector<double> values(draws, truth);
  const auto half = static_cast<std::ptrdiff_t>(draws / 2);  // one by one, and then many at once
  std::for_each(values.begin(), values.begin() + half, [&](double& each) { each = *noise.privatise(each, bits); });
  REQUIRE_FALSE(noise.privatise_all(std::span(values).subspan(draws / 2), bits));
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
      REQUIRE(*noise->privatise(test::number(truths[at]), bits) == test::number(outputs[at]));
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
    for (const guarantee promise : {guarantee{0.7}, guarantee{0.3, 0.2}, guarantee{2, 0, metric}}) {
      const auto noise = make_noise(reflected_laplace, spec, promise);
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
      const auto noise = make_noise(reflected_laplace, spec, {epsilon});
      INFO(spec.where.lower() << " to " << spec.where.upper() << ", epsilon " << epsilon);
      std::vector<double> truths{-INFINITY, -1e300, -1, 0, 0x1p-1074, 1, 1.2, 50, 999.9, 1e6, 1e300, INFINITY};
      for (int i = 0; i < 500; ++i) truths.push_back(3000 * uniform(random) - 1000);
      std::vector<double> answers = truths;
      REQUIRE_FALSE(noise.privatise_all(answers, bits));
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
  const auto noise = make_noise(reflected_laplace, {spans_of({{0, 2}, {3, 4}}), 1.0, 0.5}, {1});
  for (const double truth : {-1e300, -1.0, 0.0, 2.0, 2.25, 2.5, std::nextafter(3, 2), 3.0, 9.0, HUGE_VAL}) {
    CHECK_FALSE(noise.check_truth(truth));
    CHECK(noise.privatise(truth, bits));
  }
  CHECK(message(*noise.check_truth(NAN)) == "truth must be a number, got NaN");
  CHECK(refusal(noise.privatise(NAN, bits)) == "truth must be a number, got NaN");
  // The noise is added to 2.5 itself; 2.5 is never released.
  const auto between = *noise.law_at(2.5);
  CHECK(between->centre() == 5);
  CHECK(between->density(5) == 0);
  const auto exact = test::reflected_points<long double>({{0, 4}, {6, 8}}, {}, noise.rate).release(5);
  for (std::size_t k = 0; k < exact.size(); ++k)
    CHECK(between->density(static_cast<double>(k)) == Approx(static_cast<double>(exact[k])).epsilon(1e-14));
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
        "granularity must be fine enough for a value between 2.25 and 2.75, got 1");
  // Where truths may lie in gaps, there are always neighbours, and papers' scales always exist.
  const laplace_spec two_points{spans_of({{0.9, 1.1}, {11.9, 12.1}}), 5.0, 1.0};
  CHECK(refusal(two_points, {1}) == "accepted");
  CHECK(refusal(two_points, {1, 0.1}, calibration::published) == "accepted");
  CHECK(refusal(interval(0, INFINITY, 1), {1, 0.1}, calibration::published) == "accepted");
  CHECK(refusal(with_scale(reflected_laplace, unit, 1e-9)) ==
        "scale must be large enough that epsilon is at most 700, got 1e-09");
  CHECK(refusal(with_scale(reflected_laplace, unit, 1e300)) ==
        "scale must be small enough that epsilon is at least 1e-15, got 1e+300");
  const auto noise = make_noise(reflected_laplace, interval(0, 1, {}, 0.125), {1, 0, metric});
  CHECK(refusal(noise.delta_of(1, 1)) == "guarantee must be 'dp' for a question about delta, got NaN");
}

TEST_CASE("the widest continuous law around a truth is the limit of the released one", "[mechanisms]") {
  const auto noise = make_noise(reflected_laplace, {spans_of({{0, 2}, {2.5, 7}}), 1.0}, {1});
  const double step = noise.points.grain.step;
  for (const double truth : {0.0, 1.3, 2.2, 7.0}) {
    const auto line = *noise.continuous_law_at(truth);
    const auto points = *noise.law_at(truth);
    for (const double y : {0.0, 0.3, 1.9, 2.2, 2.5, 3.0, 6.9}) {
      INFO("truth " << truth << ", y " << y);
      CHECK(points->cdf(y / step) == Approx(line->cdf(y)).margin(2 * step));
      CHECK(points->density(std::floor(y / step)) / step == Approx(line->density(y)).epsilon(1e-5).margin(0));
    }
    CHECK(points->around_centre().bias * step == Approx(line->around_centre().bias).margin(2 * step));
    CHECK(points->around_centre().variance * step * step == Approx(line->around_centre().variance).epsilon(1e-5));
  }
}

}  // namespace about_draws

namespace about_attacks {

// Attacks on what reflected noise promises: pairs of raw truths around every tie and every end, snapped by the library
// itself, and every output of small lattices; the law is that of support/reflected_law.hpp.

using namespace inbounds;
using Catch::Approx;
using inbounds::test::log_uniform;
using inbounds::test::random_delta;
using inbounds::test::reflected_points;

namespace {

using rows = std::vector<std::vector<long double>>;

constexpr privacy_notion metric = privacy_notion::metric;
// What the oracle's long doubles make of a loss, and of a delta.
constexpr long double oracle = 1e-17L;

struct target {
  std::vector<point_range> ranges;  // of points that can be released, counted here
  laplace_spec spec;

  std::int64_t lowest() const { return ranges.front().first; }
  std::int64_t steps() const { return ranges.back().last - lowest(); }
};

std::ostream& operator<<(std::ostream& out, const target& shown) {
  out.precision(17);
  for (const auto& [lower, upper] : shown.spec.where.spans) out << "[" << lower << ", " << upper << "] ";
  return out << "sensitivity " << *shown.spec.sensitivity << ", granularity " << *shown.spec.granularity << ": "
             << test::text_of(shown.ranges);
}

/// The points between two numbers: those whose released double lies there, found by trying.
point_range count_points(const granularity& grain, const span& one) {
  auto first = static_cast<std::int64_t>(one.lower / grain.step) - 3;
  while (grain.value(static_cast<double>(first)) < one.lower) ++first;
  std::int64_t last = first - 1;
  while (grain.value(static_cast<double>(last + 1)) <= one.upper) ++last;
  return {first, last};
}

/// Powers of two, whole numbers and 1/n; ends on and off the lattice; up to four spans.
target random_target(std::mt19937_64& random, std::int64_t max_points, std::size_t max_spans) {
  constexpr double steps[] = {1, 0.0625, 4, 3, 7, 0.1, 0.01, 1.0 / 3, 1.0 / 12};
  while (true) {
    const double step = steps[random() % std::size(steps)];
    const granularity grain = *granularity_from(step);
    std::vector<span> spans;
    for (const auto& [first, last] : test::random_ranges(random, max_points, max_spans)) {
      double below = random() % 3 == 0 ? 0 : static_cast<double>(random() % 8) / 16;
      const double above = random() % 3 == 0 ? 0 : static_cast<double>(random() % 8) / 16;
      if (first == last && below + above == 0) below = 0.25;
      spans.push_back({grain.value(static_cast<double>(first)) - below * step,
                       grain.value(static_cast<double>(last)) + above * step});
    }
    const auto where = domain_of_spans(spans);
    if (!where) continue;
    target drawn{{}, {*where, {}, step, 0.0}};
    for (const span& one : where->spans) drawn.ranges.push_back(count_points(grain, one));
    const bool odd = std::any_of(drawn.ranges.begin(), drawn.ranges.end(),
                                 [](const point_range& one) { return one.first > one.last; });
    if (odd || drawn.steps() < 1) continue;
    const double quarters = log_uniform(random, 1, 4 * static_cast<double>(drawn.steps()) + 3);
    drawn.spec.sensitivity = random() % 5 == 0 ? where->upper() - where->lower() : step * std::floor(quarters) / 4;
    if (!check_sensitivity(*where, *drawn.spec.sensitivity)) return drawn;
  }
}

/// |q - other| <= s in real numbers: the rounding error of the difference decides where that is s.
bool is_within(double q, double other, double s) {
  const double high = std::max(q, other);
  const double low = std::min(q, other);
  const double distance = high - low;
  const double part = distance - high;
  const double lost = (high - (distance - part)) + (-low - part);
  return distance < s || (distance == s && lost <= 0);
}

/// Which points neighbouring truths can be snapped to: around every tie, at every end, and a sensitivity away from
/// those.
std::vector<std::vector<char>> pairs_of(const target& given, const laplace_noise& noise) {
  const double s = *given.spec.sensitivity;
  const double step = noise.points.grain.step;
  std::vector<double> truths;
  const auto add = [&](double truth) {
    for (const double moved : {0.0, s, -s}) {
      const double at = truth + moved;
      truths.insert(truths.end(), {std::nextafter(at, -INFINITY), at, std::nextafter(at, INFINITY)});
    }
  };
  for (std::int64_t point = 0; point < given.steps(); ++point)
    add((static_cast<double>(given.lowest() + point) + 0.5) * step);
  for (const auto& [lower, upper] : given.spec.where.spans) {
    add(lower);
    add(upper);
  }
  std::vector<std::size_t> points;
  for (const double truth : truths) {
    const std::int64_t point = snap(noise.where, noise.points, truth) - given.lowest();
    REQUIRE(point >= 0);
    REQUIRE(point <= given.steps());
    points.push_back(static_cast<std::size_t>(point));
  }
  const auto count = static_cast<std::size_t>(given.steps()) + 1;
  std::vector<std::vector<char>> near(count, std::vector<char>(count));
  for (std::size_t i = 0; i < truths.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (near[points[i]][points[j]] != 0 || !is_within(truths[i], truths[j], s)) continue;
      near[points[i]][points[j]] = near[points[j]][points[i]] = 1;
    }
  }
  return near;
}

/// Whether the lowest or the highest point can only be what noise made it, not what a gap gave it.
bool has_untouched_end(const std::vector<point_range>& ranges) {
  if (ranges.size() == 1) return true;
  const auto points = [](const point_range& one) { return one.last - one.first + 1; };
  const std::int64_t first_gap = ranges[1].first - ranges[0].last - 1;
  const std::int64_t last_gap = ranges.back().first - ranges[ranges.size() - 2].last - 1;
  return points(ranges.front()) > (first_gap + 1) / 2 || points(ranges.back()) > last_gap / 2;
}

std::size_t index_of(const target& given, double value) {
  return static_cast<std::size_t>(std::llround(value / *given.spec.granularity) - given.lowest());
}

/// What the audit names loses what it says, on all points between the ends: reflecting out of gaps comes after that.
void check_audit(const target& given, const laplace_noise& noise) {
  const reflected_points<long double> law({{given.lowest(), given.lowest() + given.steps()}}, {}, noise.rate);
  const worst_case report = noise.audit();
  const auto truth = law.hull(given.lowest() + static_cast<std::int64_t>(index_of(given, report.truth[0])));
  const auto neighbour = law.hull(given.lowest() + static_cast<std::int64_t>(index_of(given, report.neighbour[0])));
  const std::size_t output = index_of(given, report.output[0]);
  if (noise.promised.delta == 0) {
    const long double unit = noise.promised.kind == metric ? *given.spec.sensitivity / *given.spec.granularity : 1;
    const long double loss = std::log1p((truth.at(output) - neighbour.at(output)) / neighbour.at(output)) * unit;
    REQUIRE(report.epsilon == Approx(static_cast<double>(loss)).epsilon(1e-11).margin(1e-16));
    return;
  }
  if (report.delta == 0) return;
  REQUIRE(report.truth[0] < report.neighbour[0]);
  long double sum = 0;
  for (std::size_t k = 0; k <= output; ++k)
    sum += truth[k] - std::exp(static_cast<long double>(noise.promised.epsilon)) * neighbour[k];
  REQUIRE(report.delta == Approx(static_cast<double>(sum)).epsilon(1e-9).margin(5e-13));
}

void attack(const target& given, const guarantee& promise, calibration method) {
  INFO(given << "epsilon " << promise.epsilon << ", delta " << promise.delta
             << (promise.kind == metric ? ", metric" : "") << (method == calibration::published ? ", published" : ""));
  const auto noise = test::make_noise(reflected_laplace, given.spec, promise, method);
  INFO("rate " << noise.rate);
  const auto& named = noise.model->where().spans;
  REQUIRE(named.size() == given.ranges.size());
  for (std::size_t at = 0; at < named.size(); ++at) {
    REQUIRE(named[at].lower == static_cast<double>(given.ranges[at].first));
    REQUIRE(named[at].upper == static_cast<double>(given.ranges[at].last));
  }
  const rows law = reflected_points<long double>(given.ranges, {}, noise.rate).matrix();
  const auto pairs = pairs_of(given, noise);
  const auto near = [&](std::size_t i, std::size_t j) { return pairs[i][j] != 0; };
  // Points as many steps apart as the sensitivity has, rounded up: what is promised. Whether doubles reach that far
  // apart is a matter of luck where the step is 1/n.
  const std::int64_t distance =
      std::min(test::exact_ceiling(*given.spec.sensitivity, *given.spec.granularity), given.steps());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    for (std::size_t j = 0; j < pairs.size(); ++j) REQUIRE((!near(i, j) || test::at_most(distance)(i, j)));
  }
  const bool tight = method == calibration::tight && has_untouched_end(given.ranges);
  check_audit(given, noise);
  if (promise.kind == metric) {
    const long double unit = *given.spec.sensitivity / *given.spec.granularity;
    const auto every = [](std::size_t, std::size_t) { return true; };
    const long double loss = test::largest_loss(law, every, true).value * unit;
    REQUIRE(loss <= promise.epsilon * (1 + 1e-15L) + oracle * (1 + unit));
    if (tight) REQUIRE(loss >= promise.epsilon * 0.999L);
    REQUIRE(noise.audit().epsilon <= promise.epsilon);
  } else if (promise.delta == 0) {
    const long double loss = test::largest_loss(law, near).value;
    REQUIRE(loss <= promise.epsilon * (1 + 1e-15L) + oracle);
    if (tight) REQUIRE(test::largest_loss(law, test::at_most(distance)).value >= promise.epsilon * 0.999L);
    REQUIRE(noise.audit().epsilon <= promise.epsilon);
  } else {
    const long double epsilon = promise.epsilon;
    const long double delta = test::largest_delta(law, near, epsilon).value;
    REQUIRE(delta <= promise.delta * (1 + 1e-15L) + oracle * std::exp(epsilon) * 1e-3L + oracle);
    REQUIRE(noise.audit().delta <= promise.delta);
    const double short_of = promise.delta * (1 - 1e-3) - 1e-12 * (1 + promise.epsilon);
    if (tight && given.ranges.size() == 1 && noise.rate < 900)
      REQUIRE(test::largest_delta(law, test::at_most(distance), epsilon).value >= short_of);
  }
  if (method == calibration::tight && noise.rate < 900) {
    REQUIRE(keeps(*noise.model, promise, noise.rate));
    REQUIRE_FALSE(keeps(*noise.model, promise, noise.rate * 1.001));
  }
}

guarantee random_guarantee(std::mt19937_64& random, int trial) {
  const double epsilon = log_uniform(random, 1e-6, 20);
  switch (trial % 3) {
    case 0: return {epsilon};
    case 1: return {trial % 4 == 0 ? 0 : epsilon, random_delta(random)};
    default: return {epsilon, 0, metric};
  }
}

}  // namespace

// reflected_laplace/PROOF.md, main theorem and Theorem 4
TEST_CASE("no pair of truths between reflecting ends does worse than promised, and one does as badly", "[mechanisms]") {
  std::mt19937_64 random(131);
  for (int trial = 0; trial < 1000; ++trial) {
    const target given = random_target(random, 40, 1);
    attack(given, random_guarantee(random, trial), calibration::tight);
  }
}

// reflected_laplace/PROOF.md, main theorem and Proposition 10
TEST_CASE("the same with gaps, whatever falls into them", "[mechanisms]") {
  std::mt19937_64 random(132);
  int untouched = 0;
  for (int trial = 0; trial < 900; ++trial) {
    const target given = random_target(random, 45, 4);
    untouched += given.ranges.size() > 1 && has_untouched_end(given.ranges) ? 1 : 0;
    attack(given, random_guarantee(random, trial), calibration::tight);
  }
  CHECK(untouched > 200);
}

TEST_CASE("the scale that others use is always kept, on coarse lattices too", "[mechanisms]") {
  std::mt19937_64 random(133);
  for (int trial = 0; trial < 400; ++trial) {
    const target given = random_target(random, trial % 2 == 0 ? 6 : 40, trial % 3 == 0 ? 3 : 1);
    attack(given, random_guarantee(random, trial), calibration::published);
  }
}

}  // namespace about_attacks

}  // namespace reflected_laplace_test
