#include "estimation/truth_grid.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "estimation/collecting.hpp"
#include "estimation/statistics.hpp"
#include "support/catch.hpp"

namespace truth_grid_test {

using namespace inbounds;
using Catch::Approx;
using inbounds::test::interval;
using inbounds::test::make_noise;
using inbounds::test::spans_of;

namespace {

truth_domain possible_truths(const laplace_spec& spec, std::optional<span> range = {},
                             const laplace_kind& mechanism = reflected_laplace) {
  const auto noise = make_noise(mechanism, spec, {1});
  return truths_on(noise.where, noise.points, range);
}

bool ascending(const std::vector<double>& numbers) {
  return std::adjacent_find(numbers.begin(), numbers.end(), std::greater_equal<>()) == numbers.end();
}

/// What has to hold for every grid on spans.
void check_grid(const truth_grid& grid, const std::vector<span>& spans) {
  CHECK_FALSE(grid.complete);
  CHECK(ascending(grid.points));
  REQUIRE(grid.cells.size() == grid.ends.size());
  CHECK(grid.cells.size() >= 99);
  // Cells fill the spans, one after the other.
  std::size_t at = 0;
  CHECK(grid.ends.front().lower == spans.front().lower);
  CHECK(grid.ends.back().upper == spans.back().upper);
  for (std::size_t cell = 0; cell + 1 < grid.ends.size(); ++cell) {
    REQUIRE(grid.ends[cell].lower < grid.ends[cell].upper);
    if (grid.ends[cell].upper == grid.ends[cell + 1].lower) continue;
    REQUIRE(grid.ends[cell].upper == spans[at].upper);
    REQUIRE(grid.ends[cell + 1].lower == spans[++at].lower);
  }
  CHECK(at + 1 == spans.size());
  // Simpson's rule in each cell: the mean of a polynomial of the third degree over the cell is that over its points.
  for (std::size_t cell = 0; cell < grid.cells.size(); ++cell) {
    const auto [lower, upper] = grid.ends[cell];
    double sum = 0;
    double cubes = 0;
    for (const auto& [point, share] : grid.cells[cell]) {
      REQUIRE(grid.points[point] >= lower);
      REQUIRE(grid.points[point] <= upper);
      REQUIRE(share > 0);
      sum += share;
      cubes += share * std::pow((grid.points[point] - lower) / (upper - lower), 3);
    }
    REQUIRE(sum == Approx(1).epsilon(1e-15));
    REQUIRE(cubes == Approx(0.25).epsilon(1e-6));
  }
  // Bins are whole cells, all of them in one span.
  CHECK(grid.bin_ends.back() == grid.cells.size());
  std::size_t first = 0;
  for (std::size_t bin = 0; bin < grid.bins(); ++bin) {
    REQUIRE(grid.bin_ends[bin] > first);
    const auto [lower, upper] = grid.bin(bin);
    CHECK(lower == grid.ends[first].lower);
    CHECK(upper == grid.ends[grid.bin_ends[bin] - 1].upper);
    CHECK(std::any_of(spans.begin(), spans.end(),
                      [&](const span& one) { return one.lower <= lower && upper <= one.upper; }));
    first = grid.bin_ends[bin];
  }
  CHECK(grid.width() == spans.back().upper - spans.front().lower);
}

}  // namespace

TEST_CASE("a grid has the bins that are asked for, about a hundred cells, and shares that sum to 1", "[estimation]") {
  for (const span bounds : {span{0, 1}, span{-273.15, 1000}, span{1e9, 1e9 + 1e4}, span{0, 1e-6}}) {
    const truth_domain truths{{bounds}, {}};
    for (const std::size_t bins : {1, 2, 7, 10, 20, 99, 100, 101, 256}) {
      INFO(bins << " bins from " << bounds.lower << " to " << bounds.upper);
      const truth_grid grid = grid_on(truths, bins);
      check_grid(grid, {bounds});
      CHECK(grid.bins() == bins);
      CHECK(grid.cells.size() <= std::max<std::size_t>(200, bins));
      for (std::size_t bin = 0; bin < bins; ++bin) {
        const double width = grid.bin(bin).upper - grid.bin(bin).lower;
        CHECK(width == Approx((bounds.upper - bounds.lower) / static_cast<double>(bins)).epsilon(1e-6));
      }
      // More points in the outermost cells, each half as far from the end as the one before.
      for (std::size_t at = 2; at <= 6; ++at) {
        CHECK(grid.points[at] - bounds.lower == Approx(2 * (grid.points[at - 1] - bounds.lower)).epsilon(1e-6));
        const std::size_t mirrored = grid.points.size() - 1 - at;
        CHECK(bounds.upper - grid.points[mirrored] ==
              Approx(2 * (bounds.upper - grid.points[mirrored + 1])).epsilon(1e-6));
      }
    }
  }
}

TEST_CASE("bins are spread over spans by their widths, at least one for each", "[estimation]") {
  const std::vector<span> spans{{0, 1}, {5, 8}, {8.5, 8.51}, {100, 106}};
  for (const std::size_t bins : {1, 4, 10, 20, 100}) {
    const truth_grid grid = grid_on({spans, {}}, bins);
    INFO(bins << " bins");
    check_grid(grid, spans);
    std::vector<std::size_t> in_span(spans.size());
    for (std::size_t bin = 0; bin < grid.bins(); ++bin) {
      for (std::size_t at = 0; at < spans.size(); ++at) {
        if (grid.bin(bin).lower >= spans[at].lower && grid.bin(bin).upper <= spans[at].upper) ++in_span[at];
      }
    }
    for (std::size_t at = 0; at < spans.size(); ++at) {
      const double share = (spans[at].upper - spans[at].lower) / 10.01 * static_cast<double>(bins);
      CHECK(static_cast<double>(in_span[at]) == std::max(1.0, std::round(share)));
    }
  }
}

TEST_CASE("evenly spread truths are distributed by the widths of cells, and points by their shares", "[estimation]") {
  const truth_grid grid = grid_on({{{0, 1}, {3, 7}}, {}}, 10);
  const std::vector<double> even = even_shares(grid);
  CHECK(test::sum_of(even) == Approx(1).epsilon(1e-14));
  const std::vector<double> weights = point_shares(grid, even);
  REQUIRE(weights.size() == grid.points.size());
  CHECK(test::sum_of(weights) == Approx(1).epsilon(1e-14));
  double mean = 0;
  double square = 0;
  for (std::size_t at = 0; at < weights.size(); ++at) {
    mean += weights[at] * grid.points[at];
    square += weights[at] * grid.points[at] * grid.points[at];
  }
  CHECK(mean == Approx((0.5 + 4 * 5) / 5).epsilon(1e-13));
  CHECK(square == Approx((1.0 / 3 + (343.0 - 27) / 3) / 5).epsilon(1e-13));
}

TEST_CASE("where all possible truths are few, they are the points, and nothing is left out", "[estimation]") {
  const laplace_spec specs[] = {interval(0, 10, 2, 1),
                                interval(-1, 1, {}, 0.1),
                                interval(0, 255, 2, 1),
                                {spans_of({{0, 4}, {9, 12}, {20, 20.5}}), 3.0, 1.0}};
  for (const laplace_spec& spec : specs) {
    const auto noise = make_noise(bounded_laplace, spec, {1});
    const truth_domain truths = truths_on(noise.where, noise.points, {});
    std::vector<double> values;
    for (const auto& [first, last] : noise.points.ranges) {
      for (std::int64_t point = first; point <= last; ++point) values.push_back(noise.points.value(point));
    }
    CHECK(truths.values == values);
    for (const std::size_t bins : {1, 3, 20, 256}) {
      const truth_grid grid = grid_on(truths, bins);
      CHECK(grid.complete);
      CHECK(grid.points == values);
      CHECK(grid.bins() == std::min(bins, values.size()));
      REQUIRE(grid.cells.size() == values.size());
      std::size_t before = 0;
      for (std::size_t bin = 0; bin < grid.bins(); ++bin) {
        const std::size_t here = grid.bin_ends[bin] - before;
        CHECK(here >= values.size() / grid.bins());
        CHECK(here <= values.size() / grid.bins() + 1);
        before = grid.bin_ends[bin];
      }
      CHECK(before == values.size());
      for (std::size_t cell = 0; cell < values.size(); ++cell) {
        REQUIRE(grid.cells[cell].size() == 1);
        CHECK(grid.cells[cell][0].point == cell);
        CHECK(grid.cells[cell][0].share == 1);
        CHECK(grid.ends[cell].lower == values[cell]);
        CHECK(grid.ends[cell].upper == values[cell]);
      }
      for (const double share : even_shares(grid)) CHECK(share == Approx(1 / static_cast<double>(values.size())));
    }
  }
  CHECK(possible_truths(interval(0, 255, 2, 1)).values.size() == 256);
  CHECK(possible_truths(interval(0, 256, 2, 1)).values.empty());
  CHECK(possible_truths({spans_of({{0, 127}, {200, 327}}), 100.0, 1.0}, {}, bounded_laplace).values.size() == 256);
  CHECK(possible_truths({spans_of({{0, 127}, {200, 328}}), 100.0, 1.0}, {}, bounded_laplace).values.empty());
}

TEST_CASE("truths are those of the domain, between the ends of a range where there is one", "[estimation]") {
  const truth_domain half = possible_truths(interval(0, INFINITY, 1), span{-5, 30});
  REQUIRE(half.spans.size() == 1);
  CHECK(half.lower() == 0);
  CHECK(half.upper() == 30);
  const truth_domain line = possible_truths(interval(-INFINITY, INFINITY, 1), span{-20, 30.5});
  CHECK(line.lower() == -20);
  CHECK(line.upper() == 30.5);
  const laplace_spec gaps{spans_of({{-INFINITY, -3}, {0, 1}, {5, INFINITY}}), 2.0, 0.0625};
  const truth_domain three = possible_truths(gaps, span{-10, 9}, bounded_laplace);
  REQUIRE(three.spans.size() == 3);
  CHECK(three.spans[0].lower == -10);
  CHECK(three.spans[0].upper == -3);
  CHECK(three.spans[2].upper == 9);
  const truth_domain two = possible_truths(gaps, span{0.5, 9}, bounded_laplace);
  REQUIRE(two.spans.size() == 2);
  CHECK(two.lower() == 0.5);
  // What lies between a bound and the first point counts as that point.
  const truth_domain rounded = possible_truths(interval(0.3, 9.6, 2, 1));
  CHECK(rounded.lower() == 1);
  CHECK(rounded.upper() == 9);
}

TEST_CASE("where noise is reflected out of gaps, truths may lie in them", "[estimation]") {
  const truth_domain coarse = possible_truths({spans_of({{0, 4}, {9, 12}}), 3.0, 1.0});
  REQUIRE(coarse.spans.size() == 1);
  CHECK(coarse.lower() == 0);
  CHECK(coarse.upper() == 12);
  CHECK(coarse.values == std::vector<double>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
  const truth_domain fine = possible_truths({spans_of({{0, 2}, {2.5, 7}, {11, 13}}), 1.0});
  REQUIRE(fine.spans.size() == 1);
  CHECK(fine.upper() == 13);
  CHECK(fine.values.empty());
  const truth_domain cut = possible_truths({spans_of({{-INFINITY, 2}, {2.5, INFINITY}}), 1.0}, span{0, 20});
  REQUIRE(cut.spans.size() == 1);
  CHECK(cut.lower() == 0);
  CHECK(cut.upper() == 20);
}

TEST_CASE("joined domains are what is possible in either", "[estimation]") {
  const auto join_spans = [](std::vector<span> one, std::vector<span> other) {
    return join({std::move(one), {}}, {std::move(other), {}}).spans;
  };
  const auto same = [](const std::vector<span>& found, const std::vector<span>& expected) {
    return std::equal(found.begin(), found.end(), expected.begin(), expected.end(),
                      [](const span& a, const span& b) { return a.lower == b.lower && a.upper == b.upper; });
  };
  CHECK(same(join_spans({{0, 1}}, {{0, 1}}), {{0, 1}}));
  CHECK(same(join_spans({{0, 1}}, {{0.5, 2}}), {{0, 2}}));
  CHECK(same(join_spans({{5, 6}}, {{0, 1}}), {{0, 1}, {5, 6}}));
  CHECK(same(join_spans({{0, 1}, {2, 3}}, {{1, 2}}), {{0, 3}}));
  CHECK(same(join_spans({{0, 9}}, {{1, 2}, {4, 10}}), {{0, 10}}));
  const truth_domain ones{{{0, 2}}, {0, 1, 2}};
  const truth_domain halves{{{1, 2}}, {1, 1.5, 2}};
  CHECK(join(ones, halves).values == std::vector<double>{0, 1, 1.5, 2});
  CHECK(join(ones, {{{0, 2}}, {}}).values.empty());  // everything is possible in the other
  truth_domain many{{{0, 200}}, {}};
  truth_domain between{{{0, 200}}, {}};
  for (int at = 0; at < 200; ++at) {
    many.values.push_back(at);
    between.values.push_back(at + 0.5);
  }
  CHECK(join(many, many).values.size() == 200);
  CHECK(join(many, between).values.empty());  // too many
}

}  // namespace truth_grid_test
