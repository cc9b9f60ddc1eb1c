#include "random/geometric_distances.hpp"

#include "random/constant_time_exp.hpp"
#include "random/filter.hpp"
#include "random/simd.hpp"

namespace inbounds {

// One loop per stage, as in interval_geometric.cpp: within a draw, each operation waits for the one before.
// random/PROOF.md, Lemma 3
void distances_of(std::span<const double> weights, double inverse_rate, std::int64_t* distances) {
  using namespace simd;
  std::array<double, geometric_distances::block> decays;
  for (std::size_t at = 0; at < weights.size(); at += lanes) {
    store(magnitude(load<f64x2>(&weights[at])), &decays[at]);
  }
  take_decays(std::span(decays).first(weights.size()));
  for (std::size_t at = 0; at < weights.size(); at += lanes) {
    const f64x2 signed_weight = load<f64x2>(&weights[at]);
    const f64x2 weight = magnitude(signed_weight);
    const f64x2 decay = load<f64x2>(&decays[at]);
    const f64x2 distance = decay * splat(inverse_rate);
    const f64x2 whole = floor(distance);  // beyond 2^51 it is none, but there the slack is more than a step
    const f64x2 fraction = distance - whole;
    // A power of two that is not below 1/weight: the same operations for all weights.
    const f64x2 unknown = splat(filter::unknown_bits) * reciprocal_bound(weight);
    const f64x2 slack = ((splat(1) + decay) * splat(filter::relative_error) + unknown) * splat(inverse_rate);
    const i64x2 certain =
        (fraction > slack) & (fraction < splat(1) - slack) & (weight >= splat(filter::smallest_weight));
    store(smallest_unless(certain, integer(copy_sign(signed_weight, whole))), &distances[at]);
  }
}

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
