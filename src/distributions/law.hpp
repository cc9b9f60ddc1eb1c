#pragma once

#include <memory>
#include <utility>

#include "distributions/moments.hpp"

namespace inbounds {

/// The law of what a mechanism releases for one truth, whichever law that is: on a lattice, counted in its steps from
/// its origin; or the continuous limit, in the unit of the values.
class law {
 public:
  virtual ~law() = default;

  /// The probability of exactly y (points) or the density at y (line); 0 where y is not feasible.
  virtual double density(double y) const = 0;
  virtual double log_density(double y) const = 0;
  /// On the line: the probability of exactly y.
  virtual double atom(double y) const = 0;

  virtual double cdf(double y) const = 0;       ///< P(Y <= y)
  virtual double survival(double y) const = 0;  ///< P(Y > y), precise in the far tail too
  /// The smallest y whose cdf reaches the probability, which lies in [0, 1].
  virtual double quantile(double probability) const = 0;

  /// The truth that it is the law of, as it was snapped; and the mean less that, and the variance.
  virtual double centre() const = 0;
  virtual moments around_centre() const = 0;
  virtual double mean() const { return centre() + around_centre().bias; }
};

/// The free functions of distributions, whose names those of the members below hide.
namespace answers {
template <class Seen>
double density_of(const Seen& seen, double y) {
  return density(seen, y);
}
template <class Seen>
double log_density_of(const Seen& seen, double y) {
  return log_density(seen, y);
}
template <class Seen>
double atom_of(const Seen& seen, double y) {
  return atom(seen, y);
}
template <class Seen>
double cdf_of(const Seen& seen, double y) {
  return cdf(seen, y);
}
template <class Seen>
double survival_of(const Seen& seen, double y) {
  return survival(seen, y);
}
template <class Seen>
double quantile_of(const Seen& seen, double probability) {
  return quantile(seen, probability);
}
}  // namespace answers

/// A distribution of this room as such a law: what is asked is answered by the free functions for `Seen`, which is seen
/// from `origin`.
template <class Seen>
class law_of : public law {
 public:
  explicit law_of(Seen seen, double origin = 0) : seen_(std::move(seen)), origin_(origin) {}

  double density(double y) const override { return answers::density_of(seen_, y - origin_); }
  double log_density(double y) const override { return answers::log_density_of(seen_, y - origin_); }
  double atom(double y) const override { return answers::atom_of(seen_, y - origin_); }
  double cdf(double y) const override { return answers::cdf_of(seen_, y - origin_); }
  double survival(double y) const override { return answers::survival_of(seen_, y - origin_); }
  double quantile(double probability) const override { return origin_ + answers::quantile_of(seen_, probability); }
  double centre() const override { return origin_ + centre_of(seen_); }
  moments around_centre() const override { return moments_of(seen_); }
  double mean() const override { return origin_ + (centre_of(seen_) + moments_of(seen_).bias); }

 private:
  Seen seen_;
  double origin_;
};

/// The same for a law that refers to its family, and keeps that.
template <class Family, class Seen>
class law_with_family final : public law_of<Seen> {
 public:
  law_with_family(std::unique_ptr<const Family> family, Seen seen)
      : law_of<Seen>(std::move(seen)), family_(std::move(family)) {}

 private:
  std::unique_ptr<const Family> family_;
};

}  // namespace inbounds
