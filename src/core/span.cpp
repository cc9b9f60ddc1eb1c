#include "core/span.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace inbounds {

objection check_span(const span& domain) {
  if (auto why = check_finite("lower", domain.lower)) return why;
  if (auto why = check_finite("upper", domain.upper)) return why;
  if (domain.upper <= domain.lower) return fault{"upper", "greater than lower ({0})", domain.upper, {domain.lower}};
  const double width = width_rounded_up(domain);
  if (!(width >= smallest_width && width <= largest_width)) {
    return fault{"upper", "such that upper - lower is from {0} to {1}", domain.upper, {smallest_width, largest_width}};
  }
  return {};
}

double width_rounded_up(const span& domain) {
  const double width = domain.upper - domain.lower;
  // Knuth's TwoSum: what the subtraction rounded away, exactly.
  const double subtracted = domain.upper - width;
  const double restored = width + subtracted;
  const double lost = (domain.upper - restored) + (subtracted - domain.lower);
  return lost > 0 ? std::nextafter(width, std::numeric_limits<double>::infinity()) : width;
}

objection check_sensitivity(const span& domain, double sensitivity) {
  if (auto why = check_positive("sensitivity", sensitivity)) return why;
  if (sensitivity < smallest_width) return fault{"sensitivity", "at least {0}", sensitivity, {smallest_width}};
  const double width = width_rounded_up(domain);
  const double larger = std::max(std::fabs(domain.lower), std::fabs(domain.upper));
  const double last_place = larger - std::nextafter(larger, 0.0);
  if (sensitivity <= width + last_place) return {};
  return fault{"sensitivity", "at most upper - lower ({0})", sensitivity, {domain.upper - domain.lower}};
}

}  // namespace inbounds
