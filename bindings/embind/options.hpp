#pragma once

#include <cmath>
#include <optional>

#include "core/guarantee.hpp"

namespace inbounds::bindings {

/// Options that were left out arrive as NaN.
inline std::optional<double> option(double value) {
  if (std::isnan(value)) return {};
  return value;
}

/// How a mechanism is made: to a guarantee (0), with a scale that costs what it costs, or again as it was, by what
/// fixes its law. In the order of bindings/js/noise-options.js, whose last one, for where auditing takes long, is
/// posterior.cpp's.
inline constexpr double with_given_scale = 1;
inline constexpr double with_given_rate = 2;

inline calibration calibration_of(double published) {
  return published != 0 ? calibration::published : calibration::tight;
}

}  // namespace inbounds::bindings
