#include "privacy/laplace_delta.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>
#include <vector>

#include "numeric/maximise.hpp"
#include "privacy/delta_between.hpp"

namespace inbounds {
namespace {

constexpr double negligible = 0x1p-43;  // cells that could hold this much more than the best pair are left alone
constexpr int most_cells = 20000;       // a few dozen are usual; what is left then is added to the answer

/// From above or from below, whichever makes the quotient larger.
double quotient_at_most(double numerator, double least, double most) {
  return numerator / (numerator > 0 ? least : most);
}

/// One direction: low is the truth.
class delta_search {
 public:
  delta_search(const confined_laplace& family, double epsilon) : family_(family), changes_(family), epsilon_(epsilon) {}

  void consider(const moving_neighbours& pairs) {
    if (pairs.first == pairs.last) {
      at(pairs, pairs.first);
      return;
    }
    std::priority_queue<cell> open;
    open.push(bounded(pairs, at(pairs, pairs.first), at(pairs, pairs.last)));
    for (int cells = 0; !open.empty(); ++cells) {
      const cell here = open.top();
      if (here.bound <= worst_.delta * (1 + negligible) || cells == most_cells) {
        left_over_ = std::max(left_over_, here.bound);
        return;
      }
      open.pop();
      const double half = here.first.low + (here.last.low - here.first.low) / 2;
      const double middle = family_.on() == support::points ? std::floor(half) : half;
      if (!(middle > here.first.low && middle < here.last.low)) continue;  // nothing between the two
      const delta_reading between = at(pairs, middle);
      open.push(bounded(pairs, here.first, between));
      open.push(bounded(pairs, between, here.last));
    }
  }

  worst_delta_case result() const {
    worst_delta_case found = worst_;
    found.delta = std::max(found.delta, left_over_);
    return found;
  }

 private:
  struct cell {
    delta_reading first;
    delta_reading last;
    double bound;
    friend bool operator<(const cell& a, const cell& b) { return a.bound < b.bound; }
  };

  delta_reading read(const neighbours& pair) const { return delta_between(family_, changes_, pair, epsilon_); }

  delta_reading at(const moving_neighbours& pairs, double low) {
    const neighbours pair = pairs.at(low);
    const delta_reading found = read(pair);
    if (found.delta > worst_.delta) worst_ = {found.delta, pair.low, pair.high, found.cut.at, pairs};
    return found;
  }

  cell bounded(const moving_neighbours& pairs, const delta_reading& first, const delta_reading& last) const {
    const double bound =
        pairs.low_span == pairs.high_span ? bound_within(pairs, first, last) : bound_across(pairs, first, last);
    return {first, last, bound};
  }

  // Both truths and the cut are in one span. With the cut at a fixed distance h above low, what changes with low are
  // only the weights removed at the ends of the span, which fade exponentially away from them (PROOF.md, 5).
  double bound_within(const moving_neighbours& pairs, const delta_reading& first, const delta_reading& last) const {
    const double rate = family_.rate();
    const double width = rate * (last.low - first.low);
    const double most_cut = std::min(cut_distance(first) + cut_slack(pairs), pairs.distance);  // the distance falls
    const double least_cut = std::max(cut_distance(last) - cut_slack(pairs), 0.0);
    const place lowest_cut{pairs.low_span, first.low + least_cut};
    const place highest_cut{pairs.low_span, last.low + most_cut};
    const surroundings at_lowest = family_.around(lowest_cut);
    const surroundings at_highest = family_.around(highest_cut);
    // Z is concave within a span: above its chord and below its tangents.
    const double least_low = std::min(first.total_low, last.total_low);
    const double least_high = std::min(first.total_high, last.total_high);
    const double most_low = std::min(first.total_low * (1 + width * std::max(0.0, first.slope_low)),
                                     last.total_low * (1 + width * std::max(0.0, -last.slope_low)));
    const double most_high = std::min(first.total_high * (1 + width * std::max(0.0, first.slope_high)),
                                      last.total_high * (1 + width * std::max(0.0, -last.slope_high)));
    const double near = std::exp(-rate * least_cut);
    const double far = std::exp(-rate * most_cut);
    const double near_high = std::exp(epsilon_ - rate * (pairs.distance - most_cut));
    const double far_high = std::exp(epsilon_ - rate * (pairs.distance - least_cut));

    // d delta / d low, over rate:  e^-h [R(cut) + T(cut) g(low)] / Z(low)
    //                            + e^(eps-(s-h)) [-L(cut) + (point + B(cut)) g(high)] / Z(high)
    // with sums B below and T above the cut, L and R removed from them, and g the slopes of ln Z.
    const auto times_slope = [](double slope, double least, double greatest) {
      return slope * (slope > 0 ? greatest : least);
    };
    const double point = family_.point_weight();
    const double rising_low =
        at_highest.above.removed + times_slope(first.slope_low, at_highest.above.sum, at_lowest.above.sum);
    const double rising_high = -at_highest.below.removed +
                               times_slope(first.slope_high, point + at_lowest.below.sum, point + at_highest.below.sum);
    const double falling_low =
        -at_lowest.above.removed + times_slope(-last.slope_low, at_highest.above.sum, at_lowest.above.sum);
    const double falling_high = at_lowest.below.removed + times_slope(-last.slope_high, point + at_lowest.below.sum,
                                                                      point + at_highest.below.sum);
    const double magnitude = at_highest.above.removed + at_lowest.below.removed +
                             std::max(std::fabs(first.slope_low), std::fabs(last.slope_low)) +
                             std::max(std::fabs(first.slope_high), std::fabs(last.slope_high));
    const auto scaled = [&](double of_low, double of_high) {
      const double slope = quotient_at_most(of_low, least_low, most_low) * (of_low > 0 ? near : far) +
                           quotient_at_most(of_high, least_high, most_high) * (of_high > 0 ? near_high : far_high);
      const double error = changes_.tolerance() * magnitude * (near / least_low + near_high / least_high);
      return width * std::max(0.0, slope + error);
    };
    return std::min(first.delta + scaled(rising_low, rising_high), last.delta + scaled(falling_low, falling_high));
  }

