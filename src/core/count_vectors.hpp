#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace inbounds {

/// How many answers fell into each of several categories.
using counts = std::vector<std::int32_t>;

/// All counts with the same number of parts and the same total, in lexicographic order. With two parts, the place of
/// counts is their first one.
class count_vectors {
 public:
  /// At least two parts, and a total of at least 1; `how_many` must have been found to be small enough.
  count_vectors(std::size_t parts, std::int32_t total);

  /// C(total + parts - 1, parts - 1), but for rounding.
  static double how_many(std::size_t parts, double total);

  std::size_t parts() const { return parts_; }
  std::int32_t total() const { return total_; }
  std::size_t size() const { return size_; }

  std::size_t place_of(std::span<const std::int32_t> of) const;
  counts at(std::size_t place) const;

 private:
  /// Counts with `parts` parts that sum to `total`.
  std::size_t ways(std::size_t parts, std::int32_t total) const;

  std::size_t parts_;
  std::int32_t total_;
  std::size_t size_;
  std::vector<std::size_t> ways_;  ///< a row for each number of parts above 2; for two parts it is total + 1
};

/// The places of two counts of which one becomes the other when one answer moves to another category.
struct neighbouring_counts {
  std::size_t first;
  std::size_t second;
};

/// All neighbours, each pair once, along the lines on which one answer after the other moves from one category to
/// another: the first of a pair is the second of the pair before it, but for the first pair of a line.
std::vector<neighbouring_counts> neighbours_in(const count_vectors& all);

}  // namespace inbounds
