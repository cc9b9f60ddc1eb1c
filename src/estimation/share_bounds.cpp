#include "estimation/share_bounds.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "numeric/normal_tails.hpp"

namespace inbounds {
namespace {

constexpr int ramps = 8;    ///< none, and a 64th of the width, a 32nd, ... all of it
constexpr int ridges = 14;  ///< from the smallest on, each 8 times the one before
constexpr double next_ridge = 8;
constexpr double near =
    16;  ///< sets whose ends differ by no more than this part of the width: a choice for one is a good start

/// The fitted distribution has followed the chance that is in the reports, so what it makes expect of an estimate with
/// a large error is too good to be true: in a choice, errors count for more.
constexpr double caution = 1.5;

/// How far the ends of two sets are from each other; those that are at infinity, not at all.
double distance_between(const truth_set& one, const truth_set& other) {
  const auto between = [](double a, double b) { return a == b ? 0 : std::fabs(a - b); };
  return std::max(between(one.from, other.from), between(one.to, other.to));
}

/// How far from the set a truth can be.
double deepest(const truth_set& set, const std::vector<double>& truths) {
  double max = 0;
  for (const double truth : truths) max = std::max(max, set.distance(truth));
  return max;
}

}  // namespace

double truth_set::distance(double truth) const {
  if (outside) return std::max(0.0, std::min(truth - from, to - truth));
  return std::max({0.0, from - truth, truth - to});
}

share_bounds::share_bounds(const linear_estimator& from, const truth_grid& grid, double confidence)
    : from_(from),
      grid_(grid),
      truths_(grid.all_truths()),
      deviations_(normal_quantile((1 + confidence) / 2)),
      smallest_ridge_(from.smallest_ridge()),
      factors_(ridges) {}

class share_bounds::search {
 public:
  search(share_bounds& of, const truth_set& set, const std::vector<double>& target)
      : of_(of), set_(set), target_(target) {}

  choice best() const { return best_; }
  const bound& at(choice with) {
    std::optional<bound>& known = tried_[static_cast<std::size_t>(with.ramp * ridges + with.ridge)];
    if (!known) known = compute(with);
    return *known;
  }

  void start(choice with) { best_ = with; }
  /// A choice that is better takes the place of the best one.
  bool improves(choice with) {
    if (with.ramp < 0 || with.ramp >= ramps || with.ridge < 0 || with.ridge >= ridges) return false;
    if (!(at(with).feared < at(best_).feared)) return false;
    best_ = with;
    return true;
  }
  /// Every second ridge with the same slope, and every slope with the same ridge.
  void look_over_ridges(int ramp) {
    for (int ridge = 0; ridge < ridges; ridge += 2) improves({ramp, ridge});
  }
  void look_over_ramps(int ridge) {
    for (int ramp = 0; ramp < ramps; ++ramp) improves({ramp, ridge});
  }
  /// As far as it gets better in some direction.
  void climb() {
    for (bool moved = true; moved;) {
      moved = false;
      for (const auto& [ramp, ridge] : {choice{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {-1, -1}}) {
        while (improves({best_.ramp + ramp, best_.ridge + ridge})) moved = true;
      }
    }
  }

 private:
  bound compute(choice with) {
    const auto at = static_cast<std::size_t>(with.ridge);
    const double ridge = of_.smallest_ridge_ * std::pow(next_ridge, with.ridge);
    if (!of_.factors_[at]) of_.factors_[at].emplace(of_.from_.factorise(ridge));
    const double length = with.ramp == 0 ? 0 : std::ldexp(of_.grid_.width(), with.ramp + 1 - ramps);
    std::vector<double> function = target_;
    for (std::size_t truth = 0; truth < function.size(); ++truth) {
      const double away = set_.distance(of_.truths_[truth]);
      if (away > 0 && away < length) function[truth] = (1 + std::cos(std::numbers::pi * away / length)) / 2;
    }
    const linear_estimate found = of_.from_.estimate(function, target_, *of_.factors_[at], ridge);
    // estimation/PROOF.md, Theorem 6
    const double margin = margin_above(found, of_.deviations_);
    const double added = found.shortfall + margin;
    // Below what any distribution makes expect, an estimate says more of its own error than of the truths.
    return {found.foreseen + found.shortfall + caution * margin, found.foreseen + added,
            std::max(found.value, found.lowest - margin / 2) + added};
  }

  share_bounds& of_;
  const truth_set& set_;
  const std::vector<double>& target_;
  choice best_{ramps / 2, ridges / 2};
  std::array<std::optional<bound>, static_cast<std::size_t>(ramps* ridges)> tried_;
};

double share_bounds::upper(const truth_set& set, trail& along) {
  std::vector<double> target(truths_.size());
  for (std::size_t truth = 0; truth < target.size(); ++truth) {
    target[truth] = set.distance(truths_[truth]) > 0 ? 0 : 1;
  }
  if (std::find(target.begin(), target.end(), 0) == target.end()) return 1;
  if (std::find(target.begin(), target.end(), 1) == target.end()) return 0;
  // No function falls off within a set of truths that is narrower than the steepest slope.
  const double depth = deepest(set, truths_);
  if (!grid_.complete && depth < std::ldexp(grid_.width(), 2 - ramps)) return 1;
  search looking(*this, set, target);
  const std::optional<trail::step>& before = along.last;
  if (before) looking.start(before->chosen);
  const double away = before ? distance_between(set, before->set) : INFINITY;
  if (away > grid_.width() / near) {
    looking.look_over_ridges(looking.best().ramp);
    if (grid_.complete) looking.look_over_ridges(0);
    looking.look_over_ramps(looking.best().ridge);
    looking.look_over_ridges(looking.best().ramp);
  }
  // A function that falls off slowly enough beyond one set may fall too steeply beyond the next, where many people are
  // between the two.
  looking.look_over_ramps(looking.best().ridge);
  looking.climb();
  along.last = {set, looking.best()};
  // One is a limit without any report. Where no better one is foreseen, what reports say of it is chance.
  const bound& best = looking.at(looking.best());
  return best.foreseen < 1 ? std::clamp(best.limit, 0.0, 1.0) : 1;
}

}  // namespace inbounds
