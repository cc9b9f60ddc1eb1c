#include "random/truncated_geometric.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <random>
#include <vector>

#include "random/seeded_source.hpp"
#include "support/catch.hpp"
#include "support/chi_square.hpp"
#include "support/precise.hpp"
#include "support/truncated_law.hpp"
#include "support/words.hpp"

namespace truncated_geometric_test {

using namespace inbounds;
using inbounds::test::precise;

// random/PROOF.md, Theorem 7
TEST_CASE("points in several ranges come out with their frequencies, for every centre and kind of end", "[random]") {
  const std::vector<std::vector<point_range>> domains{{{4, 4}},
                                                      {{-3, 6}},
                                                      {{0, 2}, {6, 9}},
                                                      {{-9, -9}, {-7, -3}, {10, 10}},
                                                      {{0, 0}, {1, 1}, {3, 8}, {20, 21}},
                                                      {{-5, -4}, {-2, -2}, {0, 3}, {9, 9}, {15, 19}}};
  seeded_words words{51};
  bit_source bits{seeded_words::refill, &words};
  for (const auto& ranges : domains) {
    for (const open_ends open : {open_ends{}, open_ends{true, false}, open_ends{false, true}, open_ends{true, true}}) {
      for (const double rate : {1e-12, 0.02, 0.3, 1.5, 8.0}) {
        const truncated_geometric sampler(ranges, open, rate);
        const std::int64_t bottom = ranges.front().first;
        const std::int64_t top = ranges.back().last;
        const auto inside = [&](std::int64_t point) {
          return std::any_of(ranges.begin(), ranges.end(),
                             [&](const point_range& each) { return point >= each.first && point <= each.last; });
        };
        for (const auto& range : ranges) {
          for (const std::int64_t centre : {range.first, range.last}) {
            constexpr int draws = 5000;
            // By definition, and not in closed form.
            const auto weight = [&](std::int64_t offset) {
              const std::int64_t point = bottom + offset;
              const precise ratio = test::power(rate, 1);
              precise shares = inside(point) ? 1 : 0;
              if (open.below && point == bottom) shares += ratio / (1 - ratio);
              if (open.above && point == top) shares += ratio / (1 - ratio);
              return static_cast<double>(shares * test::power(rate, std::abs(point - centre)));
            };
            std::vector<std::int64_t> drawn(draws, centre);
            sampler.draw_all(drawn, bits);
            auto next = drawn.begin();
            INFO(test::truncated_law({ranges, open, rate, centre}));
            CHECK(test::p_value_of_draws(top - bottom, draws, weight, [&] { return *next++ - bottom; }) > test::alpha);
            // Cells without mass have no share in that.
            CHECK(std::all_of(drawn.begin(), drawn.end(), inside));
          }
        }
      }
    }
  }
}

TEST_CASE("the second word chooses in the part as the law of one range does, from its nearest point", "[random]") {
  std::mt19937_64 engine(55);
  int elsewhere = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    const test::truncated_law all = test::random_truncated_law(engine);
    const auto sums = test::sums_of(test::weights_of(all));
    const std::vector<std::uint64_t> words{engine(), engine(), engine()};
    const auto drawn = test::with_words(words, [&](bit_source& bits) {
      return truncated_geometric(all.ranges, all.open, all.rate).draw(all.centre, bits);
    });
    const precise number = ldexp(precise(words[0]), -64) * sums.back();
    const auto part = std::upper_bound(sums.begin() + 1, sums.end() - 1, number) - sums.begin() - 1;
    const auto range =
        std::clamp<std::int64_t>(part - (all.open.below ? 1 : 0), 0, static_cast<std::int64_t>(all.ranges.size()) - 1);
    const bool beyond = (all.open.below && part == 0) || (all.open.above && part + 2 == std::ssize(sums));
    auto [first, last] = all.ranges[static_cast<std::size_t>(range)];
    if (beyond) (part == 0 ? last : first) = part == 0 ? first : last;
    const std::int64_t from = std::clamp(all.centre, first, last);
    const auto inside = [&](bit_source& bits) {
      return interval_geometric(last - first, all.rate).draw(from - first, bits);
    };
    INFO(all << ", words " << words[0] << " " << words[1]);
    REQUIRE(drawn == first + (first == last ? 0 : test::with_words({words[1], words[2]}, inside)));
    elsewhere += from == all.centre ? 0 : 1;
  }
  CHECK(elsewhere > 500);
}

TEST_CASE("a draw takes two words, whatever the truth and wherever it goes", "[random]") {
  const truncated_geometric sampler({{-4, -4}, {-2, 7}, {9, 9}, {12, 30}}, {true, true}, 0.125);
  for (std::int64_t centre : {-4, -2, 3, 7, 9, 12, 20, 30}) {
    for (std::uint64_t word = 1; word < 64; ++word) {
      const std::vector<std::uint64_t> words{word << 58, 0x123456789abcdef0, 77};
      const auto third = test::with_words(words, [&](bit_source& bits) {
        sampler.draw(centre, bits);
        return bits.word();
      });
      REQUIRE(third == 77);
    }
  }
}

