#pragma once

#include <span>

// From decays to weights and back, by the same operations for every argument: the library's exp, expm1 and log take
// different ways for different arguments, so their time would tell how far the truth is from the end of its range, or
// how small the noise is. Two at a time (paired.hpp), so all counts are even.

namespace inbounds {

/// e^-x and 1 - e^-x.
struct even_decay {
  double kept;
  double lost;

  /// Beyond this, e^-furthest is given for e^-x; by then it is next to nothing.
  static constexpr double furthest = 700;
};

/// Both with full relative precision for all decays x >= 0.
void decay_over(std::span<const double> decays, even_decay* results);

/// -ln of each weight in place, to within 2^-52 (1 + |ln|), for normal numbers; a finite number for others.
void take_decays(std::span<double> weights);

}  // namespace inbounds
