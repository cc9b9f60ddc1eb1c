#include "random/uniform.hpp"

#include "numeric/wide.hpp"

namespace inbounds {

// Lemire 2019, "Fast random integer generation in an interval", Algorithm 5.
std::uint64_t draw_below(std::uint64_t bound, bit_source& bits) {
  if (bound == 1) return 0;
  uint128 product = static_cast<uint128>(bits.word()) * bound;
  if (static_cast<std::uint64_t>(product) < bound) {
    const std::uint64_t uneven = (0 - bound) % bound;  // 2^64 mod bound: the words that must be drawn again
    while (static_cast<std::uint64_t>(product) < uneven) product = static_cast<uint128>(bits.word()) * bound;
  }
  return static_cast<std::uint64_t>(product >> 64);
}

}  // namespace inbounds
