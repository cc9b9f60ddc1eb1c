#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "estimation/report_bins.hpp"
#include "estimation/transition.hpp"

// How often intervals hold what they are for, by simulation: people with truths of a known distribution, real draws,
// and the statistics that a collector would publish.

namespace inbounds::test {

/// A distribution of truths on [0, 1].
struct population {
  std::string name;
  std::function<double(double)> quantile;  ///< the truth of somebody who is at this share of all
};

/// Uniform, two peaks, a spike at the border, skewed, discrete: none of their features is where bins or cells have
/// their middle.
std::vector<population> populations();

/// What is hardest: everybody at one value, or at two, so that quantiles are where shares are nearly reached, or where
/// all values between are quantiles.
std::vector<population> hard_populations(double step);

/// A mechanism on [0, 1], and how its reports are counted.
struct survey_setup {
  template <class Noise>
  survey_setup(Noise noise, std::size_t bins)
      : survey_setup(std::shared_ptr<const mechanism>(std::make_shared<Noise>(std::move(noise))), bins) {}
  survey_setup(std::shared_ptr<const mechanism> noise, std::size_t bins);

  domain where;
  lattice points;
  std::function<void(std::span<double>, bit_source&)> draw;
  report_bins counted;
  truth_grid grid;
  transition_matrix of_points;
};

/// How many intervals of a kind hold what they are for, and how wide they are on average.
struct tried_intervals {
  int held = 0;
  double width = 0;
  int without_length = 0;
};

struct coverage {
  std::string name{};
  int runs = 0;
  tried_intervals mean{};
  tried_intervals variance{};
  std::array<tried_intervals, 3> quartiles{};  ///< each holds all quartiles, where there are several
  std::vector<tried_intervals> bins{};
  double mean_error = 0;  ///< mean absolute error of the point estimate
  int warnings = 0;       ///< fits with a probability below a thousandth

  double quartile_width() const;
  double bin_width() const;
  double min_bins_held() const;  ///< on average
  int worst_quartile() const;
  int worst_bin() const;
};

struct coverage_options {
  int runs;
  int reports = 10000;
  std::uint64_t seed = 1;
};

coverage measure_coverage(const survey_setup& with, const population& of, const coverage_options& options);

}  // namespace inbounds::test
