#include "mechanisms/bounded_gaussian/bounded_gaussian.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "distributions/truncated_normal.hpp"
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

gaussian_noise::gaussian_noise(box box_of_truths, double distance, const guarantee& kept, std::vector<lattice> lattices,
                               gaussian_box in_steps, double deviation)
    : where(std::move(box_of_truths)),
      sensitivity(distance),
      promised(kept),
      points(std::move(lattices)),
      setting(std::move(in_steps)),
      scale(deviation) {}

description gaussian_noise::describe() const {
  description shown{promised};
  shown.sensitivity = sensitivity;
  shown.scale = scale;
  for (std::size_t at = 0; at < points.size(); ++at) {
    const lattice& side = points[at];
    shown.sides.push_back({where.sides[at].spans, side.grain.step, side.grain.origin, static_cast<double>(side.steps()),
                           side.value(side.lowest()), side.value(side.highest())});
  }
  return shown;
}

worst_case gaussian_noise::audit() const {
  const gaussian_worst_case worst = worst_loss(setting, scale);
  if (promised.delta == 0 || worst.loss <= promised.epsilon) {
    const std::size_t length = points.size();
    worst_case found{worst.loss, 0, std::vector<double>(length), std::vector<double>(length),
                     std::vector<double>(length)};
    for (std::size_t at = 0; at < length; ++at) {
      const double steps = setting.sides[at].steps;
      found.truth[at] = value_above(points[at], steps - worst.distances[at]);
      found.neighbour[at] = value_above(points[at], steps);
      found.output[at] = value_above(points[at], 0);
    }
    return found;
  }
  const gaussian_delta at = delta_at(setting, promised.epsilon, scale);
  // The computed delta is rounded up, and a scale can keep a tiny one by its pure loss alone.
  const bool kept_by_loss = worst.loss <= pure_epsilon(promised);
  const lattice& side = points.front();
  return {promised.epsilon,
          kept_by_loss ? std::min(at.delta, promised.delta) : at.delta,
          {value_above(side, at.truth)},
          {value_above(side, at.neighbour)},
          {value_above(side, std::max(0.0, at.output))}};
}

result<coordinate> gaussian_noise::along(std::size_t side) const {
  if (side >= points.size()) return mechanism::along(side);
  return coordinate{where.sides[side], points[side], scale};
}

// The law is that of steps from the lowest point, or of distances from the lower bound.
result<std::unique_ptr<const law>> gaussian_noise::law_at(double truth, std::size_t side) const {
  if (auto why = check_truth(truth, side)) return *why;
  const lattice& along_side = points[side];
  const auto lowest = static_cast<double>(along_side.lowest());
  const std::int64_t snapped = snap(where.sides[side], along_side, truth);
  const normal_law around{{static_cast<double>(along_side.steps()), scale / along_side.grain.step, support::points},
                          static_cast<double>(snapped - along_side.lowest())};
  return std::unique_ptr<const law>(std::make_unique<law_of<normal_law>>(around, lowest));
}

result<std::unique_ptr<const law>> gaussian_noise::continuous_law_at(double truth, std::size_t side) const {
  if (auto why = check_truth(truth, side)) return *why;
  const span bounds = where.sides[side].hull();
  const double inside = std::clamp(truth, bounds.lower, bounds.upper);
  const normal_law around{{bounds.upper - bounds.lower, scale, support::line}, inside - bounds.lower};
  return std::unique_ptr<const law>(std::make_unique<law_of<normal_law>>(around, bounds.lower));
}

}  // namespace inbounds
