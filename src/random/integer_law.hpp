#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "random/bit_source.hpp"

namespace inbounds {

/// A law on finitely many outcomes whose probabilities are whole numbers over their sum: what was audited is, to the
/// bit, what is drawn (PROOF.md, 9).
///
/// A little less than 2^62 is shared out in proportion to the weights; a least share comes first, so that no outcome is
/// impossible. At most 2^20 outcomes, and their number times the least share is at most 2^60.
class integer_law {
 public:
  /// Room for laws on so many outcomes.
  explicit integer_law(std::size_t outcomes) : weights(outcomes) {}

  /// What the shares are made of: not negative, and summing to at least 1.
  std::vector<double> weights;

  /// After the weights were filled in; the least share is at least 1.
  void share_out(std::uint64_t min_share);

  std::uint64_t share(std::size_t outcome) const {
    return min_share_ + static_cast<std::uint64_t>(to_share_ * (weights[outcome] / sum_));
  }
  std::uint64_t total() const { return total_; }
  double probability(std::size_t outcome) const {
    return static_cast<double>(share(outcome)) / static_cast<double>(total_);
  }

 private:
  std::uint64_t min_share_ = 0;
  std::uint64_t total_ = 0;
  double to_share_ = 0;
  double sum_ = 0;
};

/// An outcome with exactly its probability, by one word but for one time in 2^31 at the most. That word has been drawn
/// before the law was made: if there is none, nothing of the law is left behind. All shares are looked at, whatever the
/// outcome.
std::size_t draw(const integer_law& law, std::uint64_t word, bit_source& bits);

}  // namespace inbounds
