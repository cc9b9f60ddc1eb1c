#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/span.hpp"
#include "mechanisms/laplace/law.hpp"
#include "mechanisms/laplace/setting.hpp"
#include "random/bit_source.hpp"

namespace inbounds {

/// The laws of a mechanism on its lattice, and draws from them: what a rate makes of a setting.
class released_noise {
 public:
  virtual ~released_noise() = default;

  /// For a point that a truth was snapped to. The noise must outlive the law.
  virtual noise_law law_around(double point) const = 0;

  /// Replaces such points by private ones.
  virtual void draw_all(std::span<std::int64_t> points, bit_source& bits) const = 0;
};

/// `ranges` are the points of the setting's spans.
std::unique_ptr<const released_noise> release(const laplace_setting& where, std::vector<point_range> ranges,
                                              double rate);

}  // namespace inbounds
