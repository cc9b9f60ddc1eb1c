#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "mechanisms/laplace/noise.hpp"

// How often intervals hold what they are for, by simulation: people with truths of a known distribution, real draws,
// and the statistics that a collector would publish.

namespace inbounds::test {

/// A distribution of truths on [0, 1], none of whose features is where bins or cells have their middle.
struct population {
  std::string name;
  std::function<double(double)> quantile;  ///< the truth of somebody who is at this share of all
};

/// Uniform, two peaks, a spike at the border, skewed, discrete.
std::vector<population> populations();

struct coverage {
  std::string name;
  int runs = 0;
  int mean = 0;  ///< how many intervals held the true one
  int variance = 0;
  double quantiles = 0;  ///< in runs: the share of the three quartiles' intervals, of the bins' ...
  double bins = 0;
  double mean_width = 0;  ///< of the intervals, on average
  double variance_width = 0;
  double quantile_width = 0;
  double bin_width = 0;
  double mean_error = 0;  ///< mean absolute error of the point estimate
  int warnings = 0;       ///< fits with a probability below a thousandth
};

struct coverage_options {
  int runs;
  int reports = 10000;
  std::size_t bins = 20;
  std::uint64_t seed = 1;
};

/// Of a mechanism on [0, 1].
coverage covered(const laplace_noise& noise, const population& of, const coverage_options& options);

}  // namespace inbounds::test
