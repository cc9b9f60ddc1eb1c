#pragma once

#include <cstdint>

#include "distributions/reflected_laplace_family.hpp"

namespace inbounds {

// Between two mirrors and without gaps, cosines are the eigenfunctions of reflection: whatever the truth q,
//   E cosine(k, Y) = eigenvalue(k) cosine(k, q)    for k = 0, 1, 2, ... (on N + 1 points, up to N)
// (PROOF.md of the reflected Laplace, 8). On the lattice these are the columns of the DCT-II. So the mean of
// cosine(k, report)/eigenvalue(k) is an unbiased estimate of the mean of cosine(k, truth) over all who report.

/// cos(pi k x / length), x being the distance of y to the mirror below.
double cosine(const reflected_laplace_family& family, std::int64_t k, double y);

/// From 1 (k = 0) downwards: what noise leaves of the k-th cosine. And on the lattice, of the one with this sine of
/// half its frequency.
double eigenvalue(const reflected_laplace_family& family, std::int64_t k);
double eigenvalue_for(const reflected_laplace_family& family, double half_sine);

}  // namespace inbounds
