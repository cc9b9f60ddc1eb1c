#include "privacy/reflected_delta.hpp"

#include <algorithm>
#include <cmath>

#include "numeric/exponential_sums.hpp"
#include "numeric/hyperbolic.hpp"

namespace inbounds {
namespace {

/// A pair of truths, the lower one `low` above the lowest, and a set of outputs: those up to `above` steps above the
/// lower truth (on the line: a distance).
struct attempt {
  double low;
  double above;
};

class hockey_stick {
 public:
  hockey_stick(const reflected_hull& hull, double rate, double epsilon)
      : rate_(rate),
        epsilon_(epsilon),
        max_distance_(hull.max_distance),
        points_(hull.on == support::points),
        endless_(std::isinf(hull.mirror_distance())),
        cell_(points_ ? 1 : 0),
        length_(hull.mirror_distance() + cell_ / 2),
        last_(hull.ends.upper - hull.ends.lower - hull.max_distance) {}

  double last() const { return last_; }

  /// P_low(A) - e^epsilon P_high(A), rounded up. Both probabilities are sums of positive terms (PROOF.md, 6). Where an
  /// end is open, the pair is far away from any mirror.
  double at(const attempt& tried) const {
    const auto distance = [&](double finite) { return endless_ ? length_ : finite; };
    const double inset = cell_ / 2;
    const double width = tried.above + cell_;          // of the outputs from low on
    const double low = distance(tried.low + inset);    // from the mirror below
    const double cut = distance(tried.low + width);    // an edge
    const double above_low = distance(length_ - low);  // from the mirror above
    const double above_high = distance(length_ - low - max_distance_);
    const double middle = distance(length_ - (cut - width / 2));
    const double half = 0.5 / (std::cosh(rate_ * inset) * one_minus_exp(2 * rate_ * length_));
    const double before = std::exp(-rate_ * inset) * one_minus_exp(2 * rate_ * (low - inset)) * image(above_low);
    const double from_low_on = std::exp(rate_ * inset) * image(low) * image(middle) * one_minus_exp(rate_ * width);
    const double of_low = half * (before + from_low_on);
    const double decayed = std::exp(epsilon_ - rate_ * (max_distance_ + inset - width));
    const double of_high = half * decayed * image(above_high) * one_minus_exp(2 * rate_ * cut);
    // What rounding may have done to both terms, and to the place of the maximum (reflected_laplace/PROOF.md,
    // Proposition 8).
    return std::max(0.0, of_low - of_high) + 0x1p-46 * (1 + epsilon_ / 16);
  }

  /// The best distance of the cut (an edge) from the lower truth, whatever that is.
  /// reflected_laplace/PROOF.md, Theorem 6
  double best_distance() const {
    const double sum = rate_ * (2 * length_ - max_distance_);
    if (!(epsilon_ < sum)) return 0;
    return (rate_ * max_distance_ - epsilon_ + log_one_minus_exp(sum - epsilon_) - log_one_minus_exp(sum + epsilon_)) /
           (2 * rate_);
  }

  /// The lower truth (from its mirror) that is best for such a distance.
  double best_low(double distance) const {
    const double sum = rate_ * max_distance_;
    if (!(epsilon_ < sum)) return 0;
    const double v =
        (sum + epsilon_ + log_one_minus_exp(sum + epsilon_) - log_one_minus_exp(sum - epsilon_)) / (2 * rate_);
    return (length_ - v - distance) / 2;
  }

  /// Where the loss of a pair crosses epsilon, seen from its lower truth.
  double crossing(double low) const {
    const double at_low = low + cell_ / 2;
    const double above_high = length_ - at_low - max_distance_;
    const double images = std::log1p(std::exp(-2 * rate_ * at_low)) - std::log1p(std::exp(-2 * rate_ * above_high));
    const double sum = rate_ * (2 * at_low + max_distance_) - epsilon_ + images;
    if (!(sum > 0 && sum < 2 * rate_ * length_)) return 0;
    const double cut = (sum + log_one_minus_exp(sum) - log_one_minus_exp(2 * rate_ * length_ - sum)) / (2 * rate_);
    return cut - at_low;
  }

  /// The cut as a number of outputs from the lower truth on: on the lattice, an edge is half a step above its point.
  double outputs(double distance) const {
    return std::clamp(distance - cell_ / 2, 0.0, std::max(0.0, max_distance_ - cell_));
  }

  bool points() const { return points_; }
  bool endless() const { return endless_; }

 private:
  double image(double distance) const { return 1 + std::exp(-2 * rate_ * distance); }

  double rate_;
  double epsilon_;
  double max_distance_;
  bool points_;
  bool endless_;
  double cell_;
  double length_;  ///< from mirror to mirror
  double last_;    ///< the highest lower truth
};

/// Keeps the best of what is tried.
struct best_of {
  const hockey_stick& stick;
  attempt found{};
  double delta = 0;

  void look_at(double low, double above) {
    const attempt tried{std::clamp(low, 0.0, stick.last()), above};
    const double here = stick.at(tried);
    if (here > delta) {
      found = tried;
      delta = here;
    }
  }

  /// On the lattice, the best is at one of the neighbours.
  void look_around_cut(double low, double distance) {
    const double count = stick.outputs(distance);
    if (!stick.points()) return look_at(low, count);
    const double whole = std::floor(count);
    for (const double above : {whole, whole + 1}) look_at(low, stick.outputs(above + 0.5));
  }
};

}  // namespace

// reflected_laplace/PROOF.md, Theorem 6
worst_delta_case worst_delta(const reflected_hull& hull, double rate, double epsilon) {
  if (worst_loss(hull, rate).loss <= epsilon) return {};
  const hockey_stick stick(hull, rate, epsilon);
  best_of best{stick};
  const double distance = stick.best_distance();
  // clamped_laplace/PROOF.md, Theorem 2
  // reflected_laplace/PROOF.md, Proposition 7
  if (stick.endless()) {
    best.look_around_cut(0, distance);
    best.found.low = std::floor(stick.last() / 2);  // far from both ends
  } else if (!stick.points()) {
    const double low = stick.best_low(distance);
    if (low > 0 && low < stick.last()) best.look_at(low, stick.outputs(distance));
  } else {
    // The two neighbours of the best cut in either class of parity, and for each those of the best truth.
    const double whole = std::floor(stick.outputs(distance));
    for (const double above : {whole - 1, whole, whole + 1, whole + 2}) {
      const double outputs = stick.outputs(above + 0.5);
      const double low = std::floor(stick.best_low(outputs + 0.5) - 0.5);
      best.look_at(low, outputs);
      best.look_at(low + 1, outputs);
    }
  }
  if (!stick.endless()) {
    for (const double low : {0.0, stick.last()}) best.look_around_cut(low, stick.crossing(low));
  }
  const double low = hull.ends.lower + best.found.low;
  worst_delta_case worst;
  worst.delta = std::min(1.0, best.delta);
  worst.truth = {0, low};
  worst.neighbour = {0, low + hull.max_distance};
  worst.output = low + best.found.above;
  return worst;
}

}  // namespace inbounds
