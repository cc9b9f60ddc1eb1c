#include "privacy/delta_bounds.hpp"

#include <algorithm>
#include <cmath>

namespace inbounds {
namespace {

/// A number between two others.
struct bounds {
  double min;
  double max;
};

/// Z is concave within a span: above its chord and below its tangents.
bounds totals(const surroundings& first, const surroundings& last, double width) {
  return {std::min(first.total(), last.total()), std::min(first.total() * (1 + width * std::max(0.0, first.slope())),
                                                          last.total() * (1 + width * std::max(0.0, -last.slope())))};
}

/// g(x) - g(y) = (1 - e^-(y-x)) [L(x) (1 + g(x)) + R(y) (1 - g(x))] / Z(y), over a range of x and y.
bounds fall(const bounds& lost, const surroundings& first_x, const surroundings& last_x, const surroundings& first_y,
            const surroundings& last_y, const bounds& total_y) {
  const double min = last_x.below.removed * (1 + last_x.slope()) + first_y.above.removed * (1 - first_x.slope());
  const double max = first_x.below.removed * (1 + first_x.slope()) + last_y.above.removed * (1 - last_x.slope());
  return {lost.min * std::max(0.0, min) / total_y.max, lost.max * max / total_y.min};
}

}  // namespace

double delta_bounds::between(const moving_neighbours& pairs, const delta_reading& first,
                             const delta_reading& last) const {
  if (stays_below_epsilon(pairs, first, last)) return 0;
  return pairs.low_span == pairs.high_span ? within(pairs, first, last) : across(pairs, first, last);
}

// The loss from low to high is largest at the first pair within a span, and across spans it is bounded by
// the slopes of ln Z at both ends, which fall.
// bounded_laplace/PROOF.md, Theorem 4
bool delta_bounds::stays_below_epsilon(const moving_neighbours& pairs, const delta_reading& first,
                                       const delta_reading& last) const {
  if (first.delta > 0 || last.delta > 0) return false;
  if (pairs.low_span == pairs.high_span) return true;
  const double width = family_.rate() * (last.low - first.low);
  const double up = width * std::max(0.0, first.around_high.slope() - last.around_low.slope());
  const double down = width * std::max(0.0, first.around_low.slope() - last.around_high.slope());
  const double max_rise = std::min(first.rise + up, last.rise + down);
  const double error = changes_.tolerance() * (4 + width) + 0x1p-46 * (1 + epsilon_ / 16);
  return family_.rate() * pairs.distance + max_rise < epsilon_ - error;
}

// Both truths and the cut are in one span. With the cut at a fixed distance h above low (PROOF.md, 5),
//   d delta / d low = rate [P (T D1 - (point + B) D2) + (P - Q) V],  P = e^-h/Z(low),  Q = e^(eps-(s-h))/Z(high),
// with the sums B below and T above the cut, and the falls D1, D2 of the slope of ln Z from low to the cut and from
// there to high: all positive, and both of the size of h and s - h. At the best cut P is Q, up to a step.
// bounded_laplace/PROOF.md, Lemma 10
double delta_bounds::within(const moving_neighbours& pairs, const delta_reading& first,
                            const delta_reading& last) const {
  const double rate = family_.rate();
  const double width = rate * (last.low - first.low);
  const bool points = family_.on() == support::points;
  // What rounding may have done to a cut.
  const double slack = points ? 1 + std::ceil(0x1p-48 * pairs.distance) : 0x1p-40 * pairs.distance;
  const double max_cut = std::min(first.cut.at - first.low + slack, pairs.distance);  // it falls as low rises
  const double min_cut = std::max(last.cut.at - last.low - slack, 0.0);
  const surroundings early = family_.around({pairs.low_span, first.low + min_cut});
  const surroundings late = family_.around({pairs.low_span, last.low + max_cut});
  const bounds total_low = totals(first.around_low, last.around_low, width);
  const bounds total_cut = totals(early, late, width + rate * (max_cut - min_cut));
  const bounds total_high = totals(first.around_high, last.around_high, width);
  // L and T fall, R and B rise with their place, and so do 1 - g and 1 + g.
  const bounds to_cut{decay_over(rate * min_cut).lost, decay_over(rate * max_cut).lost};
  const bounds from_cut{decay_over(rate * (pairs.distance - max_cut)).lost,
                        decay_over(rate * (pairs.distance - min_cut)).lost};
  const bounds first_fall = fall(to_cut, first.around_low, last.around_low, early, late, total_cut);
  const bounds second_fall = fall(from_cut, early, late, first.around_high, last.around_high, total_high);
  const double point = family_.point_weight();
  const double max_rising = early.above.sum * first_fall.max - (point + early.below.sum) * second_fall.min;
  const double max_falling = (point + late.below.sum) * second_fall.max - late.above.sum * first_fall.min;
  double magnitude = early.above.sum * first_fall.max + (point + late.below.sum) * second_fall.max;
  if (family_.count() > 1) {
    // What other spans leave of the removals is known to within their size without those spans.
    const double fading = first.around_low.below.near.left + last.around_high.above.near.left;
    magnitude += 4 * fading * (to_cut.max + from_cut.max) / std::min(total_cut.min, total_high.min);
  }

  const bounds weight{std::exp(-rate * max_cut) / total_low.max, std::exp(-rate * min_cut) / total_low.min};
  // P/Q is e^0 to e^(2 rate) at low itself (1 on the line), and changes with ln Z(high)/Z(low) from there.
  const double unequal = std::expm1(
      std::min(std::max(0.0, first.rise - last.rise) + (points ? 2 * rate : 0) + changes_.tolerance(), 700.0));
  // V = L(cut) - (point + B) g(high); among several spans, L is known to within its size without removals.
  const double max_removed = family_.count() == 1 ? early.below.removed : early.below.near.left;
  const double max_v =
      max_removed + std::max(std::fabs(first.around_high.slope()), std::fabs(last.around_high.slope()));
  const auto excess = [&](double steepest) {
    const double slope = steepest * (steepest > 0 ? weight.max : weight.min) +
                         weight.max * (unequal * max_v + changes_.tolerance() * magnitude);
    return width * std::max(0.0, slope);
  };
  return std::min(first.delta + excess(max_rising), last.delta + excess(max_falling));
}

// With the cut fixed in place, S_low(cut) grows with low at the rate 1 - g(low), F_high(cut) falls at 1 + g(high).
// bounded_laplace/PROOF.md, Lemma 11
double delta_bounds::across(const moving_neighbours& pairs, const delta_reading& first,
                            const delta_reading& last) const {
  const double rate = family_.rate();
  const double width = rate * (last.low - first.low);
  const double wide = pairs.distance + (last.low - first.low);
  const neighbours widened{{pairs.low_span, first.low}, {pairs.high_span, last.high}, wide};
  double bound = delta_between(family_, changes_, widened, epsilon_).delta;  // never better
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

}  // namespace inbounds
