#pragma once

#include "core/span.hpp"
#include "distributions/moments.hpp"
#include "numeric/normal_sums.hpp"

namespace inbounds {

/// The normal law around a truth, conditioned to lie from 0 to width; or the same on the whole numbers there, with
/// probabilities proportional to e^(-(y - truth)^2/(2 deviation^2)).
struct truncated_normal {
  double width;
  double deviation;
  support on;
};

struct normal_law {
  truncated_normal family;
  double truth;
};

/// On points the probability, on the line the density.
double density(const normal_law& law, double y);
double log_density(const normal_law& law, double y);
inline double atom(const normal_law& /*law*/, double /*y*/) { return 0; }
double cdf(const normal_law& law, double y);
double survival(const normal_law& law, double y);
double quantile(const normal_law& law, double probability);
moments moments_of(const normal_law& law);
inline double centre_of(const normal_law& law) { return law.truth; }

}  // namespace inbounds
