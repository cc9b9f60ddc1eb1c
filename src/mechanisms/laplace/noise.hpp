#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/domain.hpp"
#include "core/guarantee.hpp"
#include "core/lattice.hpp"
#include "core/result.hpp"
#include "mechanisms/laplace/model.hpp"
#include "mechanisms/mechanism.hpp"
#include "mechanisms/request.hpp"
#include "random/bit_source.hpp"

// Laplace noise on a lattice, of whichever kind. Kinds differ in what happens at the ends of the domain, and in the
// scale that their papers prescribe.

namespace inbounds {

struct laplace_spec {
  domain where;
  std::optional<double> sensitivity{};  ///< omitted: the width of the hull (each truth is protected by itself)
  std::optional<double> granularity{};  ///< omitted: see default_lattice
  std::optional<double> origin{};       ///< of the granularity; omitted: see lattice_on
};

/// What a kind makes of the points of a domain: what truths are snapped to, and what is released on them.
struct laplace_places {
  lattice points;
  std::unique_ptr<const laplace_model> model;
};

/// One of the Laplace mechanisms: bounded_laplace, clamped_laplace, reflected_laplace.
struct laplace_kind {
  /// Whether it can be on such a domain.
  std::optional<parameter_error> (*check_domain)(const domain& where);
  /// `points` are those of the domain.
  result<laplace_places> (*on_lattice)(const domain& where, lattice points, double sensitivity, privacy_notion notion);
  /// Its limit for ever finer lattices, for guarantees that were checked.
  std::unique_ptr<const laplace_model> (*on_line)(const domain& where, double sensitivity, const guarantee& promise);
  /// The scale in the unit of the values that the paper prescribes for this guarantee; an error where it has none.
  result<double> (*published_scale)(const domain& where, double sensitivity, const guarantee& promise);
};

/// For kinds that can be on every domain.
std::optional<parameter_error> any_domain(const domain& where);

/// Validated and immutable by use: whatever holds one of these was accepted by one of the makers below.
class laplace_noise final : public mechanism {
 public:
  laplace_noise(domain domain_of_truths, double distance, const guarantee& kept, laplace_places&& places, double decay,
                double unit);

  domain where;
  double sensitivity;
  guarantee promised;  ///< asked for, or the exact loss where the scale was given
  lattice points;      ///< what truths are snapped to: what can be released, and where gaps reflect, these too
  std::unique_ptr<const laplace_model> model;
  double rate;   ///< the decay per step: the law's one true parameter
  double scale;  ///< step/rate, rounded so that using it again gives no larger rate

  description describe() const override;

  /// The exact worst case. With a delta, it is reached by the outputs from the truth's end of the domain to `output`.
  /// Under the metric guarantee, epsilon is the loss per sensitivity of distance, reached between neighbouring points.
  /// Of noise that is reflected out of gaps, it is the worst case before that: exact if something of the first or of
  /// the last span is beyond what is reflected into it, and otherwise an upper bound (PROOF.md of the reflected
  /// Laplace, 9).
  worst_case audit() const override;
  result<double> epsilon_of(std::optional<double> asked_scale, double delta) const override;
  result<double> delta_of(std::optional<double> asked_scale, double epsilon) const override;

  std::size_t sides() const override { return 1; }
  result<coordinate> along(std::size_t side) const override;
  /// In a gap of a law that is truncated a truth may not lie: moving it to an end of the gap could carry two close
  /// truths to opposite sides. (Reflected noise is added to it where it is, and only the sum is moved.)
  std::optional<parameter_error> check_truth(double truth, std::size_t side = 0) const override;
  result<std::unique_ptr<const law>> law_at(double truth, std::size_t side = 0) const override;
  result<std::unique_ptr<const law>> continuous_law_at(double truth, std::size_t side = 0) const override;
  std::optional<double> cosine_left(std::size_t side, double half_sine) const override;
  void draw_all(std::span<double> truths, bit_source& bits, std::size_t first_side = 0) const override;

 private:
  std::unique_ptr<const released_noise> released_;
};

/// The smallest noise whose exact loss on the lattice fits the guarantee (tight), or the paper's, if it fits.
result<laplace_noise> calibrate(const laplace_kind& kind, const laplace_spec& spec, const guarantee& promise,
                                calibration how = calibration::tight);

/// A scale chosen by the caller; epsilon is what it costs.
result<laplace_noise> with_scale(const laplace_kind& kind, const laplace_spec& spec, double scale,
                                 privacy_notion notion = privacy_notion::dp);

/// The noise from its stored rate (and scale, if that was given by hand); refused if the rate does not keep the
/// guarantee it was stored with.
result<laplace_noise> with_rate(const laplace_kind& kind, const laplace_spec& spec, const guarantee& claimed,
                                double rate, std::optional<double> scale = {});

/// The scale of the continuous law, the limit for ever finer lattices; the tight one is rounded up.
result<double> scale_for(const laplace_kind& kind, const laplace_spec& spec, const guarantee& promise,
                         calibration how = calibration::tight);

/// The same from what the registry is asked.
result<std::unique_ptr<const mechanism>> make(const laplace_kind& kind, const request& options);
result<double> scale_for(const laplace_kind& kind, const request& options);

}  // namespace inbounds
