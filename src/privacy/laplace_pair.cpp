#include "privacy/laplace_pair.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace inbounds {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// A probability, and how far rounding may have taken it.
struct rounded {
  double mass;
  double error;
};

struct noise {
  double rate;
  support on;

  /// The probability of the centre, or the density there, up to what all laws share.
  double height() const { return on == support::points ? std::tanh(rate / 2) : rate; }

  /// The mass of outputs from `near` to `far` away from the centre, both included, on one side.
  rounded mass(double near, double far) const {
    const bool points = on == support::points;
    const double share = points ? 1 / (1 + std::exp(-rate)) : 0.5;
    const double kept = -std::expm1(-rate * (far - near + (points ? 1 : 0)));
    const double found = std::exp(-rate * near) * kept * share;
    return {found, found * (6 + rate * near) * 0x1p-52};  // the exponent is off by 2^-53 of itself
  }

  /// The same for outputs from one place to another, all on one side of the centre, or there.
  rounded mass_between(double first, double last, double centre) const {
    return first >= centre ? mass(first - centre, last - centre) : mass(centre - last, centre - first);
  }
};

/// A part of the outputs, in order.
struct stretch {
  double first;
  double last;
};

/// Where value + slope * place is above 0: all of it, what is at one end of it, or nothing. (Where it is 0 does not
/// matter.)
stretch positive_part(double value, double slope, const stretch& of, support on) {
  if (slope == 0) return value > 0 ? of : stretch{1, 0};
  const double crossing = -value / slope;
  const bool points = on == support::points;
  if (slope > 0) return {std::max(of.first, points ? std::ceil(crossing) : crossing), of.last};
  return {of.first, std::min(of.last, points ? std::floor(crossing) : crossing)};
}

}  // namespace

// With P at 0 and Q at m >= 0, the loss less epsilon is a line on each of three pieces, so the best A has a part of
// each.
// smooth_laplace/PROOF.md, Theorem 2
double delta_between(const laplace_at& p, const laplace_at& q, double epsilon, support on) {
  const double m = std::fabs(q.centre - p.centre);
  const noise one{p.rate, on};
  const noise other{q.rate, on};
  const double height = std::log(one.height() / other.height()) - epsilon;
  const double faster = p.rate - q.rate;
  const double factor = std::exp(epsilon);
  const double next = on == support::points ? 1 : 0;  // a point belongs to one piece
  double delta = 0;
  double error = 0;
  const auto add = [&](double value, double slope, const stretch& piece) {
    const auto [first, last] = positive_part(value, slope, piece, on);
    if (!(first <= last)) return;
    const rounded mass = one.mass_between(first, last, 0);
    const rounded others = other.mass_between(first, last, m);
    delta += mass.mass - factor * others.mass;
    error += mass.error + factor * (others.error + others.mass * 0x1p-51);
  };
  add(height + q.rate * m, faster, {-infinity, -next});
  if (m > 0) add(height + q.rate * m, -p.rate - q.rate, {0, m - next});
  add(height - q.rate * m, -faster, {m, infinity});
  // smooth_laplace/PROOF.md, Proposition 3
  // Rounding may have put places on the wrong side of where a line is 0; it is no farther from 0 than this there.
  error += (2 + std::fabs(height) + 2 * epsilon + q.rate * m) * 0x1p-50;
  return std::min(1.0, std::max(0.0, delta) * (1 + 0x1p-50) + error);
}

// smooth_laplace/PROOF.md, Lemma 1
double dilation_delta(double epsilon, double stretched_by) {
  return std::exp(-(epsilon + stretched_by) / std::expm1(stretched_by)) * -std::expm1(-stretched_by) * (1 + 0x1p-40);
}

}  // namespace inbounds
