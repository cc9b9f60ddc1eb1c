#include "core/lattice.hpp"

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/exact_steps.hpp"

using namespace inbounds;
using inbounds::test::exact_nearest;

namespace {

using ranges = std::vector<std::pair<std::int64_t, std::int64_t>>;

domain interval(double lower, double upper) {
  const result<domain> where = domain_of({lower, upper});
  REQUIRE(where);
  return *where;
}

domain spans_of(std::vector<span> spans) {
  const result<domain> where = domain_of_spans(std::move(spans));
  REQUIRE(where);
  return *where;
}

lattice made(const domain& where, double step) {
  const result<lattice> points = lattice_on(where, step);
  REQUIRE(points);
  return *points;
}

ranges ranges_of(const lattice& points) {
  ranges found;
  for (const auto& [first, last] : points.ranges) found.emplace_back(first, last);
  return found;
}

double snapped(const domain& where, const lattice& points, double truth) {
  return points.value(snap(where, points, truth));
}

std::string refusal(const result<lattice>& points) { return points ? "accepted" : message(points.error()); }

const domain line = *domain_of({-INFINITY, INFINITY});

}  // namespace

TEST_CASE("granularities are powers of two, whole numbers and 1/n", "[core]") {
  for (const double step : {1.0, 0.5, 0x1p-1074, 0x1p971, 3.0, 60.0, 0x1p53 - 1, 0.1, 0.01, 1.0 / 3, 1.0 / 12}) {
    CHECK(granularity_from(step));
  }
  for (const double step : {0.3, 1.5, 2.5, 0.75, 0x1p972, 1e300, 1e-310}) {
    const auto refused = granularity_from(step);
    REQUIRE_FALSE(refused);
    CHECK(std::string(refused.error().rule) == "a power of two, a whole number, or 1/n for a whole number n");
  }
  CHECK(message(granularity_from(0).error()) == "granularity must be greater than 0, got 0");
  CHECK(message(granularity_from(NAN).error()) == "granularity must be a finite number, got NaN");
}

TEST_CASE("the lattice holds every multiple whose double lies in the interval", "[core]") {
  const lattice ages = made(interval(0, 120), 1);
  CHECK(ranges_of(ages) == ranges{{0, 120}});
  CHECK(ages.steps() == 120);
  CHECK_FALSE(ages.open.below);
  CHECK_FALSE(ages.open.above);
  const lattice tenths = made(interval(0.1, 0.7), 0.1);  // the double 0.1 lies above a tenth, 7 * 0.1 above 0.7
  CHECK(ranges_of(tenths) == ranges{{1, 7}});
  CHECK(tenths.value(1) == 0.1);
  CHECK(tenths.value(7) == 0.7);
  const lattice off = made(interval(-2.5, 2.5), 2);
  CHECK(ranges_of(off) == ranges{{-1, 1}});
  CHECK(off.value(-1) == -2);
  CHECK_FALSE(std::signbit(off.value(0)));  // zero, not minus zero
  CHECK(ranges_of(made(interval(1e12, 1e12 + 1), 0x1p-13)) == ranges{{8192000000000000, 8192000000008192}});
  CHECK(ranges_of(made(interval(-0x1p53, 0), 2)) == ranges{{-(std::int64_t{1} << 52), 0}});
}

TEST_CASE("each span keeps the points inside it", "[core]") {
  CHECK(ranges_of(made(spans_of({{0, 2}, {4, 7}, {9, 10}}), 1)) == ranges{{0, 2}, {4, 7}, {9, 10}});
  CHECK(ranges_of(made(spans_of({{0.5, 2.9}, {3.1, 4.2}}), 1)) == ranges{{1, 2}, {4, 4}});
  CHECK(ranges_of(made(spans_of({{-0.5, 0.5}, {0.75, 1}}), 1)) == ranges{{0, 0}, {1, 1}});
  CHECK(ranges_of(made(spans_of({{0.1, 0.3}, {0.6, 0.7}}), 0.1)) == ranges{{1, 3}, {6, 7}});
  const double above = std::nextafter(0.6, 1.0);
  CHECK(ranges_of(made(spans_of({{0.1, std::nextafter(0.3, 0.0)}, {above, 0.7}}), 0.1)) == ranges{{1, 2}, {7, 7}});
  const lattice endless = made(spans_of({{-INFINITY, -3}, {2.5, 4}, {5, INFINITY}}), 0.5);
  CHECK(ranges_of(endless) == ranges{{-last_multiple_of_infinity, -6}, {5, 8}, {10, last_multiple_of_infinity}});
  CHECK(endless.steps() == 2 * last_multiple_of_infinity);
}

