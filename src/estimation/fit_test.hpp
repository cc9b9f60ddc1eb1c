#pragma once

#include "estimation/mixture.hpp"

namespace inbounds {

/// Whether reports can come from the mechanisms that they are said to come from: Pearson's statistic of all groups
/// against the best fitting distribution of truths, and the probability of one as large if they do. Fitting makes the
/// statistic smaller, no degree of freedom is taken off for it, and what cells are too coarse to fit is allowed for; so
/// a small probability means what it says (PROOF.md, 4).
struct fit_test {
  double statistic;
  double degrees;
  double probability;
};
fit_test test_fit(const std::vector<report_group>& groups, const mixture_fit& fit, const truth_grid& grid);

}  // namespace inbounds
