#include "published/croft_audit.hpp"

#include <algorithm>
#include <cmath>
#include <queue>

#include "numeric/exponential_sums.hpp"
#include "numeric/maximise.hpp"
#include "published/croft.hpp"

namespace inbounds::published {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

// From here on, lengths are in units of sensitivity/epsilon, so that neighbours are epsilon apart and the law depends
// on epsilon and the window alone.

/// 1/sigma at a truth: rises with the distance from the constraint (the paper's Theorem 1), from 0.63 to 1.
double rate_at(double truth) { return 1 / position_dependent_scale(truth, 1, 1); }

/// log of the integral of e^(-rate |y - truth|) over [0, window].
double log_mass(double truth, double rate, double window) {
  return std::log((one_minus_exp(rate * truth) + one_minus_exp(rate * (window - truth))) / rate);
}

struct law {
  double truth;
  double rate;
  double log_z;
  law(double truth_in, double window) : truth(truth_in), rate(rate_at(truth)), log_z(log_mass(truth, rate, window)) {}
  double log_pdf(double y) const { return -rate * std::abs(y - truth) - log_z; }
};

struct pair {
  double loss = -infinity;
  double truth = 0;
  double neighbour = 0;
  double output = 0;
};

/// The worst output for two truths, near <= far: 0 or the window's end for p_near/p_far, `far` for p_far/p_near.
pair worst_output(double near, double far, double window) {
  const law one(near, window);
  const law two(far, window);
  pair worst;
  const auto consider = [&](const law& truth, const law& neighbour, double y) {
    const double loss = truth.log_pdf(y) - neighbour.log_pdf(y);
    if (loss > worst.loss) worst = {loss, truth.truth, neighbour.truth, y};
  };
  consider(one, two, 0);
  consider(one, two, window);
  consider(two, one, far);
  return worst;
}

/// All pairs with near in [near_low, near_high], far in [far_low, far_high], and a bound on their loss.
struct box {
  double near_low;
  double near_high;
  double far_low;
  double far_high;
  double at_most = infinity;
  bool operator<(const box& other) const { return at_most < other.at_most; }
};

/// The truths from low to high, and bounds of what the three losses are made of. The rate rises with the truth, and
/// log_mass falls with the rate, so a larger rate in one term and a smaller one in the other bound their sum from
/// above. For fixed rates, that sum is concave in the truth and falls with it if the rate of the first term is not the
/// smaller one (log_mass rises by no more than its rate).
struct enclosure {
  law at_low;
  law at_high;
  enclosure(double low, double high, double window) : at_low(low, window), at_high(high, window) {}

  /// rate (end - truth) + log Z, for an end that is not below the truths.
  double towards_max(double end) const { return at_high.rate * (end - at_low.truth) + at_low.log_z; }
  double towards_min(double window) const {
    return std::min(at_low.rate * (window - at_low.truth) + log_mass(at_low.truth, at_high.rate, window),
                    at_low.rate * (window - at_high.truth) + at_high.log_z);
  }
};

/// rate truth + log Z, which rises with the truth.
double from_zero(const law& at) { return at.rate * at.truth + at.log_z; }

double upper_bound(const box& pairs, double window) {
  const enclosure near(pairs.near_low, pairs.near_high, window);
  const enclosure far(pairs.far_low, pairs.far_high, window);
  const double at_zero = from_zero(far.at_high) - from_zero(near.at_low);
  const double at_window = far.towards_max(window) - near.towards_min(window);
  const double at_far = near.towards_max(pairs.far_high) - far.at_high.log_z;  // rises with the far truth
  return std::max({at_zero, at_window, at_far});
}

/// The worst pair that was seen along a function of one truth: a lower bound whatever the function is like.
template <class Function>
pair worst_seen(const Function& at, double low, double high) {
  const auto loss = [&](double truth) { return at(truth).loss; };
  return at(find_peak(loss, low, low / 2 + high / 2, high).at);
}

class search {
 public:
  search(double epsilon, double window) : epsilon_(epsilon), window_(window) {
    // Where the worst pair has been found to lie: one truth on the border of the constraint, or one at the window's
    // end.
    const double reach = std::min(epsilon, window);
    best_ = worst_seen([&](double far) { return worst_output(0, far, window); }, 0, reach);
    const auto at_end =
        worst_seen([&](double near) { return worst_output(near, window, window); }, window - reach, window);
    if (at_end.loss > best_.loss) best_ = at_end;
  }