TEST_CASE("too coarse and too fine granularities are refused", "[core]") {
  CHECK(refusal(lattice_on(interval(0, 50), 100)) ==
        "granularity must be fine enough for two multiples of it between lower (0) and upper (50), got 100");
  CHECK(refusal(lattice_on(interval(0.25, 0.75), 1)) ==
        "granularity must be fine enough for a multiple of it between 0.25 and 0.75, got 1");
  CHECK(refusal(lattice_on(spans_of({{0, 1}, {1.25, 1.75}, {2, 3}}), 1)) ==
        "granularity must be fine enough for a multiple of it between 1.25 and 1.75, got 1");
  CHECK(refusal(lattice_on(interval(1e12, 1e12 + 1), 0x1p-20)) ==
        "granularity must be at least 0.0001220703125 between these bounds, where doubles are no finer, got "
        "9.5367431640625e-07");
  CHECK_FALSE(lattice_on(interval(0, 1e10), 0.000001));
  // The point before the first one is a number, too.
  CHECK_FALSE(lattice_on(interval(-0x1p53, -0x1p53 + 64), 1));
  CHECK(lattice_on(interval(-0x1p53, -0x1p53 + 64), 2));
  CHECK(lattice_on(interval(0, 1), 1)->steps() == 1);
  CHECK(refusal(lattice_on(interval(0, 1), 0.3)) ==
        "granularity must be a power of two, a whole number, or 1/n for a whole number n, got 0.3");
}

TEST_CASE("an infinite end stops at a fixed multiple and is open", "[core]") {
  const lattice power = made(interval(0, INFINITY), 0x1p-20);
  CHECK(ranges_of(power) == ranges{{0, std::int64_t{1} << 52}});
  CHECK_FALSE(power.open.below);
  CHECK(power.open.above);
  const lattice tenths = made(interval(-INFINITY, 7), 0.1);
  CHECK(ranges_of(tenths) == ranges{{-(std::int64_t{1} << 50), 70}});
  CHECK(tenths.open.below);
  CHECK_FALSE(tenths.open.above);
  const lattice dozens = made(line, 12);
  CHECK(ranges_of(dozens) == ranges{{-(std::int64_t{1} << 50), std::int64_t{1} << 50}});
  CHECK((dozens.open.below && dozens.open.above));
  // Half of the multiples up to an infinite end are kept for it, measured from the outermost finite end.
  CHECK(lattice_on(interval(0x1p51, INFINITY), 1)->steps() == std::int64_t{1} << 51);
  CHECK_FALSE(lattice_on(interval(0x1p51 + 1, INFINITY), 1));
  CHECK_FALSE(lattice_on(spans_of({{0, 1}, {0x1p51 + 1, INFINITY}}), 1));
  CHECK_FALSE(lattice_on(spans_of({{-INFINITY, -0x1p51 - 1}, {0, 1}}), 1));
  CHECK(lattice_on(interval(0x1p49 * 3, INFINITY), 3));
  CHECK_FALSE(lattice_on(interval(0x1p50 * 3, INFINITY), 3));
}

