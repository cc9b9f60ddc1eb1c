#pragma once

#include <cstdint>

#include "random/bit_source.hpp"

namespace inbounds {

/// The law of interval_geometric: weights e^(-rate |k - centre|) on 0..steps; with open ends, what lies beyond them
/// counts as the end points.
struct geometric_law {
  std::int64_t steps;
  double rate;
  std::int64_t centre;
  bool open;
};

/// The first point, of those from low to high, whose cumulative probability exceeds the uniform number that starts with
/// the word: with integers only, to as many bits as it takes. The point is known to be one of them.
std::int64_t draw_exact_geometric(const geometric_law& law, std::int64_t low, std::int64_t high, std::uint64_t word,
                                  bit_source& bits);

}  // namespace inbounds
