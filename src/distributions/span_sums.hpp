#pragma once

#include <cstddef>

#include "core/span.hpp"
#include "numeric/exponential_sums.hpp"

namespace inbounds {

/// A feasible number and the span it lies in.
struct place {
  std::size_t span;
  double at;
};

/// What a place sees on one side of it.
///
/// On a lattice the y are whole numbers and weights e^(-rate |y - q|) are counted in units of 1/(1 - e^-rate), so that
/// a point itself weighs 1 - e^-rate and all whole numbers below it together e^-rate. On the line, weights are
/// integrals in units of the scale 1/rate: a point weighs nothing, all below it 1. So both laws are one, but for the
/// weight of a point. All terms are positive: no sum cancels.
struct side {
  double sum;  ///< the weights there: in units of the scale, 1 - 2L with the removed mass L of Croft et al., formula 4
  double removed;  ///< what ends and gaps take from it: where that is little, the sum itself does not show it
  decay near;      ///< e^(-rate distance) to the end of the span
};

/// A span with the sums seen from its ends, and how far the weights decay over it and over the gap after it.
struct span_sums {
  span ends;
  decay over;
  decay gap;
  double below_lower;
  double below_upper;
  double above_lower;
  double above_upper;
};

/// The sums below a place, or in the mirror those above it: one piece of code for both sides.
class one_sided_sums {
 public:
  /// A view of a table. In the mirror, places are those of the mirror image.
  one_sided_sums(const span_sums* table, std::size_t count, double rate, double point, double rest, bool in_mirror)
      : table_(table), count_(count), rate_(rate), point_(point), rest_(rest), mirror_(in_mirror) {}

  /// Everything below the place, seen from it.
  side below(const place& seen_from) const;

  /// Everything at or below the place `last`, seen from any other.
  double up_to(const place& last, const place& seen_from) const;

  /// On the line: the highest y at or below the place with up_to(y) = weight.
  double reaching(double weight, const place& seen_from) const;

 private:
  double between(const place& low, const place& high) const;
  span ends(std::size_t at) const {
    if (!mirror_) return table_[at].ends;
    const span& image = table_[count_ - 1 - at].ends;
    return {-image.upper, -image.lower};
  }
  /// Everything below the lower end of a span, seen from there.
  double before(std::size_t at) const { return mirror_ ? table_[count_ - 1 - at].above_upper : table_[at].below_lower; }
  /// And below its upper end.
  double before_upper(std::size_t at) const {
    return mirror_ ? table_[count_ - 1 - at].above_lower : table_[at].below_upper;
  }
  const decay& over(std::size_t at) const { return table_[mirror_ ? count_ - 1 - at : at].over; }

  const span_sums* table_;
  std::size_t count_;
  double rate_;
  double point_;  ///< the weight of a point
  double rest_;   ///< that of all whole numbers below a whole number
  bool mirror_;
};

}  // namespace inbounds
