#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/guarantee.hpp"
#include "core/lattice.hpp"
#include "core/result.hpp"
#include "distributions/lattice_laplace.hpp"
#include "distributions/truncated_laplace.hpp"
#include "random/bit_source.hpp"

// Laplace noise confined to an interval (Holohan et al. 2020), released on a lattice.
//
// Guarantee: for all truths q, q' at most `sensitivity` apart (as real numbers; truths outside the domain count as its
// nearer end) and every released value y, P_q(y) <= e^epsilon P_q'(y). The proof is in PROOF.md beside this file.

namespace inbounds {

struct bounded_laplace_spec {
  span domain;
  std::optional<double> sensitivity{};  ///< omitted: the width of the domain (each truth is protected by itself)
  std::optional<double> granularity{};  ///< omitted: see default_lattice
};

/// Validated and immutable by use: whatever holds one of these was accepted by one of the makers below.
struct bounded_laplace {
  span domain;
  double sensitivity;
  lattice points;
  std::int64_t index_sensitivity;  ///< the sensitivity in steps, rounded up
  double rate;                     ///< the decay per step: the law's one true parameter
  double scale;                    ///< step/rate, rounded so that using it again gives no larger rate
  double epsilon;                  ///< asked for, or the exact loss where the scale was given
};

/// The smallest noise whose exact loss on the lattice is at most epsilon (tight), or the scale of Holohan et al.,
/// Theorem 4.4, for the sensitivity in whole steps (published).
result<bounded_laplace> calibrate(const bounded_laplace_spec& spec, const guarantee& asked,
                                  calibration method = calibration::tight);

/// A scale chosen by the caller; epsilon is what it costs.
result<bounded_laplace> with_scale(const bounded_laplace_spec& spec, double scale);

/// A mechanism from its stored rate; refused if the rate does not keep the guarantee it was stored with.
result<bounded_laplace> with_rate(const bounded_laplace_spec& spec, const guarantee& claimed, double rate);

/// The calibrated scale of the continuous law, rounded up: the limit for ever finer lattices. At delta = 0 the
/// published scale is already the smallest possible (PROOF.md, 3), so there is one answer for both calibrations.
result<double> scale_for(const bounded_laplace_spec& spec, const guarantee& asked);

/// The exact worst case of what is released. No other pair or output loses more.
struct bounded_laplace_audit {
  double epsilon;
  double delta;
  double truth;
  double neighbour;
  double output;
};
bounded_laplace_audit audit(const bounded_laplace& mechanism);

/// What the same lattice would lose at another scale.
result<double> epsilon_of(const bounded_laplace& mechanism, double scale);

/// The law of the released point for a truth, and its continuous limit around the truth clamped to the domain.
lattice_laplace law_at(const bounded_laplace& mechanism, double truth);
truncated_laplace continuous_law_at(const bounded_laplace& mechanism, double truth);

/// One private answer, always a lattice value inside the domain. Truths outside are clamped; NaN is refused.
result<double> privatise(const bounded_laplace& mechanism, double truth, bit_source& bits);

/// Replaces every truth by a private answer. If one of them is NaN, it is named and nothing is drawn or changed. (If
/// the source of bits throws on the way, the rest still holds truths.)
objection privatise_all(const bounded_laplace& mechanism, std::span<double> truths, bit_source& bits);

}  // namespace inbounds
