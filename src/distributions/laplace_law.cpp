#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "distributions/lattice_quantile.hpp"
#include "distributions/truncated_laplace.hpp"

// What can be asked of a truncated law. Its sums, which calibrations run through, are in truncated_laplace.cpp.

namespace inbounds {
namespace {

bool is_open_end(const truncated_laplace& family, double y) {
  return (family.open().below && y == family.lowest()) || (family.open().above && y == family.highest());
}

/// The place of y, if it is feasible.
std::optional<place> feasible(const truncated_laplace& family, double y) {
  const std::optional<place> found = family.at_or_below(y);
  return found && found->at == y ? found : std::nullopt;
}

/// What stands at y, relative to e^(-rate |y - q|) over the total: in the unit of one_sided_sums.
double weight_at(const truncated_laplace& family, double y) {
  if (family.on() == support::line) return family.rate();
  return is_open_end(family, y) ? 1 : family.point_weight();
}

}  // namespace

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
  const auto reaches = [&](double point) {
    return cdf(law, point) >= probability || (probability > 0.5 && survival(law, point) <= 1 - probability);
  };
  const double at = first_point(law.family.lowest(), law.family.highest(), reaches);
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
