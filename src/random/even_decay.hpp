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

  /// Beyond this, e^-furthest is given for e^-x: next to nothing, and yet a number of which products of two are normal.
  /// Processors take longer for subnormal ones, and where the truth is decides which products are that small.
  static constexpr double furthest = 300;
};

/// Both with full relative precision for all decays from 2^-900 to the furthest, and for 0.
void decay_over(std::span<const double> decays, even_decay* results);

/// The same e^-x for tables and thresholds, of which the time does not matter: by the library's exp.
double kept_after(double decay);

/// -ln of each weight in place, to within 2^-52 (1 + |ln|), for normal numbers; a finite number for others.
void take_decays(std::span<double> weights);

}  // namespace inbounds
