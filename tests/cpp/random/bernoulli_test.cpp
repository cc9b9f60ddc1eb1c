#include "random/bernoulli.hpp"

#include <cmath>
#include <vector>

#include "random/filter.hpp"
#include "random/seeded_source.hpp"
#include "support/catch.hpp"
#include "support/chi_square.hpp"
#include "support/precise.hpp"
#include "support/words.hpp"

namespace bernoulli_test {

using namespace inbounds;
using inbounds::test::precise;

TEST_CASE("e^-x comes out with its frequency, from tiny to large x", "[random]") {
  seeded_words words{21};
  bit_source bits{seeded_words::refill, &words};
  struct {
    double rate;
    std::uint64_t count;
    std::uint64_t times;
  } const cases[] = {{0.1, 1, 1},
                     {0.5, 1, 1},
                     {1, 1, 1},
                     {0.999, 1, 1},
                     {1.7, 1, 1},
                     {3, 1, 1},
                     {1e-3, 7, 100},
                     {2.5, 2, 1},
                     {1e-300, 1, 1},
                     {1e-15, 1000000, 1000000},
                     {0x1p-52, std::uint64_t{1} << 51, 1}};
  for (const auto& [rate, count, times] : cases) {
    constexpr int draws = 200000;
    const double p = std::exp(-rate * static_cast<double>(count) * static_cast<double>(times));
    std::vector<std::uint64_t> counts(2);
    for (int draw = 0; draw < draws; ++draw) ++counts[draw_exp_minus(rate, count, times, bits) ? 1 : 0];
    INFO("rate = " << rate << ", count = " << count);
    CHECK(test::chi_square_p_value({draws * (1 - p), draws * p}, counts) > test::alpha);
  }
}

// random/PROOF.md, Lemma 1
TEST_CASE("every word is decided as exact arithmetic decides it, the tie and its neighbours included", "[random]") {
  for (const double rate : {0.1, 0.5, 1.0, 7.3, 30.0, 44.0}) {
    const precise scaled = exp(-precise(rate)) * exp2(precise(64));
    const auto tie = static_cast<std::uint64_t>(scaled);
    const precise rest = (scaled - precise(tie)) * exp2(precise(64));
    const auto next = static_cast<std::uint64_t>(rest);
    CHECK(test::with_words({tie - 1}, [&](bit_source& bits) { return draw_exp_minus(rate, 1, 1, bits); }));
    CHECK_FALSE(test::with_words({tie + 1}, [&](bit_source& bits) { return draw_exp_minus(rate, 1, 1, bits); }));
    CHECK(test::with_words({tie, next - 1}, [&](bit_source& bits) { return draw_exp_minus(rate, 1, 1, bits); }));
    CHECK_FALSE(test::with_words({tie, next + 1}, [&](bit_source& bits) { return draw_exp_minus(rate, 1, 1, bits); }));
  }
  // e^-700 is about 2^-1010: fifteen words of zeros and a small one.
  std::vector<std::uint64_t> zeros(16, 0);
  CHECK(test::with_words(zeros, [](bit_source& bits) { return draw_exp_minus(700, 1, 1, bits); }));
  zeros.resize(9);
  zeros.push_back(1);
  CHECK_FALSE(test::with_words(zeros, [](bit_source& bits) { return draw_exp_minus(700, 1, 1, bits); }));
}

TEST_CASE("e^-x in floating point stays within a sixteenth of what the filter allows for it", "[random]") {
  std::mt19937_64 engine(22);
  std::uniform_real_distribution<double> unit(0, 1);
  double largest = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    const double rate = std::exp(-70 + 73 * unit(engine));
    const auto count = std::floor(std::exp2(26 * unit(engine)));
    const double x = rate * count * count;
    if (x > 700) continue;
    const double p = std::exp(-x);
    const precise exact = exp(-precise(rate) * precise(count) * precise(count));
    const double share = static_cast<double>(abs(precise(p) - exact) / exact) / ((1 + x) * filter::relative_error);
    largest = std::max(largest, share);
  }
  CHECK(largest <= 1.0 / 16);
}

}  // namespace bernoulli_test
