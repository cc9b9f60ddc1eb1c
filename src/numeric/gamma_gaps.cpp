#include "numeric/gamma_gaps.hpp"

#include <cmath>

namespace inbounds {
namespace {

/// Stirling's series for ln Gamma makes of G(z, 1) the sum of (2^(1-2m) - 2) B_2m / (2m (2m-1)) z^(1-2m). From z = 20
/// on, the eighth term is below 2^-60 of the first.
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

double gamma_gap(double z) {
  double gap = 0;
  for (; z < 20; ++z) gap += first_fall(z);
  return gap + series(z);
}

std::vector<double> gamma_gaps(double z, std::int32_t last) {
  std::vector<double> gaps(static_cast<std::size_t>(last) + 1);
  double gap = gamma_gap(z + last);
  for (std::size_t at = gaps.size(); at-- > 0;) {
    gaps[at] = gap;
    if (at > 0) gap += first_fall(z + static_cast<double>(at - 1));
  }
  return gaps;
}

double gamma_gap(double z, std::int32_t d) {
  double gap = d % 2 == 0 ? 0 : gamma_gap(z);
  for (std::int32_t from = d % 2; from < d; from += 2) gap += fall_up(z, from / 2.);
  return gap;
}

void gamma_gaps_around(double z, std::int32_t centre, std::span<const double> steps, std::span<double> gaps) {
  const auto c = static_cast<std::size_t>(centre);
  gaps[c] = 0;
  if (c > 0) gaps[c - 1] = steps[c - 1];
  if (c + 1 < gaps.size()) gaps[c + 1] = steps[c];
  const double here = z + centre;
  for (std::size_t d = 2; c + d < gaps.size(); ++d) {
    gaps[c + d] = gaps[c + d - 2] + fall_up(here, static_cast<double>(d - 2) / 2);
  }
  for (std::size_t d = 2; d <= c; ++d) {
    gaps[c - d] = gaps[c - d + 2] + fall_down(z + static_cast<double>(c - d), static_cast<double>(d - 2) / 2);
  }
}

}  // namespace inbounds
