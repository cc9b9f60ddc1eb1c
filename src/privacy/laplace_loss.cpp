#include "privacy/laplace_loss.hpp"

#include <algorithm>
#include <cmath>

#include "numeric/rounding.hpp"

namespace inbounds {
namespace {

constexpr double log_error = 0x1p-46;  // of log1p, with a factor of 32 to spare

double log1p_up(double growth) {
  const double value = std::log1p(growth);
  return value + std::fabs(value) * log_error;
}

/// Keeps the worst of the pairs that it is shown.
class search {
 public:
  search(const truncated_laplace& family, const total_changes& changes) : family_(family), changes_(changes) {}

  // bounded_laplace/PROOF.md, Lemma 3
  void consider(const neighbours& pair) {
    const surroundings low = family_.around(pair.low);
    const surroundings high = family_.around(pair.high);
    const balanced change = changes_.between(pair, low, high);
    // bounded_laplace/PROOF.md, Proposition 12
    // Twice: for the change, and for the total that it is divided by.
    const double slack = 2 * changes_.tolerance() * change.magnitude;
    const double rise = (change.value + slack) / low.total();   // Z(high)/Z(low) - 1, rounded up
    const double fall = (slack - change.value) / high.total();  // Z(low)/Z(high) - 1, rounded up
    const double change_up = std::max(rise, fall);
    // Most pairs are not worth a logarithm, which is not above its argument.
    if ((family_.rate() * pair.distance + change_up) * (1 + 0x1p-50) <= worst_.loss) return;
    const bool truth_is_low = rise >= fall;
    // What is added for rounding may exceed all that a tiny distance can do to the totals, which is once the distance
    // in scales (Lemma 3). Where that distance was itself rounded, so was a position: see Proposition 12.
    const double distance = product_up(family_.rate(), pair.distance);
    const double loss = sum_up(distance, std::min(log1p_up(change_up), distance));
    if (loss > worst_.loss) worst_ = {loss, pair, truth_is_low};
  }

  // The larger of ln(Z(high)/Z(low)) and its negative is largest at one of the ends.
  // bounded_laplace/PROOF.md, Theorem 4 and Theorem 5
  void consider(const moving_neighbours& pairs) {
    consider(pairs.at(pairs.first));
    consider(pairs.at(pairs.last));
  }

  const worst_pair& worst() const { return worst_; }

 private:
  const truncated_laplace& family_;
  const total_changes& changes_;
  worst_pair worst_{};
};

}  // namespace

worst_pair loss_between(const truncated_laplace& family, const total_changes& changes, const neighbours& pair) {
  search one(family, changes);
  one.consider(pair);
  return one.worst();
}

worst_pair worst_loss(const truncated_laplace& family, const total_changes& changes, const candidate_pairs& pairs) {
  search all(family, changes);
  for (const neighbours& pair : pairs.fixed) all.consider(pair);
  for (const moving_neighbours& moving : pairs.moving) all.consider(moving);
  return all.worst();
}

// bounded_laplace/PROOF.md, Theorem 7
worst_pair worst_slope(const truncated_laplace& family, const total_changes& changes) {
  worst_pair worst;
  const auto consider = [&](const neighbours& pair) {
    worst_pair found = loss_between(family, changes, pair);
    found.loss = quotient_up(found.loss, pair.distance);
    if (found.loss > worst.loss) worst = found;
  };
  // At an end of a span on the line: rate (1 + |slope of ln Z|), the limit of ever closer pairs.
  const auto consider_end = [&](std::size_t span, double at, double below, double above) {
    const double share = std::fabs(above - below) / (family.point_weight() + below + above);
    const double loss = product_up(family.rate(), 1 + share + changes.tolerance());
    if (loss > worst.loss) worst = {loss, {{span, at}, {span, at}, 0}, true};
  };
  for (std::size_t at = 0; at < family.count(); ++at) {
    const span_sums& here = family.sums(at);
    const auto [lower, upper] = here.ends;
    if (at > 0)
      consider({{at - 1, family.sums(at - 1).ends.upper}, {at, lower}, lower - family.sums(at - 1).ends.upper});
    if (family.on() == support::line) {
      consider_end(at, lower, here.below_lower, here.above_lower);
      consider_end(at, upper, here.below_upper, here.above_upper);
    } else if (upper > lower) {
      // ln Z is concave within a span, so its steepest steps are the first and the last one.
      consider({{at, lower}, {at, lower + 1}, 1});
      consider({{at, upper - 1}, {at, upper}, 1});
    }
  }
  return worst;
}

}  // namespace inbounds
