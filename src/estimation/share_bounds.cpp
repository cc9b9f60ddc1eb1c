#include "estimation/share_bounds.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>

#include "numeric/normal_tails.hpp"

namespace inbounds {
namespace {

constexpr int ramps = 7;    ///< none, and a 64th of the width, a 32nd, ... half of it
constexpr int ridges = 14;  ///< from the smallest on, each 8 times the one before
constexpr double next_ridge = 8;

/// How far from the set a truth can be.
double deepest(const truth_set& set, const std::vector<double>& truths) {
  double most = 0;
  for (const double truth : truths) most = std::max(most, set.distance(truth));
  return most;
}

}  // namespace

double truth_set::distance(double truth) const {
  if (outside) return std::max(0.0, std::min(truth - from, to - truth));
  return std::max({0.0, from - truth, truth - to});
}

share_bounds::share_bounds(const linear_estimator& from, const truth_grid& grid, double confidence)
    : from_(from),
      grid_(grid),
      truths_(grid.looked_at()),
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
    const double away = set.distance(truths_[point]);
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

share_bounds::choice share_bounds::best_along(const truth_set& set, const std::vector<double>& target, choice start,
                                              choice step) {
  choice best = start;
  double least = bound_with(set, target, start).foreseen;
  for (const int sign : {-1, 1}) {
    for (choice next = best;;) {
      next = {next.ramp + sign * step.ramp, next.ridge + sign * step.ridge};
      if (next.ramp < 0 || next.ramp >= ramps || next.ridge < 0 || next.ridge >= ridges) break;
      const double foreseen = bound_with(set, target, next).foreseen;
      if (!(foreseen < least)) break;
      least = foreseen;
      best = next;
    }
  }
  return best;
}

double share_bounds::upper(const truth_set& set) {
  std::vector<double> target(truths_.size());
  for (std::size_t point = 0; point < target.size(); ++point) {
    target[point] = set.distance(truths_[point]) > 0 ? 0 : 1;
  }
  if (std::find(target.begin(), target.end(), 0) == target.end()) return 1;
  if (std::find(target.begin(), target.end(), 1) == target.end()) return 0;
  // No function falls off within a set of truths that is narrower than the steepest slope.
  const double depth = deepest(set, truths_);
  if (!grid_.complete && depth < std::ldexp(grid_.width(), 1 - ramps)) return 1;
  constexpr choice steps[] = {{0, 1}, {1, 0}, {1, 1}};
  history& before = before_[set.outside ? 1 : 0];
  if (before.last) {
    before.last = best_along(set, target, *before.last, steps[before.count++ % std::size(steps)]);
  } else {
    before.last = best_of_all(set, target);
    for (const choice& step : steps) before.last = best_along(set, target, *before.last, step);
  }
  return std::clamp(bound_with(set, target, *before.last).limit, 0.0, 1.0);
}

}  // namespace inbounds
