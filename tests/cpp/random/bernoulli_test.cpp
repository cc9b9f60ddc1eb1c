#include "random/bernoulli.hpp"

#include <cmath>
#include <vector>

#include "random/seeded_source.hpp"
#include "support/catch.hpp"
#include "support/chi_square.hpp"

using namespace inbounds;

namespace {

/// Hands out a fixed list of words, then fails the test: shows how many are read and what they decide.
struct script {
  std::vector<std::uint64_t> words;
  static void refill(void* context, std::span<std::uint64_t> block) {
    auto& self = *static_cast<script*>(context);
    REQUIRE_FALSE(self.words.empty());
    for (std::size_t at = 0; at < block.size(); ++at) block[at] = at < self.words.size() ? self.words[at] : 0;
    self.words.clear();
  }
};

bool decided(std::vector<std::uint64_t> words, double rate, std::uint64_t count) {
  script source{std::move(words)};
  bit_source bits{script::refill, &source};
  return draw_exp_minus(rate, count, bits);
}

}  // namespace

TEST_CASE("e^-x comes out with its frequency, from tiny to large x", "[random]") {
  seeded_words words{21};
  bit_source bits{seeded_words::refill, &words};
  struct {
    double rate;
    std::uint64_t count;
  } const cases[] = {{0.1, 1},
                     {0.5, 1},
                     {1, 1},
                     {0.999, 1},
                     {1.7, 1},
                     {3, 1},
                     {1e-3, 700},
                     {1e-15, 1000000000000000},
                     {0x1p-52, std::uint64_t{1} << 51},
                     {1e-300, 1},
                     {2.5, 2}};
  for (const auto& [rate, count] : cases) {
    constexpr int draws = 200000;
    const double p = std::exp(-rate * static_cast<double>(count));
    std::vector<std::uint64_t> counts(2);
    for (int draw = 0; draw < draws; ++draw) ++counts[draw_exp_minus(rate, count, bits) ? 1 : 0];
    INFO("rate = " << rate << ", count = " << count);
    CHECK(test::chi_square_p_value({draws * (1 - p), draws * p}, counts) > test::alpha);
  }
}

TEST_CASE("a uniform number is compared with x to the last bit, 64 bits at a time", "[random]") {
  // x = 1/4: the first word decides Bernoulli(x); below 2^62 it succeeds and the draw goes on to k = 2.
  const std::uint64_t quarter = std::uint64_t{1} << 62;
  CHECK(decided({quarter}, 0.25, 1));     // a tie is no success: x has no further bits
  CHECK(decided({quarter, 5}, 0.25, 1));  // ... and the rest of the number cannot change that
  CHECK_FALSE(decided({quarter - 1, quarter}, 0.25, 1));
  // x = 1/4 + 2^-70: after a tie in the first word, the second decides.
  const double rate = 0.25;
  const double tail = 0x1p-54;
  const double x = rate + tail;
  REQUIRE(x != rate);
  const std::uint64_t digit = quarter + 1024;  // (1/4 + 2^-54) 2^64
  CHECK(decided({digit}, x, 1));
  CHECK_FALSE(decided({digit - 1, digit}, x, 1));
  // 3 * 2^-66: the first 64 bits are 0, the next word starts with binary 11.
  const std::uint64_t three_quarters = std::uint64_t{3} << 62;
  CHECK(decided({0, three_quarters}, 0x1p-66, 3));
  CHECK_FALSE(decided({0, three_quarters - 1, 1}, 0x1p-66, 3));
}
