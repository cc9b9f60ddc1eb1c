#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "claim.hpp"
#include "number.hpp"

// Laws on lattices of any size, and their continuous limits, by closed sums with 80 digits. Positions count in steps
// (in the unit of the values for the continuous law) from the lowest finite end.

namespace adversary {

/// The part of the line that a span covers; an end that is missing is infinite.
struct stretch {
  std::optional<number> from;
  std::optional<number> to;
};

/// The law for one truth.
class closed_law {
 public:
  virtual ~closed_law() = default;
  /// The logarithm of the probability (or density) of `output`, up to a constant that is the same for all truths.
  virtual number log_mass(const number& output) const = 0;
  /// The probability of everything up to `output`.
  virtual number up_to(const number& output) const = 0;
};

/// What all positions of a claim are measured by.
struct closed_domain {
  std::vector<stretch> stretches;
  bool lattice;
  number sensitivity;  ///< whole steps on a lattice, rounded down: truths on its points are that far apart

  number step() const { return lattice ? 1 : 0; }
};

closed_domain domain_of_claim(const claim& statement);

/// With this rate (Laplace) or deviation (Gaussian), in the positions' unit.
std::unique_ptr<closed_law> law_around(const number& truth, noise kind, const closed_domain& where,
                                       const number& parameter);

/// The claim's own parameter, in that unit.
number parameter_of(const claim& statement);

}  // namespace adversary
