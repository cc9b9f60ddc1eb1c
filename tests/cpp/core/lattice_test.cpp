#include "core/lattice.hpp"

#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <random>
#include <vector>

#include "support/catch.hpp"

using namespace inbounds;
using boost::multiprecision::cpp_int;
using boost::multiprecision::cpp_rational;

namespace {

// floor(x/step + 1/2) with exact rationals.
std::int64_t exact_nearest(double x, double step) {
  const cpp_rational shifted = cpp_rational(x) / cpp_rational(step) + cpp_rational(1, 2);
  cpp_int whole = numerator(shifted) / denominator(shifted);  // truncates towards zero
  if (numerator(shifted) < 0 && whole * denominator(shifted) != numerator(shifted)) whole -= 1;
  return static_cast<std::int64_t>(whole);
}

std::int64_t exact_ceiling(double s, double step) {
  const cpp_rational ratio = cpp_rational(s) / cpp_rational(step);
  const cpp_int whole = numerator(ratio) / denominator(ratio);
  return static_cast<std::int64_t>(whole * denominator(ratio) == numerator(ratio) ? whole : cpp_int(whole + 1));
}

lattice made(const span& domain, double step) {
  const result<lattice> points = lattice_on(domain, step);
  REQUIRE(points);
  return *points;
}

}  // namespace

TEST_CASE("granularities are powers of two, whole numbers and 1/n", "[core]") {
  for (const double step : {1.0, 0.5, 0x1p-1074, 0x1p971, 3.0, 60.0, 0x1p53 - 1, 0.1, 0.01, 1.0 / 3, 1.0 / 12}) {
    CHECK(granularity_from(step));
  }
  for (const double step : {0.3, 1.5, 2.5, 0.75, 0x1p972, 1e300, 1e-310}) {
    const auto refused = granularity_from(step);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().rule == "a power of two, a whole number, or 1/n for a whole number n");
  }
  CHECK(message(granularity_from(0).error()) == "granularity must be greater than 0, got 0");
  CHECK(message(granularity_from(NAN).error()) == "granularity must be a finite number, got NaN");
}

TEST_CASE("the lattice holds every multiple whose double lies in the domain", "[core]") {
  const lattice ages = made({0, 120}, 1);
  CHECK(ages.first == 0);
  CHECK(ages.steps == 120);
  const lattice tenths = made({0.1, 0.7}, 0.1);  // the double 0.1 lies above a tenth, 7 * 0.1 above 0.7
  CHECK(tenths.value(0) == 0.1);
  CHECK(tenths.value(tenths.steps) == 0.7);
  CHECK(tenths.steps == 6);
  const lattice off = made({-2.5, 2.5}, 2);
  CHECK(off.value(0) == -2);
  CHECK(off.value(off.steps) == 2);
  CHECK_FALSE(std::signbit(off.value(1)));  // zero, not minus zero
}

TEST_CASE("too coarse and too fine granularities are refused", "[core]") {
  CHECK(message(lattice_on({0, 50}, 100).error()) ==
        "granularity must be fine enough for two multiples of it between lower (0) and upper (50), got 100");
  CHECK(message(lattice_on({1e12, 1e12 + 1}, 0x1p-20).error()) ==
        "granularity must be at least 0.0001220703125 between these bounds, where doubles are no finer, got "
        "9.5367431640625e-07");
  CHECK_FALSE(lattice_on({0, 1e10}, 0.000001));
  CHECK(lattice_on({0, 1}, 1)->steps == 1);
}

TEST_CASE("the default lattice is as fine as 2^-24 of the sensitivity, unless doubles or 2^52 steps forbid it",
          "[core]") {
  CHECK(default_lattice({0, 1}, 1)->grain.step == 0x1p-24);
  CHECK(default_lattice({0, 1}, 0.3)->grain.step == 0x1p-26);
  CHECK(default_lattice({1e12, 1e12 + 1}, 1)->grain.step == 0x1p-13);
  const lattice wide = *default_lattice({0, 1e10}, 1);
  CHECK(wide.grain.step == 0x1p-18);
  CHECK(wide.steps <= most_steps);
  CHECK(default_lattice({-1e308, 7e307}, 1e308));
  CHECK(message(default_lattice({0, 1e20}, 1).error()) ==
        "sensitivity must be at least 524288 between these bounds, where doubles are 32768 apart, got 1; narrow the "
        "bounds, or choose a granularity");
}

