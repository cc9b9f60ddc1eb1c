#include "estimation/transition.hpp"

#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "estimation/collecting.hpp"
#include "mechanisms/gaussian_cases.hpp"
#include "support/catch.hpp"
#include "support/gaussian_law.hpp"
#include "support/reflected_law.hpp"

namespace transition_test {

using namespace inbounds;
using Catch::Approx;
using inbounds::test::box_spec;
using inbounds::test::interval;
using inbounds::test::make_noise;
using inbounds::test::precise;
using inbounds::test::spans_of;

namespace {

using masses = std::vector<precise>;

/// Of all points from the lowest to the highest, for noise that is truncated or clamped around a point: from its
/// definition, in fifty digits.
masses truncated_masses(const laplace_noise& noise, std::int64_t around) {
  const precise ratio = exp(-precise(noise.rate));
  masses all;
  for (std::int64_t point = noise.points.lowest(); point <= noise.points.highest(); ++point) {
    bool possible = false;
    for (const auto& [first, last] : noise.points.ranges) possible = possible || (first <= point && point <= last);
    precise mass = possible ? precise(pow(ratio, precise(std::abs(point - around)))) : precise(0);
    const bool at_open_end = (point == noise.points.lowest() && noise.points.open.below) ||
                             (point == noise.points.highest() && noise.points.open.above);
    if (at_open_end) mass /= 1 - ratio;
    all.push_back(mass);
  }
  const precise sum = std::accumulate(all.begin(), all.end(), precise(0));
  for (precise& mass : all) mass /= sum;
  return all;
}

masses masses_of(const laplace_kind& kind, const laplace_noise& noise, std::int64_t around) {
  if (&kind != &reflected_laplace) return truncated_masses(noise, around);
  std::vector<point_range> ranges;
  for (const auto& [lower, upper] : noise.model->where().spans) {
    ranges.push_back({static_cast<std::int64_t>(lower), static_cast<std::int64_t>(upper)});
  }
  return test::reflected_points<precise>(ranges, noise.points.open, noise.rate).release(around);
}

/// Sums over the points of each bin, compared to a relative precision, however small they are.
void check_row(std::span<const double> row, const report_bins& bins, std::int64_t lowest, const masses& exact,
               double precision) {
  std::size_t at = 0;
  for (std::size_t bin = 0; bin < bins.count(); ++bin) {
    precise sum = 0;
    for (; at < exact.size() && lowest + static_cast<std::int64_t>(at) <= bins.last[bin]; ++at) sum += exact[at];
    INFO("bin " << bin << ": " << row[bin] << " instead of " << static_cast<double>(sum));
    if (sum == 0) {
      REQUIRE(row[bin] <= 1e-14);  // in a gap, where nothing is released: a rounding of 1
      continue;
    }
    REQUIRE(row[bin] == Approx(std::max(static_cast<double>(sum), 1e-300)).epsilon(precision).margin(0));
  }
  REQUIRE(at == exact.size());
  REQUIRE(std::accumulate(row.begin(), row.end(), 0.0) == Approx(1).epsilon(1e-13));
}

transition_matrix rows_of(const laplace_noise& noise, const report_bins& bins, std::span<const double> truths) {
  const auto matrix = transitions(noise, 0, bins, truths);
  if (!matrix) FAIL(message(matrix.error()));
  return *matrix;
}

void check_noise(const laplace_kind& kind, const laplace_noise& noise, double precision) {
  const report_bins bins = *bins_on(noise.points, {});
  for (const auto& [first, last] : noise.points.ranges) {
    for (std::int64_t point = first; point <= last; point += 1 + (last - first) / 7) {
      const double truths[] = {noise.points.value(point)};
      INFO("truth " << truths[0] << ", rate " << noise.rate);
      check_row(rows_of(noise, bins, truths).row(0), bins, noise.points.lowest(), masses_of(kind, noise, point),
                precision);
    }
  }
}

}  // namespace

TEST_CASE("rows are the sums of the law over the points of each bin, for all mechanisms", "[estimation]") {
  const laplace_spec specs[] = {interval(0, 10, 2, 1), interval(-1, 1, 0.5, 0.1), interval(0, 300, 30, 1),
                                interval(-70, 700, {}, 1)};
  for (const auto* mechanism : {&bounded_laplace, &clamped_laplace, &reflected_laplace}) {
    for (const laplace_spec& spec : specs) {
      for (const guarantee promise :
           {guarantee{0.1}, guarantee{3}, guarantee{1, 0.1}, guarantee{2, 0, privacy_notion::metric}}) {
        check_noise(*mechanism, make_noise(*mechanism, spec, promise), 1e-11);
      }
    }
  }
}

TEST_CASE("rows are right with gaps and with open ends, too", "[estimation]") {
  const laplace_spec gaps[] = {{spans_of({{0, 4}, {9, 12}}), 3.0, 1.0},
                               {spans_of({{0, 200}, {350, 351}, {500, 700}}), 100.0, 1.0},
                               {spans_of({{-3, -2}, {0, 1}, {7, 8}}), 2.0, 0.25}};
  for (const auto* mechanism : {&bounded_laplace, &reflected_laplace}) {
    for (const laplace_spec& spec : gaps) {
      for (const double epsilon : {0.2, 4.0}) check_noise(*mechanism, make_noise(*mechanism, spec, {epsilon}), 1e-11);
    }
  }
  // Reflected noise takes truths in gaps where they are.
  const auto noise = make_noise(reflected_laplace, gaps[0], {1});
  const report_bins bins = *bins_on(noise.points, {});
  const double truths[] = {6, 7.4};
  const transition_matrix rows = rows_of(noise, bins, truths);
  check_row(rows.row(0), bins, 0, masses_of(reflected_laplace, noise, 6), 1e-12);
  check_row(rows.row(1), bins, 0, masses_of(reflected_laplace, noise, 7), 1e-12);
  // Truncated noise refuses them.
  const auto truncated = make_noise(bounded_laplace, gaps[0], {1});
  CHECK(test::refusal(transitions(truncated, 0, bins, truths)) == message(*truncated.check_truth(6)));
}

TEST_CASE("bins far from the truth keep their digits, where doubles near 1 have none left", "[estimation]") {
  for (const auto* mechanism : {&bounded_laplace, &clamped_laplace, &reflected_laplace}) {
    for (const double epsilon : {50.0, 300.0, 690.0}) {
      check_noise(*mechanism, make_noise(*mechanism, interval(0, 20, {}, 1), {epsilon}), 1e-11);
      check_noise(*mechanism, make_noise(*mechanism, interval(0, 1000, 2, 1), {epsilon / 300}), 1e-11);
    }
  }
  // No report is impossible: below the smallest of doubles, there is a floor.
  const auto noise = make_noise(reflected_laplace, interval(0, 1000, 1, 1), {2});
  const report_bins bins = *bins_on(noise.points, {});
  const double truths[] = {0, 1000};
  const transition_matrix rows = rows_of(noise, bins, truths);
  CHECK(rows.row(0)[bins.count() - 1] == 1e-300);
  CHECK(rows.row(1)[0] == 1e-300);
}

TEST_CASE("on fine lattices, rows are integrals of the continuous density", "[estimation]") {
  const auto noise = make_noise(reflected_laplace, interval(0, 1), {1});
  const report_bins bins = *bins_on(noise.points, {});
  const double truths[] = {0, 0.3, 0.77, 1};
  const transition_matrix rows = rows_of(noise, bins, truths);
  for (std::size_t truth = 0; truth < 4; ++truth) {
    const auto law = *noise.continuous_law_at(truths[truth]);
    double before = 0;
    for (std::size_t bin = 0; bin < bins.count(); ++bin) {
      const double after = bin + 1 == bins.count() ? 1 : law->cdf(bins.edges[bin]);
      CHECK(rows.row(truth)[bin] == Approx(after - before).epsilon(5e-4));
      before = after;
    }
    CHECK(std::accumulate(rows.row(truth).begin(), rows.row(truth).end(), 0.0) == Approx(1).epsilon(1e-13));
  }
}

TEST_CASE("with infinite bounds, tails are bins that hold the rest", "[estimation]") {
  for (const auto* mechanism : {&bounded_laplace, &reflected_laplace}) {
    const auto noise = make_noise(*mechanism, interval(-INFINITY, INFINITY, 1, 1), {0.5});
    const report_bins bins = *bins_on(noise.points, span{-10, 10});
    const double truths[] = {-10, 0, 3, 10};
    const transition_matrix rows = rows_of(noise, bins, truths);
    const double ratio = std::exp(-noise.rate);
    for (std::size_t at = 0; at < 4; ++at) {
      const auto row = rows.row(at);
      REQUIRE(row.size() == 23);
      // Two-sided geometric noise: r^k (1 - r)/(1 + r), and beyond a point r^k/(1 + r).
      CHECK(row[0] == Approx(std::pow(ratio, truths[at] + 11) / (1 + ratio)).epsilon(1e-12).margin(0));
      CHECK(row[22] == Approx(std::pow(ratio, 11 - truths[at]) / (1 + ratio)).epsilon(1e-12).margin(0));
      for (std::size_t bin = 1; bin < 22; ++bin) {
        const double away = std::fabs(static_cast<double>(bin) - 11 - truths[at]);
        CHECK(row[bin] == Approx(std::pow(ratio, away) * (1 - ratio) / (1 + ratio)).epsilon(1e-12).margin(0));
      }
    }
  }
}

TEST_CASE("truths outside the bounds count as the nearer one, and NaN is refused", "[estimation]") {
  for (const auto* mechanism : {&bounded_laplace, &clamped_laplace, &reflected_laplace}) {
    const auto noise = make_noise(*mechanism, interval(0, 10, 2, 1), {1});
    const report_bins bins = *bins_on(noise.points, {});
    const double truths[] = {-7, 0, 10, 1e300};
    const transition_matrix rows = rows_of(noise, bins, truths);
    REQUIRE(rows.truths() == 4);
    REQUIRE(rows.bins() == bins.count());
    CHECK(std::equal(rows.row(0).begin(), rows.row(0).end(), rows.row(1).begin()));
    CHECK(std::equal(rows.row(2).begin(), rows.row(2).end(), rows.row(3).begin()));
    const double wrong[] = {1, NAN};
    CHECK(test::refusal(transitions(noise, 0, bins, wrong)) == "truth must be a number, got NaN");
  }
}

TEST_CASE("the sides of a Gaussian box have the rows of their truncated normal laws", "[estimation]") {
  const auto noise = make_noise(box_spec({-3, 10, 0}, {7, 400, 10}, 4, {1, 1, 0.5}), {1.5});
  for (std::size_t side = 0; side < 3; ++side) {
    const lattice& points = noise.points[side];
    const report_bins bins = *bins_on(points, {});
    const double unit = points.grain.step / noise.scale;
    const auto rows = test::gaussian_matrix<precise>(points.steps(), precise(unit));
    std::vector<double> truths;
    for (const double share : {-0.5, 0.0, 0.3, 0.75, 1.0, 1.5}) {
      truths.push_back(points.value(points.lowest()) +
                       std::floor(share * static_cast<double>(points.steps())) * points.grain.step);
    }
    const transition_matrix matrix = *transitions(noise, side, bins, truths);
    for (std::size_t at = 0; at < truths.size(); ++at) {
      const std::int64_t point =
          std::clamp<std::int64_t>(std::llround(truths[at] / points.grain.step) - points.lowest(), 0, points.steps());
      INFO("side " << side << ", truth " << truths[at]);
      check_row(matrix.row(at), bins, points.lowest(), rows[static_cast<std::size_t>(point)], 1e-11);
    }
  }
}

TEST_CASE("rows of cells are those of their points, weighted", "[estimation]") {
  const test::collector from = test::collecting(make_noise(reflected_laplace, interval(0, 1), {2}), 20);
  const transition_matrix of_cells = cell_transitions(from.of_points, from.grid);
  REQUIRE(of_cells.truths() == from.grid.cells.size());
  for (std::size_t cell = 0; cell < of_cells.truths(); cell += 9) {
    const auto [lower, upper] = from.grid.ends[cell];
    // What Simpson's three points say is what a hundred evenly spread truths say.
    std::vector<double> mean(from.bins.count());
    for (int at = 0; at < 100; ++at) {
      const auto row = test::reports_of(from, lower + (at + 0.5) / 100 * (upper - lower));
      for (std::size_t bin = 0; bin < mean.size(); ++bin) mean[bin] += row[bin] / 100;
    }
    for (std::size_t bin = 0; bin < mean.size(); ++bin) {
      CHECK(of_cells.row(cell)[bin] == Approx(mean[bin]).epsilon(0.02));
    }
    CHECK(std::accumulate(of_cells.row(cell).begin(), of_cells.row(cell).end(), 0.0) == Approx(1).epsilon(1e-13));
  }
}

}  // namespace transition_test
