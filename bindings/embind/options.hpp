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

inline calibration method_of(double published) { return published != 0 ? calibration::published : calibration::tight; }

}  // namespace inbounds::bindings
