#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/box.hpp"
#include "core/guarantee.hpp"
#include "core/lattice.hpp"
#include "core/result.hpp"
#include "core/vector_audit.hpp"
#include "distributions/truncated_normal.hpp"
#include "privacy/gaussian_loss.hpp"
#include "random/bit_source.hpp"

// Gaussian noise conditioned to stay in a box (Chen & Hale, "The bounded Gaussian mechanism for differential privacy").
// See PROOF.md.

namespace inbounds {

struct gaussian_spec {
  box where;
  std::optional<double> sensitivity{};  ///< l2; omitted: the diagonal (each truth is protected by itself)
  std::vector<double> granularity{};    ///< one for each side, or one for all; none: see default_lattice
  std::vector<double> origin{};         ///< of the granularities, one for each side; none: see lattice_on
};

/// Validated and immutable by use: whatever holds one of these was accepted by one of the makers below.
struct gaussian_noise {
  box where;
  double sensitivity;
  guarantee promised;           ///< asked for, or the exact loss where the scale was given
  std::vector<lattice> points;  ///< of each side
  gaussian_box setting;         ///< in steps
  double scale;                 ///< sigma, in the unit of the values: the law's one true parameter
};

/// The decay along a side: probabilities go with e^(-rate k^2).
double rate_of(const lattice& points, double scale);

/// The smallest noise whose exact loss on the lattice fits the guarantee (tight), or the paper's, if it fits.
result<gaussian_noise> calibrate(const gaussian_spec& spec, const guarantee& promise,
                                 calibration how = calibration::tight);

/// A scale chosen by the caller; epsilon is what it costs.
result<gaussian_noise> with_scale(const gaussian_spec& spec, double scale);

/// The noise from its stored scale; refused if it does not keep the guarantee it was stored with.
result<gaussian_noise> with_scale(const gaussian_spec& spec, const guarantee& claimed, double scale);

/// The scale of the continuous law, the limit for ever finer lattices, rounded up.
result<double> scale_for(const gaussian_spec& spec, const guarantee& promise, calibration how = calibration::tight);

/// The worst case of what is released: no pair of neighbours and no set of outputs does worse. With delta = 0, the loss
/// at `output`, a corner of the box, between truth and neighbour; exact on one side, and on several an upper bound that
/// would be reached if distances were not whole steps. Otherwise (on one side) delta at the promised epsilon, reached
/// by the outputs up to `output`.
using gaussian_audit = vector_audit;
gaussian_audit audit(const gaussian_noise& noise);

/// What the same lattice would lose at another scale, with this delta; the delta that it would need for this epsilon
/// (on one side).
result<double> epsilon_of(const gaussian_noise& noise, double scale, double delta);
result<double> delta_of(const gaussian_noise& noise, double scale, double epsilon);

/// The law along one side, for the coordinate of a truth: on the points, in steps from the lowest; or its continuous
/// limit, in the unit of the values from the lower bound. A coordinate outside the bounds is taken for the nearer one.
normal_law law_at(const gaussian_noise& noise, std::size_t side, double truth);
normal_law continuous_law_at(const gaussian_noise& noise, std::size_t side, double truth);

/// Vectors, one after the other, each replaced by a private one. If a number is NaN, it is refused, and nothing is
/// drawn or changed.
std::optional<parameter_error> privatise_all(const gaussian_noise& noise, std::span<double> truths, bit_source& bits);

/// The same without the check. Of the first vector, `truths` may have only the coordinates from `first_side` on, and of
/// the last one only some.
void draw_all(const gaussian_noise& noise, std::span<double> truths, bit_source& bits, std::size_t first_side = 0);

}  // namespace inbounds
