#pragma once

#include <cmath>

namespace inbounds {

/// The first point from lowest to highest at which a probability is reached; the highest counts as one. Bisection ends
/// after 53 steps whatever rounding does to neighbouring values.
template <class Reaches>
double first_point(double lowest, double highest, const Reaches& reaches) {
  double before = lowest - 1;
  double at = highest;
  while (at - before > 1) {
    const double middle = before + std::floor((at - before) / 2);
    (reaches(middle) ? at : before) = middle;
  }
  return at;
}

}  // namespace inbounds
