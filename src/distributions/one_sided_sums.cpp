#include "distributions/one_sided_sums.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "numeric/exponential_sums.hpp"

namespace inbounds {

// One scan makes the sums at all ends, where Croft et al. count O(k^2): what is seen from the next span is what was
// seen from the last point of this one, further away by the gap.
one_sided_sums::one_sided_sums(std::vector<span> spans, const decays& over, double rate, double point_weight,
                               double beyond)
    : spans_(std::move(spans)), rate_(rate), point_(point_weight), rest_(1 - point_weight) {
  before_.reserve(spans_.size());
  before_upper_.reserve(spans_.size());
  double before = beyond;
  for (std::size_t at = 0; at < spans_.size(); ++at) {
    const double before_upper = rest_ * over.spans[at].lost + over.spans[at].left * before;
    before_.push_back(before);
    before_upper_.push_back(before_upper);
    if (at < over.gaps.size()) before = over.gaps[at].left * (point_ + before_upper);
  }
}

side one_sided_sums::below(const place& seen_from) const {
  const auto [at, number] = seen_from;
  const decay near = decay_over(rate_ * (number - spans_[at].lower));
  return {rest_ * near.lost + near.left * before_[at], near.left * (rest_ - before_[at]), near.lost};
}

double one_sided_sums::between(const place& low, const place& high) const {
  if (low.span == high.span) return rest_ * one_minus_exp(rate_ * (high.at - low.at));
  double sum = rest_ * one_minus_exp(rate_ * (spans_[low.span].upper - low.at));
  for (std::size_t at = low.span + 1; at <= high.span; ++at) {
    const double last = at == high.span ? high.at : spans_[at].upper;
    const double inside = point_ + rest_ * one_minus_exp(rate_ * (last - spans_[at].lower));
    sum += std::exp(-rate_ * (spans_[at].lower - low.at)) * inside;
  }
  return sum;
}

double one_sided_sums::up_to(const place& last, const place& seen_from) const {
  if (last.at <= seen_from.at) return std::exp(-rate_ * (seen_from.at - last.at)) * (point_ + below(last).sum);
  return point_ + below(seen_from).sum + between(seen_from, last);
}

double one_sided_sums::reaching(double weight, const place& seen_from) const {
  // The first span whose end reaches it.
  std::size_t first = 0;
  std::size_t last = seen_from.span;
  while (first < last) {
    const std::size_t middle = first + (last - first) / 2;
    if (up_to({middle, spans_[middle].upper}, seen_from) >= weight) {
      last = middle;
    } else {
      first = middle + 1;
    }
  }
  // There, e^(-rate (q - y)) = weight + e^(-rate (q - lower)) (1 - before). The same point twice: measured from q, or
  // from the lower end, whichever has the smaller number to add.
  const auto [lower, upper] = spans_[first];
  const double at_lower = std::exp(-rate_ * (seen_from.at - lower));
  const double y = weight > at_lower ? seen_from.at + std::log(weight + at_lower * (1 - before_[first])) / rate_
                                     : lower + std::log1p(weight / at_lower - before_[first]) / rate_;
  return std::clamp(y, lower, std::min(upper, seen_from.at));
}

}  // namespace inbounds
