#pragma once

namespace inbounds {

// The two real branches of Lambert's W, the inverse of w e^w, on [-1/e, 0). Arguments that rounding pushed below -1/e
// count as -1/e.

/// The principal branch, W >= -1; also defined above 0.
double lambert_w0(double x);

/// The other branch, W <= -1; -infinity at 0.
double lambert_wm1(double x);

/// Which branch of W.
enum class lambert_branch { principal, lower };

/// W(-e^(log_depth - 1)) for log_depth <= 0: full relative precision where x itself could not carry it. Near the branch
/// point (log_depth near 0), W has a square root in it, so that rounding x = -1/e would cost half of the digits; far
/// down (log_depth below -700), x underflows to 0. Hence our own steps from Boost's value.
double lambert_w_of_log(lambert_branch branch, double log_depth);

/// log(1 + x) - x without cancellation, for x > -1: what the logarithm of w e^w looks like around w = -1. (Boost's
/// log1pmx loses a digit near -1, and takes ten times as long there.)
double log1p_minus(double x);

}  // namespace inbounds
