#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "core/domain.hpp"
#include "core/guarantee.hpp"
#include "core/lattice.hpp"
#include "core/result.hpp"
#include "mechanisms/laplace/law.hpp"
#include "mechanisms/laplace/released_noise.hpp"
#include "mechanisms/laplace/setting.hpp"
#include "random/bit_source.hpp"

// What the Laplace mechanisms on a lattice have in common. They differ in what happens at the ends of the domain, and
// in the scale that their papers prescribe.

namespace inbounds {

struct laplace_spec {
  domain where;
  std::optional<double> sensitivity{};  ///< omitted: the width of the hull (each truth is protected by itself)
  std::optional<double> granularity{};  ///< omitted: see default_lattice
  std::optional<double> origin{};       ///< of the granularity; omitted: see lattice_on
};

/// How a mechanism treats the ends of its domain.
enum class ends {
  bounded,   ///< the law is truncated to the domain
  clamped,   ///< the law goes on, and what falls beyond an end is released as that end
  reflected  ///< what falls beyond an end, or into a gap, is reflected
};

/// Validated and immutable by use: whatever holds one of these was accepted by one of the makers below.
struct laplace_noise {
  domain where;
  double sensitivity;
  guarantee promised;  ///< asked for, or the exact loss where the scale was given
  lattice points;      ///< what truths are snapped to: what can be released, and where gaps reflect, these too
  laplace_setting setting;
  double rate;   ///< the decay per step: the law's one true parameter
  double scale;  ///< step/rate, rounded so that using it again gives no larger rate
  std::unique_ptr<const released_noise> released;
};

/// One of the Laplace mechanisms: bounded_laplace, clamped_laplace, reflected_laplace.
struct laplace_mechanism {
  ends at_ends;
  /// The scale in the unit of the values that the paper prescribes for this guarantee; an error where it has none.
  result<double> (*published_scale)(const laplace_spec& spec, double sensitivity, const guarantee& promise);
};

/// The smallest noise whose exact loss on the lattice fits the guarantee (tight), or the paper's, if it fits.
result<laplace_noise> calibrate(const laplace_mechanism& mechanism, const laplace_spec& spec, const guarantee& promise,
                                calibration how = calibration::tight);

/// A scale chosen by the caller; epsilon is what it costs.
result<laplace_noise> with_scale(const laplace_mechanism& mechanism, const laplace_spec& spec, double scale,
                                 privacy_notion kind = privacy_notion::dp);

/// The noise from its stored rate (and scale, if that was given by hand); refused if the rate does not keep the
/// guarantee it was stored with.
result<laplace_noise> with_rate(const laplace_mechanism& mechanism, const laplace_spec& spec, const guarantee& claimed,
                                double rate, std::optional<double> scale = {});

/// The scale of the continuous law, the limit for ever finer lattices; the tight one is rounded up.
result<double> scale_for(const laplace_mechanism& mechanism, const laplace_spec& spec, const guarantee& promise,
                         calibration how = calibration::tight);

/// The exact worst case of what is released: no pair of neighbours and no set of outputs does worse. With delta = 0,
/// log P_truth(output) - log P_neighbour(output) is epsilon; otherwise delta is the exact one at the promised epsilon,
/// reached by the outputs from the truth's end of the domain to `output`. Under the metric guarantee, epsilon is the
/// loss per sensitivity of distance, reached between neighbouring points. Of noise that is reflected out of gaps, it is
/// the worst case before that: exact if something of the first or of the last span is beyond what is reflected into it,
/// and otherwise an upper bound (PROOF.md of the reflected Laplace, 9).
struct laplace_audit {
  double epsilon;
  double delta;
  double truth;
  double neighbour;
  double output;
};
laplace_audit audit(const laplace_noise& noise);

/// What the same lattice would lose at another scale, with this delta; the delta that it would need for this epsilon.
result<double> epsilon_of(const laplace_noise& noise, double scale, double delta);
result<double> delta_of(const laplace_noise& noise, double scale, double epsilon);

/// A truth may not be NaN, nor lie in a gap of a law that is truncated: moving it to an end of the gap could carry two
/// close truths to opposite sides. (Reflected noise is added to it where it is, and only the sum is moved.) Outside the
/// hull it may lie; it is then taken for the nearer bound.
std::optional<parameter_error> check_truth(const laplace_noise& noise, double truth);

/// The law of the released point for a truth, in multiples of the step. And the laws of the continuous limit, in the
/// unit of the values, for noise that is truncated (or clamped) or reflected.
noise_law law_at(const laplace_noise& noise, double truth);
truncated_laplace continuous_truncated(const laplace_noise& noise);
reflected_laplace_family continuous_reflected(const laplace_noise& noise);

/// One private answer, always a lattice value inside the domain.
result<double> privatise(const laplace_noise& noise, double truth, bit_source& bits);

/// Replaces every truth by a private answer. If one of them is refused, it is named and nothing is drawn or changed.
/// (If the source of bits throws on the way, the rest still holds truths.)
std::optional<parameter_error> privatise_all(const laplace_noise& noise, std::span<double> truths, bit_source& bits);

/// The same without the checks.
double draw(const laplace_noise& noise, double truth, bit_source& bits);
void draw_all(const laplace_noise& noise, std::span<double> truths, bit_source& bits);

}  // namespace inbounds
