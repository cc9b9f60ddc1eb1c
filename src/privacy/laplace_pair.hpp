#pragma once

#include "core/span.hpp"

namespace inbounds {

/// Plain Laplace noise around a centre: probabilities (or densities) proportional to e^(-rate |y - centre|) on all
/// whole numbers (or on the line), with no ends.
struct laplace_at {
  double centre;
  double rate;
};

/// The hockey-stick divergence, the largest P(A) - e^epsilon Q(A) there is, rounded up (PROOF.md of the smooth Laplace,
/// 3). Centres on points are whole numbers.
double delta_between(const laplace_at& p, const laplace_at& q, double epsilon, support on);

/// By how much P(A) of standard Laplace noise can exceed e^epsilon times that of A stretched by e^stretched_by, which
/// is above 1, rounded up: the dilation property of Nissim, Raskhodnikova & Smith 2007, exactly (PROOF.md, 2). It is
/// the divergence above from noise with the rate e^stretched_by.
double dilation_delta(double epsilon, double stretched_by);

}  // namespace inbounds
