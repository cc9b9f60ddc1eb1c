#include "privacy/neighbours.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "mechanisms/laplace_cases.hpp"
#include "support/brute_force.hpp"
#include "support/catch.hpp"

namespace neighbours_test {

using namespace inbounds;
using inbounds::test::setting_of;

namespace {

bool lies_in(const span& one, double number) { return number >= one.lower && number <= one.upper; }

/// Whether some candidate is at least as wide on both sides. A law whose loss never falls when a pair is widened then
/// loses at least as much there.
bool is_covered(const candidate_pairs& found, double low, double high) {
  for (const auto& [a, b, distance] : found.fixed) {
    if (distance != b.at - a.at) return false;
    if (a.at <= low && b.at >= high) return true;
  }
  for (const moving_neighbours& pairs : found.moving) {
    // low' <= low and low' + distance >= high, from first to last
    const double from = std::max(pairs.first, high - pairs.distance);
    if (from <= std::min(pairs.last, low)) return true;
  }
  return false;
}

/// Whether all candidates are neighbours, in the spans they name.
bool are_neighbours(const candidate_pairs& found, const std::vector<span>& spans, const max_distances& max_distance,
                    double rounding) {
  const auto both = [&](const neighbours& pair) {
    const double max = pair.low.span == pair.high.span ? max_distance.within : max_distance.across;
    const double distance = pair.high.at - pair.low.at;
    const auto inside = [&](const place& each) {
      const auto [lower, upper] = spans.at(each.span);
      return lies_in({lower - rounding, upper + rounding}, each.at);
    };
    return distance > 0 && distance <= max + rounding && inside(pair.low) && inside(pair.high);
  };
  return std::all_of(found.fixed.begin(), found.fixed.end(), both) &&
         std::all_of(found.moving.begin(), found.moving.end(), [&](const moving_neighbours& pairs) {
           return pairs.first <= pairs.last + rounding && both(pairs.at(pairs.first)) && both(pairs.at(pairs.last));
         });
}

}  // namespace

// bounded_laplace/PROOF.md, Lemma 3
TEST_CASE("every two neighbouring points lie within a candidate, and no candidate is wider than allowed", "[privacy]") {
  std::mt19937_64 random(11);
  for (int trial = 0; trial < 2000; ++trial) {
    const auto given = brute_force::random_ranges(random, 50);
    const truncated_model where = setting_of(given);
    const candidate_pairs& found = where.pairs();
    INFO(given);
    REQUIRE(are_neighbours(found, where.where().spans, where.where().max_distance, 0));
    double widest = 0;
    const brute_force::lattice_law law(given.ranges, 1);
    for (const auto low : law.points()) {
      for (const auto high : law.points()) {
        if (high <= low) continue;
        const auto range_of = [&](std::int64_t point) {
          return std::count_if(given.ranges.begin(), given.ranges.end(),
                               [&](auto each) { return each.first <= point; });
        };
        const auto max = range_of(low) == range_of(high) ? given.same_range : given.cross_range;
        if (high - low > max) continue;
        widest = std::max(widest, static_cast<double>(high - low));
        REQUIRE(is_covered(found, static_cast<double>(low), static_cast<double>(high)));
      }
    }
    REQUIRE(found.widest == widest);
  }
}

TEST_CASE("every two neighbouring numbers lie within a candidate", "[privacy]") {
  std::mt19937_64 random(12);
  for (int trial = 0; trial < 2000; ++trial) {
    // Sixteenths, so that sums and differences are exact and ends often meet.
    std::vector<span> spans;
    double end = 0;
    for (std::uint64_t at = 0; at <= random() % 6; ++at) {
      const double lower = end + static_cast<double>(1 + random() % 40) / 16;
      end = lower + static_cast<double>(1 + random() % 40) / 16;
      spans.push_back({lower, end});
    }
    const double s = static_cast<double>(1 + random() % 100) / 16;
    const candidate_pairs found = candidates(spans, {s, s});
    REQUIRE(are_neighbours(found, spans, {s, s}, 0));
    for (int pair = 0; pair < 200; ++pair) {
      const auto draw = [&] {
        const span& one = spans[random() % spans.size()];
        const double share = static_cast<double>(random() % 17) / 16;
        return one.lower + share * (one.upper - one.lower);
      };
      const double one = draw();
      const double other = draw();
      if (one == other || std::fabs(one - other) > s) continue;
      INFO("s " << s << ", " << one << " and " << other);
      REQUIRE(is_covered(found, std::min(one, other), std::max(one, other)));
    }
  }
}

TEST_CASE("there are few candidates however many spans there are", "[privacy]") {
  std::vector<span> spans;
  for (int at = 0; at < 2000; ++at) spans.push_back({3.0 * at, 3.0 * at + (at % 3 == 0 ? 2 : 0.5)});
  for (const double s : {0.1, 1.5, 2.0, 7.0, 500.0, 5000.0}) {
    const candidate_pairs found = candidates(spans, {s, s});
    CHECK(found.fixed.size() <= 2 * spans.size());
    CHECK(found.moving.size() <= 3 * spans.size());
    CHECK(found.widest <= s);
  }
}

TEST_CASE("spans out of each other's reach have pairs of their own only", "[privacy]") {
  const candidate_pairs found = candidates({{0, 1}, {100, 101}}, {50, 50});
  CHECK(found.moving.empty());
  REQUIRE(found.fixed.size() == 2);
  CHECK(found.widest == 1);
}

TEST_CASE("single points have no pairs but with others", "[privacy]") {
  CHECK(candidates({{3, 3}, {9, 9}}, {5, 5}).widest == 0);
  const candidate_pairs near = candidates({{3, 3}, {9, 9}}, {5, 6});
  CHECK(near.widest == 6);
  CHECK(is_covered(near, 3, 9));
  const candidate_pairs far = candidates({{3, 3}, {9, 9}, {20, 20}}, {5, 11});
  CHECK(is_covered(far, 3, 9));
  CHECK(is_covered(far, 9, 20));
  CHECK_FALSE(is_covered(far, 3, 20));
}

}  // namespace neighbours_test