TEST_CASE("many draws at a time take their words for parts first, and go the same ways", "[random]") {
  const truncated_geometric sampler({{-4, -4}, {-2, 7}, {9, 9}, {12, 30}}, {true, false}, 0.125);
  const std::vector<std::int64_t> centres{-4, 5, 12, 9, 30};
  std::mt19937_64 engine(56);
  std::vector<std::uint64_t> words(10);
  std::generate(words.begin(), words.end(), engine);
  const auto together = test::with_words(words, [&](bit_source& bits) {
    std::vector<std::int64_t> drawn = centres;
    sampler.draw_all(drawn, bits);
    return drawn;
  });
  for (std::size_t i = 0; i < centres.size(); ++i) {
    const auto alone = [&](bit_source& bits) { return sampler.draw(centres[i], bits); };
    CHECK(together[i] == test::with_words({words[i], words[5 + i]}, alone));
  }
}

TEST_CASE("one closed range is the law of one range, word by word", "[random]") {
  for (const double rate : {1e-17, 1e-9, 0.01, 3.0}) {
    for (const auto& [first, last] : {point_range{0, 1000}, point_range{-70, 1 << 20}, point_range{5, 6}}) {
      seeded_words words_of_one{57};
      seeded_words words_of_other{57};
      bit_source one{seeded_words::refill, &words_of_one};
      bit_source other{seeded_words::refill, &words_of_other};
      std::vector<std::int64_t> gapped(1000, first + 1);
      std::vector<std::int64_t> plain(1000, 1);
      truncated_geometric({{first, last}}, {}, rate).draw_all(gapped, one);
      interval_geometric(last - first, rate).draw_all(plain, other);
      for (std::int64_t& point : plain) point += first;
      CHECK(gapped == plain);
      CHECK(one.word() == other.word());
    }
  }
  const auto single = [](bit_source& bits) { return truncated_geometric({{5, 5}}, {}, 0.1).draw(5, bits); };
  CHECK(test::with_words({~std::uint64_t{0} >> 1}, single) == 5);
}

TEST_CASE("the farthest points and extreme rates stay in the ranges, and draws end", "[random]") {
  const std::int64_t max = std::int64_t{1} << 53;
  const std::vector<std::vector<point_range>> domains{
      {{-max, 1}}, {{-max, -max}, {0, 1}}, {{0, 0}, {2, max - 7}, {max, max}}, {{-1, max / 2}, {max - 3, max}}};
  seeded_words words{58};
  bit_source bits{seeded_words::refill, &words};
  for (const auto& ranges : domains) {
    for (const open_ends open : {open_ends{}, open_ends{true, true}}) {
      for (const double rate : {0x1p-900, 1e-31, 1e-18, 1e-15, 1e-6, 1.0, 1024.0}) {
        const truncated_geometric sampler(ranges, open, rate);
        for (const auto& range : ranges) {
          for (const std::int64_t centre : {range.first, range.last}) {
            INFO(test::truncated_law({ranges, open, rate, centre}));
            const std::int64_t drawn = sampler.draw(centre, bits);
            REQUIRE(std::any_of(ranges.begin(), ranges.end(),
                                [&](const auto& each) { return drawn >= each.first && drawn <= each.last; }));
            if (rate == 1024.0) {
              REQUIRE(drawn == centre);
            }
          }
        }
      }
    }
  }
}

TEST_CASE("a thousand ranges have their frequencies, and a hundred thousand are ready at once", "[random]") {
  seeded_words words{59};
  bit_source bits{seeded_words::refill, &words};
  test::truncated_law all{{}, {true, false}, 1e-3, 0};
  for (std::int64_t range = 0; range < 1000; ++range) all.ranges.push_back({7 * range, 7 * range + range % 5});
  for (const std::size_t around : {0, 400, 999}) {
    all.centre = all.ranges[around].last;
    const auto weights = test::weights_of(all);
    const truncated_geometric sampler(all.ranges, all.open, all.rate);
    const auto weight = [&](std::int64_t range) {
      const auto at = static_cast<std::size_t>(range + 1);
      return static_cast<double>(range == 0 ? precise(weights[0] + weights[1]) : weights[at]);
    };
    CHECK(test::p_value_of_draws(999, 100000, weight, [&] { return sampler.draw(all.centre, bits) / 7; }) >
          test::alpha);
  }
  all.ranges.clear();
  for (std::int64_t range = 0; range < 100000; ++range) all.ranges.push_back({7 * range, 7 * range + range % 5});
  const auto started = std::chrono::steady_clock::now();
  const truncated_geometric sampler(all.ranges, all.open, all.rate);
  CHECK(std::chrono::steady_clock::now() - started < std::chrono::milliseconds(500));
  const std::int64_t drawn = sampler.draw(350000, bits);
  CHECK(std::abs(drawn - 350000) < 100000);
}

}  // namespace truncated_geometric_test
