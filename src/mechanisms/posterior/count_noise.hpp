#pragma once

#include "core/guarantee.hpp"

// The geometric method with two categories: two-sided geometric noise on the number of successes, where what leaves the
// range from 0 to the number of trials counts as its nearer end (Ghosh, Roughgarden & Sundararajan 2012). An answer
// that changes moves the number by one, so the loss is the rate, and everything has a closed form (PROOF.md, 7).

namespace inbounds {

/// The largest rate that keeps the guarantee, e^rate = (e^epsilon + delta)/(1 - delta), but for rounding (tight); or
/// epsilon - ln(1 - delta), which suffices (Holohan et al. 2020, section 2.3).
double count_noise_rate(const guarantee& promise, calibration how);

/// Of a number from 0 to the number of trials.
double count_noise_probability(double rate, double trials, double truth, double released);

/// What escapes epsilon, or if nothing does, the rate less epsilon, which is not positive. Rounded up.
double count_noise_excess(double rate, double epsilon);

}  // namespace inbounds
