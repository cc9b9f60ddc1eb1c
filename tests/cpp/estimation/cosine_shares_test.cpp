#include "estimation/cosine_shares.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "estimation/collecting.hpp"
#include "estimation/statistics.hpp"
#include "support/catch.hpp"

namespace cosine_shares_test {

using namespace inbounds;
using Catch::Approx;
using inbounds::test::collector;
using inbounds::test::interval;
using inbounds::test::make_noise;
using inbounds::test::sum_of;

namespace {

/// 1 + 0.5 cos(pi x) - 0.3 cos(3 pi x), integrated from 0 to x.
double share_up_to(double x) {
  using std::numbers::pi;
  return x + 0.5 * std::sin(pi * x) / pi - 0.3 * std::sin(3 * pi * x) / (3 * pi);
}

}  // namespace

TEST_CASE("a density of a few cosines is found again from the reports that it makes expect", "[estimation]") {
  for (const double epsilon : {1.0, 5.0}) {
    const collector from = test::collecting(make_noise(reflected_laplace, interval(-1, 3), {epsilon}));
    std::vector<double> counts(from.bins.count());
    constexpr int people = 4000;
    for (int at = 0; at < people; ++at) {
      const double from_x = at / static_cast<double>(people);
      const double to_x = (at + 1) / static_cast<double>(people);
      const auto row = test::reports_of(from, -1 + 2 * (from_x + to_x));
      for (std::size_t bin = 0; bin < row.size(); ++bin)
        counts[bin] += 1e9 * row[bin] * (share_up_to(to_x) - share_up_to(from_x));
    }
    const auto shares = cosine_shares(from.noise, 0, from.bins, counts, from.grid);
    REQUIRE(shares);
    REQUIRE(shares->size() == from.grid.cells.size());
    CHECK(sum_of(*shares) == Approx(1).epsilon(1e-12));
    for (std::size_t cell = 0; cell < shares->size(); ++cell) {
      const double exact =
          share_up_to((from.grid.ends[cell].upper + 1) / 4) - share_up_to((from.grid.ends[cell].lower + 1) / 4);
      INFO("epsilon " << epsilon << ", cell " << cell);
      CHECK((*shares)[cell] == Approx(exact).epsilon(0.01));  // reports are only known by bins
    }
  }
}

TEST_CASE("on few values, cosines are found again but for the width of a value", "[estimation]") {
  const collector from = test::small_collector(10, 6);
  std::vector<double> truth;
  for (int at = 0; at <= 10; ++at) truth.push_back((1 + 0.6 * std::cos(std::numbers::pi * 2 * (at + 0.5) / 11)) / 11);
  std::vector<double> counts(11);
  for (int at = 0; at <= 10; ++at) {
    const auto row = test::reports_of(from, at);
    for (std::size_t bin = 0; bin < 11; ++bin) counts[bin] += 1e8 * truth[static_cast<std::size_t>(at)] * row[bin];
  }
  const auto shares = cosine_shares(from.noise, 0, from.bins, counts, from.grid);
  REQUIRE(shares);
  for (std::size_t at = 0; at < 11; ++at) CHECK((*shares)[at] == Approx(truth[at]).epsilon(0.03));
}

TEST_CASE("without structure in the reports, truths are spread evenly; and shares are never negative", "[estimation]") {
  const collector from = test::collecting(make_noise(reflected_laplace, interval(0, 1), {1}));
  test::simulation people(861);
  for (int trial = 0; trial < 20; ++trial) {
    const double at = test::uniform(people.random());
    const auto counts = people.counts(from, 1000, [&](double p) { return trial % 2 == 0 ? p : at; });
    const auto shares = cosine_shares(from.noise, 0, from.bins, counts, from.grid);
    REQUIRE(shares);
    CHECK(sum_of(*shares) == Approx(1).epsilon(1e-12));
    CHECK(*std::min_element(shares->begin(), shares->end()) >= 0);
  }
  const auto even =
      expected_reports(from.group(std::vector<double>(from.bins.count())).of_cells, even_shares(from.grid));
  const auto shares = cosine_shares(from.noise, 0, from.bins, test::times(even, 1e6), from.grid);
  for (const double share : *shares) CHECK(share == Approx(0.01).epsilon(0.01));
}

TEST_CASE("there are no cosines but between two mirrors, and without gaps", "[estimation]") {
  const auto none = [](const collector& from) {
    return !cosine_shares(from.noise, 0, from.bins, std::vector<double>(from.bins.count(), 1.0), from.grid);
  };
  CHECK(none(test::collecting(make_noise(bounded_laplace, interval(0, 1), {1}))));
  CHECK(none(test::collecting(make_noise(clamped_laplace, interval(0, 1), {1}))));
  CHECK(none(test::collecting(make_noise(reflected_laplace, interval(0, INFINITY, 1), {1}), 20, span{0, 10})));
  CHECK_FALSE(none(test::collecting(make_noise(reflected_laplace, interval(0, 1), {1}))));
}

}  // namespace cosine_shares_test
