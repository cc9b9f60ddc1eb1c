#pragma once

#include <optional>
#include <vector>

#include "estimation/linear_estimator.hpp"

namespace inbounds {

/// Truths from one to another, both included, or those that are not strictly between them.
struct truth_set {
  double from;
  double to;
  bool outside = false;

  /// How far a truth is from the set.
  double distance(double truth) const;
};

/// Upper confidence limits for the share of truths in a set, which hold whatever the distribution of truths: no noise
/// this wide tells a truth just inside from one just outside, so what is estimated is the mean of a function that is 1
/// in the set and falls to 0 beyond it, as steeply as pays. How steeply, and with which ridge, is chosen by what the
/// fitted distribution makes expect (PROOF.md, 3).
class share_bounds {
 public:
  share_bounds(const linear_estimator& from, const truth_grid& grid, double confidence);

  /// Which slope and which ridge.
  struct choice {
    int ramp;
    int ridge;
  };
  /// A set, and what was chosen for it: the choice for those that are alike, and a good start for one that is near. Who
  /// asks about sets one after the other keeps it, so that no limit depends on what somebody else has asked.
  struct trail {
    struct step {
      truth_set set;
      choice chosen;
    };
    std::optional<step> last{};
  };

  /// Below the share with a chance of (1 - confidence)/2, so that two of them make an interval.
  double upper(const truth_set& set, trail& along);
  double upper(const truth_set& set) {
    trail fresh;
    return upper(set, fresh);
  }
  double lower(const truth_set& set) { return 1 - upper({set.from, set.to, !set.outside}); }

 private:
  struct bound {
    double feared;  ///< what choices go by
    double foreseen;
    double limit;
  };

  /// What was computed for one set; nothing is computed twice.
  class search;

  const linear_estimator& from_;
  const truth_grid& grid_;
  std::vector<double> truths_;
  double deviations_;
  double smallest_ridge_;
  std::vector<std::optional<cholesky>> factors_;  ///< made when they are needed
};

}  // namespace inbounds
