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

/// A number between two others.
struct bounds {
  double least;
  double most;
};

/// One direction: low is the truth.
class delta_search {
 public:
  delta_search(const confined_laplace& family, double epsilon, int most_cells)
      : family_(family), changes_(family), epsilon_(epsilon), most_cells_(most_cells) {}

  void consider(const moving_neighbours& pairs) {
    if (pairs.first == pairs.last) {
      at(pairs, pairs.first);
      return;
    }
    std::priority_queue<cell> open;
    open.push(bounded(pairs, at(pairs, pairs.first), at(pairs, pairs.last)));
    for (; !open.empty(); ++cells_) {
      const cell here = open.top();
      if (here.bound <= worst_.delta * (1 + negligible) || cells_ >= most_cells_) {
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
    if (found.delta > worst_.delta) worst_ = {found.delta, pair.low, pair.high, found.cut.at, pairs, low};
    return found;
  }

  cell bounded(const moving_neighbours& pairs, const delta_reading& first, const delta_reading& last) const {
    const double bound =
        pairs.low_span == pairs.high_span ? bound_within(pairs, first, last) : bound_across(pairs, first, last);
    return {first, last, bound};
  }

  // Both truths and the cut are in one span. With the cut at a fixed distance h above low (PROOF.md, 5),
  //   d delta / d low = rate [P (T D1 - (point + B) D2) + (P - Q) V],  P = e^-h/Z(low),  Q = e^(eps-(s-h))/Z(high),
  // with the sums B below and T above the cut, and the falls D1, D2 of the slope of ln Z from low to the cut and from
  // there to high: all positive, and both of the size of h and s - h. At the best cut P is Q, up to a step.
  double bound_within(const moving_neighbours& pairs, const delta_reading& first, const delta_reading& last) const {
    const double rate = family_.rate();
    const double width = rate * (last.low - first.low);
    const bool points = family_.on() == support::points;
    const double slack = points ? 1 : 0x1p-40 * pairs.distance;  // what rounding may have done to a cut
    const double most_cut = std::min(first.cut.at - first.low + slack, pairs.distance);  // it falls as low rises
    const double least_cut = std::max(last.cut.at - last.low - slack, 0.0);
    const surroundings early = family_.around({pairs.low_span, first.low + least_cut});
    const surroundings late = family_.around({pairs.low_span, last.low + most_cut});
    const bounds total_low = totals(first.around_low, last.around_low, width);
    const bounds total_cut = totals(early, late, width + rate * (most_cut - least_cut));
    const bounds total_high = totals(first.around_high, last.around_high, width);
    // L and T fall, R and B rise with their place, and so do 1 - g and 1 + g.
    const bounds to_cut{decay_over(rate * least_cut).lost, decay_over(rate * most_cut).lost};
    const bounds from_cut{decay_over(rate * (pairs.distance - most_cut)).lost,
                          decay_over(rate * (pairs.distance - least_cut)).lost};
    const bounds first_fall = fall(to_cut, first.around_low, last.around_low, early, late, total_cut);
    const bounds second_fall = fall(from_cut, early, late, first.around_high, last.around_high, total_high);
    const double point = family_.point_weight();
    const double most_rising = early.above.sum * first_fall.most - (point + early.below.sum) * second_fall.least;
    const double most_falling = (point + late.below.sum) * second_fall.most - late.above.sum * first_fall.least;
    double magnitude = early.above.sum * first_fall.most + (point + late.below.sum) * second_fall.most;
    if (family_.count() > 1) {
      // What other spans leave of the removals is known to within their size without those spans.
      const double fading = first.around_low.below.near.left + last.around_high.above.near.left;
      magnitude += 4 * fading * (to_cut.most + from_cut.most) / std::min(total_cut.least, total_high.least);
    }

    const bounds weight{std::exp(-rate * most_cut) / total_low.most, std::exp(-rate * least_cut) / total_low.least};
    // P/Q is e^0 to e^(2 rate) at low itself (1 on the line), and changes with ln Z(high)/Z(low) from there.
    const double unequal =
        std::expm1(std::max(0.0, first.rise - last.rise) + (points ? 2 * rate : 0) + changes_.tolerance());
    // V = L(cut) - (point + B) g(high); among several spans, L is known to within its size without removals.
    const double most_removed = family_.count() == 1 ? early.below.removed : early.below.near.left;
    const double most_v =
        most_removed + std::max(std::fabs(first.around_high.slope()), std::fabs(last.around_high.slope()));
    const auto excess = [&](double steepest) {
      const double slope = steepest * (steepest > 0 ? weight.most : weight.least) +
                           weight.most * (unequal * most_v + changes_.tolerance() * magnitude);
      return width * std::max(0.0, slope);
    };
    return std::min(first.delta + excess(most_rising), last.delta + excess(most_falling));
  }

  /// Z is concave within a span: above its chord and below its tangents.
  static bounds totals(const surroundings& first, const surroundings& last, double width) {
    return {std::min(first.total(), last.total()), std::min(first.total() * (1 + width * std::max(0.0, first.slope())),
                                                            last.total() * (1 + width * std::max(0.0, -last.slope())))};
  }

  /// g(x) - g(y) = (1 - e^-(y-x)) [L(x) (1 + g(x)) + R(y) (1 - g(x))] / Z(y), over a range of x and y.
  static bounds fall(const bounds& lost, const surroundings& first_x, const surroundings& last_x,
                     const surroundings& first_y, const surroundings& last_y, const bounds& total_y) {
    const double least = last_x.below.removed * (1 + last_x.slope()) + first_y.above.removed * (1 - first_x.slope());
    const double most = first_x.below.removed * (1 + first_x.slope()) + last_y.above.removed * (1 - last_x.slope());
    return {lost.least * std::max(0.0, least) / total_y.most, lost.most * most / total_y.least};
  }

  // With the cut fixed in place, S_low(cut) grows with low at the rate 1 - g(low), F_high(cut) falls at 1 + g(high).
  double bound_across(const moving_neighbours& pairs, const delta_reading& first, const delta_reading& last) const {
    const double rate = family_.rate();
    const double width = rate * (last.low - first.low);
    const double wide = pairs.distance + (last.low - first.low);
    double bound = read({{pairs.low_span, first.low}, {pairs.high_span, last.high}, wide}).delta;  // never better
    const auto slope = [&](const delta_reading& here, const place& cut) {
      const surroundings cut_sums = family_.around(cut);
      const double beyond = std::exp(-rate * (cut.at - here.low)) * cut_sums.above.sum / here.around_low.total();
      const double up_to = std::exp(epsilon_ - rate * (here.high - cut.at)) *
                           (family_.point_weight() + cut_sums.below.sum) / here.around_high.total();
      const double falls = beyond * (1 - here.around_low.slope());
      const double rises = up_to * (1 + here.around_high.slope());
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

  const confined_laplace& family_;
  total_changes changes_;
  double epsilon_;
  worst_delta_case worst_{};
  double left_over_ = 0;
  int most_cells_;
  int cells_ = 0;
};

worst_delta_case upwards(const confined_laplace& family, const reach& apart, double epsilon, int most_cells) {
  const candidate_pairs pairs = candidates(family.spans(), apart);
  delta_search search(family, epsilon, most_cells);
  for (const neighbours& pair : pairs.fixed) {
    search.consider({pair.low.span, pair.high.span, pair.low.at, pair.low.at, pair.distance});
  }
  for (const moving_neighbours& moving : pairs.moving) search.consider(moving);
  return search.result();
}

}  // namespace

worst_delta_case worst_delta(const confined_laplace& family, const reach& apart, double epsilon, int most_cells) {
  const worst_delta_case up = upwards(family, apart, epsilon, most_cells);
  const bool symmetric = family.count() == 1 && family.open().below == family.open().above;
  if (symmetric) return up;
  worst_delta_case down = upwards(family.mirror_image(), apart, epsilon, most_cells);
  if (!(down.delta > up.delta)) return up;
  down.truth = family.mirrored(down.truth);
  down.neighbour = family.mirrored(down.neighbour);
  down.output = -down.output;
  down.in_mirror_image = true;
  return down;
}

double delta_near(const confined_laplace& family, const worst_delta_case& worst, double epsilon) {
  const total_changes changes(family);
  const moving_neighbours& pairs = worst.among;
  const auto at = [&](double low) {
    const double place = family.on() == support::points ? std::floor(low) : low;
    return delta_between(family, changes, pairs.at(place), epsilon).delta;
  };
  const double around = 4 / family.rate();  // peaks are about a scale wide
  const double seen =
      largest_seen(at, std::max(pairs.first, worst.low - around), std::min(pairs.last, worst.low + around));
  return std::max({seen, at(worst.low), at(pairs.first), at(pairs.last)});
}

}  // namespace inbounds
