#include "random/drawn_distance.hpp"

#include <array>

#include "random/even_decay.hpp"
#include "random/filter.hpp"
#include "random/paired.hpp"

namespace inbounds {

// One loop per stage, as in interval_geometric.cpp: within a draw, each operation waits for the one before.
// random/PROOF.md, Lemma 3
void distances_of(std::span<const double> weights, double inverse_rate, std::int64_t* distances) {
  using namespace paired;
  std::array<double, drawn_distance::block> decays;
  for (std::size_t at = 0; at < weights.size(); at += lanes) {
    store(magnitude(loaded<numbers>(&weights[at])), &decays[at]);
  }
  take_decays(std::span(decays).first(weights.size()));
  for (std::size_t at = 0; at < weights.size(); at += lanes) {
    const numbers signed_weight = loaded<numbers>(&weights[at]);
    const numbers weight = magnitude(signed_weight);
    const numbers decay = loaded<numbers>(&decays[at]);
    const numbers distance = decay * all(inverse_rate);
    const numbers whole = floor(distance);  // beyond 2^51 it is none, but there the slack is more than a step
    const numbers fraction = distance - whole;
    // A power of two that is not below 1/weight: the same operations for all weights.
    const numbers unknown = all(filter::unknown_bits) * reciprocal_bound(weight);
    const numbers slack = ((all(1) + decay) * all(filter::relative_error) + unknown) * all(inverse_rate);
    const masks certain = (fraction > slack) & (fraction < all(1) - slack) & (weight >= all(filter::smallest_weight));
    store(smallest_unless(certain, integer(signed_like(signed_weight, whole))), &distances[at]);
  }
}

}  // namespace inbounds
