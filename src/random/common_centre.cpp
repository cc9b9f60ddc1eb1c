#include "random/common_centre.hpp"

#include "random/simd.hpp"

namespace inbounds {

void common_centre::draw(const std::array<std::uint64_t, block>& words,
                         std::array<std::int64_t, block>& distances) const {
  using namespace simd;
  std::array<double, block> weights;
  for (std::size_t at = 0; at < block; at += lanes) {
    const simd::u64x2 word = load<simd::u64x2>(&words[at]);
    const f64x2 from_below = number(word) * splat(total);
    const f64x2 from_above = number(~word) * splat(total);
    const f64x2 below = -(from_below + splat(beyond_left));
    store(either(from_below < splat(left), below, from_above + splat(beyond_right)), &weights[at]);
  }
  distances_of(weights, inverse_rate, distances.data());
}

}  // namespace inbounds
