#include "distributions/span_sums.hpp"

#include <algorithm>
#include <cmath>

namespace inbounds {

side one_sided_sums::below(const place& seen_from) const {
  const auto [at, number] = seen_from;
  // Most pairs have one of the two at an end, where everything is known.
  if (number == ends(at).upper) return {before_upper(at), over(at).left * (rest_ - before(at)), over(at)};
  const decay near = decay_over(rate_ * (number - ends(at).lower));
  return {rest_ * near.lost + near.left * before(at), near.left * (rest_ - before(at)), near};
}

double one_sided_sums::between(const place& low, const place& high) const {
  if (low.span == high.span) return rest_ * one_minus_exp(rate_ * (high.at - low.at));
  double sum = rest_ * one_minus_exp(rate_ * (ends(low.span).upper - low.at));
  for (std::size_t at = low.span + 1; at <= high.span; ++at) {
    const double last = at == high.span ? high.at : ends(at).upper;
    const double inside = point_ + rest_ * one_minus_exp(rate_ * (last - ends(at).lower));
    sum += std::exp(-rate_ * (ends(at).lower - low.at)) * inside;
  }
  return sum;
}

double one_sided_sums::up_to(const place& last, const place& seen_from) const {
  if (last.at <= seen_from.at) return std::exp(-rate_ * (seen_from.at - last.at)) * (point_ + below(last).sum);
  return point_ + below(seen_from).sum + between(seen_from, last);
}

double one_sided_sums::reaching(double weight, const place& seen_from) const {
  if (!(weight > 0)) return ends(0).lower;
  // The first span whose end reaches it.
  std::size_t first = 0;
  std::size_t last = seen_from.span;
  while (first < last) {
    const std::size_t middle = first + (last - first) / 2;
    if (up_to({middle, ends(middle).upper}, seen_from) >= weight) {
      last = middle;
    } else {
      first = middle + 1;
    }
  }
  // There, e^(-rate (q - y)) = weight + e^(-rate (q - lower)) (1 - before). The same point twice: measured from q, or
  // from the lower end, whichever has the smaller number to add.
  const auto [lower, upper] = ends(first);
  const double at_lower = std::exp(-rate_ * (seen_from.at - lower));
  const double y = weight > at_lower ? seen_from.at + std::log(weight + at_lower * (1 - before(first))) / rate_
                                     : lower + std::log1p(weight / at_lower - before(first)) / rate_;
  return std::clamp(y, lower, std::min(upper, seen_from.at));
}

}  // namespace inbounds
