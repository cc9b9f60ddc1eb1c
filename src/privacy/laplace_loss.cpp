#include "privacy/laplace_loss.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "numeric/rounding.hpp"

namespace inbounds {
namespace {

constexpr double log_error = 0x1p-46;  // of log1p, with a factor of 32 to spare

double log1p_up(double growth) {
  const double value = std::log1p(growth);
  return value + std::fabs(value) * log_error;
}

/// Z(high)/Z(low) - 1 and Z(low)/Z(high) - 1, both rounded up; and the slopes of ln Z at both, in units of the rate.
struct reading {
  double rise;
  double fall;
  double slope_low;
  double slope_high;

  double log_rise() const { return log1p_up(rise); }
  double log_fall() const { return log1p_up(fall); }
  /// No logarithm is larger than this.
  double larger() const { return std::max(rise, fall); }
};

reading read(const confined_laplace& family, const total_changes& changes, const neighbours& pair) {
  const surroundings low = family.around(pair.low);
  const surroundings high = family.around(pair.high);
  const balanced change = changes.between(pair, low, high);
  const double slack = changes.tolerance() * change.magnitude;
  return {(change.value + slack) / low.total(), (slack - change.value) / high.total(), low.slope(), high.slope()};
}

/// Keeps the worst pair, and what cells that were not searched to the end could still hold.
class search {
 public:
  search(const confined_laplace& family, const total_changes& changes) : family_(family), changes_(changes) {}

  reading consider(const neighbours& pair) {
    const reading here = read(family_, changes_, pair);
    const double distance = product_up(family_.rate(), pair.high.at - pair.low.at);
    if (sum_up(distance, here.larger()) <= worst_.loss) return here;  // most pairs are not worth a logarithm
    offer({sum_up(distance, here.log_rise()), pair, true});
    offer({sum_up(distance, here.log_fall()), pair, false});
    return here;
  }

  // Within a span, ln Z(q + s) - ln Z(q) falls in q (PROOF.md, 3), so the ends are the worst in either direction.
  void consider_within(const moving_neighbours& pairs) {
    consider(pairs.at(pairs.first));
    consider(pairs.at(pairs.last));
  }

  // Across spans it is a quotient of quadratics in e^(rate q): it may rise and fall. ln Z is concave in every span, so
  // its slopes at both ends of a cell bound the slope between: branch and bound, with cells that shrink quadratically
  // in what they leave open.
  void consider_across(const moving_neighbours& pairs) {
    std::vector<cell> open{{pairs.first, pairs.last, consider(pairs.at(pairs.first)), consider(pairs.at(pairs.last))}};
    const double distance = product_up(family_.rate(), pairs.distance);
    while (!open.empty()) {
      const cell here = open.back();
      open.pop_back();
      if (sum_up(distance, here.quick_bound(family_.rate())) <= worst_.loss) continue;
      const double bound = sum_up(distance, here.bound(family_.rate()));
      if (bound <= worst_.loss) continue;
      const double middle = here.middle(family_.on());
      if (bound <= worst_.loss * (1 + negligible) || !(middle > here.first && middle < here.last)) {
        if (here.last - here.first > smallest_cell()) left_over_ = std::max(left_over_, bound);
        continue;
      }
      const reading between = consider(pairs.at(middle));
      open.push_back({here.first, middle, here.at_first, between});
      open.push_back({middle, here.last, between, here.at_last});
    }
  }

  worst_case result() const {
    worst_case found = worst_;
    found.loss = std::max(found.loss, left_over_);
    return found;
  }

 private:
  static constexpr double negligible = 0x1p-46;

  struct cell {
    double first;
    double last;
    reading at_first;
    reading at_last;

    double middle(support on) const {
      const double half = first + (last - first) / 2;
      return on == support::points ? std::floor(half) : half;
    }

    /// The most that ln(Z(high)/Z(low)) can rise and fall through the cell.
    double most_rise(double rate) const {
      return rate * (last - first) * std::max(0.0, at_first.slope_high - at_last.slope_low);
    }
    double most_fall(double rate) const {
      return rate * (last - first) * std::max(0.0, at_first.slope_low - at_last.slope_high);
    }

    /// The most that it or its negative can be in the cell.
    double bound(double rate) const {
      const double up = most_rise(rate);
      const double down = most_fall(rate);
      return std::max(std::min(at_first.log_rise() + up, at_last.log_rise() + down),
                      std::min(at_first.log_fall() + down, at_last.log_fall() + up));
    }
    double quick_bound(double rate) const { return at_first.larger() + std::max(most_rise(rate), most_fall(rate)); }
  };

  /// Neighbouring points have nothing between them.
  double smallest_cell() const { return family_.on() == support::points ? 1 : 0; }

  void offer(const worst_case& found) {
    if (found.loss > worst_.loss) worst_ = found;
  }

  const confined_laplace& family_;
  const total_changes& changes_;
  worst_case worst_{};
  double left_over_ = 0;
};

}  // namespace

worst_case loss_between(const confined_laplace& family, const total_changes& changes, const neighbours& pair) {
  search one(family, changes);
  one.consider(pair);
  return one.result();
}

worst_case worst_loss(const confined_laplace& family, const total_changes& changes, const candidate_pairs& pairs) {
  search all(family, changes);
  for (const neighbours& pair : pairs.fixed) all.consider(pair);
  for (const moving_neighbours& moving : pairs.moving) {
    if (moving.low_span == moving.high_span) all.consider_within(moving);
  }
  for (const moving_neighbours& moving : pairs.moving) {
    if (moving.low_span != moving.high_span) all.consider_across(moving);
  }
  return all.result();
}

worst_case worst_slope(const confined_laplace& family, const total_changes& changes) {
  worst_case worst;
  const auto consider = [&](const neighbours& pair) {
    worst_case found = loss_between(family, changes, pair);
    found.loss = quotient_up(found.loss, pair.high.at - pair.low.at);
    if (found.loss > worst.loss) worst = found;
  };
  // At an end of a span on the line: rate (1 + |slope of ln Z|), the limit of ever closer pairs.
  const auto consider_end = [&](std::size_t span, double at, double below, double above) {
    const double share = std::fabs(above - below) / (family.point_weight() + below + above);
    const double loss = product_up(family.rate(), 1 + share + changes.tolerance());
    if (loss > worst.loss) worst = {loss, {{span, at}, {span, at}}, true};
  };
  for (std::size_t at = 0; at < family.count(); ++at) {
    const span_sums& here = family.sums(at);
    const auto [lower, upper] = here.ends;
    if (at > 0) consider({{at - 1, family.sums(at - 1).ends.upper}, {at, lower}});
    if (family.on() == support::line) {
      consider_end(at, lower, here.below_lower, here.above_lower);
      consider_end(at, upper, here.below_upper, here.above_upper);
    } else if (upper > lower) {
      // ln Z is concave within a span, so its steepest steps are the first and the last one.
      consider({{at, lower}, {at, lower + 1}});
      consider({{at, upper - 1}, {at, upper}});
    }
  }
  return worst;
}

}  // namespace inbounds
