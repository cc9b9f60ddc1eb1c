#pragma once

#include <vector>

#include "estimation/report_group.hpp"

namespace inbounds {

/// A distribution of truths over cells, and what reports it makes expect.
struct mixture_fit {
  std::vector<double> shares;                 ///< of the cells; they sum to 1
  std::vector<std::vector<double>> expected;  ///< of each group, the probabilities of its bins
  double log_likelihood;
  double gap;  ///< no distribution exceeds the penalised log-likelihood by more
  int steps;
};

/// How likely reports are if truths are distributed like this.
std::vector<double> expected_reports(const transition_matrix& of_cells, const std::vector<double>& shares);

/// The distribution of truths that makes the reports of all groups most likely, after `smoothing` more people, spread
/// evenly (by `spread`, which sums to 1), whose truths are taken for known. With 0 it is the maximum of the likelihood
/// alone, which is a few spikes: noise so wide does not tell spikes from what is spread. A few people more decide for
/// what is spread, and weigh nothing against what reports do tell.
///
/// EM (Dempster, Laird & Rubin 1977) from the even distribution, then Newton's steps, which take a few where EM takes
/// thousands. It ends where the objective, which is concave, is proved to be within `largest_gap` of its maximum: by
/// the largest slope towards any cell (PROOF.md, 2).
mixture_fit fit_mixture(const std::vector<report_group>& groups, const std::vector<double>& spread, double smoothing);

inline constexpr double largest_gap = 0.01;

}  // namespace inbounds
