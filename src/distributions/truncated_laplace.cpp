#include "distributions/truncated_laplace.hpp"

#include <algorithm>
#include <cmath>

#include "numeric/exponential_sums.hpp"

namespace inbounds {

// Two scans make the sums at all ends, where Croft et al. count O(k^2): what is seen from the next span is what was
// seen from the last point of this one, further away by the gap.
truncated_laplace::truncated_laplace(const std::vector<span>& spans, open_ends open, double rate, support on)
    : open_(open),
      rate_(rate),
      on_(on),
      point_(on == support::points ? one_minus_exp(rate) : 0),
      rest_(on == support::points ? std::exp(-rate) : 1),
      table_(spans.size()) {
  const std::size_t count = spans.size();
  double below = open.below ? rest_ : 0;
  for (std::size_t at = 0; at < count; ++at) {
    const decay over = decay_over(rate * (spans[at].upper - spans[at].lower));
    const decay gap = at + 1 < count ? decay_over(rate * (spans[at + 1].lower - spans[at].upper)) : decay{0, 1};
    const double below_upper = rest_ * over.lost + over.left * below;
    table_[at] = {spans[at], over, gap, below, below_upper, 0, 0};
    below = gap.left * (point_ + below_upper);
  }
  double above = open.above ? rest_ : 0;
  for (std::size_t at = count; at-- > 0;) {
    span_sums& here = table_[at];
    here.above_upper = above;
    here.above_lower = rest_ * here.over.lost + here.over.left * above;
    if (at > 0) above = table_[at - 1].gap.left * (point_ + here.above_lower);
  }
}

std::vector<span> truncated_laplace::spans() const {
  std::vector<span> all(count());
  for (std::size_t at = 0; at < all.size(); ++at) all[at] = table_[at].ends;
  return all;
}

truncated_laplace truncated_laplace::mirror_image() const {
  std::vector<span> image(count());
  for (std::size_t at = 0; at < image.size(); ++at) {
    const auto [lower, upper] = table_[image.size() - 1 - at].ends;
    image[at] = {-upper, -lower};
  }
  return {image, {open_.above, open_.below}, rate_, on_};
}

std::size_t truncated_laplace::span_at_or_below(double y) const {
  const auto after = std::upper_bound(table_.begin(), table_.end(), y,
                                      [](double value, const span_sums& one) { return value < one.ends.lower; });
  return after == table_.begin() ? 0 : static_cast<std::size_t>(after - table_.begin()) - 1;
}

place truncated_laplace::at(double q) const { return {span_at_or_below(q), q}; }

std::optional<place> truncated_laplace::at_or_below(double y) const {
  if (y < lowest()) return {};
  const std::size_t found = span_at_or_below(y);
  const double inside = on_ == support::points ? std::floor(y) : y;
  return place{found, std::min(inside, table_[found].ends.upper)};
}

std::optional<place> truncated_laplace::above(double y) const {
  if (y >= highest()) return {};
  if (y < lowest()) return place{0, lowest()};
  const std::size_t found = span_at_or_below(y);
  const double next = on_ == support::points ? std::floor(y) + 1 : y;
  if (next <= table_[found].ends.upper) return place{found, next};
  return place{found + 1, table_[found + 1].ends.lower};
}

}  // namespace inbounds
