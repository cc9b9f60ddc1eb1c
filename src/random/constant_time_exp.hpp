#pragma once

#include <span>

// From decays to weights and back, by the same operations for every argument: the library's exp, expm1 and log take
// different ways for different arguments, so their time would tell how far the truth is from the end of its range, or
// how small the noise is. Two at a time (simd.hpp), so all counts are even.

namespace inbounds {

/// e^-x and 1 - e^-x.
struct constant_time_exp {
  double kept;
  double lost;

  /// Beyond this, e^-furthest is given for e^-x: next to nothing, and yet a number of which products of two are normal.
  /// Processors take longer for subnormal ones, and where the truth is decides which products are that small.
  static constexpr double furthest = 300;
};

/// Both with full relative precision for all decays from 2^-900 to the furthest, and for 0.
void compute_exps(std::span<const double> decays, constant_time_exp* results);

/// The same e^-x for tables and thresholds, of which the time does not matter: by the library's exp.
double bounded_exp_minus(double decay);

/// -ln of each weight in place, to within 2^-52 (1 + |ln|), for normal numbers; a finite number for others.
void take_decays(std::span<double> weights);

}  // namespace inbounds
