#include "random/geometric.hpp"

#include <cmath>
#include <vector>

#include "random/seeded_source.hpp"
#include "support/catch.hpp"
#include "support/chi_square.hpp"

using namespace inbounds;

TEST_CASE("truncated geometric numbers have their exact law at every rate and range", "[random]") {
  seeded_words words{31};
  bit_source bits{seeded_words::refill, &words};
  for (const std::uint64_t largest : {1u, 2u, 5u, 63u, 200u}) {
    for (const double rate : {1e-12, 0.001, 0.02, 0.3, 0.99, 1.0, 1.5, 4.0}) {
      constexpr int draws = 40000;
      std::vector<double> expected(largest + 1);
      double total = 0;
      for (std::uint64_t n = 0; n <= largest; ++n) total += expected[n] = std::exp(-rate * static_cast<double>(n));
      for (double& cell : expected) cell *= draws / total;
      std::vector<std::uint64_t> counts(largest + 1);
      for (int draw = 0; draw < draws; ++draw) ++counts.at(draw_truncated_geometric(rate, largest, bits));
      INFO("largest = " << largest << ", rate = " << rate);
      CHECK(test::chi_square_p_value(expected, counts) > test::alpha);
    }
  }
}

TEST_CASE("extreme rates and ranges end quickly and stay in range", "[random]") {
  seeded_words words{32};
  bit_source bits{seeded_words::refill, &words};
  const std::uint64_t most = std::uint64_t{1} << 52;
  for (const double rate : {1e-31, 1e-17, 0x1p-52, 1e-12, 1e-6, 1.0, 700.0}) {
    for (const std::uint64_t largest : {std::uint64_t{1}, std::uint64_t{1000}, most}) {
      for (int draw = 0; draw < 200; ++draw) REQUIRE(draw_truncated_geometric(rate, largest, bits) <= largest);
    }
  }
  for (int draw = 0; draw < 1000; ++draw) REQUIRE(draw_truncated_geometric(700, most, bits) == 0);  // e^-700
}
