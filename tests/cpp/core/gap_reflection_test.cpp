#include "core/gap_reflection.hpp"

#include <cstdint>
#include <random>
#include <vector>

#include "support/catch.hpp"
#include "support/reflected_law.hpp"

namespace gap_reflection_test {

using namespace inbounds;

TEST_CASE("out of gaps leads what walking step by step leads to, for every point of many ranges", "[core]") {
  std::mt19937_64 random(191);
  int single = 0;
  int again_and_again = 0;
  int ties = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    const auto ranges = test::random_ranges(random, 90, 5);
    INFO(test::text_of(ranges));
    for (std::int64_t point = ranges.front().first; point <= ranges.back().last; ++point) {
      const std::int64_t reflected = reflect_out_of_gap(ranges, point);
      REQUIRE(reflected == test::walk_out(ranges, point));
      REQUIRE(reflect_out_of_gap(ranges, reflected) == reflected);
      bool inside = false;
      for (const auto& [first, last] : ranges) {
        inside = inside || (reflected >= first && reflected <= last);
        if (point >= first && point <= last) REQUIRE(reflected == point);
      }
      REQUIRE(inside);
    }
    for (std::size_t at = 1; at < ranges.size(); ++at) {
      const std::int64_t points = ranges[at - 1].last - ranges[at - 1].first + 1;
      const std::int64_t gap = ranges[at].first - ranges[at - 1].last - 1;
      single += points == 1 ? 1 : 0;
      again_and_again += gap > 4 * points ? 1 : 0;
      ties += gap % 2 == 1 ? 1 : 0;
    }
  }
  CHECK(single > 1000);
  CHECK(again_and_again > 500);
  CHECK(ties > 1000);
}

TEST_CASE("what lies in a gap comes back at its nearer end, and from the middle below", "[core]") {
  const std::vector<point_range> ranges{{0, 4}, {8, 9}};  // 5 and 6 are nearer to 4, or as near; 7 to 8
  CHECK(reflect_out_of_gap(ranges, 5) == 4);
  CHECK(reflect_out_of_gap(ranges, 6) == 3);
  CHECK(reflect_out_of_gap(ranges, 7) == 8);
  const std::vector<point_range> short_ones{{0, 1}, {11, 11}};
  const std::int64_t expected[] = {0, 1, 1, 0, 0, 1, 1, 11, 11, 11, 11, 11};  // 6, in the middle, after two turns
  for (std::int64_t point = 0; point <= 11; ++point) CHECK(reflect_out_of_gap(short_ones, point) == expected[point]);
}

TEST_CASE("the widest gaps reflect without overflow", "[core]") {
  const std::int64_t far = std::int64_t{1} << 53;
  const std::vector<point_range> points{{-far, -far}, {far, far}};
  CHECK(reflect_out_of_gap(points, 0) == -far);
  CHECK(reflect_out_of_gap(points, 1) == far);
  CHECK(reflect_out_of_gap(points, far - 1) == far);
  // Three points, entered from above 2^53 points away: 2^53 % 6 is 2, and one before that is the depth 1.
  const std::vector<point_range> three{{-2 - far, -far}, {far + 2, far + 9}};
  CHECK(reflect_out_of_gap(three, 0) == -far - 1);
  CHECK(reflect_out_of_gap(three, 1) == -far - 2);
  const std::vector<point_range> halves{{-far, -1}, {1, far}};
  CHECK(reflect_out_of_gap(halves, 0) == -1);
}

}  // namespace gap_reflection_test
