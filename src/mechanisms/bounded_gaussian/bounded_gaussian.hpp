#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/box.hpp"
#include "core/guarantee.hpp"
#include "core/lattice.hpp"
#include "core/result.hpp"
#include "mechanisms/mechanism.hpp"
#include "mechanisms/request.hpp"
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
class gaussian_noise final : public mechanism {
 public:
  gaussian_noise(box box_of_truths, double distance, const guarantee& kept, std::vector<lattice> lattices,
                 gaussian_box in_steps, double deviation);

  box where;
  double sensitivity;
  guarantee promised;           ///< asked for, or the exact loss where the scale was given
  std::vector<lattice> points;  ///< of each side
  gaussian_box setting;         ///< in steps
  double scale;                 ///< sigma, in the unit of the values: the law's one true parameter

  description describe() const override;

  /// With delta = 0, the loss at `output`, a corner of the box; exact on one side, and on several an upper bound that
  /// would be reached if distances were not whole steps. Otherwise (on one side) delta is reached by the outputs up to
  /// `output`.
  worst_case audit() const override;

  /// On several sides, no delta is known.
  result<double> epsilon_of(std::optional<double> asked_scale, double delta) const override;
  result<double> delta_of(std::optional<double> asked_scale, double epsilon) const override;

  std::size_t sides() const override { return points.size(); }
  result<coordinate> along(std::size_t side) const override;
  result<std::unique_ptr<const law>> law_at(double truth, std::size_t side) const override;
  result<std::unique_ptr<const law>> continuous_law_at(double truth, std::size_t side) const override;
  void draw_all(std::span<double> truths, bit_source& bits, std::size_t first_side = 0) const override;
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

/// The same from what the registry is asked.
result<std::unique_ptr<const mechanism>> make_bounded_gaussian(const request& options);
result<double> bounded_gaussian_scale_for(const request& options);

}  // namespace inbounds
