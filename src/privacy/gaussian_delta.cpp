#include "privacy/gaussian_delta.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/span.hpp"
#include "numeric/maximise.hpp"
#include "numeric/normal_sums.hpp"

namespace inbounds {
namespace {

constexpr double tolerance = 0x1p-36;       // by which the certified delta may exceed the one that was found
constexpr double min_part = 1e-290;         // below it, doubles lose digits; counted as 0, which is the safe side
constexpr double negligible_delta = 1e-30;  // a delta of this size is none
constexpr double few_truths = 1 << 10;      // so many are all tried
constexpr std::size_t max_cells = 1 << 13;

/// The laws around all truths of a side, at one deviation. Distances count in steps, slopes in standard deviations.
class laws {
 public:
  laws(const gaussian_side& side, support on, double deviation, double epsilon)
      : steps_(side.steps),
        distance_(side.max_distance),
        unit_(side.step / deviation),
        on_(on),
        epsilon_(epsilon),
        growth_(std::exp(epsilon)) {}

  double last_truth() const { return steps_ - distance_; }
  double distance() const { return distance_; }
  bool on_points() const { return on_ == support::points; }

  struct excess {
    double value;
    double slack;  ///< what rounding may have done to the value
    double at;
  };

  /// For a truth and its neighbour above: where the ratio of their laws, which falls, passes e^epsilon.
  excess at(double truth) const { return between(truth, truth + distance_, 0); }

  /// What no truth from `first` to `last` exceeds (PROOF.md of the bounded Gaussian, 5).
  excess over(double first, double last) const { return min_of(by_place(first, last), by_slope(first, last)); }

 private:
  /// The largest F_a(z + shift) - e^epsilon F_b(z). From where the first is 1 on, it only falls.
  /// bounded_gaussian/PROOF.md, Theorem 5
  excess between(double a, double b, double shift) const {
    const double all_a = sums(a, steps_, powers::none).mass;
    const double all_b = sums(b, steps_, powers::none).mass;
    const double from = a - shift;
    const double crossing = (from + b) / 2 - (epsilon_ - std::log(all_b / all_a)) / (unit_ * unit_ * (b - from));
    const auto up_to = [&](double z) {
      const double first = sums(a, z + shift, powers::none).mass / all_a;
      const double part = sums(b, z, powers::none).mass / all_b;
      const double second = part < min_part ? 0 : growth_ * part;
      return excess{first - second, first * error_of(a - shift - z) + second * error_of(b - z), z};
    };
    const double highest = steps_ - shift;
    if (!on_points()) return up_to(std::clamp(crossing, 0.0, highest));
    // The crossing is rounded, too: the next point may be the last.
    const double last = std::clamp(std::floor(crossing), -1.0, highest);
    const excess found = up_to(last);
    const excess next = up_to(std::min(last + 1, highest));
    return next.value > found.value ? next : found;
  }

  /// The relative error of the probability beyond a point that lies so many steps from the truth: e^(-x^2/2) has that
  /// of x^2/2.
  double error_of(double steps) const {
    const double x = std::max(0.0, steps * unit_);
    return 0x1p-44 + 0x1p-49 * (1 + x * x / 2);
  }

  /// F_a(a + y) rises with a: what the noise leaves below it falls, what it leaves above the upper end rises.
  /// bounded_gaussian/PROOF.md, Lemma 6
  excess by_place(double first, double last) const { return between(last, first + distance_, last - first); }

  /// F_a(z) falls with a, by F_a(z) times a factor that rises with a and falls with z.
  /// bounded_gaussian/PROOF.md, Lemma 7 and Lemma 8
  excess by_slope(double first, double last) const {
    const excess at_first = at(first);
    const excess at_last = at(last);
    const tail truth_first = tail_of(first, at_last.at);
    const tail truth_last = tail_of(last, at_first.at);
    const tail neighbour_first = tail_of(first + distance_, at_last.at);
    const tail neighbour_last = tail_of(last + distance_, at_first.at);
    const double width = (last - first) * unit_;
    const auto move_bound = [&](const excess& from, double more, double less) {
      const double slope = std::max(0.0, more - less);
      return excess{from.value + slope * width, from.slack + 0x1p-46 * (more + less) * width, from.at};
    };
    const excess from_first =
        move_bound(at_first, growth_ * neighbour_first.mass * neighbour_last.lead, truth_last.mass * truth_first.lead);
    const excess from_last =
        move_bound(at_last, truth_first.mass * truth_last.lead, growth_ * neighbour_last.mass * neighbour_first.lead);
    return min_of(from_first, from_last);
  }

