#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/count_vectors.hpp"
#include "core/guarantee.hpp"
#include "core/result.hpp"
#include "mechanisms/mechanism.hpp"
#include "mechanisms/posterior/matrix_audit.hpp"
#include "mechanisms/posterior/tempered_laws.hpp"
#include "mechanisms/request.hpp"
#include "random/bit_source.hpp"

// Private Bayesian inference: what is released is the posterior of other counts, close to the true ones.
// ("Differentially private Bayesian inference", a draft; what it left open or got wrong is in PROOF.md and in
// src/published/ERRATA.md.)

namespace inbounds {

struct posterior_spec {
  std::vector<double> prior;  ///< the weights of a Dirichlet law; two of them are those of a Beta law
  double trials;              ///< how many answers were counted
  posterior_method method;
  /// Of the method `smooth`: the most that 1/sensitivity (with delta: its logarithm) may change between neighbours.
  /// Omitted: default_smoothing, and with delta what leaves half of epsilon for the rest of Theorem A.
  std::optional<double> smoothing{};
};

inline constexpr double default_smoothing = 0.5;

/// Validated and immutable by use: whatever holds one of these was accepted by one of the makers below.
class posterior_noise final : public mechanism {
 public:
  std::vector<double> prior;
  double trials = 0;
  posterior_method method{};
  double smoothing = 0;    ///< 0 where the method has none
  guarantee promised{};    ///< asked for, or the exact loss where the temperature was given
  double temperature = 0;  ///< tau: probabilities fall by e^-tau per sensitivity of distance, or per answer (geometric)
  /// A law on all candidates for each of the counts; none for the geometric method with two categories, which is noise
  /// on the number of successes.
  std::unique_ptr<const tempered_laws> laws;

  count_vectors candidates() const { return {prior.size(), trials}; }

  description describe() const override;

  /// Exact, but for rounding up. With a delta, the output is the one with the largest loss of the pair.
  worst_case audit() const override;
  /// For any finite epsilon. There is no scale.
  result<double> delta_of(std::optional<double> scale, double epsilon) const override;

  result<counting> on_counts() const override;
  /// Whole numbers, none negative, one for each category, that sum to the number of trials.
  std::optional<parameter_error> check_counts(const counts& truth) const override;
  result<std::vector<double>> probabilities(const counts& truth) const override;
  /// In Hellinger distances.
  result<double> expected_distance(const counts& truth) const override;
  /// The counts whose posterior is released. None for the local method, which is not private.
  result<std::vector<double>> release(const counts& truth, bit_source& bits) const override;
};

/// How many candidates can be looked at one by one, for every pair of neighbours.
double max_candidates(std::size_t categories);

/// The largest temperature whose exact loss fits the guarantee (tight), or that of the method's theorem, if it fits.
result<posterior_noise> calibrate(const posterior_spec& spec, const guarantee& promise,
                                  calibration how = calibration::tight);

/// A temperature chosen by the caller: epsilon is what it costs. Or one that a guarantee is claimed for; refused if it
/// does not keep it, unless that is known (`trusted`): an audit looks at all candidates of all counts.
result<posterior_noise> with_temperature(const posterior_spec& spec, double temperature, basis from = basis::given,
                                         const guarantee& claimed = {1});

/// The neighbours that lose most, and what that is: see matrix_audit.hpp. And whether it is what was promised: the one
/// place where privacy is decided.
worst_neighbours worst_at(const posterior_noise& noise, double epsilon);
bool keeps(const posterior_noise& noise);

/// From what the registry is asked.
result<std::unique_ptr<const mechanism>> make_posterior(const request& options);

}  // namespace inbounds
