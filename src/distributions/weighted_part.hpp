#pragma once

#include "core/span.hpp"
#include "distributions/moments.hpp"

namespace inbounds {

/// The weight of a part of a law, its mean and the sum of weighted squares around it. Laws are put together from parts,
/// since their moments would cancel otherwise.
struct weighted_part {
  double weight = 0;
  double mean = 0;
  double squares = 0;

  /// With the law of total variance (Chan, Golub, LeVeque 1983).
  void join(const weighted_part& other);
};

/// e^(-rate t) for t from 0 to length: all numbers, or the whole ones of them. Weights are counted in units of the
/// scale 1/rate on the line, of 1/(1 - e^-rate) on the lattice; the mean likewise in scales or in steps.
weighted_part exponential_part(double length, double rate, support on);

}  // namespace inbounds
