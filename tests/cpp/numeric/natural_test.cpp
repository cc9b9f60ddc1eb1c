#include "numeric/natural.hpp"

#include <random>

#include "support/big.hpp"
#include "support/catch.hpp"

namespace natural_test {

using namespace inbounds;
using boost::multiprecision::cpp_int;
using inbounds::test::big;

namespace {

/// Random limbs with many zeros and ones among them, where carries and borrows go wrong.
natural random_natural(std::mt19937_64& engine) {
  natural value;
  for (auto limbs = engine() % 12; limbs-- > 0;) {
    const std::uint64_t kind = engine() % 4;
    const std::uint64_t limb = kind == 0 ? 0 : kind == 1 ? 0xffffffffffffffff : engine() >> (engine() % 64);
    value = (value << 64) + limb;
  }
  return value;
}

}  // namespace

TEST_CASE("whole numbers of any size add, subtract, multiply, divide, shift and compare as Boost's do", "[numeric]") {
  std::mt19937_64 engine(91);
  for (int trial = 0; trial < 300; ++trial) {
    const natural a = random_natural(engine);
    const natural b = random_natural(engine);
    const cpp_int x = big(a);
    const cpp_int y = big(b);
    const auto divisor = static_cast<std::uint32_t>(engine() | 1);
    const auto shift = static_cast<int>(engine() % 200);
    REQUIRE(big(a + b) == x + y);
    REQUIRE(big(a - b) == (x > y ? cpp_int(x - y) : cpp_int(0)));
    REQUIRE(big(a * b) == x * y);
    REQUIRE(big(a / divisor) == x / divisor);
    REQUIRE(big(a << shift) == x << shift);
    REQUIRE(big(a >> shift) == x >> shift);
    REQUIRE(big(a << -shift) == x >> shift);
    REQUIRE((a < b) == (x < y));
    REQUIRE((a >= b) == (x >= y));
    REQUIRE((a == b) == (x == y));
    REQUIRE(a.bit_length() == (x == 0 ? 0 : static_cast<int>(msb(x)) + 1));
  }
}

}  // namespace natural_test
