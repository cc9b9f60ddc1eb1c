#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/domain.hpp"

namespace inbounds {

/// Where vectors lie: one interval per coordinate, with finite ends. An interval is a box with one side.
struct box {
  std::vector<domain> sides;

  /// The distance of opposite corners, but for rounding.
  double diagonal() const;
};

/// As many lower as upper bounds, at least one. Errors name the coordinate.
result<box> box_of(std::span<const double> lower, std::span<const double> upper);

/// The l2 sensitivity: no more than the diagonal (but for rounding), nor below the smallest width.
std::optional<parameter_error> check_sensitivity(const box& where, double sensitivity);

/// Whether all truths are neighbours: the sensitivity is the diagonal, or differs from it by rounding.
bool covers(const box& where, double sensitivity);

}  // namespace inbounds
