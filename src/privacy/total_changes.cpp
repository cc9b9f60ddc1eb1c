#include "privacy/total_changes.hpp"

#include <algorithm>
#include <limits>

namespace inbounds {
namespace {

// bounded_laplace/PROOF.md, Lemma 6
balanced change_over(double lost, double above_high, double below_low) {
  return {lost * (above_high - below_low), lost * (above_high + below_low)};
}

}  // namespace

void total_changes::running::add(const balanced& term) {
  // Knuth's TwoSum
  const double next = sum + term.value;
  const double part = next - sum;
  rest += (sum - (next - part)) + (term.value - part);
  sum = next;
  magnitude += term.magnitude;
  ++terms;
}

balanced total_changes::running::minus(const running& earlier) const {
  return {(sum - earlier.sum) + (rest - earlier.rest), (magnitude - earlier.magnitude) + magnitude * terms * 0x1p-52};
}

// PROOF.md of the bounded Laplace, 6: what is seen across k spans was rounded k times, and the exponent of a gap counts
// with its size, as far as anything is seen across it.
// bounded_laplace/PROOF.md, Proposition 12
total_changes::total_changes(const truncated_laplace& family) : family_(family), tolerance_(0x1p-46) {
  const std::size_t count = family.count();
  double min_own = 1;
  for (std::size_t at = 0; at < count; ++at) min_own = std::min(min_own, family.sums(at).over.lost);
  min_own = std::max(min_own + family.point_weight(), std::numeric_limits<double>::min());
  double largest_exponent = 0;
  for (std::size_t at = 0; at + 1 < count; ++at) {
    const double width = family.sums(at + 1).ends.lower - family.sums(at).ends.upper;
    const double seen = std::min(1.0, family.sums(at).gap.left / min_own);
    largest_exponent = std::max(largest_exponent, std::min(family.rate() * width, 745.0) * seen);
  }
  tolerance_ += static_cast<double>(count - 1) * 0x1p-49 + largest_exponent * 0x1p-51;
  if (count == 1) return;
  running now;
  at_lower_ = std::vector<running>(count);
  at_upper_ = std::vector<running>(count);
  for (std::size_t at = 0; at < count; ++at) {
    const span_sums& here = family.sums(at);
    at_lower_[at] = now;
    now.add(change_over(here.over.lost, here.above_upper, here.below_lower));
    at_upper_[at] = now;
    if (at + 1 < count) now.add(change_over(here.gap.lost, family.sums(at + 1).above_lower, here.below_upper));
  }
}

balanced total_changes::between(const neighbours& pair, const surroundings& low, const surroundings& high) const {
  const std::size_t low_span = pair.low.span;
  const std::size_t high_span = pair.high.span;
  if (low_span == high_span) {
    const double lost = decay_over(family_.rate() * pair.distance).lost;
    // T(high) - B(low) is also what is removed below low less what is removed above high. On one span both are precise.
    const double removed = low.below.removed + high.above.removed;
    if (family_.count() == 1 && removed < high.above.sum + low.below.sum) {
      return {lost * (low.below.removed - high.above.removed), lost * removed};
    }
    return change_over(lost, high.above.sum, low.below.sum);
  }
  // To the end of low's span, from there to the beginning of high's, and on to high.
  const balanced leaving = change_over(low.above.near.lost, family_.sums(low_span).above_upper, low.below.sum);
  const balanced across = at_lower_[high_span].minus(at_upper_[low_span]);
  const balanced arriving = change_over(high.below.near.lost, high.above.sum, family_.sums(high_span).below_lower);
  const balanced sum{leaving.value + across.value + arriving.value,
                     leaving.magnitude + across.magnitude + arriving.magnitude};
  // From one nearly empty place to another across a massive span, the way is longer than the difference.
  const balanced direct{high.total() - low.total(), high.total() + low.total()};
  return direct.magnitude < sum.magnitude ? direct : sum;
}

}  // namespace inbounds
