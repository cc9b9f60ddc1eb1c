#include "random/common_centre.hpp"

#include "random/filter.hpp"
#include "random/paired.hpp"

namespace inbounds {

// One loop per stage, as in geometric.cpp: within a draw, each operation waits for the one before.
void common_centre::draw(const std::array<std::uint64_t, block>& words,
                         std::array<std::int64_t, block>& distances) const {
  using namespace paired;
  std::array<double, block> weights;  // negative below the centre
  std::array<double, block> decays;
  for (std::size_t at = 0; at < block; at += lanes) {
    const paired::words word = loaded<paired::words>(&words[at]);
    const numbers from_below = number(word) * all(total);
    const numbers from_above = number(~word) * all(total);
    const numbers below = -(from_below + all(beyond_left));
    store(either(from_below < all(left), below, from_above + all(beyond_right)), &weights[at]);
  }
  for (std::size_t at = 0; at < block; at += lanes) {
    store(-log(magnitude(loaded<numbers>(&weights[at]))), &decays[at]);
  }
  for (std::size_t at = 0; at < block; at += lanes) {
    const numbers signed_weight = loaded<numbers>(&weights[at]);
    const numbers weight = magnitude(signed_weight);
    const numbers decay = loaded<numbers>(&decays[at]);
    const numbers distance = decay * all(inverse_rate);
    const numbers whole = floor(distance);
    const numbers fraction = distance - whole;
    // As in geometric.cpp, with a power of two that is not below 1/weight: the same operations for all weights.
    const numbers unknown = all(filter::unknown_bits) * reciprocal_bound(weight);
    const numbers slack = ((all(1) + decay) * all(filter::relative_error) + unknown) * all(inverse_rate);
    const masks certain = (fraction > slack) & (fraction < all(1) - slack) & (weight >= all(filter::smallest_weight)) &
                          (distance < all(furthest));
    store(smallest_unless(certain, integer(signed_like(signed_weight, whole))), &distances[at]);
  }
}

}  // namespace inbounds
