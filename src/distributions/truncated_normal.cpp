#include "distributions/truncated_normal.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "distributions/lattice_quantile.hpp"
#include "numeric/solve.hpp"

namespace inbounds {
namespace {

bell_piece piece(const normal_law& law, double from, double to) {
  return {from - law.truth, to - law.truth, 1 / law.family.deviation, law.family.on};
}

double mass(const normal_law& law, double from, double to) {
  return sums_over(piece(law, from, to), powers::none).mass;
}

double total(const normal_law& law) { return mass(law, 0, law.family.width); }

bool is_possible(const normal_law& law, double y) {
  return y >= 0 && y <= law.family.width && (law.family.on == support::line || y == std::floor(y));
}

double log_height(const normal_law& law, double y) {
  const double x = (y - law.truth) / law.family.deviation;
  return -x * x / 2;
}

/// Searched for from the end whose tail is smaller, so that far ends keep their precision.
double line_quantile(const normal_law& law, double probability) {
  const double width = law.family.width;
  const auto missing_below = [&](double y) { return cdf(law, y) - probability; };
  const auto missing_above = [&](double y) { return survival(law, y) - (1 - probability); };
  return probability <= 0.5 ? solve_on_safe_side(missing_below, 0, width).value_or(0)
                            : solve_on_safe_side(missing_above, width, 0).value_or(width);
}

}  // namespace

double density(const normal_law& law, double y) {
  if (!is_possible(law, y)) return 0;
  return std::exp(log_height(law, y)) / (total(law) * law.family.deviation);
}

double log_density(const normal_law& law, double y) {
  if (!is_possible(law, y)) return -std::numeric_limits<double>::infinity();
  return log_height(law, y) - std::log(total(law) * law.family.deviation);
}

double cdf(const normal_law& law, double y) {
  if (!(y >= 0)) return 0;
  if (y >= law.family.width) return 1;
  const double last = law.family.on == support::points ? std::floor(y) : y;
  return std::min(1.0, mass(law, 0, last) / total(law));
}

double survival(const normal_law& law, double y) {
  if (!(y >= 0)) return 1;
  if (y >= law.family.width) return 0;
  const double first = law.family.on == support::points ? std::floor(y) + 1 : y;
  return std::min(1.0, mass(law, first, law.family.width) / total(law));
}

double quantile(const normal_law& law, double probability) {
  if (probability <= 0) return 0;
  if (probability >= 1) return law.family.width;
  if (law.family.on == support::line) return line_quantile(law, probability);
  const auto reaches = [&](double point) {
    return cdf(law, point) >= probability || (probability > 0.5 && survival(law, point) <= 1 - probability);
  };
  return first_point(0, law.family.width, reaches);
}

moments moments_of(const normal_law& law) {
  const normal_sums sums = sums_over(piece(law, 0, law.family.width), powers::up_to_two);
  const double mean = sums.first / sums.mass;
  const double deviation = law.family.deviation;
  return {mean * deviation, std::max(0.0, sums.second / sums.mass - mean * mean) * deviation * deviation};
}

}  // namespace inbounds
