#pragma once

#include <cstddef>
#include <vector>

namespace inbounds {

/// A sum of concave rising functions, one of each coordinate.
class separable {
 public:
  struct slope {
    double value;      ///< the derivative, not below 0
    double curvature;  ///< minus the second derivative; only steps towards the maximum depend on it
  };

  virtual std::size_t size() const = 0;
  virtual double cap(std::size_t at) const = 0;  ///< coordinates run from 0 to this
  virtual slope slope_at(std::size_t at, double x) const = 0;
  virtual double value_at(std::size_t at, double x) const = 0;

 protected:
  ~separable() = default;
};

/// Where the sum is largest among the points whose squares add up to no more than `square`, and a number that it
/// exceeds at none of them: but for rounding larger than the maximum by no more than a share of 4e-14 (1 + r)^2, where
/// r is the largest curvature there over twice the multiplier. (Boost has no maximum under a constraint.)
struct ball_maximum {
  double bound = 0;
  std::vector<double> at;
  double multiplier = 0;
};

/// `guess`, the maximum of a similar sum, saves steps.
ball_maximum maximum_in_ball(const separable& sum, double square, ball_maximum guess = {});

}  // namespace inbounds
