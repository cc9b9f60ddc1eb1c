#pragma once

#include <cstddef>
#include <vector>

#include "core/span.hpp"
#include "numeric/exponential_sums.hpp"

namespace inbounds {

/// A feasible number and the span it lies in.
struct place {
  std::size_t span;
  double at;
};

/// What a place sees on one side of it.
struct side {
  double sum;  ///< the weights there: in units of the scale, 1 - 2L with the removed mass L of Croft et al., formula 4
  double removed;  ///< what ends and gaps take from it: where that is little, the sum itself does not show it
  double lost;     ///< 1 - e^(-rate distance) to the end of the span
};

/// Sums of Laplace weights e^(-rate |y - q|) over everything below a point, on a union of spans.
///
/// On a lattice the y are whole numbers and weights are counted in units of 1/(1 - e^-rate), so that a point itself
/// weighs 1 - e^-rate and all whole numbers below it together e^-rate. On the line, weights are integrals in units of
/// the scale 1/rate: a point weighs nothing, all below it 1. So both laws are one, but for the weight of a point. All
/// terms are positive: no sum cancels.
class one_sided_sums {
 public:
  /// How far the weights decay over each span and over the gap after it.
  struct decays {
    std::vector<decay> spans;
    std::vector<decay> gaps;
  };

  /// `point_weight` as above; `beyond` is what lies below the first span, seen from its lower end.
  one_sided_sums(std::vector<span> spans, const decays& over, double rate, double point_weight, double beyond);

  const std::vector<span>& spans() const { return spans_; }

  /// Everything below the place, seen from it.
  side below(const place& seen_from) const;
  /// The same from the ends of a span, without any arithmetic.
  double below_lower(std::size_t at) const { return before_[at]; }
  double below_upper(std::size_t at) const { return before_upper_[at]; }

  /// Everything at or below the place `last`, seen from any other.
  double up_to(const place& last, const place& seen_from) const;

  /// On the line: the highest y at or below the place with up_to(y) = weight.
  double reaching(double weight, const place& seen_from) const;

 private:
  double between(const place& low, const place& high) const;

  std::vector<span> spans_;
  double rate_;
  double point_;
  double rest_;                       ///< 1 - point_: all whole numbers below a whole number
  std::vector<double> before_;        ///< for each span, everything below its lower end, seen from there
  std::vector<double> before_upper_;  ///< and below its upper end
};

}  // namespace inbounds
