#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "mechanisms/gaussian_cases.hpp"
#include "support/catch.hpp"

namespace bounded_gaussian_errors_test {

using namespace inbounds;
using inbounds::test::box_spec;
using inbounds::test::make_noise;

namespace {

constexpr auto published = calibration::published;

template <class Value>
std::string refusal(const result<Value>& answer) {
  return test::refusal(answer);
}
std::string refusal(const gaussian_spec& spec, const guarantee& promise, calibration method = calibration::tight) {
  return test::refusal(calibrate(spec, promise, method));
}
std::string box_refusal(const std::vector<double>& lower, const std::vector<double>& upper) {
  return test::refusal(box_of(lower, upper));
}

/// Whatever was asked for: refused in words, or a scale that is a number, with a loss that fits.
void check_sane(const gaussian_spec& spec, const guarantee& promise) {
  for (const calibration method : {calibration::tight, published}) {
    if (method == published && promise.delta > 0) continue;
    const auto line = scale_for(spec, promise, method);
    if (line) REQUIRE((*line > 0 && std::isfinite(*line)));
    if (!line) REQUIRE(message(line.error()).find("NaN") == std::string::npos);
    const auto noise = calibrate(spec, promise, method);
    if (!noise) {
      INFO(message(noise.error()));
      REQUIRE(message(noise.error()).find("NaN") == std::string::npos);
      continue;
    }
    REQUIRE((noise->scale > 0 && std::isfinite(noise->scale)));
    const worst_case worst = noise->audit();
    REQUIRE(worst.epsilon <= promise.epsilon);
    REQUIRE(worst.epsilon > 0.3 * promise.epsilon);
    REQUIRE(with_scale(spec, promise, noise->scale));
  }
}

}  // namespace

TEST_CASE("impossible guarantees are refused by the bounded Gaussian, too", "[mechanisms]") {
  const gaussian_spec unit = box_spec({1});
  const gaussian_spec plane = box_spec({1, 2});
  CHECK(refusal(unit, {0}) == "epsilon must be greater than 0, got 0");
  CHECK(refusal(unit, {NAN}) == "epsilon must be a finite number, got NaN");
  CHECK(refusal(unit, {1000}) == "epsilon must be from 1e-15 to 700, got 1000");
  CHECK(refusal(unit, {1, 1}) == "delta must be at least 0 and below 1, got 1");
  CHECK(refusal(unit, {1, NAN}) == "delta must be a finite number, got NaN");
  CHECK(refusal(unit, {0, 0.1}) == "accepted");
  CHECK(refusal(plane, {1}) == "accepted");
  // No worst case is known for these.
  const std::string one_side_only = "delta must be 0 in several dimensions, got 0.1";
  CHECK(refusal(plane, {1, 0.1}) == one_side_only);
  CHECK(refusal(scale_for(plane, {1, 0.1})) == one_side_only);
  CHECK(refusal(with_scale(plane, {1, 0.1}, 1)) == one_side_only);
  CHECK(refusal(make_noise(plane, {1}).epsilon_of(1, 0.1)) == one_side_only);
  const gaussian_noise vectors = make_noise(plane, {1});
  CHECK(*vectors.delta_of(vectors.scale, 1) == 0);
  CHECK(refusal(vectors.delta_of(vectors.scale, 0.1)).find("epsilon must be at least ") == 0);
  CHECK(refusal(vectors.delta_of(vectors.scale, 0.1)).find(" in several dimensions, got 0.1") != std::string::npos);
  CHECK(refusal(unit, {1, 0.1}, published) == "delta must be 0 for the published calibration, got 0.1");
  CHECK(refusal(scale_for(unit, {1, 0.1}, published)) == "delta must be 0 for the published calibration, got 0.1");
}

TEST_CASE("impossible boxes are refused by name, value and rule", "[mechanisms]") {
  CHECK(box_refusal({}, {}) == "lower must be at least one number long, got 0");
  CHECK(box_refusal({0, 1}, {1}) == "upper must be 2 numbers long, got 1");
  CHECK(box_refusal({0, NAN}, {1, 2}) == "lower[1] must be a finite number, got NaN");
  CHECK(box_refusal({0, 0}, {1, INFINITY}) == "upper[1] must be a finite number, got Infinity");
  CHECK(box_refusal({0}, {INFINITY}) == "upper must be a finite number, got Infinity");
  CHECK(box_refusal({0, 2}, {1, 2}) == "upper[1] must be greater than lower (2), got 2");
  CHECK(box_refusal({3}, {2}) == "upper must be greater than lower (3), got 2");
}

TEST_CASE("impossible sensitivities and lattices of a box are refused by name, value and rule", "[mechanisms]") {
  CHECK(refusal(box_spec({3, 4}, 0), {1}) == "sensitivity must be greater than 0, got 0");
  CHECK(refusal(box_spec({3, 4}, NAN), {1}) == "sensitivity must be a finite number, got NaN");
  CHECK(refusal(box_spec({3, 4}, 5), {1}) == "accepted");
  CHECK(refusal(box_spec({3, 4}, 6), {1}) == "sensitivity must be at most the distance of opposite corners (5), got 6");
  CHECK(refusal(box_spec({3}, 6), {1}) == "sensitivity must be at most upper - lower (3), got 6");
  CHECK(refusal(box_spec({3, 4}, 1, {1, 1, 1}), {1}) == "granularity must be one number, or 2 numbers long, got 3");
  CHECK(refusal(box_spec({3, 4}, 1, {1, 0.3}), {1}) ==
        "granularity[1] must be a power of two, a whole number, or 1/n for a whole number n, got 0.3");
  CHECK(refusal(box_spec({3, 4}, 1, {0.3}), {1}) ==
        "granularity must be a power of two, a whole number, or 1/n for a whole number n, got 0.3");
  CHECK(refusal(box_spec({3, 0.5}, 1, {1.0}), {1}) ==
        "granularity must be fine enough for two values between lower (0) and upper (0.5), got 1");
  CHECK(refusal(box_spec({3, 0.5}, 1, {1, 1}), {1}) ==
        "granularity[1] must be fine enough for two values between lower (0) and upper (0.5), got 1");
  CHECK(refusal(box_spec({0, 1e15}, {1, 1e15 + 100}, 1), {1}) ==
        "sensitivity[1] must be at least 2 between these bounds, where doubles are 0.125 apart, got 1; narrow the "
        "bounds, or choose a granularity");
  // Who gave no sensitivity, or a larger one than a side is long, is told about the bounds.
  CHECK(refusal(box_spec({0, 1e15}, {1, 1e15 + 1}, 1), {1}) ==
        "upper[1] must be at least 2 above lower, where doubles are 0.125 apart, got 1000000000000001; or choose a "
        "granularity");
  CHECK(refusal(box_spec({1e15}, std::vector{1e15 + 1}), {1}) ==
        "upper must be at least 2 above lower, where doubles are 0.125 apart, got 1000000000000001; or choose a "
        "granularity");
}

TEST_CASE("impossible Gaussian scales are refused by name, value and rule", "[mechanisms]") {
  const gaussian_spec spec = box_spec({3, 4}, 1, {0.125});
  const auto scale_refusal = [&](double scale) { return refusal(with_scale(spec, scale)); };
  CHECK(scale_refusal(0) == "scale must be greater than 0, got 0");
  CHECK(scale_refusal(NAN) == "scale must be a finite number, got NaN");
  CHECK(scale_refusal(INFINITY) == "scale must be a finite number, got Infinity");
  CHECK(scale_refusal(1e-9) == "scale must be large enough that epsilon is at most 700, got 1e-09");
  CHECK(scale_refusal(1e-300) == "scale must be large enough that epsilon is at most 700, got 1e-300");
  CHECK(scale_refusal(1e9) == "scale must be small enough that epsilon is at least 1e-15, got 1000000000");
  CHECK(scale_refusal(1e300) == "scale must be small enough that epsilon is at least 1e-15, got 1e+300");
  CHECK(scale_refusal(1) == "accepted");
  const gaussian_noise noise = make_noise(spec, {1});
  CHECK(refusal(with_scale(spec, {1}, noise.scale)) == "accepted");
  CHECK(refusal(with_scale(spec, {1}, noise.scale * 0.999)).find("scale must be large enough for epsilon 1, got ") ==
        0);
  CHECK(refusal(with_scale(spec, {1}, noise.scale * 0.999)).find("; it loses 1.00") != std::string::npos);
  CHECK(refusal(noise.epsilon_of(-1, 0)) == "scale must be greater than 0, got -1");
  CHECK(refusal(noise.epsilon_of(1, 1)) == "delta must be at least 0 and below 1, got 1");
  // A question is no promise: the answer may be less than any epsilon that can be promised.
  CHECK(*noise.epsilon_of(1e9, 0) < 1e-15);
  CHECK(*noise.delta_of(1e9, 1e-15) == 0);
  const std::string bound = "scale must be at most 8.838834764831844e+133 with this granularity, got 1e+134";
  CHECK(refusal(noise.epsilon_of(1e134, 0)) == bound);
  CHECK(refusal(noise.delta_of(1e134, 1)) == bound);
  const gaussian_noise weakest = make_noise(box_spec({-10.999999999999998, 38.5}, {1.5, 91}, 5, {1, 7}), {1e-15});
  CHECK(*weakest.epsilon_of(weakest.scale, 0) <= 1e-15);
  CHECK(*weakest.delta_of(weakest.scale, 1e-15) == 0);
  const gaussian_noise side = make_noise(box_spec({3}, 1, {0.125}), {1});
  CHECK(refusal(side.delta_of(1, -1)) == "epsilon must be from 0 to 700, got -1");
  CHECK(refusal(side.delta_of(0, 1)) == "scale must be greater than 0, got 0");
  CHECK(refusal(side.delta_of(1e-9, 1)) == "scale must be at least 0.002777777777777778 on this lattice, got 1e-09");
  CHECK(refusal(side.epsilon_of(1e-9, 0.1)) ==
        "scale must be at least 0.002777777777777778 on this lattice, got 1e-09");
}

TEST_CASE("the published Gaussian scale keeps the guarantee on every lattice, or is refused", "[mechanisms]") {
  // Nothing was ever refused: for the larger distances on a lattice, the paper's bound leaves a quarter of epsilon.
  std::mt19937_64 random(211);
  double max = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    std::vector<double> lower;
    std::vector<double> upper;
    std::vector<double> steps;
    for (std::uint64_t side = 0; side <= random() % 4; ++side) {
      steps.push_back(std::ldexp(1, static_cast<int>(random() % 7) - 3));
      lower.push_back(-0.99 * test::uniform(random) * steps.back());
      upper.push_back((static_cast<double>(1 + random() % 4) + 0.99 * test::uniform(random)) * steps.back());
    }
    gaussian_spec spec = box_spec(lower, upper, {}, steps);
    spec.sensitivity = spec.where.diagonal() * test::log_uniform(random, 1e-3, 1);
    const double epsilon = test::log_uniform(random, 1e-4, 700);
    const auto noise = calibrate(spec, {epsilon}, published);
    REQUIRE(noise);
    max = std::max(max, noise->audit().epsilon / epsilon);
    REQUIRE(noise->scale >= make_noise(spec, {epsilon}).scale);
  }
  CHECK(max > 0.7);
  CHECK(max < 0.8);
}

