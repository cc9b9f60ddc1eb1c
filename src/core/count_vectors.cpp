#include "core/count_vectors.hpp"

namespace inbounds {

count_vectors::count_vectors(std::size_t parts, std::int32_t total) : parts_(parts), total_(total) {
  const auto columns = static_cast<std::size_t>(total) + 1;
  // Pascal's rule: the first count is 0, or one more than in counts whose total is one less.
  for (std::size_t row = 3; row <= parts; ++row) {
    for (std::size_t column = 0; column < columns; ++column) {
      const std::size_t first_is_0 = ways(row - 1, static_cast<std::int32_t>(column));
      ways_.push_back(first_is_0 + (column > 0 ? ways_.back() : 0));
    }
  }
  size_ = ways(parts, total);
}

double count_vectors::how_many(std::size_t parts, double total) {
  double ways = 1;
  for (double part = 1; part < static_cast<double>(parts); ++part) ways *= (total + part) / part;
  return ways;
}

std::size_t count_vectors::ways(std::size_t parts, std::int32_t total) const {
  if (total < 0) return 0;
  const auto column = static_cast<std::size_t>(total);
  if (parts == 2) return column + 1;
  return ways_[(parts - 3) * (static_cast<std::size_t>(total_) + 1) + column];
}

// Before counts whose first one is c come all those whose first one is less: what is left of all ways after those of the
// rest of the total.
std::size_t count_vectors::place_of(std::span<const std::int32_t> of) const {
  std::size_t place = 0;
  std::int32_t rest = total_;
  for (std::size_t at = 0; at + 1 < parts_; ++at) {
    place += ways(parts_ - at, rest) - ways(parts_ - at, rest - of[at]);
    rest -= of[at];
  }
  return place;
}

counts count_vectors::at(std::size_t place) const {
  counts found(parts_);
  std::int32_t rest = total_;
  for (std::size_t at = 0; at + 1 < parts_; ++at) {
    const std::size_t all = ways(parts_ - at, rest);
    std::int32_t& count = found[at];
    // With two parts the first count is the place itself; with more there are few enough to try.
    if (parts_ - at == 2) count = static_cast<std::int32_t>(place);
    while (all - ways(parts_ - at, rest - count - 1) <= place) ++count;
    place -= all - ways(parts_ - at, rest - count);
    rest -= count;
  }
  found.back() = rest;
  return found;
}

std::vector<neighbouring_counts> neighbours_in(const count_vectors& all) {
  std::vector<neighbouring_counts> pairs;
  for (std::size_t from = 1; from < all.parts(); ++from) {
    for (std::size_t to = 0; to < from; ++to) {
      for (std::size_t start = 0; start < all.size(); ++start) {
        counts here = all.at(start);
        if (here[to] != 0) continue;
        for (std::size_t before = start; here[from] > 0;) {
          --here[from];
          ++here[to];
          const std::size_t after = all.place_of(here);
          pairs.push_back({before, after});
          before = after;
        }
      }
    }
  }
  return pairs;
}

}  // namespace inbounds
