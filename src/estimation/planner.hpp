#pragma once

#include <vector>

#include "core/result.hpp"
#include "estimation/transition.hpp"

// How many reports an answer needs, before there are any.

namespace inbounds {

enum class plan_quantity { mean, variance };

/// Half of the length that the interval of statistics_of is expected to have with so many reports, if the truths are
/// distributed over the cells of the grid like this.
double error_with(const transition_matrix& of_points, const truth_grid& grid, const std::vector<double>& shares,
                  plan_quantity what, double reports, double confidence);

/// The number of reports with which it has this length; an error if no number has, since bins are not fine enough.
result<double> reports_for(const transition_matrix& of_points, const truth_grid& grid,
                           const std::vector<double>& shares, plan_quantity what, double error, double confidence);

/// Distributions to be ready for, if nothing is known: spread evenly, all at one end, in the middle, or half at each
/// end.
std::vector<std::vector<double>> extreme_populations(const truth_grid& grid);

/// One with so much weight at these truths, which lie between the ends of the grid; and one in a hundred people
/// anywhere.
std::vector<double> population_of(const truth_grid& grid, const std::vector<double>& truths,
                                  const std::vector<double>& weights);

}  // namespace inbounds
