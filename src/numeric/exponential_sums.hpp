#pragma once

namespace inbounds {

/// 1 - e^-x without cancellation.
double one_minus_exp(double x);

/// e^-x and 1 - e^-x, both with full relative precision, by one call of the library.
struct decay {
  double left;
  double lost;
};
decay decay_over(double x);

/// The integral of t^m/m! e^-t from 0 to x, for m = 0, 1, 2, with full relative precision for all x >= 0.
double exponential_moment(int m, double x);

/// The sum of C(j, m) e^(-rate j) over j = 0..n, for m = 0, 1, 2: the lattice's counterpart of exponential_moment,
/// with full relative precision from rate * n near 0 (where closed forms cancel) to infinity. No library has it.
double geometric_moment(int m, double n, double rate);

}  // namespace inbounds
