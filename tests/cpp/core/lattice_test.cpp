#include "core/lattice.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/exact_steps.hpp"

namespace lattice_test {

using namespace inbounds;
using inbounds::test::cpp_rational;
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

lattice make_lattice(const domain& where, double step) {
  const result<lattice> points = lattice_on(where, step);
  REQUIRE(points);
  return *points;
}

ranges ranges_of(const lattice& points) {
  ranges found;
  for (const auto& [first, last] : points.ranges) found.emplace_back(first, last);
  return found;
}

double snap_value(const domain& where, const lattice& points, double truth) {
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
    const auto rejected = granularity_from(step);
    REQUIRE_FALSE(rejected);
    CHECK(std::string(rejected.error().rule) == "a power of two, a whole number, or 1/n for a whole number n");
  }
  CHECK(message(granularity_from(0).error()) == "granularity must be greater than 0, got 0");
  CHECK(message(granularity_from(NAN).error()) == "granularity must be a finite number, got NaN");
}

TEST_CASE("the lattice holds every multiple whose double lies in the interval", "[core]") {
  const lattice ages = make_lattice(interval(0, 120), 1);
  CHECK(ranges_of(ages) == ranges{{0, 120}});
  CHECK(ages.steps() == 120);
  CHECK_FALSE(ages.open.below);
  CHECK_FALSE(ages.open.above);
  const lattice tenths = make_lattice(interval(0.1, 0.7), 0.1);  // the double 0.1 lies above a tenth, 0.7 below seven
  CHECK(ranges_of(tenths) == ranges{{1, 7}});
  CHECK(tenths.value(1) == 0.1);
  CHECK(tenths.value(7) == 0.7);
  const lattice around = make_lattice(interval(-2, 2.5), 2);
  CHECK(ranges_of(around) == ranges{{-1, 1}});
  CHECK(around.value(-1) == -2);
  CHECK_FALSE(std::signbit(around.value(0)));  // zero, not minus zero
  CHECK(ranges_of(make_lattice(interval(1e12, 1e12 + 1), 0x1p-13)) == ranges{{8192000000000000, 8192000000008192}});
  CHECK(ranges_of(make_lattice(interval(-0x1p53, 0), 2)) == ranges{{-(std::int64_t{1} << 52), 0}});
}

TEST_CASE("each span keeps the points inside it", "[core]") {
  CHECK(ranges_of(make_lattice(spans_of({{0, 2}, {4, 7}, {9, 10}}), 1)) == ranges{{0, 2}, {4, 7}, {9, 10}});
  CHECK(ranges_of(make_lattice(spans_of({{1, 2.9}, {3.1, 4.2}}), 1)) == ranges{{1, 2}, {4, 4}});
  CHECK(ranges_of(make_lattice(spans_of({{0, 0.5}, {0.75, 1}}), 1)) == ranges{{0, 0}, {1, 1}});
  CHECK(ranges_of(make_lattice(spans_of({{0.5, 2.9}, {3.1, 4.2}}), 1)) ==
        ranges{{0, 2}, {3, 3}});  // 0.5, 1.5, 2.5, 3.5
  CHECK(ranges_of(make_lattice(spans_of({{0.1, 0.3}, {0.6, 0.7}}), 0.1)) == ranges{{1, 3}, {6, 7}});
  const double above = std::nextafter(0.6, 1.0);
  CHECK(ranges_of(make_lattice(spans_of({{0.1, std::nextafter(0.3, 0.0)}, {above, 0.7}}), 0.1)) ==
        ranges{{1, 2}, {7, 7}});
  const lattice endless = make_lattice(spans_of({{-INFINITY, -3}, {2.5, 4}, {5, INFINITY}}), 0.5);
  CHECK(ranges_of(endless) == ranges{{-last_multiple_of_infinity, -6}, {5, 8}, {10, last_multiple_of_infinity}});
  CHECK(endless.steps() == 2 * last_multiple_of_infinity);
}

