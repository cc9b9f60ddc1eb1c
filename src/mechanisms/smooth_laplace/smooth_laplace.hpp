#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/guarantee.hpp"
#include "core/result.hpp"
#include "mechanisms/mechanism.hpp"
#include "mechanisms/request.hpp"
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
class smooth_noise final : public mechanism {
 public:
  guarantee promised{};
  double smoothing = 0;         ///< beta
  double alpha = 0;             ///< noise has the scale sensitivity/alpha
  double step = 0;              ///< between released numbers: a power of two, 2^24 times smaller than any sensitivity
  double lowest = 0;            ///< the smallest number that can be released, in steps
  double steps = 0;             ///< from there to the largest
  std::vector<double> centres;  ///< the value of each count, in steps above the lowest
  std::vector<double> rates;    ///< the decay per step for each count

  description describe() const override;

  /// The delta that epsilon needs for the worst neighbours, exact but for rounding up. No output is named.
  worst_case audit() const override;
  worst_case audit_at(double epsilon) const;
  /// There is no scale.
  result<double> delta_of(std::optional<double> scale, double epsilon) const override;

  /// One number, the count itself, which has to be one that there is a value for; and one private value for it.
  std::optional<parameter_error> check_counts(const std::vector<double>& truth) const override;
  result<std::vector<double>> release(const std::vector<double>& truth, bit_source& bits) const override;
};

/// The least noise whose exact delta, over all neighbours, fits the guarantee (tight); or alpha = epsilon/2, where
/// Theorem C holds for it. Or the noise with a stored alpha, if that keeps the guarantee.
result<smooth_noise> calibrate(const smooth_spec& spec, const guarantee& promise, calibration how = calibration::tight,
                               std::optional<double> alpha = {});

/// From what the registry is asked.
result<std::unique_ptr<const mechanism>> make_smooth_laplace(const request& options);

}  // namespace inbounds
