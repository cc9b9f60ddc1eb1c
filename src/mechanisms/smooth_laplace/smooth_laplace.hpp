#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/domain.hpp"
#include "core/guarantee.hpp"
#include "core/lattice.hpp"
#include "core/result.hpp"
#include "distributions/confined_laplace.hpp"
#include "random/bit_source.hpp"

// A number that is computed from a count, such as the variance of a posterior, with Laplace noise as large as it has to
// be for that count and its neighbours (Nissim, Raskhodnikova & Smith 2007, "Smooth sensitivity and sampling in private
// data analysis"). See PROOF.md.

namespace inbounds {

struct smooth_spec {
  std::vector<double> values;           ///< of the statistic for counts 0, 1, 2, ...; neighbours differ by one count
  std::optional<span> bounds{};         ///< of what is released; omitted: the smallest and the largest of the values
  std::optional<double> granularity{};  ///< omitted: see default_lattice, for the smallest sensitivity
  std::optional<double> smoothing{};    ///< beta, by which the logarithm of the sensitivity may change; omitted: that of
                                        ///< the paper, epsilon/(2 ln(2/delta))
};

/// Validated and immutable by use: whatever holds one of these was accepted by one of the makers below.
struct smooth_noise {
  domain where;
  guarantee promised;
  lattice points;
  double smoothing;                        ///< beta
  double alpha;                            ///< noise has the scale sensitivity/alpha
  std::vector<std::int64_t> centres;       ///< the value of each count, in steps above the lowest
  std::vector<double> rates;               ///< the decay per step for each count
};

/// The least noise whose exact delta, over all neighbours, fits the guarantee (tight); or alpha = epsilon/2, where
/// Theorem C holds for it.
result<smooth_noise> calibrate(const smooth_spec& spec, const guarantee& asked,
                               calibration method = calibration::tight);

/// The noise with a stored alpha; refused if that does not keep the guarantee it was stored with.
result<smooth_noise> with_alpha(const smooth_spec& spec, const guarantee& claimed, double alpha);

/// The worst neighbours, and the exact delta of the promised epsilon for them, rounded up.
struct smooth_audit {
  double epsilon;
  double delta;
  std::size_t truth;
  std::size_t neighbour;
};
smooth_audit audit(const smooth_noise& noise);

/// The delta that the noise needs for another epsilon.
double delta_of(const smooth_noise& noise, double epsilon);

/// The law of what is released for a count, in steps above the lowest point.
confined_laplace law_at(const smooth_noise& noise, std::size_t count);

/// One private value for a count, which has to be one that there is a value for.
double draw(const smooth_noise& noise, std::size_t count, bit_source& bits);

}  // namespace inbounds
