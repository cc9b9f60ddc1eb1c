#include <cmath>
#include <random>
#include <vector>

#include "random/interval_geometric.hpp"
#include "random/seeded_source.hpp"
#include "support/catch.hpp"
#include "support/chi_square.hpp"
#include "support/geometric_law.hpp"
#include "support/precise.hpp"
#include "support/words.hpp"

namespace open_geometric_test {

// Two-sided geometric numbers that are not conditioned: what falls beyond an end counts as the end. And draws around
// one centre.

using namespace inbounds;
using inbounds::test::geometric_law;
using inbounds::test::precise;

namespace {

constexpr auto open = interval_geometric::range::open;
constexpr auto closed = interval_geometric::range::closed;

/// P(K <= point) for a point below the last one: the tails of (1-r)/(1+r) r^|k-centre|.
precise cumulative(double rate, std::int64_t centre, std::int64_t point) {
  const auto power = [&](std::int64_t exponent) -> precise { return exp(-precise(rate) * exponent); };
  if (point < centre) return power(centre - point) / (1 + power(1));
  return 1 - power(point + 1 - centre) / (1 + power(1));
}

geometric_law random_law(std::mt19937_64& engine) {
  std::uniform_real_distribution<double> unit(0, 1);
  const auto steps = static_cast<std::int64_t>(std::exp2(54 * unit(engine)));
  const double rate = std::exp(std::log(1e-18) + unit(engine) * std::log(700 / 1e-18));
  return {steps, rate, test::random_centre(engine, steps)};
}

}  // namespace

TEST_CASE("with open ends, what falls beyond an end counts as the end", "[random]") {
  seeded_words words{46};
  bit_source bits{seeded_words::refill, &words};
  for (const std::int64_t steps : {1, 2, 5, 30}) {
    for (const double rate : {1e-25, 1e-12, 0.001, 0.02, 0.3, 1.5, 4.0}) {
      const interval_geometric sampler(steps, rate, open);
      for (std::int64_t centre = 0; centre <= steps; centre += 1 + steps / 7) {
        const auto weight = [&](std::int64_t k) {
          const precise up_to = k == steps ? precise(1) : cumulative(rate, centre, k);
          return static_cast<double>(up_to - (k == 0 ? precise(0) : cumulative(rate, centre, k - 1)));
        };
        INFO("steps " << steps << ", rate " << rate << ", centre " << centre);
        CHECK(test::p_value_of_draws(steps, 10000, weight, [&] { return sampler.draw(centre, bits); }) > test::alpha);
      }
    }
  }
}

// random/PROOF.md, Theorem 4
TEST_CASE("with open ends, each draw is the exact inverse of the distribution at its word", "[random]") {
  std::mt19937_64 engine(47);
  int at_boundaries = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    const auto [steps, rate, centre] = random_law(engine);
    const interval_geometric sampler(steps, rate, open);
    std::uint64_t word = trial % 7 == 0 ? engine() >> (engine() % 60) : engine();
    if (trial % 2 == 0) {
      // A word next to a boundary between two points that both have some mass there.
      const auto near = test::with_words({word, word}, [&](bit_source& bits) { return sampler.draw(centre, bits); });
      if (near < steps) {
        word = static_cast<std::uint64_t>(cumulative(rate, centre, near) * exp2(precise(64))) + (engine() % 3) - 1;
        ++at_boundaries;
      }
    }
    const std::uint64_t next = engine();
    const auto drawn = test::with_words({word, next}, [&](bit_source& bits) { return sampler.draw(centre, bits); });
    const precise low = ldexp(precise(word), -64) + ldexp(precise(next), -128);
    const precise high = low + ldexp(precise(1), -128);
    INFO("steps " << steps << ", rate " << rate << ", centre " << centre << ", word " << word);
    REQUIRE(drawn >= 0);
    REQUIRE(drawn <= steps);
    REQUIRE((drawn == steps || cumulative(rate, centre, drawn) > low));
    REQUIRE((drawn == 0 || cumulative(rate, centre, drawn - 1) <= high));
  }
  CHECK(at_boundaries > 500);
}

TEST_CASE("with open ends, words of zeros and ones lead to the ends", "[random]") {
  const std::vector<std::uint64_t> zeros(32, 0);
  const std::vector<std::uint64_t> ones(32, ~std::uint64_t{0});
  for (const double rate : {1e-30, 1e-18, 1e-6, 0.1, 1.0, 10.0}) {
    for (const std::int64_t steps : {1, 20, 100}) {
      for (const std::int64_t centre : {std::int64_t{0}, steps / 2, steps}) {
        const interval_geometric sampler(steps, rate, open);
        const auto draw = [&](bit_source& bits) { return sampler.draw(centre, bits); };
        INFO("steps " << steps << ", rate " << rate << ", centre " << centre);
        CHECK(test::with_words(zeros, draw) == 0);
        CHECK(test::with_words(ones, draw) == steps);
      }
    }
  }
  // At rate 700, the first point left of the centre and all beyond have probability e^-700/(1 + e^-700).
  const interval_geometric steep(1000, 700, open);
  const auto draw = [&](bit_source& bits) { return steep.draw(500, bits); };
  CHECK(test::with_words({0, 1}, draw) == 500);
  CHECK(test::with_words(std::vector<std::uint64_t>(16, 0), draw) == 499);
  CHECK(test::with_words(std::vector<std::uint64_t>(16, ~std::uint64_t{0}), draw) == 501);
}

TEST_CASE("draws around one centre are those of many centres that are all the same", "[random]") {
  std::mt19937_64 engine(48);
  for (int trial = 0; trial < 300; ++trial) {
    const auto [steps, rate, centre] = random_law(engine);
    const interval_geometric sampler(steps, rate, trial % 2 == 0 ? open : closed);
    const std::uint64_t seed = engine();
    const auto draw_points = [&](const auto& draw) {
      seeded_words words{seed};
      bit_source bits{seeded_words::refill, &words};
      std::vector<std::int64_t> points(1 + static_cast<std::size_t>(trial), centre);
      draw(points, bits);
      points.push_back(static_cast<std::int64_t>(bits.word() >> 1));  // and as many words were used
      return points;
    };
    INFO("steps " << steps << ", rate " << rate << ", centre " << centre);
    const auto all = draw_points([&](auto& points, bit_source& bits) { sampler.draw_all(points, bits); });
    const auto around = draw_points([&](auto& points, bit_source& bits) {
      std::fill(points.begin(), points.end(), -1);  // what is there does not matter
      sampler.draw_around(centre, points, bits);
    });
    REQUIRE(around == all);
    const auto one_by_one = draw_points([&](auto& points, bit_source& bits) {
      for (std::int64_t& point : points) point = sampler.draw(centre, bits);
    });
    REQUIRE(std::equal(one_by_one.begin(), one_by_one.begin() + 1, all.begin()));
  }
}

}  // namespace open_geometric_test
