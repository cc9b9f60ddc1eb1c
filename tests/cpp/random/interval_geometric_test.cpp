#include "random/interval_geometric.hpp"

#include <cmath>
#include <random>
#include <vector>

#include "distributions/truncated_laplace.hpp"
#include "random/filter.hpp"
#include "random/seeded_source.hpp"
#include "support/catch.hpp"
#include "support/chi_square.hpp"
#include "support/geometric_law.hpp"
#include "support/precise.hpp"
#include "support/words.hpp"

namespace interval_geometric_test {

using namespace inbounds;
using inbounds::test::geometric_law;
using inbounds::test::precise;

namespace {

precise power(double rate, std::int64_t exponent) { return exp(-precise(rate) * precise(exponent)); }

// P(K <= point), from the sums of the definition in closed form.
precise cumulative(std::int64_t steps, double rate, std::int64_t centre, std::int64_t point) {
  const precise total = 1 + power(rate, 1) - power(rate, centre + 1) - power(rate, steps - centre + 1);
  if (point <= centre) return (power(rate, centre - point) - power(rate, centre + 1)) / total;
  return 1 - (power(rate, point + 1 - centre) - power(rate, steps - centre + 1)) / total;
}

geometric_law random_law(std::mt19937_64& engine) {
  std::uniform_real_distribution<double> unit(0, 1);
  const auto steps = static_cast<std::int64_t>(std::exp2(52 * unit(engine)));
  const double rate = std::exp(std::log(1e-12) + unit(engine) * std::log(700 / 1e-12)) / (unit(engine) < 0.5 ? 1 : 1e3);
  return {steps, rate, test::random_centre(engine, steps)};
}

}  // namespace

TEST_CASE("small laws come out with their frequencies, for every centre", "[random]") {
  seeded_words words{31};
  bit_source bits{seeded_words::refill, &words};
  for (const std::int64_t steps : {1, 2, 5, 60}) {
    for (const double rate : {1e-12, 0.001, 0.02, 0.3, 0.99, 1.5, 4.0, 20.0}) {
      for (std::int64_t centre = 0; centre <= steps; centre += 1 + steps / 7) {
        constexpr int draws = 20000;
        std::vector<double> expected;
        precise before = 0;
        for (std::int64_t k = 0; k <= steps; ++k) {
          const precise now = cumulative(steps, rate, centre, k);
          expected.push_back(static_cast<double>(now - before) * draws);
          before = now;
        }
        std::vector<std::uint64_t> counts(expected.size());
        const interval_geometric sampler(steps, rate);
        for (int i = 0; i < draws; ++i) ++counts.at(static_cast<std::size_t>(sampler.draw(centre, bits)));
        INFO("steps = " << steps << ", rate = " << rate << ", centre = " << centre);
        CHECK(test::chi_square_p_value(expected, counts) > test::alpha);
      }
    }
  }
}

TEST_CASE("the distribution of 2^32 steps passes a Kolmogorov-Smirnov test", "[random]") {
  // Kolmogorov's limit law: P(sqrt(n) D > x) = 2 sum (-1)^(k-1) e^(-2 k^2 x^2) < 2 e^(-2 x^2), so 1e-6 is reached at
  // x = sqrt(ln(2e6)/2) = 2.694.
  constexpr double critical = 2.694;
  constexpr int draws = 100000;
  seeded_words words{32};
  bit_source bits{seeded_words::refill, &words};
  const std::int64_t steps = std::int64_t{1} << 32;
  for (const double in_widths : {0.01, 0.3, 1.0, 3.0, 1000.0}) {
    for (const std::int64_t centre : {std::int64_t{0}, steps / 3, steps}) {
      const double rate = 1 / (in_widths * static_cast<double>(steps));
      const interval_geometric sampler(steps, rate);
      const truncated_laplace family({{0, static_cast<double>(steps)}}, {}, rate, support::points);
      const laplace_law law{family, family.at(static_cast<double>(centre))};
      std::vector<double> uniform;
      for (int i = 0; i < draws; ++i) {
        uniform.push_back(cdf(law, static_cast<double>(sampler.draw(centre, bits))));
      }
      std::sort(uniform.begin(), uniform.end());
      double largest = 0;
      for (int i = 0; i < draws; ++i) {
        const double u = uniform[static_cast<std::size_t>(i)];
        largest = std::max({largest, (i + 1.0) / draws - u, u - static_cast<double>(i) / draws});
      }
      INFO("scale " << in_widths << " widths, centre " << centre);
      CHECK(std::sqrt(draws) * largest < critical);
    }
  }
}

// random/PROOF.md, Theorem 4
TEST_CASE("each draw is the exact inverse of the distribution at its word, also where the filter cannot tell",
          "[random]") {
  std::mt19937_64 engine(33);
  int at_boundaries = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    const auto [steps, rate, centre] = random_law(engine);
    std::uint64_t word = engine();
    if (trial % 2 == 0) {
      // A word next to a boundary between two points that both have some mass there.
      const interval_geometric sampler(steps, rate);
      const auto near = test::with_words({word, word}, [&](bit_source& bits) { return sampler.draw(centre, bits); });
      if (near < steps) {
        word =
            static_cast<std::uint64_t>(cumulative(steps, rate, centre, near) * exp2(precise(64))) + (engine() % 3) - 1;
        ++at_boundaries;
      }
    }
    const std::uint64_t next = engine();
    const interval_geometric sampler(steps, rate);
    const auto drawn = test::with_words({word, next}, [&](bit_source& bits) { return sampler.draw(centre, bits); });
    // Both words together, and what may follow them.
    const precise low = ldexp(precise(word), -64) + ldexp(precise(next), -128);
    const precise high = low + ldexp(precise(1), -128);
    INFO("steps " << steps << ", rate " << rate << ", centre " << centre << ", word " << word);
    REQUIRE(drawn >= 0);
    REQUIRE(drawn <= steps);
    if (drawn < steps) {
      REQUIRE(cumulative(steps, rate, centre, drawn) > low);
    }
    if (drawn > 0) {
      REQUIRE(cumulative(steps, rate, centre, drawn - 1) <= high);
    }
  }
  CHECK(at_boundaries > 500);
}

