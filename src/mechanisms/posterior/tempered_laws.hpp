#pragma once

#include <cstddef>
#include <vector>

#include "core/guarantee.hpp"
#include "distributions/posteriors.hpp"
#include "mechanisms/request.hpp"
#include "random/integer_law.hpp"

namespace inbounds {

/// Of the method `smooth`: how fast the sensitivity may change, and in which way.
struct smoothing_rule {
  bool with_delta;  ///< its logarithm changes (Theorem A), and not its reciprocal (Theorem B)
  double step;
};

/// A law on all candidates for each of the counts: P_truth(candidate) is proportional to e^(-temperature * slope),
/// where the slope is their distance in the unit of the method, rounded to whole numbers over their sum (PROOF.md, 8).
class tempered_laws {
 public:
  tempered_laws(const std::vector<double>& prior, double trials, posterior_method method,
                const smoothing_rule& smoothing);

  count_vectors candidates() const { return family_.candidates(); }
  const std::vector<neighbouring_counts>& neighbours() const { return neighbours_; }

  /// The temperature that the method's theorem gives for a guarantee (PROOF.md, 4 to 6). None for the local method:
  /// what the draft prescribes does not always keep it.
  double published_temperature(const guarantee& promise) const;

  /// One that keeps epsilon in any case (Theorem B, for the change that there is).
  double safe_temperature(double epsilon) const;

  /// Writes the law of counts over one for as many outcomes as there are candidates.
  void write_law(std::size_t truth, double temperature, integer_law& law) const;

 private:
  posteriors family_;
  posterior_method method_;
  smoothing_rule smoothing_;
  std::vector<neighbouring_counts> neighbours_;
  std::vector<double> per_truth_;      ///< 1/sensitivity of the counts
  std::vector<double> per_candidate_;  ///< 1/sensitivity of the candidate
};

}  // namespace inbounds
