#pragma once

namespace inbounds {

// Hyperbolic functions in the forms in which reflected laws need them: nothing overflows, and nothing cancels. (Those
// of the libraries take x, where these take its logarithm or a difference: acosh(e^y) has half of the digits for small
// y.)

/// ln cosh(x) - ln cosh(x - d) for 0 <= d <= x; x may be infinite.
double log_cosh_rise(double x, double d);

/// The x >= 0 with ln cosh(x) = y, for y >= 0.
double inverse_log_cosh(double y);

/// ln(1 - e^-x) for x > 0.
double log_one_minus_exp(double x);

}  // namespace inbounds
