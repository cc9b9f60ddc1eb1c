#include "core/count_vectors.hpp"

#include <cmath>

namespace inbounds {

double count_vectors::how_many() const {
  double ways = total < 0 ? 0 : 1;
  for (double part = 1; part < static_cast<double>(parts); ++part)
    ways = std::floor(ways * (total + part) / part + 0.5);
  return ways;
}

// Before counts whose first one is c come all those whose first one is less: what is left of all ways after those of
// the rest of the total.
std::size_t count_vectors::place_of(const counts& of) const {
  double place = 0;
  count_vectors rest = *this;
  for (const double count : of) {
    place += rest.how_many();
    rest.total -= count;
    place -= rest.how_many();
    --rest.parts;
  }
  return static_cast<std::size_t>(place);
}

counts count_vectors::at(std::size_t place) const {
  counts found(parts);
  count_vectors rest = *this;
  auto left = static_cast<double>(place);
  for (double& count : found) {
    const double all = rest.how_many();
    // With two parts the first count is the place itself; with more there are few enough to try. The last takes the
    // rest.
    if (rest.parts <= 2) count = rest.parts == 2 ? left : rest.total;
    for (; rest.parts > 2 && all - count_vectors{rest.parts, rest.total - count - 1}.how_many() <= left; ++count) {
    }
    rest.total -= count;
    left -= all - rest.how_many();
    --rest.parts;
  }
  return found;
}

std::vector<neighbouring_counts> neighbours_in(const count_vectors& all) {
  // An answer that moves is one of two categories, and the others are anywhere.
  const auto pairs_of_categories = all.parts * (all.parts - 1) / 2;
  std::vector<neighbouring_counts> pairs(pairs_of_categories * count_vectors{all.parts, all.total - 1}.size());
  std::size_t at = 0;
  for (std::size_t from = 1; from < all.parts; ++from) {
    for (std::size_t to = 0; to < from; ++to) {
      for (std::size_t start = 0; start < all.size(); ++start) {
        counts here = all.at(start);
        if (here[to] > 0) continue;
        for (std::size_t before = start; here[from] > 0;) {
          --here[from];
          ++here[to];
          const std::size_t after = all.place_of(here);
          pairs[at++] = {before, after};
          before = after;
        }
      }
    }
  }
  return pairs;
}

}  // namespace inbounds
