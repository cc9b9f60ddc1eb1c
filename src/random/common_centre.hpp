#pragma once

#include <array>
#include <cstdint>

#include "random/drawn_distance.hpp"

namespace inbounds {

/// A two-sided geometric law seen from one centre, as interval_geometric.cpp describes it, for many draws at a time.
struct common_centre {
  static constexpr std::size_t block = drawn_distance::block;

  double left;         ///< the sum of the weights up to the centre
  double total;        ///< and of all
  double beyond_left;  ///< the weight just beyond the lower end
  double beyond_right;
  double inverse_rate;

  /// For each word the drawn distance from the centre, or `undecided` (drawn_distance.hpp).
  void draw(const std::array<std::uint64_t, block>& words, std::array<std::int64_t, block>& distances) const;
};

}  // namespace inbounds
