#pragma once

#include <span>

namespace inbounds::published {

/// The variance that Liu's generalised Gaussian mechanism of order 2 takes in a box (Liu 2019, "Generalized Gaussian
/// mechanism for differential privacy"; the baseline of Chen & Hale's Table 1): sum of s_i (2 D_i + s_i)/epsilon, where
/// s_i is how far neighbours can be apart along side i of length D_i. For comparison only.
double liu_variance(std::span<const double> widths, std::span<const double> sensitivities, double epsilon);

}  // namespace inbounds::published
