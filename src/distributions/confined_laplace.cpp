#include "distributions/confined_laplace.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "distributions/lattice_quantile.hpp"
#include "numeric/exponential_sums.hpp"

namespace inbounds {
namespace {

bool is_open_end(const confined_laplace& family, double y) {
  return (family.open().below && y == family.lowest()) || (family.open().above && y == family.highest());
}

/// The place of y, if it is feasible.
std::optional<place> feasible(const confined_laplace& family, double y) {
  const std::optional<place> found = family.at_or_below(y);
  return found && found->at == y ? found : std::nullopt;
}

/// What stands at y, relative to e^(-rate |y - q|) over the total: in the unit of one_sided_sums.
double weight_at(const confined_laplace& family, double y) {
  if (family.on() == support::line) return family.rate();
  return is_open_end(family, y) ? 1 : family.point_weight();
}

}  // namespace

// Two scans make the sums at all ends, where Croft et al. count O(k^2): what is seen from the next span is what was
// seen from the last point of this one, further away by the gap.
confined_laplace::confined_laplace(const std::vector<span>& spans, open_ends open, double rate, support on)
    : open_(open),
      rate_(rate),
      on_(on),
      point_(on == support::points ? one_minus_exp(rate) : 0),
      rest_(on == support::points ? std::exp(-rate) : 1) {
  const std::size_t count = spans.size();
  table_.reserve(count);
  double below = open.below ? rest_ : 0;
  for (std::size_t at = 0; at < count; ++at) {
    const decay over = decay_over(rate * (spans[at].upper - spans[at].lower));
    const decay gap = at + 1 < count ? decay_over(rate * (spans[at + 1].lower - spans[at].upper)) : decay{0, 1};
    const double below_upper = rest_ * over.lost + over.left * below;
    table_.push_back({spans[at], over, gap, below, below_upper, 0, 0});
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

std::vector<span> confined_laplace::spans() const {
  std::vector<span> all;
  all.reserve(count());
  for (const span_sums& each : table_) all.push_back(each.ends);
  return all;
}

confined_laplace confined_laplace::mirror_image() const {
  std::vector<span> image;
  image.reserve(count());
  for (auto each = table_.rbegin(); each != table_.rend(); ++each)
    image.push_back({-each->ends.upper, -each->ends.lower});
  return {image, {open_.above, open_.below}, rate_, on_};
}

std::size_t confined_laplace::span_at_or_below(double y) const {
  const auto after = std::upper_bound(table_.begin(), table_.end(), y,
                                      [](double value, const span_sums& one) { return value < one.ends.lower; });
  return after == table_.begin() ? 0 : static_cast<std::size_t>(after - table_.begin()) - 1;
}

place confined_laplace::at(double q) const { return {span_at_or_below(q), q}; }

std::optional<place> confined_laplace::at_or_below(double y) const {
  if (y < lowest()) return {};
  const std::size_t found = span_at_or_below(y);
  const double inside = on_ == support::points ? std::floor(y) : y;
  return place{found, std::min(inside, table_[found].ends.upper)};
}

std::optional<place> confined_laplace::above(double y) const {
  if (y >= highest()) return {};
  if (y < lowest()) return place{0, lowest()};
  const std::size_t found = span_at_or_below(y);
  const double next = on_ == support::points ? std::floor(y) + 1 : y;
  if (next <= table_[found].ends.upper) return place{found, next};
  return place{found + 1, table_[found + 1].ends.lower};
}

double density(const laplace_law& law, double y) {
  if (!feasible(law.family, y)) return 0;
  const double distance = law.family.rate() * std::fabs(y - law.centre.at);
  return std::exp(-distance) * weight_at(law.family, y) / law.family.around(law.centre).total();
}

double log_density(const laplace_law& law, double y) {
  if (!feasible(law.family, y)) return -std::numeric_limits<double>::infinity();
  const double distance = law.family.rate() * std::fabs(y - law.centre.at);
  return -distance + std::log(weight_at(law.family, y) / law.family.around(law.centre).total());
}

double atom(const laplace_law& law, double y) {
  if (law.family.on() != support::line || !is_open_end(law.family, y)) return 0;
  return std::exp(-law.family.rate() * std::fabs(y - law.centre.at)) / law.family.around(law.centre).total();
}

double cdf(const laplace_law& law, double y) {
  if (std::isinf(y)) return y > 0 ? 1 : 0;
  if (y >= law.family.highest()) return 1;
  const std::optional<place> last = law.family.at_or_below(y);
  if (!last) return 0;
  return std::min(1.0, law.family.up_to(*last, law.centre) / law.family.around(law.centre).total());
}

double survival(const laplace_law& law, double y) {
  if (std::isinf(y)) return y > 0 ? 0 : 1;
  if (y < law.family.lowest()) return 1;
  const std::optional<place> first = law.family.above(y);
  if (!first) return 0;
  return std::min(1.0, law.family.from(*first, law.centre) / law.family.around(law.centre).total());
}

namespace {

// Both tails are compared: the smaller one, so that the far end keeps its precision too, and the cdf itself, so that
// quantile(cdf(y)) is y.
double lattice_quantile(const laplace_law& law, double probability) {
  const auto reached = [&](double point) {
    return cdf(law, point) >= probability || (probability > 0.5 && survival(law, point) <= 1 - probability);
  };
  const double at = first_point(law.family.lowest(), law.family.highest(), reached);
  return law.family.at_or_below(at)->at == at ? at
                                              : law.family.above(at)->at;  // in a gap, the cdf is that of its start
}

}  // namespace

double quantile(const laplace_law& law, double probability) {
  const auto& [family, centre] = law;
  if (probability <= 0) return family.lowest();
  if (probability >= 1) return family.highest();  // also where the last points have too little mass for a double
  if (family.on() == support::points) return lattice_quantile(law, probability);
  const surroundings around = family.around(centre);
  const double total = around.total();
  const bool left = probability * total <= around.below.sum;
  if (left) return family.highest_below(probability * total, centre);
  return family.lowest_above((1 - probability) * total, centre);
}

}  // namespace inbounds
