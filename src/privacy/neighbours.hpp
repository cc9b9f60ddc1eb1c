#pragma once

#include <cstddef>
#include <vector>

#include "core/span.hpp"
#include "distributions/span_sums.hpp"

namespace inbounds {

/// How far apart neighbours can be: in the same span, and in different spans.
struct max_distances {
  double within;
  double across;
};

/// Two neighbouring truths, low below high. The distance is their exact one, which positions far from 0 may not show.
struct neighbours {
  place low;
  place high;
  double distance;
};

/// Neighbours that can be moved together: low from `first` to `last`, high always `distance` above.
struct moving_neighbours {
  std::size_t low_span;
  std::size_t high_span;
  double first;
  double last;
  double distance;

  neighbours at(double low) const { return {{low_span, low}, {high_span, low + distance}, distance}; }
};

/// The pairs among which the worst one is, for every law whose loss never falls when a pair is widened: those at the
/// full distance, and those that cannot be widened because a gap is in the way. There are O(k) of either kind for k
/// spans.
struct candidate_pairs {
  std::vector<neighbours> fixed;
  std::vector<moving_neighbours> moving;
  double widest = 0;  ///< the largest distance of any of them
};
candidate_pairs candidates(const std::vector<span>& spans, const max_distances& max_distance);

}  // namespace inbounds
