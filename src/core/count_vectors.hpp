#pragma once

#include <cstddef>
#include <vector>

namespace inbounds {

/// How many answers fell into each of several categories: whole numbers.
using counts = std::vector<double>;

/// All counts with the same number of parts (at least two) and the same total, in lexicographic order. With two parts,
/// the place of counts is their first one.
struct count_vectors {
  std::size_t parts;
  double total;

  /// C(total + parts - 1, parts - 1); exact below 2^50, which is more than any list has room for.
  double how_many() const;
  std::size_t size() const { return static_cast<std::size_t>(how_many()); }

  std::size_t place_of(const counts& of) const;
  counts at(std::size_t place) const;
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