TEST_CASE("snapping is floor(x/step + 1/2), exactly", "[core]") {
  const lattice whole = made({-10, 10}, 1);
  CHECK(whole.value(snap(whole, 0.49999999999999994)) == 0);  // + 0.5 rounds to 1 in doubles
  CHECK(whole.value(snap(whole, 0.5)) == 1);
  CHECK(whole.value(snap(whole, 1.5)) == 2);
  CHECK(whole.value(snap(whole, 2.5)) == 3);  // to even would be 2: 1.5 and 2.5 would share a point
  CHECK(whole.value(snap(whole, -0.5)) == 0);
  CHECK(whole.value(snap(whole, -1.5)) == -1);
  CHECK(whole.value(snap(whole, 1e300)) == 10);
  CHECK(whole.value(snap(whole, -INFINITY)) == -10);

  std::mt19937_64 engine(2);
  std::uniform_real_distribution<double> unit(-1, 1);
  for (const double step : {1.0, 0x1p-30, 3.0, 0.1, 0.01, 1.0 / 3, 1.0 / 12, 7.0}) {
    const double reach = step * 0x1p40;
    const lattice points = made({-reach, reach}, step);
    for (int trial = 0; trial < 2000; ++trial) {
      const double near_tie = std::nearbyint(unit(engine) * 100) * step + step / 2;
      for (const double x : {unit(engine) * reach, near_tie, std::nextafter(near_tie, -INFINITY)}) {
        REQUIRE(points.first + snap(points, x) == exact_nearest(x, step));
      }
    }
  }
}

TEST_CASE("truths within the sensitivity are never more than the index sensitivity apart", "[core]") {
  std::mt19937_64 engine(3);
  std::uniform_real_distribution<double> unit(0, 1);
  for (const double step : {1.0, 0.25, 0.1, 0.01, 3.0}) {
    const lattice points = made({-50, 70}, step);
    for (int trial = 0; trial < 5000; ++trial) {
      const double s = trial % 2 == 0 ? unit(engine) * 10 : std::ceil(unit(engine) * 5) * step;
      const double q = trial % 3 == 0 ? std::nearbyint(unit(engine) * 20) * step + step / 2 : unit(engine) * 130 - 55;
      double far = q + s;
      while (cpp_rational(far) - cpp_rational(q) > cpp_rational(s)) far = std::nextafter(far, -INFINITY);
      REQUIRE(index_sensitivity(points, s) == std::min(exact_ceiling(s, step), points.steps));
      REQUIRE(snap(points, far) - snap(points, q) <= index_sensitivity(points, s));
    }
  }
}

TEST_CASE("a sensitivity written like the granularity is one step", "[core]") {
  CHECK(index_sensitivity(made({0, 1}, 0.1), 0.1) == 1);  // although the double 0.1 is a little more than a tenth
  CHECK(index_sensitivity(made({0, 120}, 1), 1.5) == 2);
  CHECK(index_sensitivity(made({0, 120}, 1), 5e-324) == 1);
  CHECK(index_sensitivity(made({0.5, 3.5}, 1), 3) == 2);  // no more than there are
}

TEST_CASE("every point is found again from its value", "[core]") {
  for (const double step : {1.0, 0.1, 0x1p-30, 1.0 / 12}) {
    const lattice points = made({-3.3, 12.7}, step);
    for (std::int64_t point = 0; point <= points.steps; point += 1 + points.steps / 1000) {
      REQUIRE(snap(points, points.value(point)) == point);
      REQUIRE(point_at_or_below(points, points.value(point)) == point);
      REQUIRE(point_at_or_below(points, std::nextafter(points.value(point), -INFINITY)) == point - 1);
    }
    CHECK(point_at_or_below(points, -INFINITY) == -1);
    CHECK(point_at_or_below(points, INFINITY) == points.steps);
  }
}