TEST_CASE("the default lattice is as fine as 2^-24 of the sensitivity, unless doubles or 2^52 steps forbid it",
          "[core]") {
  const auto step = [](const domain& where, double s) { return default_lattice(where, s, 1e300)->grain.step; };
  CHECK(step(interval(0, 1), 1) == 0x1p-24);
  CHECK(step(interval(0, 1), 0.3) == 0x1p-26);
  CHECK(step(interval(1e12, 1e12 + 1), 1) == 0x1p-13);
  CHECK(step(interval(0, 1e10), 1) == 0x1p-18);
  CHECK(step(spans_of({{0, 1}, {1e10 - 1, 1e10}}), 1) == 0x1p-18);
  CHECK(default_lattice(interval(0, 1e10), 1, 1)->steps() <= std::int64_t{1} << 52);
  CHECK(default_lattice(interval(-0x1p52, 0x1p52), 32, 1)->steps() == std::int64_t{1} << 52);
  CHECK(default_lattice(interval(-1e149, 7e149), 1e149, 1));
  CHECK(refusal(default_lattice(interval(0, 1e20), 1, 1)) ==
        "sensitivity must be at least 524288 between these bounds, where doubles are 32768 apart, got 1; narrow the "
        "bounds, or choose a granularity");
  CHECK(refusal(default_lattice(spans_of({{0, 1}, {1.5 + 0x1p-30, 1.5 + 0x1p-29}}), 1.5, 1)) ==
        "granularity must be fine enough for a multiple of it between 1.5000000009313226 and 1.5000000018626451, got "
        "5.9604644775390625e-08");
}

TEST_CASE("between infinite bounds the default also reaches 2^44 steps per scale", "[core]") {
  const auto step = [](const domain& where, double s, double scale) {
    return default_lattice(where, s, scale)->grain.step;
  };
  CHECK(step(line, 1, 1) == 0x1p-24);
  CHECK(step(line, 1, 0x1p20) == 0x1p-24);
  CHECK(step(line, 1, 0x1p21) == 0x1p-23);
  CHECK(step(line, 1, 0x1p21 + 1) == 0x1p-22);  // rounded up
  CHECK(step(line, 1.5, 0x1p21 + 1) == 0x1p-22);
  CHECK(step(interval(0, INFINITY), 0.3, 1) == 0x1p-26);
  CHECK(step(interval(1e12, INFINITY), 1, 1) == 0x1p-11);
  CHECK(step(line, 1, 0x1p40) == 0x1p-4);
  CHECK(refusal(default_lattice(line, 1, 0x1p41)) ==
        "sensitivity must be at least 2 between infinite bounds, where noise this wide takes steps of 0.125, got 1; "
        "bound the values, ask for less noise, or choose a granularity");
  CHECK(refusal(default_lattice(interval(1e16, INFINITY), 1, 1)) ==
        "sensitivity must be at least 128 between these bounds, where doubles are 8 apart, got 1; narrow the bounds, "
        "or choose a granularity");
  const lattice points = *default_lattice(line, 1, 0x1p21);
  CHECK(points.value(points.highest()) / 0x1p21 >= 128);  // scales away: noise never gets there
}

// bounded_laplace/PROOF.md, Lemma 2
TEST_CASE("snapping is floor(x/step + 1/2), exactly", "[core]") {
  const domain where = interval(-10, 10);
  const lattice whole = made(where, 1);
  CHECK(snapped(where, whole, 0.49999999999999994) == 0);  // + 0.5 rounds to 1 in doubles
  CHECK(snapped(where, whole, 0.5) == 1);
  CHECK(snapped(where, whole, 1.5) == 2);
  CHECK(snapped(where, whole, 2.5) == 3);  // to even would be 2: 1.5 and 2.5 would share a point
  CHECK(snapped(where, whole, -0.5) == 0);
  CHECK(snapped(where, whole, -1.5) == -1);
  CHECK(snapped(where, whole, 1e300) == 10);
  CHECK(snapped(where, whole, -INFINITY) == -10);

  std::mt19937_64 engine(2);
  std::uniform_real_distribution<double> unit(-1, 1);
  for (const double step : {1.0, 0x1p-30, 3.0, 0.1, 0.01, 1.0 / 3, 1.0 / 12, 7.0}) {
    const double reach = step * 0x1p40;
    const domain one = interval(-reach, reach);
    const domain three = spans_of({{-reach, -reach / 2}, {-reach / 4, reach / 4}, {reach / 2, reach}});
    const lattice points = made(one, step);
    const lattice gapped = made(three, step);
    for (int trial = 0; trial < 2000; ++trial) {
      const double near_tie = std::nearbyint(unit(engine) * 100) * step + step / 2;
      for (const double x : {unit(engine) * reach, near_tie, std::nextafter(near_tie, -INFINITY)}) {
        const std::int64_t exact = exact_nearest(x, step);
        REQUIRE(snap(one, points, x) == exact);
        const auto around = span_around(three, x);
        if (!around) continue;
        const auto [first, last] = gapped.ranges[*around];
        REQUIRE(snap(three, gapped, x) == std::clamp(exact, first, last));
      }
    }
  }
}

