#pragma once

#include <optional>
#include <vector>

#include "core/point_range.hpp"
#include "core/span.hpp"
#include "distributions/one_sided_sums.hpp"

namespace inbounds {

/// What a law lives on: the whole numbers in the spans (what is released, counted in steps), or all numbers in them
/// (its limit for ever finer lattices).
enum class support { points, line };

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
class confined_laplace {
 public:
  confined_laplace(std::vector<span> spans, open_ends open, double rate, support on);

  const std::vector<span>& spans() const { return below_.spans(); }
  double rate() const { return rate_; }
  support on() const { return on_; }
  open_ends open() const { return open_; }
  double lowest() const { return spans().front().lower; }
  double highest() const { return spans().back().upper; }

  /// The place of a feasible number.
  place at(double q) const;
  /// The last feasible place at or below a number, and the first above it (on the line: at or above); nothing if there
  /// is none.
  std::optional<place> at_or_below(double y) const;
  std::optional<place> above(double y) const;

  /// What a place sees, in the units of one_sided_sums.
  surroundings around(const place& q) const { return {below_.below(q), above_.below(mirrored(q)), point_}; }
  double point_weight() const { return point_; }
  double up_to(const place& last, const place& q) const { return below_.up_to(last, q); }
  double from(const place& first, const place& q) const { return above_.up_to(mirrored(first), mirrored(q)); }

  /// What the privacy loss needs, ready at the ends of every span.
  const one_sided_sums::decays& decays() const { return over_; }
  double below_lower(std::size_t at) const { return below_.below_lower(at); }
  double below_upper(std::size_t at) const { return below_.below_upper(at); }
  double above_lower(std::size_t at) const { return above_.below_upper(spans().size() - 1 - at); }
  double above_upper(std::size_t at) const { return above_.below_lower(spans().size() - 1 - at); }

  double highest_below(double weight, const place& q) const { return below_.reaching(weight, q); }
  double lowest_above(double weight, const place& q) const { return -above_.reaching(weight, mirrored(q)); }

  /// The same law seen in a mirror.
  confined_laplace mirror_image() const;

 private:
  place mirrored(const place& q) const { return {spans().size() - 1 - q.span, -q.at}; }

  open_ends open_;
  double rate_;
  support on_;
  double point_;
  one_sided_sums::decays over_;
  one_sided_sums below_;
  one_sided_sums above_;  ///< of the mirror image
};

/// The law around one q.
struct laplace_law {
  const confined_laplace& family;
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

/// E (Y - q) and the variance.
struct moments {
  double bias;
  double variance;
};
moments moments_of(const laplace_law& law);

}  // namespace inbounds