  static excess min_of(const excess& a, const excess& b) { return a.value + a.slack < b.value + b.slack ? a : b; }

  /// The probability F(z), and by how much the mean of the law exceeds that of its part up to z.
  struct tail {
    double mass;
    double lead;
  };
  tail tail_of(double truth, double z) const {
    const normal_sums all = sums(truth, steps_, powers::up_to_one);
    const double mean = all.first / all.mass;
    const normal_sums part = sums(truth, z, powers::up_to_one);
    if (part.mass <= 0) return {0, mean + truth * unit_};
    return {part.mass / all.mass, mean - part.first / part.mass};
  }

  normal_sums sums(double truth, double to, powers highest) const {
    return sums_over({-truth, to - truth, unit_, on_}, highest);
  }

  double steps_;
  double distance_;
  double unit_;
  support on_;
  double epsilon_;
  double growth_;
};

gaussian_delta look_at(const laws& all, double truth) {
  const auto [value, slack, output] = all.at(truth);
  return {0, std::max(0.0, value + slack), truth, truth + all.distance(), output};
}

gaussian_delta look_everywhere(const laws& all) {
  const double last = all.last_truth();
  gaussian_delta best = look_at(all, last);
  const auto look = [&](double truth) {
    const gaussian_delta found = look_at(all, truth);
    if (found.seen > best.seen) best = found;
    return found.seen;
  };
  if (all.on_points() && last <= few_truths) {
    for (double truth = 0; truth < last; ++truth) look(truth);
  } else if (last > 0) {
    // In shares of the side, since the search stops at a distance of its own.
    const auto look_at_share = [&](double share) {
      return look(all.on_points() ? std::floor(share * last) : share * last);
    };
    find_peak(look_at_share, 0, 0.5, 1);
  }
  return best;
}

/// Halves cells until what no truth in them can exceed is hardly more than what was seen.
double certify(const laws& all, gaussian_delta& best) {
  double max = best.seen;
  std::vector<span> open{{0, all.last_truth()}};
  for (std::size_t cells = 0; !open.empty(); ++cells) {
    const auto [first, last] = open.back();
    open.pop_back();
    const double middle = all.on_points() ? std::floor(first / 2 + last / 2) : first / 2 + last / 2;
    if (all.on_points() && last - first <= 1) {
      max = std::max({max, look_at(all, first).seen, look_at(all, last).seen});
      continue;
    }
    const laws::excess bound = all.over(first, last);
    const double enough = std::max({best.seen * (1 + tolerance), best.seen + bound.slack, negligible_delta});
    if (bound.value <= enough || cells > max_cells || !(first < middle && middle < last)) {
      max = std::max(max, bound.value + bound.slack);
      continue;
    }
    const gaussian_delta found = look_at(all, middle);
    if (found.seen > best.seen) best = found;
    open.push_back({first, middle});
    open.push_back({middle, last});
  }
  return max;
}

}  // namespace

gaussian_delta find_delta(const gaussian_side& side, support on, double deviation, double epsilon) {
  return look_everywhere(laws(side, on, deviation, epsilon));
}

gaussian_delta worst_delta(const gaussian_side& side, support on, double deviation, double epsilon) {
  const laws all(side, on, deviation, epsilon);
  gaussian_delta best = look_everywhere(all);
  const bool all_tried = all.on_points() && all.last_truth() <= few_truths;
  best.delta = std::min(1.0, all_tried ? best.seen : certify(all, best));
  return best;
}

}  // namespace inbounds
