#pragma once

#include <limits>

// What the position-dependent scale of croft.hpp really loses. Audit only: see the warning there.
//
// The law that is audited: the constraint forbids everything below 0, the feasible answers are the window [0, B], and
// at a truth q in the window the output has the density e^(-|y - q|/sigma(q))/Z(q) on [0, B], where sigma(q) is the
// scale of Theorem 1 at the distance q from the constraint and Z(q) makes the integral over the window 1. B = infinity
// is the paper's single infinite constraint itself. For a finite B this is the law that a reader gets who truncates to
// the window as the paper says, but keeps the scale of Theorem 1; truths, neighbours and outputs are all in the window.

namespace inbounds::published {

/// log p_truth(output) - log p_neighbour(output). truth, neighbour and output are in the window, output is finite.
double position_dependent_pair_loss(double truth, double neighbour, double output, double sensitivity, double epsilon,
                                    double window = std::numeric_limits<double>::infinity());

/// The worst case over all truths at most the sensitivity apart and all outputs in the window.
struct position_dependent_worst {
  double loss;     ///< reached by the pair and the output below
  double at_most;  ///< proved: nothing in the window loses more (apart from rounding)
  double truth;
  double neighbour;
  double output;
};

/// The exact worst case. On the half-line (window = infinity, the default) it is infinity, approached as the output
/// grows, whatever epsilon is. On a finite window it is found by a search over pairs that proves what it leaves out
/// (ERRATA.md, "How the audit works"): at_most exceeds loss by less than a millionth of it for epsilon >= 0.01; below
/// that the search may stop early, and at_most is larger, but still a bound.
position_dependent_worst position_dependent_loss(double sensitivity, double epsilon,
                                                 double window = std::numeric_limits<double>::infinity());

/// Truths from lower to upper.
struct truth_range {
  double lower;
  double upper;
};

/// A bound on the loss, at any output of the finite window and in either direction, between a truth in `near` and one
/// in `far` that is not below it: what the proof in at_most is built from. Tends to the exact worst as the ranges
/// shrink.
double position_dependent_bound(truth_range near, truth_range far, double sensitivity, double epsilon, double window);

}  // namespace inbounds::published
