#include "estimation/report_bins.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "mechanisms/laplace_cases.hpp"
#include "mechanisms/reflected_laplace/reflected_laplace.hpp"
#include "support/catch.hpp"

namespace report_bins_test {

using namespace inbounds;
using inbounds::test::interval;
using inbounds::test::make_noise;
using inbounds::test::spans_of;
using inbounds::test::uniform;

namespace {

lattice lattice_of(const domain& where, double step) {
  const auto points = lattice_on(where, step);
  if (!points) FAIL(message(points.error()));
  return *points;
}

report_bins binned(const lattice& points, std::optional<span> range = {}) {
  const auto bins = bins_on(points, range);
  if (!bins) FAIL(message(bins.error()));
  return *bins;
}

std::vector<std::int64_t> all_points(const lattice& points) {
  std::vector<std::int64_t> all;
  for (const auto& [first, last] : points.ranges) {
    for (std::int64_t point = first; point <= last; ++point) all.push_back(point);
  }
  return all;
}

/// The bin of a point, by a plain search.
std::size_t bin_of_point(const report_bins& bins, std::int64_t point) {
  std::size_t bin = 0;
  while (bins.last[bin] < point) ++bin;
  return bin;
}

std::size_t plain_search(const report_bins& bins, double report) {
  return static_cast<std::size_t>(
      std::count_if(bins.edges.begin(), bins.edges.end(), [&](double edge) { return edge <= report; }));
}

/// How many points each bin has; and that each of them is found in its bin.
std::vector<int> points_in(const lattice& points, const report_bins& bins) {
  std::vector<int> sizes(bins.count());
  const bin_finder find(bins);
  for (const std::int64_t point : all_points(points)) {
    const std::size_t bin = bin_of_point(bins, point);
    REQUIRE(find(points.value(point)) == bin);
    ++sizes[bin];
  }
  return sizes;
}

void check_order(const lattice& points, const report_bins& bins) {
  REQUIRE(bins.edges.size() + 1 == bins.count());
  CHECK(bins.last.back() == points.highest());
  CHECK(bins.last.front() >= points.lowest());
  CHECK(std::adjacent_find(bins.last.begin(), bins.last.end(), std::greater_equal<>()) == bins.last.end());
  CHECK(std::adjacent_find(bins.edges.begin(), bins.edges.end(), std::greater_equal<>()) == bins.edges.end());
  for (std::size_t bin = 0; bin + 1 < bins.count(); ++bin) {
    // The points on either side of an edge: the last one not above `last`, and the next one.
    std::int64_t before = points.lowest();
    std::int64_t behind = points.highest();
    for (const auto& [first, last] : points.ranges) {
      if (first <= bins.last[bin]) before = std::max(before, std::min(last, bins.last[bin]));
      if (last > bins.last[bin]) behind = std::min(behind, std::max(first, bins.last[bin] + 1));
    }
    INFO("edge " << bins.edges[bin] << " between " << points.value(before) << " and " << points.value(behind));
    CHECK(points.value(before) < bins.edges[bin]);
    // Where steps are as fine as doubles, there is nothing between two points.
    const bool neighbours = std::nextafter(points.value(before), INFINITY) == points.value(behind);
    CHECK((bins.edges[bin] < points.value(behind) || (neighbours && bins.edges[bin] == points.value(behind))));
  }
  CHECK(bins.released.lower == points.value(points.lowest()));
  CHECK(bins.released.upper == points.value(points.highest()));
  CHECK(bins.slack == points.grain.step / 2);
}

}  // namespace

TEST_CASE("points that are neighbouring doubles are counted each in its own bin", "[estimation]") {
  const lattice points = lattice_of(*domain_of({0x1p52, 0x1p52 + 10}), 1);
  const report_bins bins = binned(points);
  check_order(points, bins);
  for (const int size : points_in(points, bins)) CHECK(size == 1);
}

TEST_CASE("up to 256 points are a bin each, with gaps, too", "[estimation]") {
  const lattice lattices[] = {lattice_of(*domain_of({0, 1}), 1),
                              lattice_of(*domain_of({-3, 252}), 1),
                              lattice_of(*domain_of({0, 1}), 0.1),
                              lattice_of(*domain_of({-1, 1}), 1.0 / 7),
                              lattice_of(*domain_of({0, 255.0 / 300}), 1.0 / 300),
                              lattice_of(spans_of({{0, 4}, {9, 12}, {100, 101}}), 1),
                              lattice_of(spans_of({{-0.2, 0.2}, {12.8, 13.3}}), 1)};
  for (const lattice& points : lattices) {
    const report_bins bins = binned(points);
    const std::vector<std::int64_t> all = all_points(points);
    REQUIRE(all.size() <= max_single_points);
    CHECK(bins.last == all);
    check_order(points, bins);
    for (const int size : points_in(points, bins)) CHECK(size == 1);
    for (std::size_t bin = 0; bin + 1 < bins.count(); ++bin) {
      CHECK(bins.edges[bin] == Catch::Approx((points.value(all[bin]) + points.value(all[bin + 1])) / 2).epsilon(1e-15));
    }
  }
}

TEST_CASE("more points are in even bins, of which the outermost are halved and halved again", "[estimation]") {
  std::mt19937_64 random(801);
  for (const double last : {256.0, 257.0, 300.0, 1000.0, 8191.0, 8192.0, 10007.0, 65536.0, 1e6 / 3}) {
    const bool gaps = random() % 2 == 0;
    const domain where = gaps ? spans_of({{0, std::floor(last / 3)}, {last, std::ceil(5 * last / 3)}})
                              : *domain_of({0, std::floor(last)});
    const lattice points = lattice_of(where, 1);
    const report_bins bins = binned(points);
    INFO("up to " << last << ", gaps " << gaps);
    check_order(points, bins);
    const std::vector<int> sizes = points_in(points, bins);
    const double even = static_cast<double>(all_points(points).size()) / static_cast<double>(even_bins);
    CHECK(*std::min_element(sizes.begin(), sizes.end()) >= 1);
    CHECK(*std::max_element(sizes.begin(), sizes.end()) <= std::ceil(even));
    // One of the outermost bins of 64 points or more is 7 of them: a half, a quarter, ... a 64th, and again a 64th.
    const auto pieces = std::min<std::size_t>(static_cast<std::size_t>(halvings) + 1,
                                              1 + static_cast<std::size_t>(std::log2(std::floor(even))));
    REQUIRE(bins.count() >= even_bins - 2 + 2 * pieces);
    REQUIRE(bins.count() <= even_bins - 2 + 2 * (pieces + 1));
    for (std::size_t at = 7; at + 7 < sizes.size(); ++at) {
      if (bins.count() == even_bins + 2 * halvings) CHECK(sizes[at] >= std::floor(even));
    }
    if (even < 64) continue;
    CHECK(bins.count() == even_bins + 2 * halvings);
    CHECK(sizes.front() == static_cast<int>(std::floor(even)) >> halvings);
    CHECK(sizes.back() <= std::ceil(even / 64));
    for (std::size_t at = 2; at < 7; ++at) {
      CHECK(std::abs(sizes[at] - 2 * sizes[at - 1]) <= 1);
      CHECK(std::abs(sizes[sizes.size() - 1 - at] - 2 * sizes[sizes.size() - at]) <= 2);
    }
  }
}

TEST_CASE("the ends of clamped noise are bins of their own, and those of other noise are not", "[estimation]") {
  for (const laplace_spec& spec : {interval(0, 1), interval(-4, 4, 1, 1.0 / 64), interval(0, 3000, 10, 1)}) {
    const auto clamped = make_noise(clamped_laplace, spec, {1});
    const report_bins bins = binned(clamped.points);
    check_order(clamped.points, bins);
    CHECK(bins.last.front() == clamped.points.lowest());
    CHECK(bins.last[bins.count() - 2] == clamped.points.highest() - 1);
  }
  for (const auto* mechanism : {&bounded_laplace, &reflected_laplace}) {
    const auto noise = make_noise(*mechanism, interval(0, 1), {1});
    const report_bins bins = binned(noise.points);
    CHECK(bins.last.front() > noise.points.lowest());
    CHECK(bins.last[bins.count() - 2] < noise.points.highest() - 1);
  }
}

TEST_CASE("with a range, what lies beyond it is one bin on either side", "[estimation]") {
  struct setup {
    laplace_spec spec;
    span range;
    bool below;
    bool above;
  };
  const setup setups[] = {{interval(0, INFINITY, 1, 1), {0, 100}, false, true},
                          {interval(0, INFINITY, 1, 1), {0, 5000}, false, true},
                          {interval(-INFINITY, 0, 1, 0.1), {-30.05, 0}, true, false},
                          {interval(-INFINITY, INFINITY, 1), {-10, 10}, true, true},
                          {interval(-INFINITY, INFINITY, 1, 0.25), {3, 4.5}, true, true},
                          {{spans_of({{-INFINITY, -3}, {5, INFINITY}}), 2.0, 0.5}, {-20, 20}, true, true},
                          {interval(0, 1000, 10, 1), {100.5, 899.5}, true, true}};
  for (const auto& [spec, range, below, above] : setups) {
    for (const auto* mechanism : {&bounded_laplace, &reflected_laplace}) {
      const auto noise = make_noise(*mechanism, spec, {1});
      const report_bins bins = binned(noise.points, range);
      const lattice& points = noise.points;
      INFO("range " << range.lower << " to " << range.upper << ", " << bins.count() << " bins");
      check_order(points, bins);
      const bin_finder find(bins);
      if (below) {
        CHECK(points.value(bins.last[0]) < range.lower);
        CHECK(points.value(bins.last[0] + 1) >= range.lower);
        CHECK(find(bins.released.lower) == 0);
        CHECK(find(range.lower - points.grain.step) == 0);
      }
      if (above) {
        const std::int64_t last = bins.last[bins.count() - 2];
        CHECK(points.value(last) <= range.upper);
        CHECK(points.value(last + 1) > range.upper);
        CHECK(find(bins.released.upper) == bins.count() - 1);
        CHECK(find(range.upper + points.grain.step) == bins.count() - 1);
      }
    }
  }
}

TEST_CASE("lattices of 2^52 steps have their bins, and every report near an edge its own", "[estimation]") {
  const lattice lattices[] = {lattice_of(*domain_of({0, 1}), 0x1p-52),
                              lattice_of(*domain_of({0, 0x1p52}), 1),
                              lattice_of(*domain_of({-1, 1}), 0x1p-51),
                              make_noise(reflected_laplace, interval(0, 1), {1}).points,
                              make_noise(clamped_laplace, interval(-3, 1e6, 1e-3), {1}).points,
                              lattice_of(*domain_of({-INFINITY, INFINITY}), 1),
                              lattice_of(*domain_of({0, 1e14}), 0.1),
                              lattice_of(*domain_of({1e15, 1e15 + 4096}), 0.125),
                              lattice_of(*domain_of({0x1p52, 0x1p52 + 0x1p14}), 1)};
  for (const lattice& points : lattices) {
    const report_bins bins = binned(points);
    INFO("from " << points.value(points.lowest()) << " to " << points.value(points.highest()) << " by "
                 << points.grain.step);
    check_order(points, bins);
    CHECK(bins.count() >= even_bins + 2 * halvings);
    CHECK(bins.count() <= even_bins + 2 * halvings + 2);
    const bin_finder find(bins);
    for (std::size_t bin = 0; bin < bins.count(); ++bin) {
      CHECK(find(points.value(bins.last[bin])) == bin);
      if (bin + 1 < bins.count()) CHECK(find(points.value(bins.last[bin] + 1)) == bin + 1);
    }
  }
}

TEST_CASE("the finder agrees with a plain search, between lattice points, too", "[estimation]") {
  std::mt19937_64 random(802);
  const std::pair<lattice, std::optional<span>> setups[] = {
      {lattice_of(*domain_of({0, 1}), 1), {}},
      {lattice_of(*domain_of({0, 1}), 0.1), {}},
      {lattice_of(*domain_of({0, 1}), 1.0 / 1000), {}},
      {lattice_of(*domain_of({-7, 5000}), 1), {}},
      {lattice_of(spans_of({{0, 1}, {50, 1000}, {1e6, 1e6 + 1}}), 0.5), {}},
      {make_noise(reflected_laplace, interval(0, 1), {1}).points, {}},
      {make_noise(clamped_laplace, interval(0, 120), {1}).points, {}},
      {make_noise(reflected_laplace, interval(-INFINITY, INFINITY, 1), {1}).points, span{-20, 30}},
      {make_noise(bounded_laplace, interval(0, INFINITY, 1), {1}).points, span{0, 30}}};
  for (const auto& [points, range] : setups) {
    const report_bins bins = binned(points, range);
    const bin_finder find(bins);
    const span near = range.value_or(bins.released);
    for (int trial = 0; trial < 3000; ++trial) {
      const double at = trial % 2 == 0 ? near.lower + uniform(random) * (near.upper - near.lower)
                                       : bins.edges[random() % bins.edges.size()];
      const double point = points.value(*point_at_or_below(points, std::max(at, bins.released.lower)));
      for (const double report : {at, point, point + bins.slack, point - bins.slack, std::nextafter(at, INFINITY),
                                  std::nextafter(at, -INFINITY)}) {
        if (!bins.reaches(report)) continue;
        REQUIRE(find(report) == plain_search(bins, report));
      }
    }
    CHECK(find(bins.released.lower - bins.slack) == 0);
    CHECK(find(bins.released.upper + bins.slack) == bins.count() - 1);
  }
}

}  // namespace report_bins_test
