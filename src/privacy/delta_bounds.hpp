#pragma once

#include "privacy/delta_between.hpp"

namespace inbounds {

/// Upper bounds for the hockey-stick divergence of all pairs between two that were read, for branch and bound: their
/// excess over the true maximum shrinks with the square of the cell (PROOF.md of the bounded Laplace, 5).
class delta_bounds {
 public:
  delta_bounds(const truncated_laplace& family, const total_changes& changes, double epsilon)
      : family_(family), changes_(changes), epsilon_(epsilon) {}

  double between(const moving_neighbours& pairs, const delta_reading& first, const delta_reading& last) const;

 private:
  double within(const moving_neighbours& pairs, const delta_reading& first, const delta_reading& last) const;
  double across(const moving_neighbours& pairs, const delta_reading& first, const delta_reading& last) const;
  bool stays_below_epsilon(const moving_neighbours& pairs, const delta_reading& first, const delta_reading& last) const;

  const truncated_laplace& family_;
  const total_changes& changes_;
  double epsilon_;
};

}  // namespace inbounds
