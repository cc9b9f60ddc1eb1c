#pragma once

#include <cstddef>
#include <span>

namespace inbounds {

// How far ln Gamma lies below its chord, in the middle of it:
//
//   G(z, d) = ln Gamma(z + d/2) - (ln Gamma(z) + ln Gamma(z + d))/2 <= 0.
//
// These gaps are small differences of large numbers: made of ln Gamma itself, they lose three digits of four at
// z = 10^6, and made of Boost's quotients of Gamma functions, seven of sixteen. Here they are sums of terms of one
// sign, to nearly all digits (PROOF.md of the posteriors, 2). z is above 0.

/// G(z, 1).
double gamma_gap(double z);

/// The gaps between z + centre and z + m for every m from 0 to the last place of `gaps`.
void gamma_gaps_around(double z, std::size_t centre, std::span<double> gaps);

}  // namespace inbounds