TEST_CASE("a truth near the end of a span stays in its own span", "[core]") {
  const domain where = spans_of({{0.25, 2.75}, {3.3, 5.1}, {5.6, 8}});
  const lattice whole = made(where, 1);
  CHECK(ranges_of(whole) == ranges{{1, 2}, {4, 5}, {6, 8}});
  CHECK(snapped(where, whole, 2.75) == 2);  // 3 is in the gap
  CHECK(snapped(where, whole, 3.3) == 4);
  CHECK(snapped(where, whole, 3.4) == 4);
  CHECK(snapped(where, whole, 5.1) == 5);
  CHECK(snapped(where, whole, 5.6) == 6);
  CHECK(snapped(where, whole, 0.25) == 1);
  CHECK(snapped(where, whole, -7) == 1);
  CHECK(snapped(where, whole, INFINITY) == 8);
  const domain close = spans_of({{0, 0.9}, {1.1, 2}});  // 0.9 is nearer to a point of the other span
  const lattice halves = made(close, 0.5);
  CHECK(snapped(close, halves, 0.9) == 0.5);
  CHECK(snapped(close, halves, 1.1) == 1.5);
}

TEST_CASE("between infinite bounds, truths beyond the last multiple become it", "[core]") {
  for (const double step : {1.0, 0x1p-30, 0x1p900, 3.0, 0.1}) {
    const std::int64_t last = std::int64_t{1} << (step == 3.0 || step == 0.1 ? 50 : 52);
    const lattice points = made(line, step);
    CHECK(snap(line, points, INFINITY) == last);
    CHECK(snap(line, points, -INFINITY) == -last);
    CHECK(snap(line, points, points.value(last) * 2) == last);
    CHECK(snap(line, points, points.value(last - 1)) == last - 1);
    CHECK(snap(line, points, 0) == 0);
  }
}

TEST_CASE("snapping works on the finest of all lattices", "[core]") {
  for (const double step : {0x1p-1022, 0x1p-1023, 0x1p-1024, 0x1p-1074}) {  // 1/step overflows from 2^-1024 on
    INFO("step " << step);
    const lattice points = made(line, step);
    CHECK(snap(line, points, 0) == 0);
    CHECK(snap(line, points, 5 * step) == 5);
    CHECK(snap(line, points, -1) == -last_multiple_of_infinity);
  }
}

TEST_CASE("every point is found again from its value", "[core]") {
  const domain with_gaps = spans_of({{-3.3, -1.05}, {0.02, 2}, {5, 12.7}});
  for (const domain& where : {interval(-3.3, 12.7), with_gaps}) {
    for (const double step : {1.0, 0.1, 0x1p-30, 1.0 / 12}) {
      const lattice points = made(where, step);
      std::int64_t before = points.lowest() - 1;
      for (const auto& [first, last] : points.ranges) {
        for (std::int64_t point = first; point <= last; point += 1 + (last - first) / 1000) {
          const double value = points.value(point);
          REQUIRE(span_around(where, value));
          REQUIRE(snap(where, points, value) == point);
          REQUIRE(point_at_or_below(points, value) == point);
          if (point > first) before = point - 1;
          const auto below = point_at_or_below(points, std::nextafter(value, -INFINITY));
          REQUIRE(below.value_or(points.lowest() - 1) == before);
        }
        before = last;
      }
      CHECK_FALSE(point_at_or_below(points, -INFINITY));
      CHECK(point_at_or_below(points, INFINITY) == points.highest());
    }
  }
  const lattice whole = made(with_gaps, 1);
  CHECK(ranges_of(whole) == ranges{{-3, -2}, {1, 2}, {5, 12}});
  CHECK(point_at_or_below(whole, 0.999) == -2);  // over the gap
  CHECK(point_at_or_below(whole, 4.999) == 2);
  CHECK(point_at_or_below(whole, 3) == 2);
  CHECK(point_at_or_below(whole, 12.5) == 12);
  CHECK(point_at_or_below(made(line, 1), 1e300) == last_multiple_of_infinity);
}
