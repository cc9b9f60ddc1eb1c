#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "core/box.hpp"
#include "core/domain.hpp"
#include "core/guarantee.hpp"
#include "core/result.hpp"

namespace inbounds {

/// What a posterior's distance to the truth is measured in (PROOF.md of the posteriors, 4).
enum class posterior_method {
  geometric,  ///< in answers that would have to change; with two categories, noise on the number of successes
  global,     ///< in the largest local sensitivity of all counts
  smooth,     ///< in a smooth sensitivity of the true counts
  varying,    ///< in the sensitivity of the candidate
  local       ///< in the local sensitivity of the true counts, which gives the truth away: for audits only
};

/// What fixes the noise.
enum class basis {
  guarantee,  ///< what was asked for, kept with the least noise
  given,      ///< a scale or temperature; epsilon is what it costs
  record,     ///< what was written of a mechanism, its guarantee too; refused if that is not kept
  trusted     ///< the same where auditing takes long, and it is known to be kept
};

/// What is asked of a mechanism, for whichever kind: each reads what it has, and what is left out has its default.
struct request {
  basis from = basis::guarantee;
  double epsilon = std::numeric_limits<double>::quiet_NaN();
  double delta = 0;
  privacy_notion notion = privacy_notion::dp;
  calibration how = calibration::tight;

  // Of noise on numbers.
  std::vector<double> lower{};  ///< for each side
  std::vector<double> upper{};
  std::optional<std::vector<span>> spans{};  ///< on one side, instead of the bounds
  std::optional<std::vector<span>> gaps{};   ///< on one side, what to leave out between the bounds
  std::optional<double> sensitivity{};
  std::vector<double> granularity{};  ///< one for each side, or one for all
  std::vector<double> origin{};       ///< of the granularities
  std::optional<double> scale{};      ///< given, or recorded
  std::optional<double> rate{};       ///< recorded

  // Of noise on counts.
  std::vector<double> prior{};
  double trials = 0;
  posterior_method method = posterior_method::geometric;
  std::vector<double> values{};  ///< of a statistic for counts 0, 1, 2, ...
  std::optional<double> smoothing{};
  std::optional<double> temperature{};  ///< given, or recorded
  std::optional<double> alpha{};        ///< recorded

  guarantee promise() const { return {epsilon, delta, notion}; }
};

/// Where the truths of a request lie, if it is about one number or about several.
result<domain> domain_in(const request& options);
result<box> box_in(const request& options);

/// The only one of a list, if there is one; refused if there are several.
result<std::optional<double>> only_one(const char* parameter, const std::vector<double>& list);

/// A number that a record has to have.
result<double> given_number(const char* parameter, const std::optional<double>& number);

}  // namespace inbounds
