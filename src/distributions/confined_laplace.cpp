#include "distributions/confined_laplace.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/domain.hpp"
#include "numeric/exponential_sums.hpp"

namespace inbounds {
namespace {

std::vector<span> mirror_image_of(const std::vector<span>& spans) {
  std::vector<span> image;
  image.reserve(spans.size());
  for (auto each = spans.rbegin(); each != spans.rend(); ++each) image.push_back({-each->upper, -each->lower});
  return image;
}

one_sided_sums::decays decays_over(const std::vector<span>& spans, double rate) {
  one_sided_sums::decays over;
  over.spans.reserve(spans.size());
  over.gaps.reserve(spans.size() - 1);
  for (std::size_t at = 0; at < spans.size(); ++at) {
    over.spans.push_back(decay_over(rate * (spans[at].upper - spans[at].lower)));
    if (at > 0) over.gaps.push_back(decay_over(rate * (spans[at].lower - spans[at - 1].upper)));
  }
  return over;
}

one_sided_sums::decays mirror_image_of(one_sided_sums::decays over) {
  std::reverse(over.spans.begin(), over.spans.end());
  std::reverse(over.gaps.begin(), over.gaps.end());
  return over;
}

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

confined_laplace::confined_laplace(std::vector<span> spans, open_ends open, double rate, support on)
    : open_(open),
      rate_(rate),
      on_(on),
      point_(on == support::points ? one_minus_exp(rate) : 0),
      over_(decays_over(spans, rate)),
      below_(std::move(spans), over_, rate, point_, open.below ? 1 - point_ : 0),
      above_(mirror_image_of(below_.spans()), mirror_image_of(over_), rate, point_, open.above ? 1 - point_ : 0) {}

confined_laplace confined_laplace::mirror_image() const {
  return {above_.spans(), {open_.above, open_.below}, rate_, on_};
}

place confined_laplace::at(double q) const { return {span_at_or_below(spans(), q), q}; }

std::optional<place> confined_laplace::at_or_below(double y) const {
  if (y < lowest()) return {};
  const std::size_t found = span_at_or_below(spans(), y);
  const double inside = on_ == support::points ? std::floor(y) : y;
  return place{found, std::min(inside, spans()[found].upper)};
}

std::optional<place> confined_laplace::above(double y) const {
  if (y >= highest()) return {};
  if (y < lowest()) return place{0, lowest()};
  const std::size_t found = span_at_or_below(spans(), y);
  const double next = on_ == support::points ? std::floor(y) + 1 : y;
  if (next <= spans()[found].upper) return place{found, next};
  return place{found + 1, spans()[found + 1].lower};
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
  if (y >= law.family.highest()) return 1;
  const std::optional<place> last = law.family.at_or_below(y);
  if (!last) return 0;
  return std::min(1.0, law.family.up_to(*last, law.centre) / law.family.around(law.centre).total());
}

double survival(const laplace_law& law, double y) {
  if (y < law.family.lowest()) return 1;
  const std::optional<place> first = law.family.above(y);
  if (!first) return 0;
  return std::min(1.0, law.family.from(*first, law.centre) / law.family.around(law.centre).total());
}

namespace {

// The smaller of the two tails is compared, so that the far end keeps its precision too. Bisection ends after 53 steps
// whatever rounding does to neighbouring values.
double lattice_quantile(const laplace_law& law, double probability) {
  const auto reached = [&](double point) {
    return probability <= 0.5 ? cdf(law, point) >= probability : survival(law, point) <= 1 - probability;
  };
  double before = law.family.lowest() - 1;
  double at = law.family.highest();
  while (at - before > 1) {
    const double middle = before + std::floor((at - before) / 2);
    (reached(middle) ? at : before) = middle;
  }
  return law.family.at_or_below(at)->at == at ? at
                                              : law.family.above(at)->at;  // in a gap, the cdf is that of its start
}

}  // namespace

double quantile(const laplace_law& law, double probability) {
  const auto& [family, centre] = law;
  if (family.on() == support::points) return lattice_quantile(law, probability);
  const surroundings around = family.around(centre);
  const double total = around.total();
  const bool left = probability < 1 && probability * total <= around.below.sum;
  if (left) return family.highest_below(probability * total, centre);
  return family.lowest_above((1 - probability) * total, centre);
}

}  // namespace inbounds
