#pragma once

#include <cstddef>

namespace inbounds {

/// The sum of products, in four sums at a time: compilers may not reorder additions of doubles, so a single sum waits
/// for itself at every step. The order is fixed, and so is every bit of the result, on all platforms.
inline double dot(const double* one, const double* other, std::size_t count) {
  double sums[4] = {0, 0, 0, 0};
  std::size_t at = 0;
  for (; at + 4 <= count; at += 4) {
    for (std::size_t lane = 0; lane < 4; ++lane) sums[lane] += one[at + lane] * other[at + lane];
  }
  for (; at < count; ++at) sums[0] += one[at] * other[at];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

}  // namespace inbounds
