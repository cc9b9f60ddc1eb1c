#include "core/span.hpp"

#include <cmath>
#include <limits>

namespace inbounds {

double width_rounded_up(const span& interval) {
  const double width = interval.upper - interval.lower;
  if (std::isinf(width)) return width;
  // Knuth's TwoSum: what the subtraction rounded away, exactly.
  const double subtracted = interval.upper - width;
  const double restored = width + subtracted;
  const double lost = (interval.upper - restored) + (subtracted - interval.lower);
  return lost > 0 ? std::nextafter(width, std::numeric_limits<double>::infinity()) : width;
}

}  // namespace inbounds
