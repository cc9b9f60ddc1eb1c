#include "random/integer_law.hpp"

#include <cmath>
#include <vector>

#include "random/seeded_source.hpp"
#include "support/catch.hpp"
#include "support/chi_square.hpp"

namespace integer_law_test {

using namespace inbounds;

namespace {

integer_law share_law(const std::vector<double>& weights, std::uint64_t min_share) {
  integer_law law(weights.size());
  law.weights = weights;
  law.share_out(min_share);
  return law;
}

constexpr std::uint64_t two_to_62 = std::uint64_t{1} << 62;

}  // namespace

TEST_CASE("shares are the floors of the probabilities on top of the least one", "[random]") {
  const integer_law law = share_law({1, 0.5, 0.25, 0}, 3);
  REQUIRE(law.share(3) == 3);  // however improbable, never impossible
  REQUIRE(law.total() == law.share(0) + law.share(1) + law.share(2) + law.share(3));
  for (std::size_t at = 0; at < 3; ++at) {
    CHECK(law.probability(at) == Catch::Approx(std::ldexp(4, -static_cast<int>(at)) / 7).epsilon(1e-9));
  }
  CHECK(law.total() < two_to_62);
  CHECK(law.total() > two_to_62 - (std::uint64_t{1} << 31));
}

// random/PROOF.md, Theorem 8
TEST_CASE("the shares of many outcomes sum to less than 2^62, whatever rounding adds", "[random]") {
  for (const std::size_t outcomes : {std::size_t{2}, std::size_t{4097}, std::size_t{1} << 20}) {
    for (const double ratio : {1.0, 0.9999999, 1 / 3.0}) {
      std::vector<double> weights(outcomes);
      double weight = 1;
      for (double& each : weights) {
        each = weight;
        weight *= ratio;
      }
      const integer_law law = share_law(weights, 1000);
      CHECK(law.total() < two_to_62);
      CHECK(law.total() > two_to_62 - (std::uint64_t{1} << 31));
    }
  }
}

// Least shares of at least 1/(1 - e^-epsilon) turn no ratio within e^epsilon into a larger
// one.
// random/PROOF.md, Lemma 9
TEST_CASE("shares keep the ratios of probabilities", "[random]") {
  for (const double epsilon : {1e-6, 0.1, 1.0, 5.0}) {
    const auto min_share = static_cast<std::uint64_t>(std::ceil(-1 / std::expm1(-epsilon)));
    const double to_share = 4096 * static_cast<double>(min_share);
    for (double q = 0; q <= 1; q += 1 / 65536.) {
      const double p = std::min(1.0, q * std::exp(epsilon));
      const auto share = [&](double probability) {
        return static_cast<double>(min_share) + std::floor(to_share * probability);
      };
      REQUIRE(share(p) <= std::exp(epsilon) * share(q) * (1 + 1e-15));
    }
  }
}

TEST_CASE("outcomes are drawn as often as their shares say", "[random]") {
  seeded_words words{11};
  bit_source bits{seeded_words::refill, &words};
  const integer_law law = share_law({1, 0.5, 0.25, 0.01, 0.25}, 2);
  constexpr int draws = 200000;
  std::vector<std::uint64_t> seen(law.weights.size());
  for (int at = 0; at < draws; ++at) ++seen.at(draw(law, bits.word(), bits));
  std::vector<double> expected;
  for (std::size_t at = 0; at < seen.size(); ++at) expected.push_back(draws * law.probability(at));
  CHECK(test::chi_square_p_value(expected, seen) > test::alpha);
}

// random/PROOF.md, Theorem 8
TEST_CASE("words lead to outcomes in order, and those beyond the total are drawn again", "[random]") {
  struct script {
    std::vector<std::uint64_t> words;
    static void refill(void* context, std::span<std::uint64_t> block) {
      auto& self = *static_cast<script*>(context);
      for (std::size_t at = 0; at < block.size(); ++at) block[at] = self.words[at % self.words.size()];
    }
  };
  const integer_law law = share_law({1, 0.5, 0.25}, 2);
  std::uint64_t before = 0;
  for (std::size_t outcome = 0; outcome < law.weights.size(); ++outcome) {
    const std::uint64_t after = before + law.share(outcome);
    for (const std::uint64_t number : {before, after - 1}) {
      script first{{law.total() << 2, (number << 2) | 3}};  // the last two bits of a word do not count
      bit_source bits{script::refill, &first};
      CHECK(draw(law, bits.word(), bits) == outcome);
    }
    before = after;
  }
}

}  // namespace integer_law_test
