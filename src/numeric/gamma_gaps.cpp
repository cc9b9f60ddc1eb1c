#include "numeric/gamma_gaps.hpp"

#include <cmath>

namespace inbounds {
namespace {

/// Stirling's series for ln Gamma makes of G(z, 1) the sum of (2^(1-2m) - 2) B_2m / (2m (2m-1)) z^(1-2m). From z = 20
/// on, the eighth term is below 2^-60 of the first.
/// posterior/PROOF.md, Lemma 2
double series(double z) {
  const double u = 1 / (z * z);
  return -1 / z *
         (1 / 8. -
          u * (1 / 192. -
               u * (1 / 640. - u * (17 / 14336. - u * (31 / 18432. - u * (691 / 180224. - u * (5461 / 425984.)))))));
}

/// G(z, 1) - G(z + 1, 1).
double first_fall(double z) { return -std::log1p(1 / (4 * z * (z + 1))) / 2; }

/// G(z, d + 2) - G(z, d), for half of d.
double fall_up(double z, double half) {
  const double u = half / (z + half);
  const double v = (half + 1) / (z + half);
  return -std::log1p(u + v + u * v) / 2;
}

/// G(z, d + 2) - G(z + 2, d), for half of d. The sum under the logarithm is near 1 where z is small.
double fall_down(double z, double half) {
  const double middle = z + 1 + half;
  const double u = half / middle;
  const double v = (half + 1) / middle;
  const double taken = u + v * ((z + 1) / middle);
  return (taken < 0.5 ? std::log1p(-taken) : std::log(z / middle * ((z + 1) / middle))) / 2;
}

}  // namespace

// posterior/PROOF.md, Lemma 1
double gamma_gap(double z) {
  double gap = 0;
  for (; z < 20; ++z) gap += first_fall(z);
  return gap + series(z);
}

void gamma_gaps_around(double z, std::size_t centre, std::span<double> gaps) {
  gaps[centre] = 0;
  if (centre > 0) gaps[centre - 1] = gamma_gap(z + static_cast<double>(centre - 1));
  if (centre + 1 < gaps.size()) gaps[centre + 1] = gamma_gap(z + static_cast<double>(centre));
  const double here = z + static_cast<double>(centre);
  for (std::size_t d = 2; centre + d < gaps.size(); ++d) {
    gaps[centre + d] = gaps[centre + d - 2] + fall_up(here, static_cast<double>(d - 2) / 2);
  }
  for (std::size_t d = 2; d <= centre; ++d) {
    const double there = z + static_cast<double>(centre - d);
    gaps[centre - d] = gaps[centre - d + 2] + fall_down(there, static_cast<double>(d - 2) / 2);
  }
}

}  // namespace inbounds