TEST_CASE("extreme boxes are refused in words, or right", "[mechanisms]") {
  const std::vector<std::vector<double>> boxes{
      {1e-150},   {1e150},     {1e-150, 1e-150},          {1e150, 1e150, 1e150}, {1e-150, 1e150},
      {1, 1e150}, {1e-150, 1}, {1e-150, 1e-10, 1, 1e150}, {1, 1e12, 1e-12},      {1e-5, 1, 1e5}};
  for (const auto& widths : boxes) {
    double longest = 0;
    for (const double width : widths) longest = std::max(longest, width);
    for (const double epsilon : {1e-15, 1e-6, 1.0, 100.0, 700.0}) {
      for (const double s : {longest, longest * 0.3, longest * 1e-6, widths[0], 1e-150}) {
        INFO(widths.size() << " sides, from " << widths[0] << ", s " << s << ", epsilon " << epsilon);
        check_sane(box_spec(widths, s), {epsilon});
        check_sane(box_spec(widths, s, std::vector<double>{0.125}), {epsilon});
        if (widths.size() == 1) check_sane(box_spec(widths, s), {epsilon, 1e-6});
      }
      INFO(widths.size() << " sides, from " << widths[0] << ", epsilon " << epsilon);
      check_sane(box_spec(widths), {epsilon});
    }
  }
}

}  // namespace bounded_gaussian_errors_test
