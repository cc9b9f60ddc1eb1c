#include "random/integer_law.hpp"

namespace inbounds {

// random/PROOF.md, Theorem 8
void integer_law::share_out(std::uint64_t min_share) {
  // Less than 2^62 in all, also where rounding adds to the sum of the probabilities.
  constexpr std::uint64_t all = (std::uint64_t{1} << 62) - (std::uint64_t{1} << 30);
  min_share_ = min_share;
  to_share_ = static_cast<double>(all - min_share * weights.size());
  sum_ = 0;
  for (const double weight : weights) sum_ += weight;
  total_ = 0;
  for (std::size_t outcome = 0; outcome < weights.size(); ++outcome) total_ += share(outcome);
}

// random/PROOF.md, Theorem 8
std::size_t draw(const integer_law& law, std::uint64_t word, bit_source& bits) {
  std::uint64_t number = word >> 2;
  while (number >= law.total()) number = bits.word() >> 2;
  std::size_t outcome = 0;
  std::uint64_t up_to = 0;
  for (std::size_t at = 0; at < law.weights.size(); ++at) {
    up_to += law.share(at);
    outcome += static_cast<std::size_t>(up_to <= number);
  }
  return outcome;
}

}  // namespace inbounds
