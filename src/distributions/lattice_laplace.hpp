#pragma once

#include <cstdint>

#include "random/bit_source.hpp"

namespace inbounds {

/// The law that is released: P(k) proportional to e^(-rate |k - centre|) on the points k = 0..steps.
/// `steps` is at least 1 and at most 2^52, `centre` is one of the points, `rate` is above 0 and at
/// most 2^10.
struct lattice_laplace {
  std::int64_t steps;
  std::int64_t centre;
  double rate;
};

// Any 64-bit point may be asked for; those outside 0..steps have no mass.
double pmf(const lattice_laplace& law, std::int64_t point);
double log_pmf(const lattice_laplace& law, std::int64_t point);

double cdf(const lattice_laplace& law, std::int64_t point);       ///< P(K <= point)
double survival(const lattice_laplace& law, std::int64_t point);  ///< P(K > point)

/// The first point whose cdf reaches the probability, which lies in [0, 1].
std::int64_t quantile(const lattice_laplace& law, double probability);

double bias(const lattice_laplace& law);  ///< E (K - centre), in steps
double variance(const lattice_laplace& law);
double mean_squared_error(const lattice_laplace& law);  ///< E (K - centre)^2

/// One exact draw: with ideal random bits, point k comes out with probability exactly P(k) (random/PROOF.md).
std::int64_t draw(const lattice_laplace& law, bit_source& bits);

}  // namespace inbounds