  /// Best-first branch and bound over all pairs: whatever is set aside is bounded by what has been found.
  double prove() {
    constexpr double leftover = 1e-6;
    constexpr int budget = 200000;  // a second or so
    push({0, window_, 0, window_});
    for (int used = 0; used < budget && !open_.empty(); ++used) {
      const box pairs = open_.top();
      if (pairs.at_most <= best_.loss * (1 + leftover)) break;
      open_.pop();
      const double near = (pairs.near_low + pairs.near_high) / 2;
      const double far = (pairs.far_low + pairs.far_high) / 2;
      if (pairs.near_high - pairs.near_low > pairs.far_high - pairs.far_low) {
        push({pairs.near_low, near, pairs.far_low, pairs.far_high});
        push({near, pairs.near_high, pairs.far_low, pairs.far_high});
      } else {
        push({pairs.near_low, pairs.near_high, pairs.far_low, far});
        push({pairs.near_low, pairs.near_high, far, pairs.far_high});
      }
    }
    return open_.empty() ? best_.loss : std::max(best_.loss, open_.top().at_most);
  }

  const pair& best() const { return best_; }

 private:
  // Cuts off what is no pair of neighbours with near <= far.
  void push(box pairs) {
    pairs.far_low = std::max(pairs.far_low, pairs.near_low);
    pairs.far_high = std::min(pairs.far_high, pairs.near_high + epsilon_);
    pairs.near_low = std::max(pairs.near_low, pairs.far_low - epsilon_);
    pairs.near_high = std::min(pairs.near_high, pairs.far_high);
    if (pairs.near_low > pairs.near_high || pairs.far_low > pairs.far_high) return;
    const double near = (pairs.near_low + pairs.near_high) / 2;
    const double far = std::clamp((pairs.far_low + pairs.far_high) / 2, near, std::min(near + epsilon_, window_));
    const pair middle = worst_output(near, far, window_);
    if (middle.loss > best_.loss) best_ = middle;
    pairs.at_most = upper_bound(pairs, window_);
    open_.push(pairs);
  }

  double epsilon_;
  double window_;
  pair best_;
  std::priority_queue<box> open_;
};

bool is_positive(double value) { return value > 0 && std::isfinite(value); }

}  // namespace

double position_dependent_pair_loss(double truth, double neighbour, double output, double sensitivity, double epsilon,
                                    double window) {
  const auto inside = [window](double value) { return value >= 0 && value <= window && std::isfinite(value); };
  if (!inside(truth) || !inside(neighbour) || !inside(output)) return nan;
  if (!is_positive(sensitivity) || !is_positive(epsilon) || !(window > 0)) return nan;
  const double unit = sensitivity / epsilon;
  if (!is_positive(unit)) return nan;  // beyond the range of a double
  const law at(truth / unit, window / unit);
  const law other(neighbour / unit, window / unit);
  return at.log_pdf(output / unit) - other.log_pdf(output / unit);
}

position_dependent_worst position_dependent_loss(double sensitivity, double epsilon, double window) {
  if (!is_positive(sensitivity) || !is_positive(epsilon) || !(window > 0)) return {nan, nan, nan, nan, nan};
  // Beyond both truths the loss is y (1/sigma(neighbour) - 1/sigma(truth)) + constant, and sigma falls strictly.
  if (window == infinity) return {infinity, infinity, 0, sensitivity, infinity};
  const double unit = sensitivity / epsilon;
  if (!is_positive(unit) || !is_positive(window / unit)) return {nan, nan, nan, nan, nan};
  search pairs(epsilon, window / unit);
  const double at_most = pairs.prove();
  const pair& worst = pairs.best();
  // The way there and back may be rounded out of the window.
  const auto place = [&](double scaled) { return std::min(scaled * unit, window); };
  return {worst.loss, at_most, place(worst.truth), place(worst.neighbour), place(worst.output)};
}

double position_dependent_bound(truth_range near, truth_range far, double sensitivity, double epsilon, double window) {
  const auto inside = [window](truth_range range) {
    return range.lower >= 0 && range.lower <= range.upper && range.upper <= window;
  };
  if (!inside(near) || !inside(far) || !is_positive(window)) return nan;
  if (!is_positive(sensitivity) || !is_positive(epsilon)) return nan;
  const double unit = sensitivity / epsilon;
  return upper_bound({near.lower / unit, near.upper / unit, far.lower / unit, far.upper / unit}, window / unit);
}

}  // namespace inbounds::published
