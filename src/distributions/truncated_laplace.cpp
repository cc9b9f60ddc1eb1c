#include "distributions/truncated_laplace.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "numeric/exponential_sums.hpp"

// All forms below keep their relative precision when the scale is much larger than the domain (where the textbook
// normaliser 1 - (e^-a + e^-c)/2 cancels) and when it is much smaller.

namespace inbounds {
namespace {

struct sides {
  double left;   ///< location - lower, in scales
  double right;  ///< upper - location, in scales

  /// The integral of e^-|t| over both sides: 2C of Holohan et al. 2020, Lemma 3.2.
  double mass() const { return one_minus_exp(left) + one_minus_exp(right); }
};

sides sides_of(const truncated_laplace& law) {
  return {(law.location - law.domain.lower) / law.scale, (law.domain.upper - law.location) / law.scale};
}

bool outside(const truncated_laplace& law, double y) { return !(y >= law.domain.lower && y <= law.domain.upper); }

// E (y - location) in scales; exponential_moment(1, x) is the first moment of one side.
double bias(const sides& in_scales) {
  return (exponential_moment(1, in_scales.right) - exponential_moment(1, in_scales.left)) / in_scales.mass();
}

double second_moment(const sides& in_scales) {
  return 2 * (exponential_moment(2, in_scales.left) + exponential_moment(2, in_scales.right)) / in_scales.mass();
}

}  // namespace

double pdf(const truncated_laplace& law, double y) {
  if (outside(law, y)) return 0;
  return std::exp(-std::fabs(y - law.location) / law.scale) / (law.scale * sides_of(law).mass());
}

double log_pdf(const truncated_laplace& law, double y) {
  if (outside(law, y)) return -std::numeric_limits<double>::infinity();
  return -std::fabs(y - law.location) / law.scale - std::log(law.scale) - std::log(sides_of(law).mass());
}

double cdf(const truncated_laplace& law, double y) {
  if (y <= law.domain.lower) return 0;
  if (y >= law.domain.upper) return 1;
  const sides in_scales = sides_of(law);
  const double beyond = (y - law.location) / law.scale;
  const double part = beyond <= 0 ? std::exp(beyond) * one_minus_exp((y - law.domain.lower) / law.scale)
                                  : one_minus_exp(in_scales.left) + one_minus_exp(beyond);
  return std::min(1.0, part / in_scales.mass());
}

double survival(const truncated_laplace& law, double y) {
  // The mirror image of the law, turned at the location, has this as its cdf.
  const truncated_laplace mirrored{{-law.domain.upper, -law.domain.lower}, -law.location, law.scale};
  return cdf(mirrored, -y);
}

double quantile(const truncated_laplace& law, double probability) {
  const sides in_scales = sides_of(law);
  // From here on for the part of the mass that lies between the nearer end and the quantile, on that end's side of the
  // location; `inward` is the direction from the end to the location.
  const bool left = probability < 1 && probability * in_scales.mass() <= one_minus_exp(in_scales.left);
  const double part = (left ? probability : 1 - probability) * in_scales.mass();
  const double end = left ? law.domain.lower : law.domain.upper;
  const double inward = left ? law.scale : -law.scale;
  const double mass_beyond_end = std::exp(-(left ? in_scales.left : in_scales.right));
  if (part == 0) return end;
  // The same point twice: measured from the location, or from the end, whichever is the smaller number to add.
  const double y = part > mass_beyond_end ? law.location + inward * std::log(part + mass_beyond_end)
                                          : end + inward * std::log1p(part / mass_beyond_end);
  return std::clamp(y, law.domain.lower, law.domain.upper);
}

double mean(const truncated_laplace& law) { return law.location + law.scale * bias(sides_of(law)); }

double mean_squared_error(const truncated_laplace& law) {
  return law.scale * (law.scale * second_moment(sides_of(law)));  // the square of the scale alone might overflow
}

double variance(const truncated_laplace& law) {
  // The second moment is at most four times the variance (equality: a uniform law seen from its end), so the
  // difference loses less than a digit.
  const sides in_scales = sides_of(law);
  const double shift = bias(in_scales);
  return law.scale * (law.scale * (second_moment(in_scales) - shift * shift));
}

}  // namespace inbounds
