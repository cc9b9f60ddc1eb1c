#pragma once

#include <cstdint>

namespace inbounds {

// The privacy loss of Laplace laws confined to an interval: the largest log P_q(y) - log P_q'(y) over all outputs y and
// all truths q, q' at most the sensitivity apart. It is reached at the lower end: truth 0, neighbour at the
// sensitivity, output 0 (mechanisms/bounded_laplace/PROOF.md, 3). Both functions round up: never below the exact loss,
// and above it by a factor of less than 1 + 2^-44.

/// For e^(-rate |k - i|)/Z_i on the points 0..steps; 1 <= sensitivity <= steps.
double lattice_laplace_loss(std::int64_t steps, std::int64_t sensitivity, double rate);

/// For the truncated Laplace law on an interval; 0 < sensitivity <= width.
double truncated_laplace_loss(double width, double sensitivity, double scale);

}  // namespace inbounds
