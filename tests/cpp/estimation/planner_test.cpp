#include "estimation/planner.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "estimation/collecting.hpp"
#include "estimation/statistics.hpp"
#include "support/catch.hpp"

namespace planner_test {

using namespace inbounds;
using Catch::Approx;
using inbounds::test::collector;
using inbounds::test::interval;
using inbounds::test::make_noise;

// estimation/PROOF.md, Proposition 9
TEST_CASE("the reports for an error have that error", "[estimation][long]") {
  for (const auto* mechanism : {&reflected_laplace, &clamped_laplace}) {
    const collector from = test::collecting(make_noise(*mechanism, interval(0, 1), {1}), 10);
    for (const auto& shares : extreme_populations(from.grid)) {
      for (const plan_quantity what : {plan_quantity::mean, plan_quantity::variance}) {
        for (const double reports : {300.0, 1e4, 1e6}) {
          const double error = error_with(from.of_points, from.grid, shares, what, reports, 0.95);
          const auto again = reports_for(from.of_points, from.grid, shares, what, error, 0.95);
          INFO(reports << " reports, error " << error);
          REQUIRE(again);
          CHECK(*again == std::floor(*again));
          CHECK(*again == Approx(reports).epsilon(0.03));
          CHECK(error_with(from.of_points, from.grid, shares, what, *again, 0.95) == Approx(error).epsilon(0.02));
        }
      }
    }
  }
}

TEST_CASE("more reports and less confidence make the error smaller", "[estimation]") {
  const collector from = test::collecting(make_noise(reflected_laplace, interval(0, 1), {1}), 10);
  const std::vector<double> even = even_shares(from.grid);
  double before = INFINITY;
  for (const double reports : {1.0, 10.0, 1e3, 1e5, 1e7}) {
    const double error = error_with(from.of_points, from.grid, even, plan_quantity::mean, reports, 0.95);
    CHECK(error < before);
    CHECK(error_with(from.of_points, from.grid, even, plan_quantity::mean, reports, 0.8) < error);
    before = error;
  }
  CHECK(*reports_for(from.of_points, from.grid, even, plan_quantity::mean, 1e6, 0.95) == 1);
}

TEST_CASE("an error that bins are too coarse for is refused", "[estimation]") {
  const collector from = test::collecting(make_noise(reflected_laplace, interval(0, 1), {1}), 10);
  const std::vector<double> even = even_shares(from.grid);
  const auto answer = reports_for(from.of_points, from.grid, even, plan_quantity::mean, 1e-9, 0.95);
  REQUIRE_FALSE(answer);
  CHECK(answer.error().parameter == std::string("error"));
  CHECK(answer.error().value == 1e-9);
  CHECK(reports_for(from.of_points, from.grid, even, plan_quantity::mean, answer.error().limits[0] * 1.001, 0.95));
  CHECK_FALSE(
      reports_for(from.of_points, from.grid, even, plan_quantity::mean, answer.error().limits[0] * 0.999, 0.95));
}

TEST_CASE("the error that was planned is that of simulated reports", "[estimation]") {
  test::simulation people(871);
  for (const auto* mechanism : {&reflected_laplace, &bounded_laplace, &clamped_laplace}) {
    const collector from = test::collecting(make_noise(*mechanism, interval(0, 1), {2}), 10);
    const std::vector<double> even = even_shares(from.grid);
    const auto groups = from.groups(people.counts(from, 100000, [](double p) { return p; }));
    const mixture_fit fit = fit_mixture(groups, even, 10);
    const linear_estimator estimator(groups, fit, from.grid);
    const double mean = half_length(best_estimate(estimator, from.grid.points, 0.95), 0.95);
    std::vector<double> squares;
    for (const double point : from.grid.points) squares.push_back((point - 0.5) * (point - 0.5));
    const double variance = half_length(best_estimate(estimator, squares, 0.95), 0.95);
    CHECK(error_with(from.of_points, from.grid, even, plan_quantity::mean, 1e5, 0.95) == Approx(mean).epsilon(0.05));
    CHECK(error_with(from.of_points, from.grid, even, plan_quantity::variance, 1e5, 0.95) ==
          Approx(variance).epsilon(0.05));
  }
}

TEST_CASE("populations are distributions, with their weight where it is asked for", "[estimation]") {
  const collector from = test::collecting(make_noise(reflected_laplace, interval(0, 1), {1}), 10);
  REQUIRE(extreme_populations(from.grid).size() == 5);
  for (const auto& shares : extreme_populations(from.grid)) CHECK(test::sum_of(shares) == Approx(1).epsilon(1e-12));
  const std::vector<double> two = population_of(from.grid, {0, 0.255, 1}, {1, 1, 2});
  // A hundredth of everybody is spread evenly.
  for (std::size_t cell = 0; cell < two.size(); ++cell) {
    const double there = cell == 0 || cell == 25 ? 0.25 : cell + 1 == two.size() ? 0.5 : 0;
    CHECK(two[cell] == Approx(0.99 * there + 0.01 / static_cast<double>(two.size())).epsilon(1e-12));
  }
}

}  // namespace planner_test
