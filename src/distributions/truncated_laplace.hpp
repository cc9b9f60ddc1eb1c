#pragma once

#include "core/span.hpp"

namespace inbounds {

/// The Laplace law around `location` with the given scale, conditioned to lie in the domain:
/// density proportional to e^(-|y - location|/scale) on [lower, upper], 0 elsewhere (Holohan et al. 2020,
/// Definition 3.1). The location lies in the domain. This is the continuous limit of what is released (see
/// lattice_laplace).
struct truncated_laplace {
  span domain;
  double location;
  double scale;
};

double pdf(const truncated_laplace& law, double y);
double log_pdf(const truncated_laplace& law, double y);  ///< -infinity outside the domain

double cdf(const truncated_laplace& law, double y);
double survival(const truncated_laplace& law, double y);  ///< 1 - cdf, precise in the far tail too

/// The y with cdf(y) = probability, which lies in [0, 1].
double quantile(const truncated_laplace& law, double probability);

double mean(const truncated_laplace& law);
double variance(const truncated_laplace& law);
double mean_squared_error(const truncated_laplace& law);  ///< E (y - location)^2

}  // namespace inbounds
