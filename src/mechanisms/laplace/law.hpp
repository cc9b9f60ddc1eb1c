#pragma once

#include <variant>

#include "distributions/reflected_laplace_family.hpp"
#include "distributions/truncated_laplace.hpp"

namespace inbounds {

/// The law around one truth, of whichever kind.
using noise_law = std::variant<laplace_law, reflected_law>;

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