TEST_CASE("the largest range is right to the step, too", "[random]") {
  // 2^53 + 1 steps (the reflected law needs them) are no double, and neither is their difference to a centre close to
  // them.
  const std::int64_t steps = (std::int64_t{1} << 53) + 1;
  const std::int64_t centre = std::int64_t{1} << 53;
  const double rate = 0x1.b49a03bf42a16p-19;
  std::mt19937_64 engine(36);
  for (int trial = 0; trial < 2000; ++trial) {
    const std::uint64_t word = engine();
    const std::uint64_t next = engine();
    const interval_geometric sampler(steps, rate);
    const auto drawn = test::with_words({word, next}, [&](bit_source& bits) { return sampler.draw(centre, bits); });
    const precise low = ldexp(precise(word), -64) + ldexp(precise(next), -128);
    REQUIRE((drawn == steps || cumulative(steps, rate, centre, drawn) > low));
    REQUIRE((drawn == 0 || cumulative(steps, rate, centre, drawn - 1) <= low + ldexp(precise(1), -128)));
  }
}

// random/PROOF.md, Lemma 3
TEST_CASE("rounding uses up at most a sixteenth of the filter's slack", "[random]") {
  std::mt19937_64 engine(34);
  double largest = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    const auto [steps, rate, centre] = random_law(engine);
    const std::uint64_t word = engine() >> (engine() % 40);
    const auto [left, from_centre, decay, slack] = interval_geometric(steps, rate).read(centre, word);
    const precise total = 1 + power(rate, 1) - power(rate, centre + 1) - power(rate, steps - centre + 1);
    // The middle of what the word leaves open (its last bit is not read).
    const precise u = ldexp(precise(word >> 1) + precise(1) / 2, -63);
    const precise mass = (left ? u : 1 - u) * total;
    const precise beyond = left ? power(rate, centre + 1) : power(rate, steps - centre + 1);
    if (from_centre && mass + beyond < filter::smallest_weight) continue;  // no reading: everything is possible
    const precise exact = from_centre ? precise(-log(mass + beyond)) : precise(log1p(mass / beyond));
    const double unknown = from_centre ? filter::unknown_bits / static_cast<double>(mass + beyond)
                                       : static_cast<double>(total) * filter::unknown_bits;
    const double off = static_cast<double>(abs(precise(decay) - exact));
    const double for_rounding = (from_centre ? 1 + decay : decay) * filter::relative_error;
    INFO("steps " << steps << ", rate " << rate << ", centre " << centre << ", word " << word);
    REQUIRE(off <= slack);
    largest = std::max(largest, (off - unknown / 4) / for_rounding);
  }
  CHECK(largest <= 1.0 / 16);
}

TEST_CASE("a word of zeros does not decide a steep law by itself: what follows may lead far out", "[random]") {
  // At rate 700, the first point left of the centre has probability e^-700, about 2^-1010: sixteen words of zeros reach
  // it, and one bit more or less decides.
  const interval_geometric sampler(1000, 700);
  const auto draw = [&](bit_source& bits) { return sampler.draw(500, bits); };
  CHECK(test::with_words({0, 1}, draw) == 500);
  std::vector<std::uint64_t> zeros(16, 0);
  CHECK(test::with_words(zeros, draw) == 499);
  zeros.resize(32, 0);
  CHECK(test::with_words(zeros, draw) == 498);
  const std::vector<std::uint64_t> ones(16, ~std::uint64_t{0});
  CHECK(test::with_words(ones, draw) == 501);
}

TEST_CASE("extreme rates and ranges stay in range and end", "[random]") {
  seeded_words words{35};
  bit_source bits{seeded_words::refill, &words};
  const std::int64_t max = std::int64_t{1} << 52;
  for (const double rate : {1e-31, 1e-17, 0x1p-52, 1e-12, 1e-6, 1.0, 700.0}) {
    for (const std::int64_t steps : {std::int64_t{1}, std::int64_t{1000}, max}) {
      for (const std::int64_t centre : {std::int64_t{0}, steps / 2, steps}) {
        const interval_geometric sampler(steps, rate);
        for (int draw = 0; draw < 20; ++draw) {
          const std::int64_t drawn = sampler.draw(centre, bits);
          REQUIRE(drawn >= 0);
          REQUIRE(drawn <= steps);
          if (rate == 700.0) {
            REQUIRE(drawn == centre);  // e^-700
          }
        }
      }
    }
  }
}

}  // namespace interval_geometric_test
