#pragma once

#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mechanisms/bounded_gaussian/bounded_gaussian.hpp"
#include "mechanisms/laplace_cases.hpp"
#include "support/catch.hpp"

// Boxes for the bounded Gaussian.

namespace inbounds::test {

inline gaussian_spec box_spec(const std::vector<double>& lower, const std::vector<double>& upper,
                              std::optional<double> sensitivity = {}, std::vector<double> granularity = {}) {
  const auto where = box_of(lower, upper);
  if (!where) FAIL(message(where.error()));
  std::vector<double> origin(granularity.empty() ? 0 : lower.size());  // so that ends are tried that are no points
  return {*where, sensitivity, std::move(granularity), std::move(origin)};
}

/// From zero.
inline gaussian_spec box_spec(const std::vector<double>& widths, std::optional<double> sensitivity = {},
                              std::vector<double> granularity = {}) {
  return box_spec(std::vector<double>(widths.size(), 0.0), widths, sensitivity, std::move(granularity));
}

inline gaussian_noise make_noise(const gaussian_spec& spec, const guarantee& promise,
                                 calibration method = calibration::tight) {
  const auto noise = calibrate(spec, promise, method);
  if (!noise) FAIL(message(noise.error()));
  return *noise;
}

inline double line_scale(const gaussian_spec& spec, const guarantee& promise, calibration method = calibration::tight) {
  const auto scale = scale_for(spec, promise, method);
  if (!scale) FAIL(message(scale.error()));
  return *scale;
}

}  // namespace inbounds::test
