#include "privacy/reflected_loss.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "numeric/hyperbolic.hpp"
#include "numeric/rounding.hpp"

namespace inbounds {
namespace {

constexpr double rounding = 1 + 0x1p-46;
constexpr double bracket_slack = 0x1p-40;  // more than what rounding does to the loss

/// The truth at an end that has a mirror, if there is one, and its neighbour inwards.
worst_case at_mirror(const reflected_hull& hull, double loss, double distance) {
  const auto [lower, upper] = hull.ends;
  if (!hull.open.below && !hull.worst_above) return {loss, {{0, lower}, {0, lower + distance}, distance}, true};
  if (!hull.open.above) return {loss, {{0, upper - distance}, {0, upper}, distance}, false};
  const double first = std::floor(lower / 2 + upper / 2 - distance / 2);  // far from both ends
  return {loss, {{0, first}, {0, first + distance}, distance}, true};
}

// reflected_laplace/PROOF.md, Proposition 8
double rise(double rate, double reach, double distance) {
  const double unbounded = product_up(rate, distance);  // exactly so without a mirror, and never more than that
  if (std::isinf(reach)) return unbounded;
  return std::min(unbounded, next_up(log_cosh_rise(rate * reach, rate * distance) * rounding));
}

}  // namespace

double reflected_hull::reach() const {
  if (open.below || open.above) return std::numeric_limits<double>::infinity();
  return (ends.upper - ends.lower) + (on == support::points ? 0.5 : 0);
}

// reflected_laplace/PROOF.md, Theorem 2
worst_case worst_loss(const reflected_hull& hull, double rate) {
  return at_mirror(hull, rise(rate, hull.reach(), hull.apart), hull.apart);
}

// reflected_laplace/PROOF.md, Theorem 4
worst_case worst_slope(const reflected_hull& hull, double rate) {
  if (hull.on == support::points) return at_mirror(hull, rise(rate, hull.reach(), 1), 1);
  return at_mirror(hull, std::min(rate, next_up(rate * std::tanh(rate * hull.reach()) * rounding)), 0);
}

// The loss is below rate * apart. And ln cosh is convex and 0 at 0, so the loss is at least the share apart/reach of
// ln cosh(rate reach).
// reflected_laplace/PROOF.md, Corollary 3
span rates_around_loss(const reflected_hull& hull, double loss) {
  const double least = loss / hull.apart;
  const double reach = hull.reach();
  const double most = std::isinf(reach) ? least : inverse_log_cosh(loss * (reach / hull.apart)) / reach;
  return {least * (1 - bracket_slack), most * (1 + bracket_slack)};
}

// On the line, with x = rate reach and y = slope reach: x tanh(x) = y, and x tanh(x) is at least x^2/(1 + x).
span rates_around_slope(const reflected_hull& hull, double slope) {
  if (hull.on == support::points) return rates_around_loss({hull.ends, hull.open, hull.on, 1}, slope);
  const double y = slope * hull.reach();
  const double most = std::isinf(y) ? slope : (slope + slope * std::sqrt(1 + 4 / y)) / 2;
  return {slope * (1 - bracket_slack), most * (1 + bracket_slack)};
}

}  // namespace inbounds
