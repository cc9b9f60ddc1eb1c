#pragma once

#include <span>
#include <vector>

#include "estimation/mixture.hpp"
#include "numeric/cholesky.hpp"

namespace inbounds {

/// An estimate of the mean of f(truth) by a sum over reports, and what is known of it whatever the distribution of
/// truths: with the reports' own randomness it varies by `error`, and its mean is off by no more than what lies between
/// the two biases.
struct linear_estimate {
  double value = 0;
  double error = 0;         ///< the standard error
  double skew = 0;          ///< the third moment of what a report adds, over the second
  double lowest_bias = 0;   ///< for truths all at the point where it is lowest ...
  double highest_bias = 0;  ///< ... and highest; every distribution is somewhere between
  double foreseen = 0;      ///< the value that the fitted distribution makes expect
  double lowest = 0;        ///< no distribution makes expect less
  double shortfall = 0;     ///< the most that its mean can lie below that of the target

  double spread() const { return (highest_bias - lowest_bias) / 2; }
  double centre() const { return value - (highest_bias + lowest_bias) / 2; }
};

/// Estimates means of functions of the truth. For a report y of a group, count the sum over points of
///   mu(point) P(y | point)/expected(y),    (H + ridge) mu = f,
/// where H = sum over groups of n sum over bins of P(bin | .) P(bin | .)/expected(bin) is the Fisher information of the
/// shares of the points. Of all sums over reports it is the one with the least variance plus squared bias, the latter
/// summed over the points and divided by the ridge; and its bias at a point is -ridge mu(point) (PROOF.md, 3). What the
/// grid has between its points is looked at, too.
class linear_estimator {
 public:
  linear_estimator(const std::vector<report_group>& groups, const mixture_fit& fit, const truth_grid& grid);

  /// Of a function given at all truths that the grid looks at.
  linear_estimate estimate(std::span<const double> function, double ridge) const {
    return estimate(function, function, factorise(ridge), ridge);
  }
  /// Of a function that stands for another one, the target.
  linear_estimate estimate(std::span<const double> function, std::span<const double> target, const cholesky& factor,
                           double ridge) const;

  cholesky factorise(double ridge) const { return {information_, ridge}; }

  /// The ridges to choose from: below the smallest, numbers are lost to rounding; above the largest, hardly anything
  /// is taken from the reports.
  double smallest_ridge() const;
  double largest_ridge() const;

 private:
  /// What is needed of a group.
  struct law {
    transition_matrix of_points;
    transition_matrix of_between;
    std::vector<double> counts;
    std::vector<double> expected;
    double total;
  };
  std::size_t size() const { return information_.size(); }
  /// The sums over points of mu(point) P(bin | point), for every bin.
  static std::vector<double> sums_over_points(const law& of, const std::vector<double>& weights);

  symmetric_matrix information_;
  std::vector<law> laws_;
  std::vector<double> fitted_;  ///< the share of each point in the fitted distribution
};

/// A confidence interval around an estimate.
struct interval_estimate {
  double value;
  double low;
  double high;
};

/// How far the expectation may lie above an estimate, if that is too low by no more than so many deviations. The lower
/// an estimate with rare reports that add much, the fewer of these there were, and the more its error is underrated
/// (PROOF.md, 3).
double margin_above(const linear_estimate& estimate, double deviations);

/// How much bias is allowed, in standard errors. So little of it leaves the chance to miss where it was asked to be,
/// instead of far below it.
inline constexpr double max_bias = 0.25;

/// The estimate with a bias of at most `max_bias` standard errors that has the least error (or, if even the smallest
/// ridge is biased by more, the one with the shortest interval).
linear_estimate best_estimate(const linear_estimator& from, std::span<const double> function, double confidence);

/// Half the length of its interval, which whatever bias there is makes longer; and the interval.
double half_length(const linear_estimate& estimate, double confidence);
interval_estimate interval_of(const linear_estimate& estimate, double confidence);

/// What is possible of an interval. An estimate further beyond what is possible than a quarter of its length counts as
/// if it were only so far: where data contradict all truths they say more of their own error, and no length is not
/// honest.
interval_estimate possible_part(const interval_estimate& of, double min, double max);

}  // namespace inbounds
