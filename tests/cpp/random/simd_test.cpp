#include "random/simd.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "random/filter.hpp"
#include "random/geometric_distances.hpp"
#include "support/catch.hpp"
#include "support/precise.hpp"

namespace simd_test {

using namespace inbounds;
using inbounds::test::precise;

TEST_CASE("pairs of words become the numbers that single ones become", "[random]") {
  std::mt19937_64 random(51);
  std::uint64_t extremes[] = {0, 1, 2, 3, ~std::uint64_t{0}, std::uint64_t{1} << 63, (std::uint64_t{1} << 33) - 1};
  const auto check = [](std::uint64_t one, std::uint64_t other) {
    const simd::f64x2 both = simd::number(simd::u64x2{one, other});
    REQUIRE(both[0] == filter::number(one));
    REQUIRE(both[1] == filter::number(other));
  };
  for (const std::uint64_t one : extremes)
    for (const std::uint64_t other : extremes) check(one, other);
  for (int i = 0; i < 100000; ++i) check(random(), random() >> (random() % 64));
}

TEST_CASE("pairs are rounded down as single numbers are", "[random]") {
  std::mt19937_64 random(52);
  for (int i = 0; i < 100000; ++i) {
    const double one = std::ldexp(static_cast<double>(random() >> 11), -static_cast<int>(random() % 60) - 3);
    const double other = std::floor(one);
    const simd::f64x2 both = simd::floor(simd::f64x2{one, other});
    REQUIRE(both[0] == std::floor(one));
    REQUIRE(both[1] == other);
  }
}

TEST_CASE("the logarithm of pairs is precise to a unit in the last place", "[random]") {
  std::mt19937_64 random(53);
  double max = 0;
  const auto check = [&](double x) {
    const simd::f64x2 both = simd::log(simd::f64x2{x, x});
    REQUIRE(both[0] == both[1]);
    const precise exact = boost::multiprecision::log(precise(x));
    // Relative to 1 + |ln x|, which is what the filter allows for.
    const precise error = abs(precise(both[0]) - exact) / (1 + abs(exact));
    max = std::max(max, static_cast<double>(error));
  };
  for (int i = 0; i < 20000; ++i) {
    check(std::ldexp(1 + static_cast<double>(random() >> 12) * 0x1p-52, -static_cast<int>(random() % 12)));
    check(1 - std::ldexp(static_cast<double>(random() >> 11), -53 - static_cast<int>(random() % 40)));
  }
  for (const double x : {1.0, 0.5, std::sqrt(0.5), std::nextafter(std::sqrt(0.5), 0), 0x1p-10, 1.9999}) check(x);
  CHECK(max <= 0x1p-52);
  CHECK(max > 0x1p-56);  // the comparison is not with itself
}

// With u the number of the word, the decay is -ln(u total + beyond) in exact arithmetic; what is drawn is the floor of
// that in steps. The most that it may be off is a sixteenth of the slack, as for single draws.
TEST_CASE("what pairs leave undecided is more than their error by a factor of 16", "[random]") {
  std::mt19937_64 random(54);
  std::array<std::uint64_t, common_centre::block> words{};
  std::array<std::int64_t, common_centre::block> distances{};
  int decided = 0;
  for (const double rate : {0x1p-28, 1e-7, 1e-3, 0.3, 2.0, 100.0}) {
    const double ratio = std::exp(-rate);
    // The error of t = decay/rate in steps, as the code has it, and exactly.
    const common_centre law{1, 1 + ratio, 0, 0, 1 / rate};
    for (int round = 0; round < 50; ++round) {
      std::generate(words.begin(), words.end(), random);
      law.draw(words, distances);
      for (std::size_t at = 0; at < words.size(); ++at) {
        if (distances[at] == geometric_distances::undecided) continue;
        ++decided;
        const precise below_centre = 1 / (1 + exp(-precise(rate)));
        const bool left = precise(words[at]) * 0x1p-64 < below_centre;
        REQUIRE((left ? distances[at] <= 0 : distances[at] > 0));
        const precise word = left ? precise(words[at]) : precise(~words[at]);
        const precise total = 1 + exp(-precise(rate));
        const auto steps_at = [&](const precise& shift) {
          return static_cast<precise>(-log((word * 0x1p-64 + shift) * total) / precise(rate));
        };
        // Nothing that the last bits of the word may turn out to be, nor sixteen times any rounding, leads elsewhere.
        const precise t = steps_at(precise(0x1p-65));
        const precise slack = (1 + t * rate) * precise(filter::relative_error) / 16 / precise(rate);
        REQUIRE(floor(t - slack) == precise(std::abs(distances[at])));
        REQUIRE(floor(t + slack) == precise(std::abs(distances[at])));
        REQUIRE(floor(steps_at(precise(0))) == precise(std::abs(distances[at])));
      }
    }
  }
  CHECK(decided > 15000);
}

}  // namespace simd_test