TEST_CASE("steps are counted from the lower bound where that is no multiple", "[core]") {
  const auto values = [](const lattice& points) {
    std::vector<double> all;
    for (const auto& [first, last] : points.ranges) {
      for (std::int64_t point = first; point <= last; ++point) all.push_back(points.value(point));
    }
    return all;
  };
  CHECK(values(make_lattice(interval(1, 5), 4)) == std::vector<double>{1, 5});
  CHECK(values(make_lattice(interval(4, 12), 4)) == std::vector<double>{4, 8, 12});
  CHECK(values(make_lattice(interval(-2.5, 2.5), 2)) == std::vector<double>{-2.5, -0.5, 1.5});
  CHECK(values(make_lattice(interval(0.05, 0.5), 0.1)) == std::vector<double>{0.05, 0.05 + 0.1, 0.25, 0.35, 0.45});
  CHECK(values(make_lattice(spans_of({{0.05, 0.2}, {0.3, 0.5}}), 0.1)) ==
        std::vector<double>{0.05, 0.05 + 0.1, 0.35, 0.45});
  CHECK(make_lattice(interval(0.1, INFINITY), 0.25).value(0) == 0.1);
  CHECK(make_lattice(interval(0.1, INFINITY), 0.25).highest() == std::int64_t{1} << 50);
  CHECK(make_lattice(interval(-INFINITY, 0.1), 0.25).value(0) == 0);  // no lower bound to count from
  CHECK(make_lattice(interval(0.1, 0.7), 0.1).grain.origin == 0);     // the double of a tenth is a multiple of tenths
  CHECK(default_lattice(interval(0.1, 1), 0.9, 1)->grain.origin == 0);
  // As a release wrote it that always counted from 0; no other origin is accepted.
  const domain off = interval(0.5, 9.5);
  CHECK(ranges_of(*lattice_on(off, 1, 0)) == ranges{{1, 9}});
  CHECK(lattice_on(off, 1, 0.5)->value(9) == 9.5);
  CHECK(refusal(lattice_on(off, 1, 0.25)) == "origin must be 0 or the lower bound (0.5), got 0.25");
  CHECK(refusal(lattice_on(off, 1, NAN)) == "origin must be 0 or the lower bound (0.5), got NaN");
  // Sums of an origin and a multiple need room for their last places.
  CHECK(lattice_on(interval(1, 2), 0x1p-51));
  CHECK(refusal(lattice_on(interval(1 + 0x1p-52, 2), 0x1p-51)) ==
        "granularity must be at least 1.7763568394002505e-15 between these bounds, where doubles are no finer, got "
        "4.440892098500626e-16; or let lower be a multiple of it");
}

