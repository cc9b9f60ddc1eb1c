#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

// How far from the centre of a two-sided geometric law draws are, two at a time (simd.hpp) and by the same operations
// for all of them: time tells nothing about the noise, which with the output would tell the truth.

namespace inbounds {

namespace geometric_distances {

/// The most draws at a time.
inline constexpr std::size_t block = 64;

/// Instead of a distance, where floating point cannot tell.
inline constexpr std::int64_t undecided = std::numeric_limits<std::int64_t>::min();

}  // namespace geometric_distances

/// Distances in whole steps, negative below the centre. The weights are those of which the logarithm is the decay
/// (interval_geometric.cpp), with a sign that says the side; an even number of them.
void distances_of(std::span<const double> weights, double inverse_rate, std::int64_t* distances);

/// The law seen from one centre, as interval_geometric.cpp describes it, for many draws at a time.
struct common_centre {
  static constexpr std::size_t block = geometric_distances::block;

  double left;         ///< the sum of the weights up to the centre
  double total;        ///< and of all
  double beyond_left;  ///< the weight just beyond the lower end
  double beyond_right;
  double inverse_rate;

  /// For each word a distance.
  void draw(const std::array<std::uint64_t, block>& words, std::array<std::int64_t, block>& distances) const;
};

}  // namespace inbounds
