#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/count_vectors.hpp"
#include "core/guarantee.hpp"
#include "core/result.hpp"
#include "mechanisms/laplace/noise.hpp"
#include "mechanisms/posterior/tempered_laws.hpp"
#include "random/bit_source.hpp"

// Private Bayesian inference: what is released is the posterior of other counts, close to the true ones. ("Differentially
// private Bayesian inference", a draft; what it left open or got wrong is in PROOF.md and in src/published/ERRATA.md.)

namespace inbounds {

struct posterior_spec {
  std::vector<double> prior;  ///< the weights of a Dirichlet law; two of them are those of a Beta law
  double trials;              ///< how many answers were counted
  posterior_method method;
  std::optional<double> smoothing{};  ///< of the method `smooth`: the most that 1/sensitivity (with delta: its
                                      ///< logarithm) may change between neighbours; omitted: see default_smoothing
};

/// Validated and immutable by use: whatever holds one of these was accepted by one of the makers below.
struct posterior_noise {
  std::vector<double> prior;
  std::int32_t trials;
  posterior_method method;
  guarantee promised;  ///< asked for, or the exact loss where the temperature was given
  double temperature;  ///< tau: probabilities fall by e^-tau per sensitivity of distance, or per answer (geometric)
  double smoothing;    ///< 0 where the method has none
  // One of the two.
  std::optional<tempered_laws> laws;    ///< a law on all candidates for each of the counts
  std::optional<laplace_noise> counted;  ///< the geometric method with two categories: noise on the number of successes
};

/// What candidates a method can look at one by one, for every pair of neighbours.
std::size_t most_candidates(std::size_t categories);

/// For the method `smooth` without delta: the largest change of 1/sensitivity between neighbours.
inline constexpr double default_smoothing = 0.5;

/// The largest temperature whose exact loss fits the guarantee (tight), or that of the method's theorem, if it fits.
result<posterior_noise> calibrate(const posterior_spec& spec, const guarantee& asked,
                                  calibration method = calibration::tight);

/// A temperature chosen by the caller; epsilon is what it costs. With a guarantee, refused if it does not keep it.
result<posterior_noise> with_temperature(const posterior_spec& spec, double temperature);
result<posterior_noise> with_temperature(const posterior_spec& spec, const guarantee& claimed, double temperature);

/// What was made before, from the numbers it had: without the audit, which looks at all candidates of all counts.
result<posterior_noise> made_again(const posterior_spec& spec, const guarantee& promised, double temperature);

/// The exact worst case of what is released, rounded up: no neighbours and no outputs do worse. With delta = 0,
/// ln P_truth(output) - ln P_neighbour(output) is epsilon; otherwise delta is the exact one at the promised epsilon, for
/// this pair, and the output the one with the largest loss.
struct posterior_audit {
  double epsilon;
  double delta;
  counts truth;
  counts neighbour;
  counts output;
};
posterior_audit audit(const posterior_noise& noise);

/// What another temperature would lose, with this delta; the delta that it would need for this epsilon.
result<double> epsilon_of(const posterior_noise& noise, double temperature, double delta);
result<double> delta_of(const posterior_noise& noise, double temperature, double epsilon);

/// Whole numbers, none negative, one for each category, that sum to the number of trials.
result<counts> counts_from(const posterior_noise& noise, std::span<const double> numbers);

/// The probability of every candidate, in their order; and the mean Hellinger distance of what is released. Refused
/// where there are too many candidates for a list.
result<std::vector<double>> probabilities(const posterior_noise& noise, const counts& truth);
result<double> expected_distance(const posterior_noise& noise, const counts& truth);

/// The counts whose posterior is released. Refused for the local method, which is not private.
result<counts> privatise(const posterior_noise& noise, const counts& truth, bit_source& bits);

}  // namespace inbounds
