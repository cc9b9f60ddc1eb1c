#pragma once

#include <optional>
#include <vector>

#include "core/guarantee.hpp"
#include "core/result.hpp"
#include "random/bit_source.hpp"

// A number that is computed from a count, such as the variance of a posterior, with Laplace noise as large as it has to
// be for that count and its neighbours (Nissim, Raskhodnikova & Smith 2007, "Smooth sensitivity and sampling in private
// data analysis"). What leaves the range of the numbers is released as its nearer end. See PROOF.md.

namespace inbounds {

struct smooth_spec {
  std::vector<double> values;         ///< of the statistic for counts 0, 1, 2, ...; neighbours differ by one count
  std::optional<double> smoothing{};  ///< beta, by which the logarithm of the sensitivity may change; omitted: that of
                                      ///< the paper, epsilon/(2 ln(2/delta))
};

/// Validated and immutable by use: whatever holds one of these was accepted by `calibrate`.
struct smooth_noise {
  guarantee promised;
  double smoothing;             ///< beta
  double alpha;                 ///< noise has the scale sensitivity/alpha
  double step;                  ///< between released numbers: a power of two, 2^24 times smaller than any sensitivity
  double lowest;                ///< the smallest number that can be released, in steps
  double steps;                 ///< from there to the largest
  std::vector<double> centres;  ///< the value of each count, in steps above the lowest
  std::vector<double> rates;    ///< the decay per step for each count
};

/// The least noise whose exact delta, over all neighbours, fits the guarantee (tight); or alpha = epsilon/2, where
/// Theorem C holds for it. Or the noise with a stored alpha, if that keeps the guarantee.
result<smooth_noise> calibrate(const smooth_spec& spec, const guarantee& promise, calibration how = calibration::tight,
                               std::optional<double> alpha = {});

/// The worst neighbours, and the delta that an epsilon needs for them, exact but for rounding up.
struct smooth_audit {
  double delta;
  std::size_t truth;
  std::size_t neighbour;
};
smooth_audit audit(const smooth_noise& noise, double epsilon);

/// One private value for a count, which has to be one that there is a value for.
double draw(const smooth_noise& noise, std::size_t count, bit_source& bits);

}  // namespace inbounds
