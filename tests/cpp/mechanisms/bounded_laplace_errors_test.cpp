#include <array>
#include <cmath>
#include <string>

#include "mechanisms/laplace_cases.hpp"
#include "support/catch.hpp"

namespace bounded_laplace_errors_test {

using namespace inbounds;
using inbounds::test::interval;
using inbounds::test::make_noise;
using inbounds::test::refusal;
using inbounds::test::spans_of;

namespace {

constexpr privacy_notion metric = privacy_notion::metric;

std::string refusal(const laplace_spec& spec, const guarantee& promise, calibration method = calibration::tight) {
  return test::refusal(calibrate(bounded_laplace, spec, promise, method));
}

}  // namespace

TEST_CASE("impossible guarantees are refused by name, value and rule", "[mechanisms]") {
  const laplace_spec unit = interval(0, 1);
  CHECK(refusal(unit, {0}) == "epsilon must be greater than 0, got 0");
  CHECK(refusal(unit, {-1}) == "epsilon must be greater than 0, got -1");
  CHECK(refusal(unit, {NAN}) == "epsilon must be a finite number, got NaN");
  CHECK(refusal(unit, {INFINITY}) == "epsilon must be a finite number, got Infinity");
  CHECK(refusal(unit, {1000}) == "epsilon must be from 1e-15 to 700, got 1000");
  CHECK(refusal(unit, {1e-16}) == "epsilon must be from 1e-15 to 700, got 1e-16");
  CHECK(refusal(unit, {-1, 0.1}) == "epsilon must be from 0 to 700, got -1");
  CHECK(refusal(unit, {1, -0.1}) == "delta must be at least 0 and below 1, got -0.1");
  CHECK(refusal(unit, {1, 1}) == "delta must be at least 0 and below 1, got 1");
  CHECK(refusal(unit, {1, 1.5}) == "delta must be at least 0 and below 1, got 1.5");
  CHECK(refusal(unit, {1, NAN}) == "delta must be a finite number, got NaN");
  CHECK(refusal(unit, {1, INFINITY}) == "delta must be a finite number, got Infinity");
  CHECK(refusal(unit, {1, 0.1, metric}) == "delta must be 0 with the metric guarantee, got 0.1");
  CHECK(refusal(unit, {0, 0, metric}) == "epsilon must be greater than 0, got 0");
  CHECK(refusal(unit, {1}) == "accepted");
  CHECK(refusal(unit, {0, 0.1}) == "accepted");
  CHECK(refusal(unit, {1, 0, metric}) == "accepted");
  // all makers say the same
  CHECK(refusal(scale_for(bounded_laplace, unit, {0})) == "epsilon must be greater than 0, got 0");
  CHECK(refusal(with_rate(bounded_laplace, unit, {0}, 1)) == "epsilon must be greater than 0, got 0");
}

TEST_CASE("impossible sensitivities are refused by name, value and rule", "[mechanisms]") {
  CHECK(refusal(interval(0, 120, 200), {1}) == "sensitivity must be at most upper - lower (120), got 200");
  CHECK(refusal(interval(0, 120, -1), {1}) == "sensitivity must be greater than 0, got -1");
  CHECK(refusal(interval(0, 120, 0), {1}) == "sensitivity must be greater than 0, got 0");
  CHECK(refusal(interval(0, 120, NAN), {1}) == "sensitivity must be a finite number, got NaN");
  CHECK(refusal(interval(0, INFINITY, 1e200), {1}) == "sensitivity must be from 1e-150 to 1e+150, got 1e+200");
  CHECK(refusal({spans_of({{0, 1}, {2, 3}}), 3.5}, {1}) == "sensitivity must be at most upper - lower (3), got 3.5");
  CHECK(refusal(interval(0, INFINITY), {1}) == "sensitivity must be given where a bound is infinite, got NaN");
  CHECK(refusal(interval(-INFINITY, 0), {1}) == "sensitivity must be given where a bound is infinite, got NaN");
  CHECK(refusal(scale_for(bounded_laplace, interval(0, INFINITY), {1})) ==
        "sensitivity must be given where a bound is infinite, got NaN");
  CHECK(refusal(with_scale(bounded_laplace, interval(0, INFINITY), 1)) ==
        "sensitivity must be given where a bound is infinite, got NaN");
  // two single points, 11 steps apart
  CHECK(refusal({spans_of({{0.9, 1.1}, {11.9, 12.1}}), 5.0, 1.0}, {1}) ==
        "sensitivity must be large enough that two of the values are neighbours, got 5");
  CHECK(refusal({spans_of({{0.9, 1.1}, {11.9, 12.1}}), 11.0, 1.0}, {1}) == "accepted");
}

TEST_CASE("impossible lattices are refused by name, value and rule", "[mechanisms]") {
  CHECK(refusal(interval(0, 1, {}, 0.3), {1}) ==
        "granularity must be a power of two, a whole number, or 1/n for a whole number n, got 0.3");
  CHECK(refusal(interval(0.25, 0.75, {}, 1), {1}) ==
        "granularity must be fine enough for a value between 0.25 and 0.75, got 1");
  CHECK(refusal(interval(0.25, 1.75, {}, 1), {1}) ==
        "granularity must be fine enough for two values between lower (0.25) and upper (1.75), got 1");
  CHECK(refusal({spans_of({{0, 1}, {2.25, 2.75}}), 1.0, 1.0}, {1}) ==
        "granularity must be fine enough for a value between 2.25 and 2.75, got 1");
  CHECK(refusal(interval(1e15, 1e15 + 1), {1}) ==
        "upper must be at least 2 above lower, where doubles are 0.125 apart, got 1000000000000001; or choose a "
        "granularity");
  CHECK(refusal(interval(1e15, 1e15 + 100, 1), {1}) ==
        "sensitivity must be at least 2 between these bounds, where doubles are 0.125 apart, got 1; narrow the bounds, "
        "or choose a granularity");
}

TEST_CASE("impossible scales and rates are refused by name, value and rule", "[mechanisms]") {
  const auto scale_refusal = [](double scale) { return refusal(with_scale(bounded_laplace, interval(0, 1), scale)); };
  CHECK(scale_refusal(0) == "scale must be greater than 0, got 0");
  CHECK(scale_refusal(NAN) == "scale must be a finite number, got NaN");
  CHECK(scale_refusal(1e-9) == "scale must be large enough that epsilon is at most 700, got 1e-09");
  CHECK(scale_refusal(1e300) == "scale must be small enough that epsilon is at least 1e-15, got 1e+300");
  CHECK(scale_refusal(1.5e15) == "scale must be small enough that epsilon is at least 1e-15, got 1.5e+15");
  CHECK(scale_refusal(9e14) == "accepted");
  CHECK(scale_refusal(1) == "accepted");

  const auto rate_refusal = [](double rate) {
    return refusal(with_rate(bounded_laplace, interval(0, 10, 1, 1), {1, 0}, rate));
  };
  CHECK(rate_refusal(0) == "rate must be from 1e-270 to 1000, got 0");
  CHECK(rate_refusal(-1) == "rate must be from 1e-270 to 1000, got -1");
  CHECK(rate_refusal(1001) == "rate must be from 1e-270 to 1000, got 1001");
  CHECK(rate_refusal(NAN) == "rate must be a finite number, got NaN");
  CHECK(rate_refusal(0.5) == "accepted");
  CHECK(rate_refusal(1).find("rate must be small enough for epsilon 1, got 1; it loses 1.2") == 0);

  const auto noise = make_noise(bounded_laplace, interval(0, 1, {}, 0.125), {1});
  CHECK(refusal(noise.epsilon_of(-1, 0)) == "scale must be greater than 0, got -1");
  CHECK(refusal(noise.epsilon_of(1e-9, 0)) == "scale must be large enough that epsilon is at most 700, got 1e-09");
  CHECK(refusal(noise.epsilon_of(1, 1)) == "delta must be at least 0 and below 1, got 1");
  CHECK(refusal(noise.epsilon_of(1, NAN)) == "delta must be a finite number, got NaN");
  CHECK(refusal(noise.delta_of(0, 1)) == "scale must be greater than 0, got 0");
  CHECK(refusal(noise.delta_of(1, -1)) == "epsilon must be from 0 to 700, got -1");
  CHECK(refusal(noise.delta_of(1, NAN)) == "epsilon must be a finite number, got NaN");
  CHECK(refusal(noise.delta_of(1e-9, 1)) == "scale must be at least 0.000125 on this lattice, got 1e-09");

  const auto all = make_noise(bounded_laplace, interval(0, 1, {}, 0.125), {1, 0, metric});
  CHECK(refusal(all.delta_of(1, 1)) == "guarantee must be 'dp' for a question about delta, got NaN");
  CHECK(refusal(all.epsilon_of(1, 0.1)) == "delta must be 0 with the metric guarantee, got 0.1");
}

TEST_CASE("what the papers do not cover is refused under their name", "[mechanisms]") {
  constexpr auto published = calibration::published;
  const std::string only_pure =
      "delta must be 0 for the published calibration of several spans or infinite bounds, got 0.1; use the tight "
      "calibration";
  CHECK(refusal({spans_of({{0, 1}, {2, 3}}), 1.0}, {1, 0.1}, published) == only_pure);
  CHECK(refusal(interval(0, INFINITY, 1), {1, 0.1}, published) == only_pure);
  CHECK(refusal(scale_for(bounded_laplace, interval(0, INFINITY, 1), {1, 0.1}, published)) == only_pure);
  CHECK(refusal({spans_of({{0, 1}, {2, 3}}), 1.0}, {1}, published) == "accepted");
  CHECK(refusal(interval(0, INFINITY, 1), {1}, published) == "accepted");
  CHECK(refusal(interval(0, 1, 1), {1, 0.1}, published) == "accepted");
}

TEST_CASE("truths that are no numbers or in a gap are refused; others are taken for the nearer bound", "[mechanisms]") {
  const auto noise = make_noise(bounded_laplace, {spans_of({{0, 2}, {3, 4}}), 1.0, 0.5}, {1});
  const auto truth_refusal = [&](double truth) {
    const auto why = noise.check_truth(truth);
    return why ? message(*why) : "accepted";
  };
  CHECK(truth_refusal(NAN) == "truth must be a number, got NaN");
  CHECK(truth_refusal(2.5) == "truth must be possible, got a number in a gap");
  CHECK(truth_refusal(std::nextafter(2, 3)) == "truth must be possible, got a number in a gap");
  CHECK(truth_refusal(std::nextafter(3, 2)) == "truth must be possible, got a number in a gap");
  for (const double truth : {-1e300, -1.0, 0.0, 1.3, 2.0, 3.0, 4.0, 9.0, HUGE_VAL})
    CHECK(truth_refusal(truth) == "accepted");
}

TEST_CASE("of a truth in a gap, the error does not say in which one", "[mechanisms]") {
  const auto noise = make_noise(bounded_laplace, {spans_of({{0, 2}, {3, 4}, {6, 7}}), 1.0, 0.5}, {1});
  for (const double truth : {2.25, 2.5, 4.5, 5.75}) {
    const auto why = noise.check_truth(truth);
    REQUIRE(why);
    CHECK(message(*why) == "truth must be possible, got a number in a gap");
    CHECK(why->value == truth);
    CHECK(why->limits == std::array<double, 2>{});
  }
}

}  // namespace bounded_laplace_errors_test
