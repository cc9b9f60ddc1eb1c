#include "estimation/quantile_bounds.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "support/catch.hpp"
#include "support/random.hpp"

namespace quantile_bounds_test {

using namespace inbounds;

namespace {

/// Cells of the length 2, the first one from 0 on.
span ends_of(std::size_t cell) {
  const double lower = 2 * static_cast<double>(cell);
  return {lower, lower + 2};
}

/// Limits for the truths up to the end of each cell, and from its beginning on.
struct limits {
  std::vector<double> up_to;
  std::vector<double> from;

  std::size_t cells() const { return up_to.size(); }
  quantile_bounds bounds() const {
    std::vector<span> ends;
    for (std::size_t cell = 0; cell < cells(); ++cell) ends.push_back(ends_of(cell));
    return {ends, [this](std::size_t cell) { return up_to[cell]; }, [this](std::size_t cell) { return from[cell]; }};
  }
};

limits random_limits(std::size_t cells, std::mt19937_64& random) {
  limits both{std::vector<double>(cells), std::vector<double>(cells)};
  for (std::vector<double>* side : {&both.up_to, &both.from}) {
    for (double& limit : *side) limit = test::uniform(random);
  }
  both.up_to.back() = both.from.front() = 1;  // all truths
  return both;
}

/// The plain scan, cell by cell from either end.
span scan(const limits& given, double probability) {
  std::size_t low = 0;
  while (given.up_to[low] < probability) ++low;
  std::size_t high = given.cells() - 1;
  while (given.from[high] < 1 - probability) --high;
  return {ends_of(std::min(low, high)).lower, ends_of(std::max(low, high)).upper};
}

/// Shares of cells, some of which have none.
std::vector<double> random_shares(std::size_t cells, std::mt19937_64& random) {
  std::vector<double> shares(cells);
  double sum = 0;
  for (double& share : shares) sum += share = std::max(0.0, test::uniform(random) - 0.6);
  sum += shares[cells / 2] += 0.1;
  for (double& share : shares) share /= sum;
  return shares;
}

}  // namespace

TEST_CASE("each end is the first cell from its side that its own limit keeps", "[estimation]") {
  std::mt19937_64 random(861);
  for (int run = 0; run < 500; ++run) {
    const limits given = random_limits(1 + static_cast<std::size_t>(run) % 30, random);
    quantile_bounds bounds = given.bounds();
    for (int times = 0; times < 20; ++times) {
      const double probability = test::uniform(random);
      const span found = bounds.around(probability);
      const span expected = scan(given, probability);
      CHECK(found.lower == expected.lower);
      CHECK(found.upper == expected.upper);
    }
  }
}

// estimation/PROOF.md, Theorem 7
TEST_CASE("an interval holds all quantiles if two limits hold, whatever the others do", "[estimation]") {
  std::mt19937_64 random(862);
  int several = 0;
  for (int run = 0; run < 5000; ++run) {
    const std::size_t cells = 2 + static_cast<std::size_t>(run) % 20;
    const std::vector<double> shares = random_shares(cells, random);
    std::vector<double> up_to(cells);
    double sum = 0;
    for (std::size_t cell = 0; cell < cells; ++cell) up_to[cell] = sum += shares[cell];
    up_to.back() = 1;
    // A probability that is reached exactly has several quantiles, if empty cells follow.
    const double probability = run % 2 == 0 ? test::uniform(random) : up_to[static_cast<std::size_t>(run) % cells];
    std::size_t first = 0;
    while (up_to[first] < probability) ++first;
    std::size_t last = cells - 1;
    while (last > 0 && up_to[last - 1] > probability) --last;
    REQUIRE(first <= last);
    several += first < last;
    limits given = random_limits(cells, random);
    given.up_to[first] = std::max(given.up_to[first], up_to[first]);
    given.from[last] = std::max(given.from[last], last == 0 ? 1 : 1 - up_to[last - 1]);
    const span found = given.bounds().around(probability);
    INFO("run " << run << ": cells " << first << " to " << last << " in " << found.lower << " to " << found.upper);
    CHECK(found.lower <= ends_of(first).lower);
    CHECK(found.upper >= ends_of(last).upper);
  }
  CHECK(several > 500);
}

TEST_CASE("limits that contradict each other make an interval of all that either keeps", "[estimation]") {
  // From below nothing is kept before the fourth cell, from above nothing before the second.
  const limits given{{0.1, 0.1, 0.1, 0.6, 1}, {1, 0.6, 0.1, 0.1, 0.1}};
  const span found = given.bounds().around(0.5);
  CHECK(found.lower == 2);
  CHECK(found.upper == 8);
}

TEST_CASE("mirrored limits make mirrored intervals", "[estimation]") {
  std::mt19937_64 random(863);
  for (int run = 0; run < 300; ++run) {
    const limits given = random_limits(1 + static_cast<std::size_t>(run) % 30, random);
    const limits mirrored{{given.from.rbegin(), given.from.rend()}, {given.up_to.rbegin(), given.up_to.rend()}};
    const double probability = std::ldexp(static_cast<double>(random() % 63 + 1), -6);  // so that 1 - p is exact
    const span found = given.bounds().around(probability);
    const span other = mirrored.bounds().around(1 - probability);
    const double width = 2.0 * static_cast<double>(given.cells());
    CHECK(other.lower == width - found.upper);
    CHECK(other.upper == width - found.lower);
  }
}

TEST_CASE("each limit is asked for once, and from the outside inwards", "[estimation]") {
  std::vector<std::size_t> below;
  std::vector<std::size_t> above;
  const auto limit = [](std::vector<std::size_t>& calls, double value) {
    return [&calls, value](std::size_t cell) {
      calls.push_back(cell);
      return value * static_cast<double>(calls.size());
    };
  };
  quantile_bounds bounds(std::vector<span>(10), limit(below, 0.11), limit(above, 0.11));
  for (const double probability : {0.4, 0.2, 0.7, 0.4}) bounds.around(probability);
  CHECK(below == std::vector<std::size_t>{0, 1, 2, 3, 4, 5, 6});
  CHECK(above == std::vector<std::size_t>{9, 8, 7, 6, 5, 4, 3, 2});
}

}  // namespace quantile_bounds_test
