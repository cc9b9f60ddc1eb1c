#pragma once

#include "numeric/solve.hpp"

namespace inbounds {

/// The integral of a smooth function: Gauss-Legendre with seven points, exact for polynomials up to degree 13.
double integral_of(const function_ref& function, double from, double to);

}  // namespace inbounds
