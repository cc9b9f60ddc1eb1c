#pragma once

#include <optional>
#include <vector>

#include "core/span.hpp"
#include "distributions/span_sums.hpp"
#include "distributions/weighted_part.hpp"

namespace inbounds {

struct surroundings {
  side below;
  side above;
  double point;

  double total() const { return point + below.sum + above.sum; }  ///< the normaliser Z

  /// Of ln Z, in units of the rate: (above - below)/total, from the sums or from what is removed of them, whichever is
  /// small. Both differences are the same.
  double slope() const {
    const bool little_removed = below.removed + above.removed < below.sum + above.sum;
    return (little_removed ? below.removed - above.removed : above.sum - below.sum) / total();
  }
};

/// The laws with probability or density proportional to e^(-rate |y - q|) on a union of spans, for every feasible q
/// (Holohan et al. 2020, Definition 3.1; Croft et al., formula 3). Beyond an open end the law goes on, and what falls
/// there counts as that end.
///
/// Made once for all q in one pass over the spans; then every question takes a logarithmic number of steps, and moments
/// a linear one.
class truncated_laplace {
 public:
  truncated_laplace(const std::vector<span>& spans, open_ends open, double rate, support on);

  std::size_t count() const { return table_.size(); }
  std::vector<span> spans() const;
  double rate() const { return rate_; }
  support on() const { return on_; }
  open_ends open() const { return open_; }
  double lowest() const { return table_.front().ends.lower; }
  double highest() const { return table_.back().ends.upper; }

  /// The place of a feasible number.
  place at(double q) const;
  /// The last feasible place at or below a number, and the first above it (on the line: at or above); nothing if there
  /// is none.
  std::optional<place> at_or_below(double y) const;
  std::optional<place> above(double y) const;

  /// What a place sees, in the units of span_sums.
  surroundings around(const place& q) const { return {below().below(q), above().below(mirror(q)), point_}; }
  double point_weight() const { return point_; }
  double rest_weight() const { return rest_; }
  /// The same from the ends of a span, without any arithmetic.
  const span_sums& sums(std::size_t span) const { return table_[span]; }

  /// Sums of weights at or below and at or above a place, seen from q.
  double up_to(const place& last, const place& q) const { return below().up_to(last, q); }
  double from(const place& first, const place& q) const { return above().up_to(mirror(first), mirror(q)); }

  /// On the line: where they reach a weight.
  double highest_below(double weight, const place& q) const { return below().reaching(weight, q); }
  double lowest_above(double weight, const place& q) const { return -above().reaching(weight, mirror(q)); }

  /// The same law seen in a mirror, and a place in it.
  truncated_laplace mirror_image() const;
  place mirror(const place& q) const { return {count() - 1 - q.span, -q.at}; }

 private:
  one_sided_sums below() const { return {table_.data(), count(), rate_, point_, rest_, false}; }
  one_sided_sums above() const { return {table_.data(), count(), rate_, point_, rest_, true}; }
  std::size_t span_at_or_below(double y) const;

  open_ends open_;
  double rate_;
  support on_;
  double point_;  ///< the weight of a point: 1 - e^-rate, or 0 on the line
  double rest_;   ///< that of all points below it: e^-rate, or 1 on the line
  std::vector<span_sums> table_;
};

/// The law around one q.
struct laplace_law {
  const truncated_laplace& family;
  place centre;
};

/// The probability of exactly y (points) or the density at y (line); 0 where y is not feasible.
double density(const laplace_law& law, double y);
double log_density(const laplace_law& law, double y);

/// On the line: the probability of exactly y, which only an open end has.
double atom(const laplace_law& law, double y);

double cdf(const laplace_law& law, double y);       ///< P(Y <= y)
double survival(const laplace_law& law, double y);  ///< P(Y > y), precise in the far tail too

/// The smallest y whose cdf reaches the probability, which lies in [0, 1].
double quantile(const laplace_law& law, double probability);

moments moments_of(const laplace_law& law);
inline double centre_of(const laplace_law& law) { return law.centre.at; }

}  // namespace inbounds
