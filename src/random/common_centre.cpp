#include "random/common_centre.hpp"

#include "random/paired.hpp"

namespace inbounds {

void common_centre::draw(const std::array<std::uint64_t, block>& words,
                         std::array<std::int64_t, block>& distances) const {
  using namespace paired;
  std::array<double, block> weights;
  for (std::size_t at = 0; at < block; at += lanes) {
    const paired::words word = loaded<paired::words>(&words[at]);
    const numbers from_below = number(word) * all(total);
    const numbers from_above = number(~word) * all(total);
    const numbers below = -(from_below + all(beyond_left));
    store(either(from_below < all(left), below, from_above + all(beyond_right)), &weights[at]);
  }
  distances_of(weights, inverse_rate, distances.data());
}

}  // namespace inbounds
