#include "random/geometric.hpp"

#include <cmath>
#include <optional>

#include "random/bernoulli.hpp"
#include "random/uniform.hpp"

namespace inbounds {
namespace {

// n < count with probability proportional to e^(-rate n), by accepting uniform proposals; for rate * count <= 2, where
// more than 0.43 of them are accepted.
std::uint64_t draw_within_block(double rate, std::uint64_t count, bit_source& bits) {
  for (;;) {
    const std::uint64_t proposed = draw_below(count, bits);
    if (draw_exp_minus(rate, proposed, bits)) return proposed;
  }
}

// A power of two with 1 <= rate * length < 2, or 1 if even a single step decays by more than that.
std::optional<std::uint64_t> block_length(double rate, std::uint64_t largest) {
  int exponent = 0;
  std::frexp(rate, &exponent);  // 2^(exponent-1) <= rate < 2^exponent
  if (exponent >= 1) return 1;
  if (exponent <= -62) return {};
  const std::uint64_t length = std::uint64_t{1} << (1 - exponent);
  if (length > largest) return {};
  return length;
}

}  // namespace

// A geometric number is whole blocks, each passed with probability e^(-rate length), plus a place inside a block
// (Canonne, Kamath, Steinke 2020, Algorithm 2, with the block length free). Numbers beyond the range are drawn again,
// which leaves the ratios inside untouched; at most e^-1 of them are.
std::uint64_t draw_truncated_geometric(double rate, std::uint64_t largest, bit_source& bits) {
  const std::optional<std::uint64_t> length = block_length(rate, largest);
  if (!length) return draw_within_block(rate, largest + 1, bits);
  for (;;) {
    std::uint64_t n = draw_within_block(rate, *length, bits);
    while (n <= largest && draw_exp_minus(rate, *length, bits)) n += *length;
    if (n <= largest) return n;
  }
}

}  // namespace inbounds