  // With the cut fixed in place, S_low(cut) grows with low at the rate 1 - g(low), F_high(cut) falls at 1 + g(high).
  double bound_across(const moving_neighbours& pairs, const delta_reading& first, const delta_reading& last) const {
    const double rate = family_.rate();
    const double width = rate * (last.low - first.low);
    double bound = read({{pairs.low_span, first.low}, {pairs.high_span, last.high}}).delta;  // wider is never better
    const auto slope = [&](const delta_reading& here, const place& cut) {
      const surroundings cut_sums = family_.around(cut);
      const double beyond = std::exp(-rate * (cut.at - here.low)) * cut_sums.above.sum / here.total_low;
      const double up_to = std::exp(epsilon_ - rate * (here.high - cut.at)) *
                           (family_.point_weight() + cut_sums.below.sum) / here.total_high;
      const double falls = beyond * (1 - here.slope_low);
      const double rises = up_to * (1 + here.slope_high);
      return balanced{rises - falls, (falls + rises) * changes_.tolerance()};
    };
    if (last.cut.at <= first.high) {
      const balanced steepest = slope(first, last.cut);
      bound = std::min(bound, first.delta + width * std::max(0.0, steepest.value + steepest.magnitude));
    }
    if (first.cut.at >= last.low) {
      const balanced steepest = slope(last, first.cut);
      bound = std::min(bound, last.delta + width * std::max(0.0, steepest.magnitude - steepest.value));
    }
    return bound;
  }

  static double cut_distance(const delta_reading& here) { return here.cut.at - here.low; }

  /// What rounding may have done to the place of a cut.
  double cut_slack(const moving_neighbours& pairs) const {
    const double slack = 0x1p-40 * pairs.distance;
    return family_.on() == support::points ? std::ceil(slack) : slack;
  }

  const confined_laplace& family_;
  total_changes changes_;
  double epsilon_;
  worst_delta_case worst_{};
  double left_over_ = 0;
};

worst_delta_case upwards(const confined_laplace& family, const reach& apart, double epsilon) {
  const candidate_pairs pairs = candidates(family.spans(), apart);
  delta_search search(family, epsilon);
  for (const auto& [low, high] : pairs.fixed) search.consider({low.span, high.span, low.at, low.at, high.at - low.at});
  for (const moving_neighbours& moving : pairs.moving) search.consider(moving);
  return search.result();
}

}  // namespace

worst_delta_case worst_delta(const confined_laplace& family, const reach& apart, double epsilon) {
  const worst_delta_case up = upwards(family, apart, epsilon);
  const bool symmetric = family.count() == 1 && family.open().below == family.open().above;
  if (symmetric) return up;
  worst_delta_case down = upwards(family.mirror_image(), apart, epsilon);
  if (!(down.delta > up.delta)) return up;
  down.truth = family.mirrored(down.truth);
  down.neighbour = family.mirrored(down.neighbour);
  down.output = -down.output;
  down.in_mirror_image = true;
  return down;
}

double delta_among(const confined_laplace& family, const moving_neighbours& pairs, double epsilon) {
  const total_changes changes(family);
  const auto at = [&](double low) {
    const double place = family.on() == support::points ? std::floor(low) : low;
    return delta_between(family, changes, pairs.at(place), epsilon).delta;
  };
  return largest_seen(at, pairs.first, pairs.last);
}

}  // namespace inbounds
