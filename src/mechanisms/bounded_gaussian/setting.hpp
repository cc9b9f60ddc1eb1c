#pragma once

#include "core/box.hpp"
#include "core/lattice.hpp"
#include "privacy/gaussian_loss.hpp"

namespace inbounds {

/// What is released.
gaussian_box lattice_box(const box& where, const std::vector<lattice>& points, double sensitivity);

/// Its limit for ever finer lattices.
gaussian_box line_box(const box& where, double sensitivity);

/// The distance of opposite corners, and the largest distance of neighbours, in the unit of the values.
double diagonal_of(const gaussian_box& where);
double max_distance_of(const gaussian_box& where);

}  // namespace inbounds
