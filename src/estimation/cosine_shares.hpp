#pragma once

#include <optional>
#include <vector>

#include "estimation/report_bins.hpp"
#include "estimation/truth_grid.hpp"
#include "mechanisms/mechanism.hpp"

namespace inbounds {

/// The distribution of truths from reflected reports, without iterations: the mean of the k-th cosine of the reports,
/// divided by its eigenvalue, is that of the truths (PROOF.md of the reflected Laplace, 8). High cosines are lost in
/// noise: as many are kept as make the estimated error least, and what is negative in the end is removed by projecting
/// on the distributions. Nothing for mechanisms without such a spectrum.
std::optional<std::vector<double>> cosine_shares(const mechanism& noise, std::size_t side, const report_bins& bins,
                                                 const std::vector<double>& counts, const truth_grid& grid);

}  // namespace inbounds
