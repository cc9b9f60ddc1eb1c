#pragma once

#include <array>
#include <boost/math/constants/constants.hpp>
#include <cmath>
#include <cstddef>
#include <vector>

#include "numeric/normal_sums.hpp"
#include "support/precise.hpp"

// Sums and integrals of x^n e^(-x^2/2) with fifty digits, from the definitions: point after point, or by differences of
// error functions. Only where there are too many points, an integral stands for a sum, and then only with the first
// three corrections at its ends: what is left is below 1e-18 there (a test compares the two).

namespace inbounds::test {

/// Of the powers 0, 1 and 2, and of |x|.
struct exact_sums {
  precise mass = 0;
  precise first = 0;
  precise second = 0;
  precise magnitude = 0;
};

inline precise exact_bell(const precise& x) { return exp(precise(-x * x / 2)); }

/// The integral of the bell; a difference of tails where both ends are on one side.
inline precise exact_bell_integral(const precise& from, const precise& to) {
  const precise root_two = boost::math::constants::root_two<precise>();
  const precise root_half_pi = boost::math::constants::root_half_pi<precise>();
  const precise a = from / root_two;
  const precise b = to / root_two;
  if (a > 0) return root_half_pi * (erfc(a) - erfc(b));
  if (b < 0) return root_half_pi * (erfc(precise(-b)) - erfc(precise(-a)));
  return root_half_pi * (erf(b) + erf(precise(-a)));
}

inline exact_sums exact_integrals(const precise& from, const precise& to) {
  const precise one = exact_bell(from);
  const precise other = exact_bell(to);
  exact_sums sums;
  sums.mass = exact_bell_integral(from, to);
  sums.first = one - other;
  sums.second = sums.mass + from * one - to * other;
  sums.magnitude = from < 0 && to > 0 ? precise(2 - one - other) : precise(abs(sums.first));
  return sums;
}

/// x^power e^(-x^2/2), differentiated: a polynomial p times the bell becomes p' - x p times the bell.
inline precise exact_derivative(std::size_t power, int order, const precise& x) {
  std::vector<precise> p(power + 1, 0);
  p[power] = 1;
  for (; order > 0; --order) {
    std::vector<precise> next(p.size() + 1, 0);
    for (std::size_t n = 0; n < p.size(); ++n) {
      next[n + 1] -= p[n];
      if (n > 0) next[n - 1] += precise(n) * p[n];
    }
    p = next;
  }
  precise value = 0;
  for (std::size_t n = p.size(); n-- > 0;) value = value * x + p[n];
  return value * exact_bell(x);
}

/// The points first, first + 1, ..., first + steps, in steps from the centre: the nearest, and outwards from it until
/// 1e-50 of the one next to it is left.
inline exact_sums add_exact_sums(const precise& first, const precise& steps, const precise& unit) {
  precise nearest = first < 0 ? precise(round(precise(-first))) : precise(0);
  if (nearest > steps) nearest = steps;
  exact_sums sums;
  const auto outwards = [&](precise count, int direction, const precise& last) {
    const precise max = pow((first + count) * unit, 2) + 232;  // e^-116 is 1e-50
    for (; (last - count) * direction >= 0; count += direction) {
      const precise x = (first + count) * unit;
      if (x * x > max) return;
      const precise weight = exact_bell(x) * unit;
      sums.mass += weight;
      sums.first += weight * x;
      sums.second += weight * x * x;
      sums.magnitude += weight * abs(x);
    }
  };
  outwards(nearest, 1, nearest);
  outwards(nearest + 1, 1, steps);
  outwards(nearest - 1, -1, 0);
  return sums;
}

inline exact_sums exact_sums_by_integral(const precise& first, const precise& steps, const precise& unit) {
  const precise from = first * unit;
  const precise to = (first + steps) * unit;
  exact_sums sums = exact_integrals(from, to);
  std::array<precise*, 3> of_power = {&sums.mass, &sums.first, &sums.second};
  for (std::size_t power = 0; power < 3; ++power) {
    const auto at_ends = [&](int order) -> precise {
      return exact_derivative(power, order, to) - exact_derivative(power, order, from);
    };
    *of_power[power] += unit / 2 * (exact_derivative(power, 0, from) + exact_derivative(power, 0, to)) +
                        pow(unit, 2) / 12 * at_ends(1) - pow(unit, 4) / 720 * at_ends(3) +
                        pow(unit, 6) / 30240 * at_ends(5);
  }
  return sums;
}

inline exact_sums exact_sums_over(const bell_piece& piece) {
  const precise unit = piece.unit;
  if (piece.on == support::line) return exact_integrals(piece.from * unit, piece.to * unit);
  const precise steps = std::nearbyint(piece.to - piece.from);
  // The nearer end has all its digits.
  const precise first =
      std::fabs(piece.from) <= std::fabs(piece.to) ? precise(piece.from) : precise(precise(piece.to) - steps);
  const bool is_short = steps <= 3000 || piece.unit >= 0.01;
  return is_short ? add_exact_sums(first, steps, unit) : exact_sums_by_integral(first, steps, unit);
}

}  // namespace inbounds::test
