#include "privacy/reflected_loss.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "numeric/hyperbolic.hpp"
#include "numeric/rounding.hpp"

namespace inbounds {
namespace {

constexpr double rounding_factor = 1 + 0x1p-46;
constexpr double bracket_slack = 0x1p-40;  // more than what rounding does to the loss

/// The truth at an end that has a mirror, if there is one, and its neighbour inwards.
worst_pair at_mirror(const reflected_hull& hull, double loss, double distance) {
  const auto [lower, upper] = hull.ends;
  if (!hull.open.below && !hull.worst_above) return {loss, {{0, lower}, {0, lower + distance}, distance}, true};
  if (!hull.open.above) return {loss, {{0, upper - distance}, {0, upper}, distance}, false};
  const double first = std::floor(lower / 2 + upper / 2 - distance / 2);  // far from both ends
  return {loss, {{0, first}, {0, first + distance}, distance}, true};
}

// reflected_laplace/PROOF.md, Proposition 8
double rise(double rate, double mirror_distance, double distance) {
  const double unbounded = product_up(rate, distance);  // exactly so without a mirror, and never more than that
  if (std::isinf(mirror_distance)) return unbounded;
  return std::min(unbounded, next_up(log_cosh_rise(rate * mirror_distance, rate * distance) * rounding_factor));
}

}  // namespace

double reflected_hull::mirror_distance() const {
  if (open.below || open.above) return std::numeric_limits<double>::infinity();
  return (ends.upper - ends.lower) + (on == support::points ? 0.5 : 0);
}

// reflected_laplace/PROOF.md, Theorem 2
worst_pair worst_loss(const reflected_hull& hull, double rate) {
  return at_mirror(hull, rise(rate, hull.mirror_distance(), hull.max_distance), hull.max_distance);
}

// reflected_laplace/PROOF.md, Theorem 4
worst_pair worst_slope(const reflected_hull& hull, double rate) {
  if (hull.on == support::points) return at_mirror(hull, rise(rate, hull.mirror_distance(), 1), 1);
  return at_mirror(hull, std::min(rate, next_up(rate * std::tanh(rate * hull.mirror_distance()) * rounding_factor)), 0);
}

// With the mirror_distance m and the max_distance d, the loss is below rate d. And ln cosh is convex and 0 at 0, so the
// loss is at least the share d/m of ln cosh(rate m).
// reflected_laplace/PROOF.md, Corollary 3
span rates_around_loss(const reflected_hull& hull, double loss) {
  const double min = loss / hull.max_distance;
  const double mirror_distance = hull.mirror_distance();
  const double max = std::isinf(mirror_distance)
                         ? min
                         : inverse_log_cosh(loss * (mirror_distance / hull.max_distance)) / mirror_distance;
  return {min * (1 - bracket_slack), max * (1 + bracket_slack)};
}

// On the line, with x and y the rate and the slope times the mirror_distance: x tanh(x) = y, and x tanh(x) is at least
// x^2/(1 + x).
span rates_around_slope(const reflected_hull& hull, double slope) {
  if (hull.on == support::points) return rates_around_loss({hull.ends, hull.open, hull.on, 1}, slope);
  const double y = slope * hull.mirror_distance();
  const double max = std::isinf(y) ? slope : (slope + slope * std::sqrt(1 + 4 / y)) / 2;
  return {slope * (1 - bracket_slack), max * (1 + bracket_slack)};
}

}  // namespace inbounds
