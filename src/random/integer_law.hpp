#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "random/bit_source.hpp"

namespace inbounds {

/// A law on finitely many outcomes whose probabilities are whole numbers over their sum: what was audited is, to the
/// bit, what is drawn (PROOF.md, 9).
struct integer_law {
  std::vector<std::uint64_t> shares;
  std::uint64_t total = 0;

  double probability(std::size_t outcome) const {
    return static_cast<double>(shares[outcome]) / static_cast<double>(total);
  }
};

/// Outcomes are at most this many, and their least share times their number at most 2^60.
inline constexpr std::size_t most_outcomes = std::size_t{1} << 20;

/// Shares out a little less than 2^62 in proportion to the weights, which are not negative and sum to at least 1; the
/// least share, at least 1, comes first, so that no outcome is impossible.
void share_out(std::span<const double> weights, std::uint64_t least, integer_law& into);

/// An outcome with exactly its probability, by one word but for one time in 2^31 at the most. All shares are looked at,
/// whatever the outcome.
std::size_t draw(const integer_law& law, bit_source& bits);

}  // namespace inbounds
