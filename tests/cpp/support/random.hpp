#pragma once

#include <algorithm>
#include <cmath>
#include <random>

// The same random numbers with every C++ library, which the distributions of <random> do not promise.

namespace inbounds::test {

/// From 0 to below 1.
inline double uniform(std::mt19937_64& random) { return std::ldexp(static_cast<double>(random() >> 11), -53); }

inline double log_uniform(std::mt19937_64& random, double low, double high) {
  return std::clamp(low * std::pow(high / low, uniform(random)), low, high);
}

}  // namespace inbounds::test
