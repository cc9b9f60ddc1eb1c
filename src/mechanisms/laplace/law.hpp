#pragma once

#include <variant>

#include "distributions/confined_laplace.hpp"
#include "distributions/folded_laplace.hpp"

namespace inbounds {

/// The laws of a mechanism for all truths, whichever kind it is, and the one around a single truth.
using noise_family = std::variant<confined_laplace, folded_laplace>;
using noise_law = std::variant<laplace_law, folded_law>;

/// The truth is one that the mechanism takes. The family must outlive the law.
noise_law law_around(const noise_family& family, double truth);

/// The truth that it is the law of.
double centre_of(const noise_law& law);

// What can be asked of a law: see the distributions.
double density(const noise_law& law, double y);
double log_density(const noise_law& law, double y);
double atom(const noise_law& law, double y);
double cdf(const noise_law& law, double y);
double survival(const noise_law& law, double y);
double quantile(const noise_law& law, double probability);
moments moments_of(const noise_law& law);

}  // namespace inbounds
