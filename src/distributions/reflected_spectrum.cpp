#include "distributions/reflected_spectrum.hpp"

#include <cmath>
#include <numbers>

namespace inbounds {

double cosine(const reflected_laplace_family& family, std::int64_t k, double y) {
  return std::cos(std::numbers::pi * static_cast<double>(k) * (family.below(y) / family.length()));
}

// Line: 1/(1 + w^2/rate^2) with the frequency w = pi k / length. Lattice: (1-r)^2 / (1 - 2 r cos w + r^2), which is the
// same with sines for w and rate, and does not cancel.
// reflected_laplace/PROOF.md, Theorem 9
double eigenvalue(const reflected_laplace_family& family, std::int64_t k) {
  const double frequency = std::numbers::pi * static_cast<double>(k) / family.length();
  if (family.on() == support::points) return eigenvalue_for(family, std::sin(frequency / 2));
  const double ratio = frequency / family.rate();
  return 1 / (1 + ratio * ratio);
}

double eigenvalue_for(const reflected_laplace_family& family, double half_sine) {
  const double ratio = half_sine / std::sinh(family.rate() / 2);
  return 1 / (1 + ratio * ratio);
}

}  // namespace inbounds
