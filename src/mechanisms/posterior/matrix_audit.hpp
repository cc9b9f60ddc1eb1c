#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "mechanisms/posterior/tempered_laws.hpp"

namespace inbounds {

inline constexpr double no_epsilon = std::numeric_limits<double>::infinity();

/// The neighbours that lose most. `excess` is their loss, if no epsilon is asked about; otherwise what escapes that
/// epsilon, or if nothing does, their loss less epsilon, which is not positive. Rounded up.
struct worst_neighbours {
  double excess;
  neighbouring_counts pair;
  bool backwards;      ///< the truth is the second of the pair
  std::size_t output;  ///< where their loss is largest
};

/// Of these neighbours at one temperature, with their laws looked at entry by entry: two rows in memory at a time.
worst_neighbours worst_of(const tempered_laws& laws, const std::vector<neighbouring_counts>& pairs, double temperature,
                          double epsilon);

/// The first temperature above the safe one at which the loss (or the delta) reaches what is asked; 0 if none is found
/// to keep it.
double tight_temperature(const tempered_laws& laws, const guarantee& promise);

}  // namespace inbounds
