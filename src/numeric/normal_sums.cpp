#include "numeric/normal_sums.hpp"

#include <algorithm>
#include <array>
#include <boost/math/constants/constants.hpp>
#include <boost/math/special_functions/bernoulli.hpp>
#include <boost/math/special_functions/factorials.hpp>
#include <cmath>
#include <cstddef>

#include "numeric/quadrature.hpp"

namespace inbounds {
namespace {

constexpr auto bell = [](double x) { return std::exp(-x * x / 2); };

/// From one number of standard deviations to another. The width has all its digits, also where that of the rounded ends
/// would have lost them: for narrow pieces far from the centre.
struct stretch {
  double from;
  double to;
  double width;
};

/// e^(-from^2/2) - e^(-to^2/2), also where they are close to each other.
double bell_difference(const stretch& x) {
  const double ratio = -x.width * (x.from + x.to) / 2;  // ln(bell(to) / bell(from))
  return ratio > 0 ? bell(x.to) * std::expm1(-ratio) : -bell(x.from) * std::expm1(ratio);
}

/// Whether the ends of the piece differ too little for a difference of tails. Then seven points of Gauss have the
/// integral to the last bit.
bool is_narrow(const stretch& x) {
  return x.width * std::max(1.0, std::max(std::fabs(x.from), std::fabs(x.to))) <= 0.5;
}

double bell_integral(const stretch& x) {
  using boost::math::double_constants::one_div_root_two;
  using boost::math::double_constants::root_half_pi;
  const double a = x.from * one_div_root_two;
  const double b = x.to * one_div_root_two;
  if (a <= 0 && b >= 0) return root_half_pi * (std::erf(b) - std::erf(a));
  if (is_narrow(x)) return integral_of([&](double along) { return bell(x.from + along); }, 0, x.width);
  return root_half_pi * (a > 0 ? std::erfc(a) - std::erfc(b) : std::erfc(-b) - std::erfc(-a));
}

normal_sums integrals(const stretch& x, powers highest) {
  normal_sums sums{bell_integral(x)};
  if (highest == powers::none) return sums;
  sums.first = bell_difference(x);
  if (highest == powers::up_to_one) return sums;
  sums.second = is_narrow(x) ? integral_of([](double at) { return at * at * bell(at); }, x.from, x.to)
                             : sums.mass + x.from * bell(x.from) - x.to * bell(x.to);
  return sums;
}

/// How far the piece is from the centre.
double distance_of(const stretch& x) { return std::max({x.from, -x.to, 0.0}); }

// Euler-Maclaurin: with B the Bernoulli numbers, a sum over steps e is the integral, half of what stands at the ends,
// and B_2j e^2j/(2j)! times the (2j-1)st derivative, at the end less at the start, for j = 1, 2, ..., p. What is left
// is at most |B_2p| e^2p/(2p)! times the integral of |f^(2p)| (DLMF 2.10.1), and |B_2p|/(2p)! is below 3.3/(2 pi)^2p.
// The n-th derivative of the bell is (-1)^n He_n times the bell, and |He_n(x)| e^(-x^2/4) is below 1.09 sqrt(n!)
// (Cramer), so around the centre what is left is below 6 (e/2 pi)^2p sqrt((2p)!) of the mass. Elsewhere |He_n(x)| is
// at most (|x| + sqrt(4n + 2))^n, since its zeros are not farther away than that root.
constexpr std::array<double, 10> bernoulli_over_factorial = [] {
  std::array<double, 10> coefficients{};
  for (unsigned j = 1; j <= coefficients.size(); ++j) {
    coefficients[j - 1] =
        boost::math::unchecked_bernoulli_b2n<double>(j) / boost::math::unchecked_factorial<double>(2 * j);
  }
  return coefficients;
}();

/// Whether ten terms are enough. Elsewhere the sum is short.
/// bounded_gaussian/PROOF.md, Lemma 9
bool is_fine(double unit, double distance) {
  return distance > 0 ? unit <= 0.0625 && unit * distance <= 0.5 : unit <= 0.25;
}

/// The part of the corrections that stands at one end.
void correct(normal_sums& sums, double x, double sign, double unit, double distance) {
  const double height = bell(x);
  sums.mass += unit / 2 * height;
  sums.first += unit / 2 * x * height;
  sums.second += unit / 2 * x * x * height;
  double he_before = 1;  // He_(2j-2), then He_(2j)
  double he_odd = x;     // He_(2j-1)
  double power = 1;
  double left = 14;
  for (std::size_t j = 1; j <= bernoulli_over_factorial.size() && left > 0x1p-56; ++j) {
    const auto n = static_cast<double>(2 * j);
    power *= unit * unit;
    const double he_even = x * he_odd - (n - 1) * he_before;
    const double he_next = x * he_even - n * he_odd;
    const double weight = -sign * height * power * bernoulli_over_factorial[j - 1];
    sums.mass += weight * he_odd;                // f
    sums.first += weight * he_even;              // x f = -f'
    sums.second += weight * (he_next + he_odd);  // x^2 f = f'' + f
    he_before = he_even;
    he_odd = he_next;
    const double root = distance > 0 ? distance + std::sqrt(4 * n + 2) : std::sqrt(std::sqrt(n * (n - 1)));
    left *= unit * unit * root * root / 39.4;  // (2 pi)^2 = 39.478...
  }
}

/// Point after point, outwards, until nothing more comes.
void add_outwards(normal_sums& sums, double point, double step, double last, double unit) {
  const double nothing = bell(point * unit) * 0x1p-64;
  for (; (last - point) * step >= 0; point += step) {
    const double x = point * unit;
    const double height = bell(x);
    if (height <= nothing) return;
    sums.mass += height * unit;
    sums.first += x * height * unit;
    sums.second += x * x * height * unit;
  }
}

normal_sums add_points(const bell_piece& piece) {
  const auto [from, to, unit, on] = piece;
  // Counted from the nearer end: there positions have all their digits.
  const bool below = std::fabs(from) <= std::fabs(to);
  const double steps_to_centre = std::nearbyint(below ? -from : to);
  const double count = std::clamp(steps_to_centre, 0.0, std::nearbyint(to - from));
  const double nearest = below ? from + count : to - count;
  normal_sums sums{};
  // By itself: if the centre is on this point, the moments are what the next ones hold, however little that is.
  add_outwards(sums, nearest, 1, nearest, unit);
  add_outwards(sums, nearest + 1, 1, to + 0.5, unit);
  add_outwards(sums, nearest - 1, -1, from - 0.5, unit);
  return sums;
}

}  // namespace

normal_sums sums_over(const bell_piece& piece, powers highest) {
  if (!(piece.from <= piece.to)) return {};
  const stretch x{piece.from * piece.unit, piece.to * piece.unit, (piece.to - piece.from) * piece.unit};
  if (piece.on == support::line) return integrals(x, highest);
  const double distance = distance_of(x);
  constexpr double few_steps = 32;  // then the moments of nearly flat pieces keep all their digits
  if (piece.to - piece.from < few_steps || !is_fine(piece.unit, distance)) return add_points(piece);
  normal_sums sums = integrals(x, highest);
  correct(sums, x.from, -1, piece.unit, distance);
  correct(sums, x.to, 1, piece.unit, distance);
  return sums;
}

}  // namespace inbounds
