#pragma once

#include <span>

#include "core/lattice.hpp"
#include "random/bit_source.hpp"
#include "random/geometric.hpp"

namespace inbounds {

/// Snap, draw, release: truths in, private values out, with what does not depend on the truth worked out once. Not for
/// NaN.
class bounded_laplace_draws {
 public:
  bounded_laplace_draws(const lattice& points, double rate)
      : points_(points), snapped_(points), law_(points.steps, rate) {}

  double draw(double truth, bit_source& bits) const { return points_.value(law_.draw(snapped_(truth), bits)); }

  /// In place.
  void draw_all(std::span<double> truths, bit_source& bits) const;

 private:
  lattice points_;
  snapper snapped_;
  truncated_geometric law_;
};

}  // namespace inbounds
