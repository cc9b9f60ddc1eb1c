#include "random/folded_geometric.hpp"

#include <cmath>
#include <vector>

#include "random/seeded_source.hpp"
#include "support/catch.hpp"
#include "support/chi_square.hpp"

using namespace inbounds;

TEST_CASE("folded noise has the law of its mirror images", "[random]") {
  seeded_words words{41};
  bit_source bits{seeded_words::refill, &words};
  for (const std::int64_t steps : {1, 2, 7, 40}) {
    for (const double rate : {0.001, 0.05, 0.4, 1.5, 5.0}) {
      const folded_geometric sampler({{0, steps}}, {}, rate);
      for (std::int64_t centre = 0; centre <= steps; centre += 1 + steps / 4) {
        // P(k) is proportional to cosh(rate (N + 1/2 - max)) cosh(rate (min + 1/2)), the sum of the kernel's mirror
        // images.
        const auto weight = [&](std::int64_t k) {
          const auto upper = static_cast<double>(std::max(k, centre));
          const auto lower = static_cast<double>(std::min(k, centre));
          return std::cosh(rate * (static_cast<double>(steps) + 0.5 - upper)) * std::cosh(rate * (lower + 0.5));
        };
        INFO("steps " << steps << ", rate " << rate << ", centre " << centre);
        CHECK(test::p_value_of_draws(steps, 30000, weight, [&] { return sampler.draw(centre, bits); }) > test::alpha);
      }
    }
  }
}

TEST_CASE("folding works on the largest lattice", "[random]") {
  seeded_words words{42};
  bit_source bits{seeded_words::refill, &words};
  const std::int64_t steps = std::int64_t{1} << 52;
  for (const double rate : {1e-12, 0x1p-51, 1e-20, 700.0}) {
    const folded_geometric sampler({{0, steps}}, {}, rate);
    for (const std::int64_t centre : {std::int64_t{0}, steps / 3, steps}) {
      for (int draw = 0; draw < 20; ++draw) {
        const std::int64_t drawn = sampler.draw(centre, bits);
        REQUIRE(drawn >= 0);
        REQUIRE(drawn <= steps);
      }
    }
  }
}
