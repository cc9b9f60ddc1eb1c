#pragma once

#include "core/span.hpp"

namespace inbounds {

/// Sums of x^n e^(-x^2/2) for n = 0, 1, 2; those that nobody asked for may be missing. (Boost has the integral alone,
/// and only as a difference of tails.)
struct normal_sums {
  double mass = 0;
  double first = 0;
  double second = 0;
};
enum class powers { none, up_to_one, up_to_two };

/// A piece of the bell, in steps from its centre. `unit` is a step in standard deviations. On points, `from` and `to`
/// are a whole number of steps apart; on the line, the unit is whatever positions are counted in.
struct bell_piece {
  double from;
  double to;
  double unit;
  support on;
};

/// The sums over the points of a piece that the centre lies in, times the unit; on the line, the integrals. To 4e-15 of
/// themselves (of the sum of magnitudes, for `first`; to 2e-14, for `second`), for pieces from 1e-9 to 1e9 standard
/// deviations wide; and the mass alone also of pieces far from the centre. But where all that counts is x away from it,
/// rounded positions cost a share of x^2 2^-51 more: far out, and for the moments of points with units above 5.
normal_sums sums_over(const bell_piece& piece, powers highest);

}  // namespace inbounds
