#pragma once

#include <array>
#include <cstdint>
#include <limits>

namespace inbounds {

/// A two-sided geometric law seen from one centre, as geometric.cpp describes it, for many draws at a time.
struct common_centre {
  static constexpr std::size_t block = 64;

  double left;         ///< the sum of the weights up to the centre
  double total;        ///< and of all
  double beyond_left;  ///< the weight just beyond the lower end
  double beyond_right;
  double inverse_rate;
  double furthest;  ///< how far both ends are at least, in steps

  /// For each word the drawn distance from the centre, negative below it; or `undecided` where floating point cannot
  /// tell, which is once in 2^12 draws at the most for rates above `smallest_rate`. Two at a time (paired.hpp), and the
  /// same operations for all, so that time tells nothing about the noise: with the output, it would tell the truth.
  void draw(const std::array<std::uint64_t, block>& words, std::array<std::int64_t, block>& distances) const;

  static constexpr std::int64_t undecided = std::numeric_limits<std::int64_t>::min();

  static constexpr double smallest_rate = 0x1p-29;
};

}  // namespace inbounds
