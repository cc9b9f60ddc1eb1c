#include "core/count_vectors.hpp"

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

#include "support/catch.hpp"

namespace count_vectors_test {

using namespace inbounds;
using boost::multiprecision::cpp_int;

namespace {

struct shape {
  std::size_t parts;
  double total;
};
constexpr shape shapes[] = {{2, 0}, {2, 1}, {2, 2}, {2, 17}, {3, 0}, {3, 1}, {3, 2}, {3, 9},
                            {4, 1}, {4, 2}, {4, 6}, {5, 1},  {5, 2}, {5, 5}, {7, 3}};

/// All numbers with so many digits whose digits sum to the total, counting up: the order of words in a dictionary.
std::vector<counts> list_counts(const shape& of) {
  std::vector<counts> found;
  counts digits(of.parts, 0);
  for (;;) {
    double sum = 0;
    for (const double digit : digits) sum += digit;
    if (sum == of.total) found.push_back(digits);
    std::size_t at = of.parts;
    while (at > 0 && digits[at - 1] == of.total) digits[--at] = 0;
    if (at == 0) return found;
    ++digits[at - 1];
  }
}

cpp_int ways(std::size_t parts, std::uint64_t total) {
  cpp_int product = 1;
  for (std::size_t part = 1; part < parts; ++part) product = product * (total + part) / part;
  return product;
}

/// Half the sum of what the counts differ by.
double moves(const counts& a, const counts& b) {
  double sum = 0;
  for (std::size_t at = 0; at < a.size(); ++at) sum += std::fabs(a[at] - b[at]);
  return sum / 2;
}

}  // namespace

TEST_CASE("counts are listed in the order of the dictionary, and places and counts are inverse", "[core]") {
  for (const shape& each : shapes) {
    const count_vectors all{each.parts, each.total};
    const std::vector<counts> expected = list_counts(each);
    INFO(each.parts << " parts of " << each.total);
    REQUIRE(all.how_many() == static_cast<double>(expected.size()));
    REQUIRE(all.size() == expected.size());
    REQUIRE(std::is_sorted(expected.begin(), expected.end()));
    for (std::size_t place = 0; place < expected.size(); ++place) {
      REQUIRE(all.at(place) == expected[place]);
      REQUIRE(all.place_of(expected[place]) == place);
    }
  }
}

TEST_CASE("there are as many counts as binomials say, exactly below 2^50 and never fewer than that above", "[core]") {
  for (std::size_t parts = 2; parts <= 40; ++parts) {
    for (std::uint64_t total = 0; total < 200; total = total * 3 / 2 + 1) {
      const cpp_int expected = ways(parts, total);
      const double found = count_vectors{parts, static_cast<double>(total)}.how_many();
      INFO(parts << " parts of " << total << ": " << found);
      if (expected < (cpp_int(1) << 50)) REQUIRE(cpp_int(found) == expected);
      REQUIRE(found == Catch::Approx(expected.convert_to<double>()).epsilon(1e-12));
    }
  }
  CHECK(count_vectors{3, 0x1p24}.how_many() == 0x1p47 + 3 * 0x1p23 + 1);
  CHECK(count_vectors{2, 0x1p31}.how_many() == 0x1p31 + 1);
  CHECK(count_vectors{2, -1}.how_many() == 0);
  CHECK(count_vectors{1000, 0x1p31}.how_many() > 1e300);  // infinitely many, but not NaN
}

TEST_CASE("with two parts the place is the first count, however large", "[core]") {
  const count_vectors all{2, 0x1p31};
  for (const double first : {0.0, 1.0, 12345.0, 0x1p30 + 1, 0x1p31 - 1, 0x1p31}) {
    const counts here{first, 0x1p31 - first};
    REQUIRE(all.place_of(here) == static_cast<std::size_t>(first));
    REQUIRE(all.at(static_cast<std::size_t>(first)) == here);
  }
}

TEST_CASE("places far up in long lists are exact, too", "[core]") {
  for (const shape& each : {shape{3, 100000}, shape{4, 5000}, shape{5, 600}, shape{9, 50}}) {
    const count_vectors all{each.parts, each.total};
    counts last(each.parts, 0);
    last.front() = each.total;
    REQUIRE(all.place_of(last) == all.size() - 1);
    std::size_t place = all.size() - 1;
    counts after = last;
    for (int steps = 0; steps < 300; ++steps) {
      place -= 1 + place / 7;
      INFO(each.parts << " parts, place " << place);
      const counts here = all.at(place);
      REQUIRE(all.place_of(here) == place);
      REQUIRE(here < after);
      REQUIRE(all.place_of(all.at(place + 1)) == place + 1);
      if (place < 2) break;
      after = here;
    }
  }
}

TEST_CASE("every pair of neighbours is there once", "[core]") {
  for (const shape& each : shapes) {
    if (each.total == 0) continue;
    const std::vector<counts> all = list_counts(each);
    std::set<std::pair<std::size_t, std::size_t>> expected;
    for (std::size_t a = 0; a < all.size(); ++a) {
      for (std::size_t b = a + 1; b < all.size(); ++b) {
        if (moves(all[a], all[b]) == 1) expected.emplace(a, b);
      }
    }
    std::set<std::pair<std::size_t, std::size_t>> found;
    const auto pairs = neighbours_in({each.parts, each.total});
    for (const auto& [first, second] : pairs) found.insert(std::minmax(first, second));
    INFO(each.parts << " parts of " << each.total);
    CHECK(pairs.size() == found.size());
    CHECK(found == expected);
  }
}

TEST_CASE("neighbours follow each other along lines", "[core]") {
  for (const shape& each : shapes) {
    if (each.total == 0) continue;
    const count_vectors all{each.parts, each.total};
    const auto pairs = neighbours_in(all);
    const auto direction = [&](const neighbouring_counts& pair) {
      counts change = all.at(pair.second);
      const counts first = all.at(pair.first);
      for (std::size_t at = 0; at < change.size(); ++at) change[at] -= first[at];
      return change;
    };
    for (std::size_t at = 0; at < pairs.size(); ++at) {
      const counts change = direction(pairs[at]);
      const auto to = static_cast<std::size_t>(std::max_element(change.begin(), change.end()) - change.begin());
      // A line starts where nobody is in the category that answers move to.
      if (all.at(pairs[at].first)[to] == 0) continue;
      INFO(each.parts << " parts of " << each.total << ", pair " << at);
      REQUIRE(at > 0);
      REQUIRE(pairs[at - 1].second == pairs[at].first);
      REQUIRE(direction(pairs[at - 1]) == change);
    }
  }
}

}  // namespace count_vectors_test
