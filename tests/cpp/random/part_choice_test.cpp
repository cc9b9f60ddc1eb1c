#include "random/part_choice.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "random/constant_time_exp.hpp"
#include "random/filter.hpp"
#include "support/catch.hpp"
#include "support/precise.hpp"
#include "support/truncated_law.hpp"
#include "support/words.hpp"

namespace part_choice_test {

using namespace inbounds;
using inbounds::test::precise;

namespace {

std::size_t choose(const test::truncated_law& from, bit_source& bits) {
  std::size_t chosen = 0;
  part_choice(from.ranges, from.open, from.rate).draw_all({&from.centre, 1}, {&chosen, 1}, bits);
  return chosen;
}

}  // namespace

// random/PROOF.md, Theorem 7
TEST_CASE("each part is the exact inverse of the distribution at its words, also where the filter cannot tell",
          "[random]") {
  std::mt19937_64 engine(52);
  int decided_exactly = 0;
  int ties = 0;
  for (int trial = 0; trial < 6000; ++trial) {
    const test::truncated_law all = test::random_truncated_law(engine);
    const auto sums = test::sums_of(test::weights_of(all));
    std::vector<std::uint64_t> words{engine(), engine(), engine()};
    const auto boundary = static_cast<std::size_t>(1 + engine() % (all.parts() - 1));
    if (trial % 4 > 0) {  // next to a boundary, by one word or by two
      const precise in_words = ldexp(sums[boundary] / sums.back(), 64);
      const precise first = floor(in_words);
      words[0] = static_cast<std::uint64_t>(first);
      if (trial % 4 == 2) words[1] = static_cast<std::uint64_t>(ldexp(in_words - first, 64)) + engine() % 3 - 1;
      if (trial % 4 == 3) words[0] += engine() % 3 - 1;
      ++ties;
    }
    const auto seen = part_choice(all.ranges, all.open, all.rate).read(all.centre, words[0], boundary);
    decided_exactly += seen.certain() ? 0 : 1;
    const auto drawn = test::with_words(words, [&](bit_source& bits) { return choose(all, bits); });
    const precise low = ldexp(precise(words[0]), -64) + ldexp(precise(words[1]), -128);
    const precise min = (low + ldexp(precise(words[2]), -192)) * sums.back();
    const precise max = (low + ldexp(precise(words[2]) + 1, -192)) * sums.back();
    // Fifty digits are not enough for the third word.
    const precise unknown = ldexp(sums.back(), -160);
    INFO(all << ", words " << words[0] << " " << words[1] << ", part " << drawn << ", boundary " << boundary);
    REQUIRE(drawn < all.parts());
    REQUIRE(sums[drawn + 1] + unknown > min);
    REQUIRE(sums[drawn] - unknown <= max);
  }
  CHECK(ties > 4000);
  CHECK(decided_exactly > 4000);
}

TEST_CASE("rounding uses up at most a sixteenth of the slack of a choice between parts", "[random]") {
  std::mt19937_64 engine(53);
  double largest = 0;
  int close = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    test::truncated_law all = test::random_truncated_law(engine);
    if (trial % 1000 == 0) {  // many parts, whose roundings add up; in a flat law, all of them
      all.ranges.clear();
      for (std::int64_t at = 0; at < 3000; ++at)
        all.ranges.push_back({5 * at, 5 * at + static_cast<int>(engine() % 4)});
      all.centre = all.ranges[engine() % 3000].first;
      all.rate = std::pow(10, -static_cast<double>(engine() % 12));
    }
    const auto sums = test::sums_of(test::weights_of(all));
    const auto boundary = static_cast<std::size_t>(1 + engine() % (all.parts() - 1));
    std::uint64_t word = engine() >> (engine() % 48);
    if (engine() % 2 == 0) word = ~word;
    if (engine() % 2 == 0)
      word = static_cast<std::uint64_t>(ldexp(sums[boundary] / sums.back(), 64)) ^ (engine() >> 30);
    const part_choice choice(all.ranges, all.open, all.rate);
    const auto seen = choice.read(all.centre, word, boundary);
    const std::uint64_t beyond = seen.downwards ? word : ~word;
    if (filter::number(beyond) < filter::smallest_weight) {
      REQUIRE_FALSE(seen.certain());
      continue;
    }
    // The middle of what the word leaves open (its last bit is not read).
    const precise number = ldexp(precise(beyond >> 1) + precise(1) / 2, -63);
    const precise tail = seen.downwards ? sums[boundary] : precise(sums.back() - sums[boundary]);
    INFO(all << ", word " << word << ", boundary " << boundary);
    // The farther away the boundary, the larger its error; but then it decides nothing.
    if (seen.to_boundary > 2 * seen.to_number) {
      REQUIRE(tail < number * sums.back());
      REQUIRE(seen.passes() == seen.downwards);
      continue;
    }
    const precise exact = log(tail / (number * sums.back()));
    const double off = static_cast<double>(abs(precise(seen.to_number) - precise(seen.to_boundary) - exact));
    const double unknown = filter::unknown_bits / static_cast<double>(number);
    const double for_rounding = (static_cast<double>(all.parts()) + seen.to_number) * filter::relative_error;
    REQUIRE(off <= seen.slack);
    largest = std::max(largest, (off - unknown / 4) / for_rounding);
    close += 1;
  }
  INFO("used up: " << largest);
  CHECK(largest <= 1.0 / 16);
  CHECK(largest > 0);
  CHECK(close > 10000);
}

