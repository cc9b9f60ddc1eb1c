#include "estimation/share_bounds.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "numeric/normal_tails.hpp"

namespace inbounds {
namespace {

constexpr int ramps = 7;    ///< none, and a 64th of the width, a 32nd, ... half of it
constexpr int ridges = 14;  ///< from the smallest on, each 8 times the one before
constexpr double next_ridge = 8;

}  // namespace

double truth_set::distance(double truth) const {
  if (outside) return std::max(0.0, std::min(truth - from, to - truth));
  return std::max({0.0, from - truth, truth - to});
}

share_bounds::share_bounds(const linear_estimator& from, const truth_grid& grid, double confidence)
    : from_(from),
      grid_(grid),
      deviations_(normal_quantile((1 + confidence) / 2)),
      smallest_ridge_(from.smallest_ridge()),
      factors_(ridges) {}

share_bounds::bound share_bounds::bound_with(const truth_set& set, const std::vector<double>& target, choice with) {
  const auto at = static_cast<std::size_t>(with.ridge);
  const double ridge = smallest_ridge_ * std::pow(next_ridge, with.ridge);
  if (!factors_[at]) factors_[at].emplace(from_.factored(ridge));
  const double length = with.ramp == 0 ? 0 : std::ldexp(grid_.width(), with.ramp - ramps);
  std::vector<double> function = target;
  for (std::size_t point = 0; point < function.size(); ++point) {
    const double away = set.distance(grid_.points[point]);
    if (away > 0 && away < length) function[point] = (1 + std::cos(std::numbers::pi * away / length)) / 2;
  }
  const linear_estimate found = from_.estimate(function, target, *factors_[at], ridge);
  const double added = found.shortfall + deviations_ * found.error;
  return {found.foreseen + added, found.value + added};
}

share_bounds::choice share_bounds::best_of_all(const truth_set& set, const std::vector<double>& target) {
  choice best{0, 0};
  double least = INFINITY;
  for (int ramp = 0; ramp < ramps; ++ramp) {
    for (int ridge = 0; ridge < ridges; ridge += 2) {
      const double foreseen = bound_with(set, target, {ramp, ridge}).foreseen;
      if (!(foreseen < least)) continue;
      least = foreseen;
      best = {ramp, ridge};
    }
  }
  return best;
}

share_bounds::choice share_bounds::best_near(const truth_set& set, const std::vector<double>& target, choice start) {
  double least = bound_with(set, target, start).foreseen;
  choice best = start;
  for (bool moved = true; moved;) {
    moved = false;
    const choice centre = best;
    for (const auto& [ramp, ridge] : {choice{-1, 0}, choice{1, 0}, choice{0, -1}, choice{0, 1}, choice{1, 1},
                                      choice{-1, -1}}) {
      const choice next{centre.ramp + ramp, centre.ridge + ridge};
      if (next.ramp < 0 || next.ramp >= ramps || next.ridge < 0 || next.ridge >= ridges) continue;
      const double foreseen = bound_with(set, target, next).foreseen;
      if (!(foreseen < least)) continue;
      least = foreseen;
      best = next;
      moved = true;
    }
  }
  return best;
}

double share_bounds::upper(const truth_set& set) {
  std::vector<double> target(grid_.points.size());
  for (std::size_t point = 0; point < target.size(); ++point) {
    target[point] = set.distance(grid_.points[point]) > 0 ? 0 : 1;
  }
  if (std::find(target.begin(), target.end(), 0) == target.end()) return 1;
  if (std::find(target.begin(), target.end(), 1) == target.end()) return 0;
  std::optional<choice>& last = last_[set.outside ? 1 : 0];
  last = best_near(set, target, last ? *last : best_of_all(set, target));
  return std::clamp(bound_with(set, target, *last).limit, 0.0, 1.0);
}

}  // namespace inbounds
