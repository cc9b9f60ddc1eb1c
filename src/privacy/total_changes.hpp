#pragma once

#include <vector>

#include "distributions/truncated_laplace.hpp"
#include "privacy/neighbours.hpp"

namespace inbounds {

/// A number computed from terms of either sign, and the sum of their magnitudes, which bounds what rounding did to it.
struct balanced {
  double value = 0;
  double magnitude = 0;
};

/// How the total weight of a law changes from one truth to another: Z(high) - Z(low) without cancellation, even where
/// the law is almost flat. Within a span and across a gap of width w it is (1 - e^(-rate w)) (above(high) - below(low))
/// (PROOF.md of the bounded Laplace, 3); everything else is a sum of such changes, kept at the ends of all spans.
class total_changes {
 public:
  explicit total_changes(const truncated_laplace& family);

  /// `low` and `high` are what the two of the pair see.
  balanced between(const neighbours& pair, const surroundings& low, const surroundings& high) const;

  /// A bound for the relative rounding error of sums of weights, and of `value` against `magnitude`.
  double tolerance() const { return tolerance_; }

 private:
  /// A running sum of which nothing is lost: two doubles, so that far ends can be subtracted from each other.
  struct running {
    double sum = 0;
    double rest = 0;
    double magnitude = 0;
    int terms = 0;
    void add(const balanced& term);
    balanced minus(const running& earlier) const;
  };

  const truncated_laplace& family_;
  double tolerance_;
  std::vector<running> at_lower_;
  std::vector<running> at_upper_;
};

}  // namespace inbounds
