#include "random/reflected_geometric.hpp"

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <random>
#include <vector>

#include "random/seeded_source.hpp"
#include "support/catch.hpp"
#include "support/chi_square.hpp"
#include "support/reflected_law.hpp"
#include "support/words.hpp"

namespace reflected_geometric_test {

using namespace inbounds;
using inbounds::test::reflected_points;

namespace {

const open_ends every_way_to_end[] = {{false, false}, {true, false}, {false, true}, {true, true}};

/// Draws around a centre against the law of the images, over every point from the lowest to the highest.
double p_value(const std::vector<point_range>& ranges, open_ends open, double rate, std::int64_t centre, int draws,
               bit_source& bits) {
  const reflected_points<long double> law(ranges, open, rate);
  const reflected_geometric sampler(ranges, open, rate);
  std::vector<double> expected;
  for (const long double mass : law.release(centre)) expected.push_back(static_cast<double>(mass) * draws);
  std::vector<std::int64_t> points(static_cast<std::size_t>(draws), centre);
  sampler.draw_all(points, bits);
  std::vector<std::uint64_t> counts(expected.size());
  for (const std::int64_t point : points) ++counts.at(static_cast<std::size_t>(point - law.lowest()));
  for (std::size_t k = 0; k < counts.size(); ++k) {
    if (expected[k] == 0) REQUIRE(counts[k] == 0);  // gaps
  }
  return test::chi_square_p_value(expected, counts);
}

}  // namespace

// random/PROOF.md, Theorem 5
TEST_CASE("reflected noise has the law of its mirror images, for every centre", "[random]") {
  seeded_words words{41};
  bit_source bits{seeded_words::refill, &words};
  for (const std::int64_t steps : {1, 2, 7, 23}) {
    for (const double rate : {1e-25, 1e-12, 0.003, 0.05, 0.4, 1.5, 5.0}) {
      for (const open_ends open : every_way_to_end) {
        for (std::int64_t centre = 0; centre <= steps; centre += 1 + steps / 8) {
          INFO(steps << " steps, rate " << rate << ", centre " << centre << ", open " << open.below << open.above);
          CHECK(p_value({{0, steps}}, open, rate, centre, 10000, bits) > test::alpha);
        }
      }
    }
  }
}

TEST_CASE("what lands in a gap comes out of it with its probability", "[random]") {
  seeded_words words{42};
  bit_source bits{seeded_words::refill, &words};
  std::mt19937_64 random(43);
  for (int trial = 0; trial < 400; ++trial) {
    const auto ranges = test::random_ranges(random, 50, 5);
    const open_ends open = every_way_to_end[trial % 4];
    const auto steps = static_cast<std::uint64_t>(ranges.back().last - ranges.front().first);
    const double rate = std::pow(10, -3 + 3.5 * std::ldexp(static_cast<double>(random() >> 11), -53));
    const std::int64_t centre = ranges.front().first + static_cast<std::int64_t>(random() % (steps + 1));
    INFO(test::text_of(ranges, open) << "rate " << rate << ", centre " << centre);
    CHECK(p_value(ranges, open, rate, centre, 10000, bits) > test::alpha);
  }
}

// random/PROOF.md, Theorem 5
TEST_CASE("the centre has no influence on which words are used, and many at once are the same as one by one",
          "[random]") {
  std::mt19937_64 random(44);
  for (int trial = 0; trial < 200; ++trial) {
    const auto ranges = test::random_ranges(random, 300, trial % 2 == 0 ? 1 : 4);
    const open_ends open = every_way_to_end[trial % 4];
    const double rate = trial % 3 == 0 ? 1e-14 : trial % 3 == 1 ? 0.1 : 300;  // in doubt often, hardly ever, often
    const reflected_geometric sampler(ranges, open, rate);
    const auto steps = static_cast<std::uint64_t>(ranges.back().last - ranges.front().first);
    std::vector<std::int64_t> centres(700);
    for (std::int64_t& centre : centres)
      centre = ranges.front().first + static_cast<std::int64_t>(random() % (steps + 1));
    const std::uint64_t seed = random();
    const auto next_word_after = [&](const auto& draw) {
      seeded_words words{seed};
      bit_source bits{seeded_words::refill, &words};
      draw(bits);
      return bits.word();
    };
    INFO(test::text_of(ranges, open) << "rate " << rate);
    std::vector<std::int64_t> at_once = centres;
    std::vector<std::int64_t> one_by_one = centres;
    std::vector<std::int64_t> lowest(centres.size(), ranges.front().first);
    const auto after = next_word_after([&](bit_source& bits) { sampler.draw_all(at_once, bits); });
    REQUIRE(after == next_word_after([&](bit_source& bits) { sampler.draw_all(lowest, bits); }));
    REQUIRE(after == next_word_after([&](bit_source& bits) {
              for (std::int64_t& centre : one_by_one) centre = sampler.draw(centre, bits);
            }));
    REQUIRE(at_once == one_by_one);
  }
}

TEST_CASE("reflection works on the largest lattices", "[random]") {
  // With the same words, the noise is that of the two-sided geometric number below; it is added and reflected here by
  // the textbook, in integers that cannot overflow.
  using wide = boost::multiprecision::cpp_int;
  std::mt19937_64 random(45);
  for (const open_ends open : every_way_to_end) {
    const bool closed = !open.below && !open.above;
    const std::int64_t steps = std::int64_t{1} << (closed ? 52 : 53);
    const std::int64_t lowest = -(std::int64_t{1} << 52);
    const std::int64_t period = 2 * (steps + 1);
    for (const double rate : {1e-20, 1e-16, 0x1p-52, 1e-12, 1e-3, 1.0, 700.0, 1024.0}) {
      const reflected_geometric sampler({{lowest, lowest + steps}}, open, rate);
      const auto kind = closed ? interval_geometric::range::closed : interval_geometric::range::open;
      const interval_geometric noise(2 * period - 1, rate, kind);
      for (const std::int64_t from_lowest : {std::int64_t{0}, std::int64_t{1}, steps / 3, steps - 1, steps}) {
        for (int draw = 0; draw < 20; ++draw) {
          std::vector<std::uint64_t> words(64);
          for (std::uint64_t& word : words) word = random();
          const std::int64_t drawn = test::with_words(
              words, [&](bit_source& bits) { return sampler.draw(lowest + from_lowest, bits) - lowest; });
          const std::int64_t moved_by =
              test::with_words(words, [&](bit_source& bits) { return noise.draw(period, bits) - period; });
          wide at = wide(from_lowest) + moved_by;
          if (closed) {
            at = ((at % period) + period) % period;
            if (at > steps) at = period - 1 - at;
          } else {
            if (!open.below && at < 0) at = -1 - at;
            if (!open.above && at > steps) at = 2 * wide(steps) + 1 - at;
            at = at < 0 ? wide(0) : at > steps ? wide(steps) : at;
          }
          INFO("rate " << rate << ", centre " << from_lowest << ", open " << open.below << open.above);
          REQUIRE(drawn >= 0);
          REQUIRE(drawn <= steps);
          REQUIRE(wide(drawn) == at);
          if (rate >= 700) REQUIRE(drawn == from_lowest);  // e^-700
        }
      }
    }
  }
}

TEST_CASE("words of zeros and ones lead to the ends that are open, and around mirrors", "[random]") {
  // All zeros is the lowest noise there is, all ones the highest: minus and plus a period.
  const std::vector<std::uint64_t> zeros(8, 0);
  const std::vector<std::uint64_t> ones(8, ~std::uint64_t{0});
  for (const std::int64_t steps : {1, 5, 9}) {
    for (std::int64_t centre = 0; centre <= steps; ++centre) {
      const auto draw_points = [&](open_ends open, const std::vector<std::uint64_t>& words) {
        const reflected_geometric sampler({{0, steps}}, open, 1);
        return test::with_words(words, [&](bit_source& bits) { return sampler.draw(centre, bits); });
      };
      CHECK(draw_points({true, true}, zeros) == 0);
      CHECK(draw_points({true, true}, ones) == steps);
      CHECK(draw_points({true, false}, zeros) == 0);
      CHECK(draw_points({true, false}, ones) == 0);  // off the mirror above and out at the end below
      CHECK(draw_points({false, true}, zeros) == steps);
      CHECK(draw_points({false, true}, ones) == steps);
      CHECK(draw_points({false, false}, zeros) == centre);                         // a whole period down
      CHECK(draw_points({false, false}, ones) == (centre == 0 ? 0 : centre - 1));  // and one step less than one up
    }
  }
}

}  // namespace reflected_geometric_test
