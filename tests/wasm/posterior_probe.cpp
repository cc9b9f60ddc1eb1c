#include <cmath>
#include <cstddef>
#include <vector>

#include "distributions/posteriors.hpp"
#include "numeric/gamma_gaps.hpp"
#include "privacy/laplace_pair.hpp"
#include "privacy/posterior_sensitivity.hpp"

// What posteriors and Laplace noise with smooth sensitivity are made of, as raw exports: the package shows only what
// comes of it. Lists go in and out through one list, whose address is asked for again after every call.

namespace {

using namespace inbounds;

std::vector<double> list;

/// The first so many numbers of the list are the weights of the prior.
posteriors family(int weights, double trials) { return {{list.begin(), list.begin() + weights}, trials}; }

}  // namespace

extern "C" {

/// Room for so many numbers.
double* probe_list(int size) {
  list.resize(static_cast<std::size_t>(size));
  return list.data();
}

double* probe_list_start() { return list.data(); }

double probe_gamma_gap(double z) { return gamma_gap(z); }

/// Fills the list.
void probe_gamma_gaps(double z, int centre) { gamma_gaps_around(z, static_cast<std::size_t>(centre), list); }

/// The list has the prior and then the counts; how many distances there are in it afterwards.
int probe_distances(int weights, double trials) {
  const posteriors of = family(weights, trials);
  const counts here(list.begin() + weights, list.begin() + 2 * weights);
  list.resize(of.candidates().size());
  of.distances_from(here, list);
  return static_cast<int>(list.size());
}

double probe_global_sensitivity(int weights, double trials) { return global_sensitivity(family(weights, trials)); }

/// Of the truths; smoothed, if the step is above 0.
int probe_local_sensitivities(int weights, double trials, bool logarithm, double step) {
  const posteriors of = family(weights, trials);
  list = local_sensitivities(of);
  const smoothness kind = logarithm ? smoothness::logarithm : smoothness::reciprocal;
  if (step > 0) smooth_out(list, neighbours_in(of.candidates()), kind, step);
  return static_cast<int>(list.size());
}

int probe_candidate_sensitivities(int weights, double trials) {
  const posteriors of = family(weights, trials);
  list = candidate_sensitivities(of, neighbours_in(of.candidates()));
  return static_cast<int>(list.size());
}

/// How fast 1/(local sensitivity) changes at the most.
double probe_reciprocal_change(int weights, double trials) {
  const posteriors of = family(weights, trials);
  std::vector<double> reciprocal = local_sensitivities(of);
  for (double& value : reciprocal) value = 1 / value;
  return largest_change(neighbours_in(of.candidates()), reciprocal);
}

double probe_dilation_delta(double epsilon, double stretched_by) { return dilation_delta(epsilon, stretched_by); }

double probe_laplace_delta(double centre, double rate, double other_centre, double other_rate, double epsilon,
                           bool points) {
  return delta_between({centre, rate}, {other_centre, other_rate}, epsilon, points ? support::points : support::line);
}

}  // extern "C"
