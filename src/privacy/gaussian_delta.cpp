#include "privacy/gaussian_delta.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "numeric/maximise.hpp"
#include "numeric/normal_sums.hpp"
#include "numeric/rounding.hpp"

namespace inbounds {
namespace {

constexpr double tolerance = 0x1p-30;   // by which the certified delta may exceed the one that was found
constexpr double rounding = 0x1p-44;    // of the probabilities
constexpr double negligible = 1e-30;    // a delta of this size is none
constexpr double few_truths = 1 << 10;  // so many are all tried
constexpr std::size_t most_cells = 1 << 14;

/// The laws around all truths of a side, at one deviation. Distances count in steps, slopes in standard deviations.
class laws {
 public:
  laws(const gaussian_side& side, support on, double deviation, double epsilon)
      : steps_(side.steps),
        apart_(side.most),
        unit_(side.step / deviation),
        on_(on),
        epsilon_(epsilon),
        growth_(std::exp(epsilon)) {}

  double last_truth() const { return steps_ - apart_; }
  double apart() const { return apart_; }
  bool on_points() const { return on_ == support::points; }

  struct excess {
    double value;
    double at;
  };

  /// For a truth and its neighbour above: where the ratio of their laws, which falls, passes e^epsilon.
  excess at(double truth) const { return between(truth, truth + apart_, 0); }

  /// What no truth from `first` to `last` exceeds (PROOF.md of the bounded Gaussian, 5).
  double over(double first, double last) const { return std::min(by_place(first, last), by_slope(first, last)); }

 private:
  /// The largest F_a(z + shift) - e^epsilon F_b(z), rounded up.
  excess between(double a, double b, double shift) const {
    const double all_a = sums(a, steps_, powers::none).mass;
    const double all_b = sums(b, steps_, powers::none).mass;
    const double from = a - shift;
    const double crossing = (from + b) / 2 - (epsilon_ - std::log(all_b / all_a)) / (unit_ * unit_ * (b - from));
    const double lowest = on_points() ? -1 : 0;
    const double z = std::clamp(on_points() ? std::floor(crossing) : crossing, lowest, steps_);
    const double first = sums(a, std::min(z + shift, steps_), powers::none).mass / all_a;
    const double second = growth_ * (sums(b, z, powers::none).mass / all_b);
    return {std::max(0.0, first - second + rounding * (first + second)), z};
  }

  /// F_a(a + y) rises with a: what the noise leaves below it falls, what it leaves above the upper end rises.
  double by_place(double first, double last) const { return between(last, first + apart_, last - first).value; }

  /// F_a(z) falls with a, by F_a(z) times a factor that rises with a and falls with z.
  double by_slope(double first, double last) const {
    const auto [at_first, low] = at(first);
    const auto [at_last, high] = at(last);
    const tail truth_first = tail_of(first, high);
    const tail truth_last = tail_of(last, low);
    const tail neighbour_first = tail_of(first + apart_, high);
    const tail neighbour_last = tail_of(last + apart_, low);
    const double rise = growth_ * neighbour_first.mass * neighbour_last.lead - truth_last.mass * truth_first.lead;
    const double fall = truth_first.mass * truth_last.lead - growth_ * neighbour_last.mass * neighbour_first.lead;
    const double width = (last - first) * unit_;
    return std::min(at_first + std::max(0.0, rise) * width, at_last + std::max(0.0, fall) * width);
  }

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

  normal_sums sums(double truth, double to, powers wanted) const {
    return sums_over({-truth, to - truth, unit_, on_}, wanted);
  }

  double steps_;
  double apart_;
  double unit_;
  support on_;
  double epsilon_;
  double growth_;
};

gaussian_delta seen_at(const laws& all, double truth) {
  const auto [value, output] = all.at(truth);
  return {0, value, truth, truth + all.apart(), output};
}

gaussian_delta seen_in(const laws& all) {
  const double last = all.last_truth();
  gaussian_delta best = seen_at(all, last);
  const auto look = [&](double truth) {
    const gaussian_delta found = seen_at(all, all.on_points() ? std::floor(truth) : truth);
    if (found.seen > best.seen) best = found;
    return found.seen;
  };
  if (all.on_points() && last <= few_truths) {
    for (double truth = 0; truth < last; ++truth) look(truth);
  } else {
    largest_seen(look, 0, last);
  }
  return best;
}

struct cell {
  double first;
  double last;
};

/// Halves cells until what no truth in them can exceed is hardly more than what was seen.
double certified(const laws& all, gaussian_delta& best) {
  double most = best.seen;
  std::vector<cell> open{{0, all.last_truth()}};
  for (std::size_t cells = 0; !open.empty(); ++cells) {
    const auto [first, last] = open.back();
    open.pop_back();
    const double bound = all.over(first, last);
    const double middle = all.on_points() ? std::floor(first / 2 + last / 2) : first / 2 + last / 2;
    const bool single = middle <= first || middle >= last;
    if (bound <= std::max(best.seen * (1 + tolerance), negligible) || cells > most_cells || single) {
      most = std::max(most, single && all.on_points() ? std::max(all.at(first).value, all.at(last).value) : bound);
      continue;
    }
    const gaussian_delta found = seen_at(all, middle);
    if (found.seen > best.seen) best = found;
    open.push_back({first, middle});
    open.push_back({middle, last});
  }
  return most;
}

}  // namespace

gaussian_delta seen_delta(const gaussian_side& side, support on, double deviation, double epsilon) {
  return seen_in(laws(side, on, deviation, epsilon));
}

gaussian_delta worst_delta(const gaussian_side& side, support on, double deviation, double epsilon) {
  const laws all(side, on, deviation, epsilon);
  gaussian_delta best = seen_in(all);
  const bool all_tried = all.on_points() && all.last_truth() <= few_truths;
  best.delta = std::min(1.0, all_tried ? best.seen : certified(all, best));
  return best;
}

}  // namespace inbounds
