#pragma once

#include <algorithm>
#include <array>
#include <boost/math/special_functions/erf.hpp>
#include <cmath>
#include <cstdint>
#include <vector>

#include "support/precise.hpp"

// The normal law that stays in an interval, written from its definition: on points as a sum, on the line as an
// integral. Everything in standard deviations; `unit` is a step of the lattice.

namespace inbounds::test {

/// The sum of e^(-(k unit - a unit)^2/2) over k = from..to, for any real a between them, outwards from the middle term
/// by term. Each is the one before times a ratio that is itself multiplied on, which saves exponentials.
template <class Number>
Number add_bell(std::int64_t from, std::int64_t to, const Number& a, const Number& unit) {
  using std::exp;
  using std::floor;
  const auto nearest = std::clamp(static_cast<std::int64_t>(floor(a + Number(0.5))), from, to);
  const Number t = unit * unit / 2;
  const Number offset = Number(nearest) - a;
  const Number first = exp(-t * offset * offset);
  const Number fading = exp(-2 * t);
  Number sum = first;
  for (const int way : {1, -1}) {
    Number term = first;
    Number ratio = exp(-t * (1 + 2 * way * offset));
    for (std::int64_t k = nearest + way; k >= from && k <= to; k += way) {
      term *= ratio;
      if (term < sum * Number(1e-60)) break;
      sum += term;
      ratio *= fading;
    }
  }
  return sum;
}

/// The integral of e^(-x^2/2) from `from` to `to`. In a tail, fifty digits are lost to a difference of erfs at 15
/// deviations, hence erfc.
inline precise bell_area(const precise& from, const precise& to) {
  using boost::multiprecision::erf;
  using boost::multiprecision::erfc;
  const precise root = sqrt(precise(2));
  const precise half = sqrt(boost::math::constants::pi<precise>() / 2);
  if (from >= 0) return half * (erfc(from / root) - erfc(to / root));
  if (to <= 0) return half * (erfc(-to / root) - erfc(-from / root));
  return half * (erf(to / root) - erf(from / root));
}

/// The same as add_bell, times the unit, for units up to 2^-10: Euler-Maclaurin with six terms, whose remainder is
/// then below 1e-36 of the integral. (The library has ten, for units up to a quarter, in doubles.)
inline precise smooth_bell(const precise& from, const precise& to, const precise& unit) {
  // B_2j/(2j)!
  const std::array<precise, 6> factors = {precise(1) / 12,       precise(-1) / 720,     precise(1) / 30240,
                                          precise(-1) / 1209600, precise(1) / 47900160, precise(-691) / 1307674368000};
  precise sum = bell_area(from, to);
  for (const int sign : {-1, 1}) {
    const precise x = sign < 0 ? from : to;
    const precise height = exp(-x * x / 2);
    sum += unit / 2 * height;
    precise before = 1;  // the derivatives of the bell are Hermite polynomials times the bell
    precise odd = x;
    precise power = 1;
    for (std::size_t j = 0; j < factors.size(); ++j) {
      power *= unit * unit;
      sum -= sign * factors[j] * power * odd * height;
      const precise even = x * odd - (2 * j + 1) * before;
      const precise next = x * even - (2 * j + 2) * odd;
      before = even;
      odd = next;
    }
  }
  return sum;
}

/// ln sum_k e^(-(k unit)^2/2 + k unit a unit): what section 2 of the proof calls h, with fifty digits. On points, `a`
/// and `steps` count steps; a unit of 0 stands for the line, where they count deviations.
inline precise log_partition(double steps, const precise& a, const precise& unit) {
  if (unit == 0) return a * a / 2 + log(bell_area(-a, precise(steps) - a));
  const precise square = a * unit * a * unit / 2;
  if (unit > 0x1p-10 || steps < 3000)
    return square + log(add_bell<precise>(0, static_cast<std::int64_t>(steps), a, unit));
  return square + log(smooth_bell(-a * unit, (precise(steps) - a) * unit, unit) / unit);
}

/// P_i(k) for all truths i and outputs k among the points 0..steps: a row for each truth.
template <class Number>
std::vector<std::vector<Number>> gaussian_matrix(std::int64_t steps, const Number& unit) {
  using std::exp;
  const auto size = static_cast<std::size_t>(steps) + 1;
  std::vector<Number> bell;
  for (std::int64_t k = 0; k <= steps; ++k) bell.push_back(exp(-unit * unit / 2 * Number(k) * Number(k)));
  std::vector<std::vector<Number>> rows(size, std::vector<Number>(size));
  for (std::size_t i = 0; i < size; ++i) {
    Number total = 0;
    for (std::size_t k = 0; k < size; ++k) total += rows[i][k] = bell[i > k ? i - k : k - i];
    for (Number& one : rows[i]) one /= total;
  }
  return rows;
}

}  // namespace inbounds::test
