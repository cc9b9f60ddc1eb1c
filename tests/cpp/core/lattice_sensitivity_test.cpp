#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "core/lattice.hpp"
#include "support/catch.hpp"
#include "support/exact_steps.hpp"

using namespace inbounds;
using namespace inbounds::test;

namespace {

struct setting {
  domain where;
  lattice points;
};

setting made(std::vector<span> spans, double step) {
  const result<domain> where = domain_of_spans(std::move(spans));
  REQUIRE(where);
  const result<lattice> points = lattice_on(*where, step);
  REQUIRE(points);
  return {*where, *points};
}

steps_apart apart(const setting& on, double s) { return index_sensitivity(on.where, on.points, s); }

/// The last double at most s above q, as real numbers.
double reach_of(double q, double s) {
  double far = q + s;
  while (!at_most_apart(q, far, s)) far = std::nextafter(far, -INFINITY);
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
steps_apart tried(const setting& on, const std::vector<double>& truths, double s) {
  steps_apart most{0, 0};
  for (const double q : truths) {
    for (const double other : truths) {
      if (other < q || other - q > s) continue;
      const bool same = span_around(on.where, q) == span_around(on.where, other);
      std::int64_t& found = same ? most.within : most.across;
      found = std::max(found, steps_between(on, q, other));
    }
  }
  return most;
}

}  // namespace

TEST_CASE("a sensitivity written like the granularity is one step", "[core]") {
  CHECK(apart(made({{0, 1}}, 0.1), 0.1).within == 1);  // although the double 0.1 is a little more than a tenth
  CHECK(apart(made({{0, 120}}, 1), 1.5).within == 2);
  CHECK(apart(made({{0, 120}}, 1), 5e-324).within == 1);
  CHECK(apart(made({{0.5, 3.5}}, 1), 3).within == 2);  // no more than there are
  CHECK(apart(made({{0.5, 1.6}, {2.2, 3.5}}, 1), 3).across == 2);
}

TEST_CASE("in one interval, truths within the sensitivity are never more than ceil(s/step) apart", "[core]") {
  std::mt19937_64 engine(3);
  std::uniform_real_distribution<double> unit(0, 1);
  for (const double step : {1.0, 0.25, 0.1, 0.01, 3.0}) {
    const setting on = made({{-50, 70}}, step);
    for (int trial = 0; trial < 5000; ++trial) {
      const double s = trial % 2 == 0 ? unit(engine) * 10 : std::ceil(unit(engine) * 5) * step;
      const double q = trial % 3 == 0 ? std::nearbyint(unit(engine) * 20) * step + step / 2 : unit(engine) * 130 - 55;
      const auto [within, across] = apart(on, s);
      REQUIRE(within == std::min(exact_ceiling(s, step), on.points.steps()));
      REQUIRE(across == within);
      REQUIRE(steps_between(on, q, reach_of(q, s)) <= within);
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
    const steps_apart on_points = apart(made({{0, 2}, {4, 7}}, 1), s);
    CHECK(on_points.across == on_points.within);
    const steps_apart inwards = apart(made({{0, 2.25}, {3.5, 7}}, 1), s);  // both ends are rounded into their spans
    CHECK(inwards.across == inwards.within);
    const steps_apart outer = apart(made({{-0.75, 2}, {4, 7.75}}, 1), s);  // truths are clamped there in any case
    CHECK(outer.across == outer.within);
  }
}

TEST_CASE("over gaps that end between points, a step more is needed", "[core]") {
  const setting on = made({{0, 2.75}, {5, 9}}, 1);
  CHECK(apart(on, 2.75).within == 3);
  CHECK(apart(on, 2.75).across == 4);
  CHECK(at_most_apart(2.75, 5.5, 2.75));
  CHECK(steps_between(on, 2.75, 5.5) == 4);  // 2 and 6
  const setting mirrored = made({{-9, -5}, {-2.75, 0}}, 1);
  CHECK(apart(mirrored, 2.8).across == 4);
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
    const setting on = made({{cut(-9), cut(-5)}, {cut(-2), cut(1)}, {cut(3), cut(8)}}, 1);
    std::vector<double> truths;
    for (double q = -10; q < 10; q += 0.125) {
      if (span_around(on.where, q) && q >= on.where.lower() && q <= on.where.upper()) truths.push_back(q);
    }
    bool claimed = false;
    bool reached = false;
    for (double s = 0.125; s <= 12; s += 0.125) {
      const steps_apart bound = apart(on, s);
      const steps_apart seen = tried(on, truths, s);
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
        const double other = feasible_below(on.where, reach_of(q, s));
        const bool same = span_around(on.where, other) == span_around(on.where, q);
        const auto [within, across] = apart(on, s);
        REQUIRE(within == std::min(exact_ceiling(s, step), on.points.steps()));
        REQUIRE(across >= within);
        REQUIRE(across <= within + (on.points.grain.per_unit > 0 ? 2 : 1));  // see the last test
        INFO("step " << step << ", seed " << seed << ", q " << q << ", other " << other << ", s " << s);
        REQUIRE(steps_between(on, q, other) <= (same ? within : across));
        pairs += same ? 0 : 1;
      }
    }
  }
  CHECK(pairs > 3000);
}

// The double 1/n may lie above or below the n-th part, so that j/n, as released, and j times the double are not the
// same; an end between the two is moved inwards by a little more than a step.
TEST_CASE("ends between the released double and the multiple of the step are covered too", "[core]") {
  int found = 0;
  for (int n = 3; n < 2000; ++n) {
    const double step = 1.0 / n;
    if (is_power_of_two(step)) continue;
    for (int j = 1; j < 4 * n && found < 200; ++j) {
      const double end = std::nextafter(static_cast<double>(j) / n, 1e9);
      if (cpp_rational(end) > j * cpp_rational(step)) continue;
      ++found;
      const setting on = made({{-9, -end}, {end, 9}}, step);
      INFO("step 1/" << n << ", spans from -9 to -" << j << "/n and from " << j << "/n to 9, a last place further out");
      REQUIRE(steps_between(on, -end, end) <= apart(on, 2 * end).across);
    }
  }
  CHECK(found == 200);
}
