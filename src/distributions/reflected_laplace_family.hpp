#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "core/span.hpp"
#include "distributions/exponential_piece.hpp"
#include "distributions/weighted_part.hpp"

namespace inbounds {

/// The laws of Laplace noise that is reflected at the finite ends of an interval, as if there were mirrors, and then
/// at the nearer end of whatever gap it falls into. On the interval, with the distances x and y of the lower and the
/// higher of truth and output to the mirror on their side,
///   p = cosh(rate x) cosh(rate y) / sinh(rate length) * rate (line) or 2 tanh(rate/2) (points):
/// the sum of the Laplace kernel's mirror images, whose normaliser is the same for every truth (PROOF.md of the
/// reflected Laplace, 2). At an open end there is no mirror; on the lattice, what falls beyond its last point counts
/// as that point.
///
/// On the lattice the mirrors stand half a step beyond the outermost points: what goes a step too far comes back to the
/// end point.
class reflected_laplace_family {
 public:
  /// Spans from below. The truth may lie anywhere between the first and the last of their ends.
  reflected_laplace_family(std::vector<span> spans, open_ends open, double rate, support on)
      : spans_(std::move(spans)), open_(open), shape_{rate, on} {}

  const std::vector<span>& spans() const { return spans_; }
  double rate() const { return shape_.rate; }
  support on() const { return shape_.on; }
  open_ends open() const { return open_; }
  const exponential_shape& shape() const { return shape_; }
  double lowest() const { return spans_.front().lower; }
  double highest() const { return spans_.back().upper; }

  /// From a number to the mirrors, and from mirror to mirror; infinite if there is none.
  double below(double y) const;
  double above(double y) const;
  double length() const;

  /// A span as edges, and the stretch around it of what is reflected into it: half of the gap on either side.
  span edges(std::size_t at) const;
  span catchment(std::size_t at) const;
  /// The last span that begins at or below y, or the first one.
  std::size_t span_at_or_below(double y) const;

 private:
  std::vector<span> spans_;
  open_ends open_;
  exponential_shape shape_;
};

/// The law around one truth.
struct reflected_law {
  const reflected_laplace_family& family;
  double centre;
};

/// The law in a span: a few exponentials, which may overlap.
std::vector<exponential_piece> pieces_in(const reflected_law& law, std::size_t span);

// The same questions as for truncated laws.
double density(const reflected_law& law, double y);
double log_density(const reflected_law& law, double y);
double atom(const reflected_law& law, double y);  ///< none
double cdf(const reflected_law& law, double y);
double survival(const reflected_law& law, double y);
double quantile(const reflected_law& law, double probability);
moments moments_of(const reflected_law& law);
inline double centre_of(const reflected_law& law) { return law.centre; }

}  // namespace inbounds
