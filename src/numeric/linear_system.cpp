#include "numeric/linear_system.hpp"

#include <algorithm>
#include <cmath>

namespace inbounds {

bool solve_system(std::vector<double> matrix, std::vector<double>& right, std::size_t size, std::size_t sides) {
  const auto row = [&](std::size_t at) { return matrix.data() + at * size; };
  const auto side = [&](std::size_t at) { return right.data() + at * sides; };
  for (std::size_t at = 0; at < size; ++at) {
    std::size_t pivot = at;
    for (std::size_t below = at + 1; below < size; ++below) {
      if (std::fabs(row(below)[at]) > std::fabs(row(pivot)[at])) pivot = below;
    }
    if (row(pivot)[at] == 0) return false;
    if (pivot != at) {
      std::swap_ranges(row(at), row(at) + size, row(pivot));
      std::swap_ranges(side(at), side(at) + sides, side(pivot));
    }
    for (std::size_t below = at + 1; below < size; ++below) {
      const double times = row(below)[at] / row(at)[at];
      for (std::size_t column = at; column < size; ++column) row(below)[column] -= times * row(at)[column];
      for (std::size_t column = 0; column < sides; ++column) side(below)[column] -= times * side(at)[column];
    }
  }
  for (std::size_t at = size; at-- > 0;) {
    for (std::size_t column = 0; column < sides; ++column) {
      double sum = side(at)[column];
      for (std::size_t later = at + 1; later < size; ++later) sum -= row(at)[later] * side(later)[column];
      side(at)[column] = sum / row(at)[at];
    }
  }
  return true;
}

}  // namespace inbounds
