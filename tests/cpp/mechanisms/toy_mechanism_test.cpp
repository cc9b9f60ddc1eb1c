#include <algorithm>
#include <cmath>
#include <vector>

#include "estimation/cosine_shares.hpp"
#include "estimation/planner.hpp"
#include "estimation/report_group.hpp"
#include "estimation/statistics.hpp"
#include "mechanisms/toy_mechanism.hpp"
#include "random/seeded_source.hpp"
#include "support/catch.hpp"
#include "support/chi_square.hpp"

// What a new mechanism takes: its own file, and a line in the registry. It is made, asked, audited, drawn and estimated
// through what all of them have in common.

namespace toy_mechanism_test {

using namespace inbounds;
using Catch::Approx;

namespace {

std::vector<maker> with_one_more() {
  std::vector<maker> makers(registry().begin(), registry().end());
  makers.push_back(test::uniform_on_the_domain);
  return makers;
}

std::unique_ptr<const mechanism> make_noise(double lower, double upper, std::vector<double> granularity = {1}) {
  request promise;
  promise.lower = {lower};
  promise.upper = {upper};
  promise.granularity = std::move(granularity);
  auto answer = make("UniformOnTheDomain", promise, with_one_more());
  if (!answer) FAIL(message(answer.error()));
  return *std::move(answer);
}

}  // namespace

TEST_CASE("a mechanism from outside is made by its name, and refuses in sentences", "[mechanisms]") {
  const auto noise = make_noise(0, 10);
  const description shown = noise->describe();
  CHECK(shown.promised.epsilon == 0);
  CHECK_FALSE(shown.scale);
  REQUIRE(shown.sides.size() == 1);
  CHECK(shown.sides[0].steps == 10);
  CHECK(shown.sides[0].highest == 10);

  request promise;
  promise.lower = {1};
  promise.upper = {0};
  const auto refused = make("UniformOnTheDomain", promise, with_one_more());
  REQUIRE_FALSE(refused);
  CHECK(message(refused.error()) == message(domain_of({1, 0}).error()));
  CHECK_FALSE(make("UniformOnTheDomain", promise));  // the registry itself has no such line
  CHECK(std::isinf(*scale_for("UniformOnTheDomain", promise, with_one_more())));
}

TEST_CASE("a mechanism from outside is asked and audited", "[mechanisms]") {
  const auto noise = make_noise(0, 9);
  const worst_case found = noise->audit();
  CHECK(found.epsilon == 0);
  CHECK(found.delta == 0);
  CHECK(found.truth == std::vector{0.0});
  CHECK(found.neighbour == std::vector{9.0});
  CHECK(*noise->delta_of({}, 0) == 0);
  CHECK(message(noise->epsilon_of({}, 0).error()) ==
        "question must be one that this mechanism answers, got one about other scales");
  const auto at_two = *noise->law_at(2.2, 0);
  CHECK(at_two->centre() == 2);
  CHECK(at_two->mean() == 4.5);
  CHECK(at_two->density(7) == Approx(0.1));
  CHECK(at_two->cdf(4) == Approx(0.5));
  CHECK(at_two->quantile(0.5) == 4);
  CHECK((*noise->continuous_law_at(2.2, 0))->cdf(4.5) == Approx(0.5));
  CHECK_FALSE(noise->law_at(NAN, 0));
  CHECK_FALSE(noise->law_at(2, 1));
  CHECK_FALSE(noise->on_counts());
}

TEST_CASE("a mechanism from outside is drawn", "[mechanisms]") {
  const auto noise = make_noise(-3, 6);
  seeded_words words{811};
  bit_source bits{&seeded_words::refill, &words};
  std::vector<double> values(50000, 6.0);
  REQUIRE_FALSE(noise->privatise_all(values, bits));
  std::vector<std::uint64_t> seen(10);
  for (const double value : values) ++seen.at(static_cast<std::size_t>(value + 3));
  CHECK(test::chi_square_p_value(std::vector<double>(10, 5000), seen) > test::alpha);
  values = {1, NAN};
  CHECK(message(*noise->privatise_all(values, bits)) == "truth must be a number, got NaN");
  CHECK(values[0] == 1);
}

TEST_CASE("a mechanism from outside is estimated: its reports tell nothing, and the intervals say so", "[mechanisms]") {
  const auto noise = make_noise(0, 20);
  const truth_grid grid = grid_on(*truths_of(*noise, 0), 4);
  const report_bins bins = *bins_for(*noise, 0);
  const auto of_points = transitions(*noise, 0, bins, grid.all_truths());
  REQUIRE(of_points);
  for (const double mass : of_points->row(3)) CHECK(mass == Approx(1.0 / 21));

  seeded_words words{812};
  bit_source bits{&seeded_words::refill, &words};
  std::vector<double> reports(4000, 20.0);
  noise->draw_all(reports, bits);
  std::vector<double> counts(bins.count());
  REQUIRE_FALSE(add_reports(bins, reports, counts));
  CHECK_FALSE(cosine_shares(*noise, 0, bins, counts, grid));
  std::vector<report_group> groups;
  groups.push_back(group_reports(*of_points, grid, counts));
  const truth_statistics found = statistics_of(groups, grid, {0.95, 10, {0.5}});
  CHECK(found.reports == 4000);
  CHECK(found.mean.high - found.mean.low >= 0.999 * 20);
  CHECK(found.quantiles[0].low == 0);
  CHECK(found.quantiles[0].high == 20);
  for (const interval_estimate& share : found.shares) {
    CHECK(share.high - share.low >= 0.999);
  }
  CHECK(error_with(*of_points, grid, even_shares(grid), plan_quantity::mean, 1e6, 0.95) >= 9);
}

}  // namespace toy_mechanism_test
