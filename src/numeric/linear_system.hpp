#pragma once

#include <cstddef>
#include <vector>

namespace inbounds {

/// Solves a square system for several right-hand sides at once, by elimination with partial pivoting: `matrix` row by
/// row, `right` with one row for each equation and one column for each side. False if a pivot is 0. (Boost's is in
/// uBLAS, which takes four times as long in WebAssembly.)
bool solve_system(std::vector<double> matrix, std::vector<double>& right, std::size_t size, std::size_t sides);

}  // namespace inbounds
