#include "random/integer_law.hpp"

#include <numeric>

namespace inbounds {

void share_out(std::span<const double> weights, std::uint64_t least, integer_law& into) {
  // Less than 2^62 in all, also where rounding adds to the sum of the probabilities.
  constexpr std::uint64_t all = (std::uint64_t{1} << 62) - (std::uint64_t{1} << 30);
  const double to_share = static_cast<double>(all - least * weights.size());
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  into.shares.resize(weights.size());
  into.total = 0;
  for (std::size_t at = 0; at < weights.size(); ++at) {
    into.shares[at] = least + static_cast<std::uint64_t>(to_share * (weights[at] / sum));
    into.total += into.shares[at];
  }
}

std::size_t draw(const integer_law& law, bit_source& bits) {
  std::uint64_t number = bits.word() >> 2;
  while (number >= law.total) number = bits.word() >> 2;
  std::size_t outcome = 0;
  std::uint64_t up_to = 0;
  for (const std::uint64_t share : law.shares) {
    up_to += share;
    outcome += static_cast<std::size_t>(up_to <= number);
  }
  return outcome;
}

}  // namespace inbounds