TEST_CASE("too coarse and too fine granularities are refused", "[core]") {
  CHECK(refusal(lattice_on(interval(0, 50), 100)) ==
        "granularity must be fine enough for two values between lower (0) and upper (50), got 100");
  CHECK(refusal(lattice_on(interval(0.25, 0.75), 1)) ==
        "granularity must be fine enough for two values between lower (0.25) and upper (0.75), got 1");
  CHECK(refusal(lattice_on(spans_of({{0, 1}, {1.25, 1.75}, {2, 3}}), 1)) ==
        "granularity must be fine enough for a value between 1.25 and 1.75, got 1");
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
  const lattice power = make_lattice(interval(0, INFINITY), 0x1p-20);
  CHECK(ranges_of(power) == ranges{{0, std::int64_t{1} << 52}});
  CHECK_FALSE(power.open.below);
  CHECK(power.open.above);
  const lattice tenths = make_lattice(interval(-INFINITY, 7), 0.1);
  CHECK(ranges_of(tenths) == ranges{{-(std::int64_t{1} << 50), 70}});
  CHECK(tenths.open.below);
  CHECK_FALSE(tenths.open.above);
  const lattice dozens = make_lattice(line, 12);
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
        "granularity must be fine enough for a value between 1.5000000009313226 and 1.5000000018626451, got "
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
  const lattice whole = make_lattice(where, 1);
  CHECK(snap_value(where, whole, 0.49999999999999994) == 0);  // + 0.5 rounds to 1 in doubles
  CHECK(snap_value(where, whole, 0.5) == 1);
  CHECK(snap_value(where, whole, 1.5) == 2);
  CHECK(snap_value(where, whole, 2.5) == 3);  // to even would be 2: 1.5 and 2.5 would share a point
  CHECK(snap_value(where, whole, -0.5) == 0);
  CHECK(snap_value(where, whole, -1.5) == -1);
  CHECK(snap_value(where, whole, 1e300) == 10);
  CHECK(snap_value(where, whole, -INFINITY) == -10);

  std::mt19937_64 engine(2);
  std::uniform_real_distribution<double> unit(-1, 1);
  for (const double step : {1.0, 0x1p-30, 3.0, 0.1, 0.01, 1.0 / 3, 1.0 / 12, 7.0}) {
    const double extent = step * 0x1p40;
    const domain one = interval(-extent, extent);
    const domain three = spans_of({{-extent, -extent / 2}, {-extent / 4, extent / 4}, {extent / 2, extent}});
    const lattice points = make_lattice(one, step);
    const lattice gapped = make_lattice(three, step);
    for (int trial = 0; trial < 2000; ++trial) {
      const double near_tie = std::nearbyint(unit(engine) * 100) * step + step / 2;
      for (const double x : {unit(engine) * extent, near_tie, std::nextafter(near_tie, -INFINITY)}) {
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

// bounded_laplace/PROOF.md, Lemma 2
TEST_CASE("steps of 1/n are that fraction, not the double next to it", "[core]") {
  for (int parts = 3; parts < 1000; ++parts) {
    const double step = 1.0 / parts;
    if (is_power_of_two(step)) continue;
    const domain where = interval(-2, 2);
    const lattice points = make_lattice(where, step);
    REQUIRE(index_sensitivity(where, points, 1).within == parts);
    for (const double x : {0.5, -0.5, 1.5, -1.5, 0.25}) REQUIRE(snap(where, points, x) == exact_nearest(x, step));
  }
  const domain where = interval(-1, 1);
  const lattice thirds = make_lattice(where, 1.0 / 3);
  CHECK(snap(where, thirds, 0.5) - snap(where, thirds, -0.5) == 3);
  // The double 0.1 is a little more than a tenth, and there are truths that far apart which round two steps apart.
  const domain unit = interval(0, 1);
  const lattice tenths = make_lattice(unit, 0.1);
  CHECK(inbounds::test::is_within(0.15, 0.25, 0.1));
  CHECK(snap(unit, tenths, 0.25) - snap(unit, tenths, 0.15) == 2);
  CHECK(index_sensitivity(unit, tenths, 0.1).within == 2);
  CHECK(index_sensitivity(unit, tenths, std::nextafter(0.1, 0.0)).within == 1);
}

// bounded_laplace/PROOF.md, Lemma 2
TEST_CASE("snapping is exact wherever steps are counted from", "[core]") {
  std::mt19937_64 engine(5);
  std::uniform_real_distribution<double> unit(-1, 1);
  int ties = 0;
  for (const double step : {1.0, 0x1p-30, 0x1p20, 3.0, 60.0, 0.1, 0.01, 1.0 / 3, 1.0 / 12, 1.0 / 49, 1.0 / 999983}) {
    for (int from = 0; from < 60; ++from) {
      const double extent = step * std::exp2(1 + from % 48);
      const double far = from % 3 == 0 ? 0x1p40 : from % 3 == 1 ? 0x1p-40 : 1;
      const double lower = from % 7 == 0 ? 0.3 * step : unit(engine) * extent * far;
      const result<domain> where = domain_of({lower, lower + extent});
      if (!where) continue;
      const result<lattice> points = lattice_on(*where, step);
      if (!points) continue;
      const granularity& grain = points->grain;
      for (int trial = 0; trial < 40; ++trial) {
        const double index = std::nearbyint(std::fabs(unit(engine)) * static_cast<double>(points->steps()));
        const double tie = lower + (index + 0.5) * step;
        for (const double x : {lower + std::fabs(unit(engine)) * extent, tie, std::nextafter(tie, -INFINITY),
                               std::nextafter(tie, INFINITY), points->value(points->lowest() + trial)}) {
          if (!(x >= lower && x <= where->upper())) continue;
          const std::int64_t exact = exact_nearest(x, step, grain.origin);
          INFO("step " << step << ", lower " << lower << ", x " << x);
          REQUIRE(snap(*where, *points, x) == std::clamp(exact, points->lowest(), points->highest()));
          const cpp_rational steps = (cpp_rational(x) - cpp_rational(grain.origin)) / inbounds::test::exact_step(step);
          ties += 2 * steps - 1 == 2 * cpp_rational(exact - 1) ? 1 : 0;
        }
      }
      for (int trial = 0; trial < 40 && trial <= points->steps(); ++trial) {
        const std::int64_t point = points->lowest() + trial;
        REQUIRE(snap(*where, *points, points->value(point)) == point);
        if (trial > 0) REQUIRE(points->value(point) > points->value(point - 1));
      }
    }
  }
  CHECK(ties > 100);
}

TEST_CASE("a truth near the end of a span stays in its own span", "[core]") {
  const domain where = spans_of({{0, 2.75}, {3.3, 5.1}, {5.6, 8}});
  const lattice whole = make_lattice(where, 1);
  CHECK(ranges_of(whole) == ranges{{0, 2}, {4, 5}, {6, 8}});
  CHECK(snap_value(where, whole, 2.75) == 2);  // 3 is in the gap
  CHECK(snap_value(where, whole, 3.3) == 4);
  CHECK(snap_value(where, whole, 3.4) == 4);
  CHECK(snap_value(where, whole, 5.1) == 5);
  CHECK(snap_value(where, whole, 5.6) == 6);
  CHECK(snap_value(where, whole, 0.25) == 0);
  CHECK(snap_value(where, whole, -7) == 0);
  CHECK(snap_value(where, whole, INFINITY) == 8);
  const domain close = spans_of({{0, 0.9}, {1.1, 2}});  // 0.9 is nearer to a point of the other span
  const lattice halves = make_lattice(close, 0.5);
  CHECK(snap_value(close, halves, 0.9) == 0.5);
  CHECK(snap_value(close, halves, 1.1) == 1.5);
}

TEST_CASE("between infinite bounds, truths beyond the last multiple become it", "[core]") {
  for (const double step : {1.0, 0x1p-30, 0x1p900, 3.0, 0.1}) {
    const std::int64_t last = std::int64_t{1} << (step == 3.0 || step == 0.1 ? 50 : 52);
    const lattice points = make_lattice(line, step);
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
    const lattice points = make_lattice(line, step);
    CHECK(snap(line, points, 0) == 0);
    CHECK(snap(line, points, 5 * step) == 5);
    CHECK(snap(line, points, -1) == -last_multiple_of_infinity);
  }
}

TEST_CASE("every point is found again from its value", "[core]") {
  const domain with_gaps = spans_of({{-3.3, -1.05}, {0.02, 2}, {5, 12.7}});
  for (const domain& where : {interval(-3.3, 12.7), with_gaps}) {
    for (const double step : {1.0, 0.1, 0x1p-30, 1.0 / 12}) {
      const lattice points = make_lattice(where, step);
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
  const lattice whole = make_lattice(spans_of({{-3, -1.05}, {0.02, 2}, {5, 12.7}}), 1);
  CHECK(ranges_of(whole) == ranges{{-3, -2}, {1, 2}, {5, 12}});
  CHECK(point_at_or_below(whole, 0.999) == -2);  // over the gap
  CHECK(point_at_or_below(whole, 4.999) == 2);
  CHECK(point_at_or_below(whole, 3) == 2);
  CHECK(point_at_or_below(whole, 12.5) == 12);
  CHECK(point_at_or_below(make_lattice(line, 1), 1e300) == last_multiple_of_infinity);
}

namespace about_sensitivity {

using namespace inbounds;
using namespace inbounds::test;

namespace {

struct setting {
  domain where;
  lattice points;
};

setting make_setting(std::vector<span> spans, double step) {
  const result<domain> where = domain_of_spans(std::move(spans));
  REQUIRE(where);
  const result<lattice> points = lattice_on(*where, step);
  REQUIRE(points);
  return {*where, *points};
}

sensitivity_in_steps steps_for(const setting& on, double s) { return index_sensitivity(on.where, on.points, s); }

/// The last double at most s above q, as real numbers.
double farthest_neighbour(double q, double s) {
  double far = q + s;
  while (!is_within(q, far, s)) far = std::nextafter(far, -INFINITY);
  return far;
}

/// The largest feasible number at or below x.
double feasible_below(const domain& where, double x) {
  return std::min(x, where.spans[span_at_or_below(where.spans, x)].upper);
}

std::int64_t steps_between(const setting& on, double q, double other) {
  return std::abs(snap(on.where, on.points, q) - snap(on.where, on.points, other));
}

/// The most steps between any two of these truths (multiples of 1/8) that are at most s apart: in one span, and in
/// different ones.
sensitivity_in_steps try_all(const setting& on, const std::vector<double>& truths, double s) {
  sensitivity_in_steps max{0, 0};
  for (const double q : truths) {
    for (const double other : truths) {
      if (other < q || other - q > s) continue;
      const bool same = span_around(on.where, q) == span_around(on.where, other);
      std::int64_t& found = same ? max.within : max.across;
      found = std::max(found, steps_between(on, q, other));
    }
  }
  return max;
}

}  // namespace

TEST_CASE("sensitivities count in whole steps, rounded up", "[core]") {
  CHECK(steps_for(make_setting({{0, 9}}, 3), 3).within == 1);
  CHECK(steps_for(make_setting({{0, 1}}, 1.0 / 3), 1.0 / 3).within == 1);
  CHECK(steps_for(make_setting({{0, 120}}, 1), 1.5).within == 2);
  CHECK(steps_for(make_setting({{0, 120}}, 1), 5e-324).within == 1);
  CHECK(steps_for(make_setting({{1, 3.5}}, 1), 2.5).within == 2);  // no more than there are
  CHECK(steps_for(make_setting({{1, 1.6}, {2.2, 3.5}}, 1), 2.5).across == 2);
}

TEST_CASE("in one interval, truths within the sensitivity are never more than ceil(s/step) apart", "[core]") {
  std::mt19937_64 engine(3);
  std::uniform_real_distribution<double> unit(0, 1);
  for (const double step : {1.0, 0.25, 0.1, 0.01, 3.0}) {
    const setting on = make_setting({{-50, 70}}, step);
    for (int trial = 0; trial < 5000; ++trial) {
      const double s = trial % 2 == 0 ? unit(engine) * 10 : std::ceil(unit(engine) * 5) * step;
      const double q = trial % 3 == 0 ? std::nearbyint(unit(engine) * 20) * step + step / 2 : unit(engine) * 130 - 55;
      const auto [within, across] = steps_for(on, s);
      REQUIRE(within == std::min(exact_ceiling(s, step), on.points.steps()));
      REQUIRE(across == within);
      REQUIRE(steps_between(on, q, farthest_neighbour(q, s)) <= within);
    }
  }
}

TEST_CASE("between infinite bounds the sensitivity may exceed all steps", "[core]") {
  const domain line = *domain_of({-INFINITY, INFINITY});
  for (const double step : {1.0, 0.1, 3.0, 0x1p-60}) {
    const lattice points = *lattice_on(line, step);
    CHECK(index_sensitivity(line, points, 1e150).within == points.steps());
    CHECK(index_sensitivity(line, points, 1e-150).within == 1);
    CHECK(index_sensitivity(line, points, 5 * step).within == 5);
  }
}

TEST_CASE("over gaps between points of the lattice, a step more is not needed", "[core]") {
  for (const double s : {0.5, 1.0, 2.25, 6.0}) {
    const sensitivity_in_steps on_points = steps_for(make_setting({{0, 2}, {4, 7}}, 1), s);
    CHECK(on_points.across == on_points.within);
    const sensitivity_in_steps inwards =
        steps_for(make_setting({{0, 2.25}, {3.5, 7}}, 1), s);  // both ends are rounded into their spans
    CHECK(inwards.across == inwards.within);
    const sensitivity_in_steps outer =
        steps_for(make_setting({{-1, 2}, {4, 7.75}}, 1), s);  // truths are clamped there in any case
    CHECK(outer.across == outer.within);
  }
}

TEST_CASE("over gaps that end between points, a step more is needed", "[core]") {
  const setting on = make_setting({{0, 2.75}, {5, 9}}, 1);
  CHECK(steps_for(on, 2.75).within == 3);
  CHECK(steps_for(on, 2.75).across == 4);
  CHECK(is_within(2.75, 5.5, 2.75));
  CHECK(steps_between(on, 2.75, 5.5) == 4);  // 2 and 6
  const setting mirrored = make_setting({{-9, -5}, {-2.75, 0}}, 1);
  CHECK(steps_for(mirrored, 2.8).across == 4);
  CHECK(steps_between(mirrored, -5.55, -2.75) == 4);
}

// bounded_laplace/PROOF.md, Lemma 1
TEST_CASE("all truths on a fine grid: the bounds hold, and the step more is reached where it is claimed", "[core]") {
  std::mt19937_64 engine(4);
  std::uniform_int_distribution<int> eighths(0, 7);
  int with_a_step_more = 0;
  int without = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const auto cut = [&](int whole) {
      return whole + (trial % 2 == 0 ? eighths(engine) : eighths(engine) / 4 * 4) / 8.0;
    };
    const setting on = make_setting({{cut(-9), cut(-5)}, {cut(-2), cut(1)}, {cut(3), cut(8)}}, 1);
    std::vector<double> truths;
    for (double q = -10; q < 10; q += 0.125) {
      if (span_around(on.where, q) && q >= on.where.lower() && q <= on.where.upper()) truths.push_back(q);
    }
    bool claimed = false;
    bool reached = false;
    for (double s = 0.125; s <= 12; s += 0.125) {
      const sensitivity_in_steps bound = steps_for(on, s);
      const sensitivity_in_steps seen = try_all(on, truths, s);
      REQUIRE(seen.within <= bound.within);
      REQUIRE(seen.across <= bound.across);
      claimed |= bound.across > bound.within;
      reached |= seen.across > bound.within;
    }
    REQUIRE(claimed == reached);
    ++(claimed ? with_a_step_more : without);
  }
  CHECK(with_a_step_more > 10);
  CHECK(without > 2);
}

// bounded_laplace/PROOF.md, Lemma 1
TEST_CASE("random truths in random spans are never further apart than claimed", "[core]") {
  std::uniform_real_distribution<double> unit(0, 1);
  std::int64_t pairs = 0;
  for (const double step : {1.0, 0.25, 0x1p-20, 3.0, 7.0, 0.1, 0.01, 1.0 / 3, 1.0 / 7, 1.0 / 12, 1.0 / 49}) {
    for (unsigned seed = 0; seed < 40; ++seed) {
      std::mt19937_64 engine(seed);
      const auto random_end = [&] {
        const double x = (unit(engine) - 0.5) * 200 * step;
        const double multiple = std::nearbyint(x / step);
        switch (engine() % 4) {
          case 0: return multiple * step;
          case 1: return multiple * step + step / 2;
          case 2: return std::nextafter(granularity_from(step)->value(multiple), engine() % 2 == 0 ? -1e9 : 1e9);
          default: return x;
        }
      };
      std::vector<double> ends(2 * (2 + seed % 4));
      for (double& end : ends) end = random_end();
      std::sort(ends.begin(), ends.end());
      std::vector<span> spans;
      for (std::size_t at = 0; at < ends.size(); at += 2) spans.push_back({ends[at], ends[at + 1]});
      const auto where = domain_of_spans(spans);
      if (!where) continue;
      const auto points = lattice_on(*where, step);
      if (!points) continue;
      const setting on{*where, *points};
      for (int trial = 0; trial < 60; ++trial) {
        const std::size_t at = engine() % on.where.spans.size();
        const auto [lower, upper] = on.where.spans[at];
        const double tie = (std::floor(lower / step) + 0.5) * step;
        const double inside = trial % 4 == 0 ? tie : lower + unit(engine) * (upper - lower);
        const double q = trial % 5 == 0 ? lower : trial % 5 == 1 ? upper : std::clamp(inside, lower, upper);
        const double to_other_end = on.where.spans[engine() % on.where.spans.size()].lower - q;
        const double s = trial % 2 == 0 && to_other_end > 0 ? to_other_end : unit(engine) * 60 * step;
        if (!(s > 0)) continue;
        const double other = feasible_below(on.where, farthest_neighbour(q, s));
        const bool same = span_around(on.where, other) == span_around(on.where, q);
        const auto [within, across] = steps_for(on, s);
        REQUIRE(within == std::min(exact_ceiling(s, step), on.points.steps()));
        REQUIRE(across >= within);
        REQUIRE(across <= within + (on.points.grain.origin == 0 ? 1 : 2));  // see the last test
        INFO("step " << step << ", seed " << seed << ", q " << q << ", other " << other << ", s " << s);
        REQUIRE(steps_between(on, q, other) <= (same ? within : across));
        pairs += same ? 0 : 1;
      }
    }
  }
  CHECK(pairs > 3000);
}

// 2^52 + 1 times 257 is no double. Counted from -2^60, the point is 2^52 + 257, and what is released for it one less: a
// span that begins between the two does not keep the point, although it lies there.
TEST_CASE("ends between a point and the double that is released for it are covered too", "[core]") {
  const double end = 0x1p52 + 257;
  const setting on = make_setting({{-0x1p60, -0x1p54}, {end, 0x1p60}}, 0x1p52 + 1);
  REQUIRE(on.points.grain.origin == -0x1p60);
  CHECK(on.points.value(257) == 0x1p52 + 256);
  CHECK(on.points.ranges[1].first == 258);
  const sensitivity_in_steps far = steps_for(on, 0x1p55);
  CHECK(far.across == far.within + 2);
  const double other = feasible_below(on.where, end - 0x1p54);
  CHECK(steps_between(on, end, other) <= steps_for(on, end - other).across);
}

}  // namespace about_sensitivity

}  // namespace lattice_test
