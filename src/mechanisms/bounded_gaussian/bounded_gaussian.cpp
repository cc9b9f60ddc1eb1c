#include "mechanisms/bounded_gaussian/bounded_gaussian.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/checks.hpp"
#include "mechanisms/bounded_gaussian/calibrate.hpp"
#include "privacy/pure_loss.hpp"

namespace inbounds {
namespace {

/// The released value a number of steps above the lowest. One between two points goes to the upper one: the worst truth
/// lies below its neighbour, and a pair that is farther apart than neighbours can be would lose more than the audit
/// says. (One that is a point but for the rounding of a root is that point.)
double value_above(const lattice& points, double steps) {
  const double rounding = std::min(0.25, 0x1p-44 * static_cast<double>(points.steps()));
  return points.value(points.lowest() + static_cast<std::int64_t>(std::ceil(steps - rounding)));
}

}  // namespace

double rate_of(const lattice& points, double scale) {
  const double unit = points.grain.step / scale;
  return unit * unit / 2;
}

gaussian_audit audit(const gaussian_noise& noise) {
  const gaussian_worst_case worst = worst_loss(noise.setting, noise.scale);
  if (noise.promised.delta == 0 || worst.loss <= noise.promised.epsilon) {
    const std::size_t sides = noise.points.size();
    gaussian_audit found{worst.loss, 0, std::vector<double>(sides), std::vector<double>(sides),
                         std::vector<double>(sides)};
    for (std::size_t at = 0; at < sides; ++at) {
      const double length = noise.setting.sides[at].steps;
      found.truth[at] = value_above(noise.points[at], length - worst.distances[at]);
      found.neighbour[at] = value_above(noise.points[at], length);
      found.output[at] = value_above(noise.points[at], 0);
    }
    return found;
  }
  const gaussian_delta at = delta_at(noise.setting, noise.promised.epsilon, noise.scale);
  // The computed delta is rounded up, and a scale can keep a tiny one by its pure loss alone.
  const bool kept_by_loss = worst.loss <= pure_epsilon(noise.promised);
  const lattice& points = noise.points.front();
  return {noise.promised.epsilon,
          kept_by_loss ? std::min(at.delta, noise.promised.delta) : at.delta,
          {value_above(points, at.truth)},
          {value_above(points, at.neighbour)},
          {value_above(points, std::max(0.0, at.output))}};
}

normal_law law_at(const gaussian_noise& noise, std::size_t side, double truth) {
  const lattice& points = noise.points[side];
  const std::int64_t snapped = snap(noise.where.sides[side], points, truth);
  return {{static_cast<double>(points.steps()), noise.scale / points.grain.step, support::points},
          static_cast<double>(snapped - points.lowest())};
}

normal_law continuous_law_at(const gaussian_noise& noise, std::size_t side, double truth) {
  const span bounds = noise.where.sides[side].hull();
  const double inside = std::clamp(truth, bounds.lower, bounds.upper);
  return {{bounds.upper - bounds.lower, noise.scale, support::line}, inside - bounds.lower};
}

}  // namespace inbounds
