#include "random/gaussian.hpp"

#include <cmath>
#include <vector>

#include "random/seeded_source.hpp"
#include "support/catch.hpp"
#include "support/chi_square.hpp"

namespace gaussian_test {

using namespace inbounds;

// random/PROOF.md, Theorem 6
TEST_CASE("Gaussian points have their exact law, from bells narrower than a step to flat ones", "[random]") {
  seeded_words words{51};
  bit_source bits{seeded_words::refill, &words};
  for (const std::int64_t steps : {1, 2, 9, 50}) {
    for (const double rate : {1e-12, 1e-4, 0.003, 0.05, 0.4, 0.6, 1.5, 5.0}) {
      const truncated_gaussian sampler(steps, rate);
      for (std::int64_t centre = 0; centre <= steps; centre += 1 + steps / 4) {
        const auto weight = [&](std::int64_t k) {
          const auto distance = static_cast<double>(k - centre);
          return std::exp(-rate * distance * distance);
        };
        INFO("steps " << steps << ", rate " << rate << ", centre " << centre);
        CHECK(test::p_value_of_draws(steps, 30000, weight, [&] { return sampler.draw(centre, bits); }) > test::alpha);
      }
    }
  }
}

TEST_CASE("many Gaussian points at a time have the law of each", "[random]") {
  seeded_words words{54};
  bit_source bits{seeded_words::refill, &words};
  const truncated_gaussian sampler(20, 0.02);
  for (const std::int64_t centre : {0, 7, 20}) {
    // Every other draw in the batch is for another centre, so that a mix-up of places would show.
    std::vector<std::int64_t> batch;
    for (int i = 0; i < 20001; ++i) batch.push_back(i % 2 == 0 ? centre : 20 - centre);
    sampler.draw_all(batch, bits);
    std::size_t next = 0;
    const auto weight = [&](std::int64_t k) {
      const auto distance = static_cast<double>(k - centre);
      return std::exp(-0.02 * distance * distance);
    };
    CHECK(test::p_value_of_draws(20, 10000, weight, [&] { return batch[2 * next++]; }) > test::alpha);
  }
  sampler.draw_all({}, bits);
}

TEST_CASE("the moments of a fine bell are those of the normal law", "[random]") {
  seeded_words words{52};
  bit_source bits{seeded_words::refill, &words};
  const std::int64_t steps = std::int64_t{1} << 50;
  const double deviation = 0x1p40;
  const truncated_gaussian sampler(steps, 1 / (2 * deviation * deviation));
  constexpr int draws = 200000;
  double sum = 0;
  double squares = 0;
  for (int i = 0; i < draws; ++i) {
    const double z = static_cast<double>(sampler.draw(steps / 2, bits) - steps / 2) / deviation;
    sum += z;
    squares += z * z;
  }
  // Standard errors 1/sqrt(n) and sqrt(2/n); five of them are exceeded with probability 6e-7.
  CHECK(std::fabs(sum / draws) < 5 / std::sqrt(draws));
  CHECK(std::fabs(squares / draws - 1) < 5 * std::sqrt(2.0 / draws));
}

TEST_CASE("extreme bells stay in range and end", "[random]") {
  seeded_words words{53};
  bit_source bits{seeded_words::refill, &words};
  const std::int64_t max = std::int64_t{1} << 52;
  for (const double rate : {1e-31, 1e-12, 1e-3, 0.5, 700.0}) {
    for (const std::int64_t steps : {std::int64_t{1}, std::int64_t{1000}, max}) {
      const truncated_gaussian sampler(steps, rate);
      for (const std::int64_t centre : {std::int64_t{0}, steps / 2, steps}) {
        for (int draw = 0; draw < 20; ++draw) {
          const std::int64_t drawn = sampler.draw(centre, bits);
          REQUIRE(drawn >= 0);
          REQUIRE(drawn <= steps);
        }
      }
    }
  }
}

}  // namespace gaussian_test