TEST_CASE("roundings that add up over a hundred thousand parts stay within a sixteenth of the slack, too", "[random]") {
  // Equal ranges at equal distances, where the same rounding comes again and again. Sums over them have a closed form.
  constexpr std::int64_t count = 100000;
  std::mt19937_64 engine(60);
  double largest = 0;
  double without_parts = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const auto period = static_cast<std::int64_t>(2 + engine() % 1000);
    const auto length = static_cast<std::int64_t>(1 + engine() % static_cast<std::uint64_t>(period - 1));
    const double rate = std::pow(10, -9 + 0.1 * trial);
    std::vector<point_range> ranges;
    for (std::int64_t at = 0; at < count; ++at) ranges.push_back({at * period, at * period + length - 1});
    const part_choice choice(ranges, {}, rate);
    const auto sum = [&](std::int64_t parts) -> precise { return -expm1(-precise(rate) * precise(parts * period)); };
    for (int reading = 0; reading < 20; ++reading) {
      // From the lowest point, what lies above a boundary.
      const auto boundary = static_cast<std::int64_t>(1 + engine() % (count - 1));
      const precise share = test::power(rate, boundary * period) * sum(count - boundary) / sum(count);
      if (share < 0x1p-30) continue;
      const auto beyond = static_cast<std::uint64_t>(ldexp(share, 64));
      const auto seen = choice.read(0, ~beyond, static_cast<std::size_t>(boundary));
      const precise number = ldexp(precise(beyond >> 1) + precise(1) / 2, -63);
      const double off =
          static_cast<double>(abs(precise(seen.to_number) - precise(seen.to_boundary) - log(share / number)));
      const double rounding = off - filter::unknown_bits / 4 / static_cast<double>(number);
      REQUIRE_FALSE(seen.certain());
      largest = std::max(largest, rounding / ((double{count} + seen.to_number) * filter::relative_error));
      without_parts = std::max(without_parts, rounding / ((1 + seen.to_number) * filter::relative_error));
    }
  }
  INFO("used up: " << largest << ", if the number of parts did not count: " << without_parts);
  CHECK(largest <= 1.0 / 16);
  CHECK(without_parts > 1.0 / 16);
}

TEST_CASE("words of zeros do not decide by themselves: what follows may lead to a part far away", "[random]") {
  // At rate 700, what lies a step beyond an end has probability e^-700, about 2^-1010, and at two steps about 2^-2020.
  const test::truncated_law closed{{{0, 0}, {2, 2}, {3, 3}}, {}, 700, 2};
  const auto draw = [](const test::truncated_law& from, std::vector<std::uint64_t> words) {
    return test::with_words(std::move(words), [&](bit_source& bits) { return choose(from, bits); });
  };
  const std::uint64_t ones = ~std::uint64_t{0};
  CHECK(draw(closed, {0, 1}) == 1);
  CHECK(draw(closed, {ones, ones - 1}) == 1);
  CHECK(draw(closed, std::vector<std::uint64_t>(16, ones)) == 2);
  CHECK(draw(closed, std::vector<std::uint64_t>(20, 0)) == 1);
  CHECK(draw(closed, std::vector<std::uint64_t>(32, 0)) == 0);
  const test::truncated_law open{{{0, 0}}, {true, true}, 700, 0};
  CHECK(draw(open, {0, 1}) == 1);
  CHECK(draw(open, std::vector<std::uint64_t>(16, 0)) == 0);
  CHECK(draw(open, std::vector<std::uint64_t>(16, ones)) == 2);
}

TEST_CASE("e^-x and 1 - e^-x are precise together, from the smallest x to the farthest", "[random]") {
  std::mt19937_64 engine(54);
  std::uniform_real_distribution<double> exponent(-300, 3);
  std::uniform_real_distribution<double> near(0, 40);
  double largest = 0;
  const auto over = [](double x) {
    const double decays[]{x, x / 3};
    constant_time_exp results[2];
    compute_exps(decays, results);
    return results[0];
  };
  for (int trial = 0; trial < 20000; ++trial) {
    const double x =
        std::min(trial % 2 == 0 ? std::pow(10, exponent(engine)) : near(engine), constant_time_exp::furthest);
    const auto [kept, lost] = over(x);
    const precise exact_kept = exp(-precise(x));
    const precise exact_lost = -expm1(-precise(x));
    largest = std::max(largest, static_cast<double>(abs(precise(kept) / exact_kept - 1)));
    largest = std::max(largest, static_cast<double>(abs(precise(lost) / exact_lost - 1)));
  }
  CHECK(largest < 0x1p-51);
  CHECK(over(0).kept == 1);
  CHECK(over(0).lost == 0);
  CHECK(over(0x1p63).kept < 1e-130);
  CHECK(over(0x1p63).lost == 1);
}

}  // namespace part_choice_test
