#pragma once

#include <vector>

#include "core/domain.hpp"
#include "core/guarantee.hpp"
#include "core/lattice.hpp"
#include "distributions/truncated_laplace.hpp"
#include "privacy/laplace_loss.hpp"
#include "privacy/neighbours.hpp"
#include "privacy/reflected_loss.hpp"

namespace inbounds {

/// Everything about a Laplace mechanism but its rate: on which spans, in which unit, and which truths are neighbours.
/// The lattice (in steps) and the line are two settings of one kind.
struct laplace_setting {
  std::vector<span> spans;
  open_ends open;
  support on;
  double sensitivity;  ///< in the unit of the spans
  max_distances max_distance;
  double position_error;  ///< what rounding of positions on the line may have done to a distance; 0 on a lattice
  candidate_pairs pairs;
  bool reflected = false;  ///< gaps and ends reflect the noise; then truths may lie in gaps, and there are no pairs

  truncated_laplace family(double rate) const { return {spans, open, rate, on}; }
  reflected_hull hull() const;
};

/// What is released.
laplace_setting lattice_setting(const lattice& points, const sensitivity_in_steps& in_steps, double sensitivity);
laplace_setting reflected_lattice_setting(const lattice& points, const sensitivity_in_steps& in_steps,
                                          double sensitivity);

/// Its limit for ever finer lattices. `rate_hint` is not above the rate to come.
laplace_setting line_setting(const domain& where, open_ends open, double sensitivity, double rate_hint);
laplace_setting reflected_line_setting(const domain& where, double sensitivity);

/// The exact privacy loss at a rate, rounded up, and where it is reached; for the metric guarantee, the loss per
/// sensitivity of distance.
worst_case loss_at(const laplace_setting& where, privacy_notion kind, double rate);

/// The same of truncated noise when the law and its changes are at hand.
worst_case loss_of(const laplace_setting& where, privacy_notion kind, const truncated_laplace& family,
                   const total_changes& changes);

/// The widest distance that the guarantee speaks of: the loss is between once and twice this, in scales, or (reflected)
/// less.
double widest(const laplace_setting& where, privacy_notion kind);

}  // namespace inbounds
