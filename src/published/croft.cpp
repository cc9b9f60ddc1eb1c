#include "published/croft.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "numeric/exponential_sums.hpp"
#include "numeric/solve.hpp"

namespace inbounds::published {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

// -W(-1/(2e)), so that formula (32) reads sigma_1 = sensitivity/(omega e epsilon).
constexpr double omega = 0.23196095298653444;

bool is_positive(double value) { return value > 0 && std::isfinite(value); }

/// The mass that the noise keeps on either side of a truth: 1/2 - L and 1/2 - R of formulas (4), (5).
struct kept_mass {
  double left = 0;
  double right = 0;
  double total() const { return left + right; }
};

// Adding what the spans keep, where the paper subtracts what the constraints remove: 1 - L - R cancels if that is
// little.
kept_mass mass_around(std::span<const feasible_span> spans, double truth, double scale) {
  const auto between = [scale](double near, double far) {
    return far > near ? std::exp(-near / scale) * one_minus_exp((far - near) / scale) / 2 : 0;
  };
  kept_mass mass;
  for (const auto& [lower, upper] : spans) {
    mass.left += between(std::max(truth - upper, 0.0), truth - lower);
    mass.right += between(std::max(lower - truth, 0.0), upper - truth);
  }
  return mass;
}

// (35) at both forms of the guarantee: sensitivity/sigma (1 + |L - R|/(1 - L - R)), which has to be at most epsilon.
double slope(const kept_mass& mass) { return 2 * std::max(mass.left, mass.right) / mass.total(); }

bool are_spans(std::span<const feasible_span> spans) {
  double last = -infinity;
  for (const auto& [lower, upper] : spans) {
    if (!(lower < upper) || (lower <= last && last != -infinity)) return false;
    last = upper;
  }
  return !spans.empty();
}

}  // namespace

double border_scale(double sensitivity, double epsilon) {
  if (!is_positive(sensitivity) || !is_positive(epsilon)) return nan;
  return sensitivity / (omega * std::numbers::e * epsilon);
}

// With t = i epsilon and u = i Delta F e^(-t)/sigma_1 = omega t e^(1-t), formula (33) is sigma_2 = distance/(-W(x) - u)
// with x = -2 u e^-u. For log(-e x) the paper's choice of sigma_1 leaves z - omega (e^z - 1), z = log t - (t - 1): zero
// at t = 1, where the branches meet. W is taken from this logarithm, as x = -1/e there has lost half of the digits of
// W, and x underflows some 700 scales from the constraint.
double formula_33(lambert_branch branch, double distance, double sensitivity, double epsilon) {
  if (!(distance >= 0) || !is_positive(sensitivity) || !is_positive(epsilon)) return nan;
  const double t = distance / sensitivity * epsilon;
  constexpr double on_the_border = 1e-18;  // the scale is sigma_1 (1 - O(t))
  if (t < on_the_border && branch == lambert_branch::principal) return border_scale(sensitivity, epsilon);
  if (t == 0) return 0;  // the lower branch starts from 0
  if (t < 0.5 && branch == lambert_branch::principal) {
    const double u = omega * t * std::exp(1 - t);
    return sensitivity / epsilon * (t / (-lambert_w0(-2 * u * std::exp(-u)) - u));
  }
  if (t == infinity) return branch == lambert_branch::lower ? sensitivity / epsilon : infinity;
  const double z = log1p_minus(t - 1);
  const double w = lambert_w_of_log(branch, z - omega * std::expm1(z));
  return sensitivity / epsilon * (t / (-w - omega * std::exp(z)));
}

double position_dependent_scale(double distance, double sensitivity, double epsilon) {
  const bool near = distance / sensitivity * epsilon < 1;
  return formula_33(near ? lambert_branch::principal : lambert_branch::lower, distance, sensitivity, epsilon);
}

double uniform_scale_bound(double sensitivity, double epsilon) {
  if (!is_positive(sensitivity) || !is_positive(epsilon)) return nan;
  return 2 * sensitivity / epsilon;
}

double uniform_scale(std::span<const feasible_span> spans, double sensitivity, double epsilon) {
  if (!are_spans(spans) || !is_positive(sensitivity) || !is_positive(epsilon)) return nan;
  const auto excess = [&](double scale) {
    double needed = 1;
    for (const auto& [lower, upper] : spans) {
      if (lower != -infinity) needed = std::max(needed, slope(mass_around(spans, lower, scale)));
      if (upper != infinity) needed = std::max(needed, slope(mass_around(spans, upper, scale)));
    }
    for (std::size_t i = 1; i < spans.size(); ++i) {
      // (37), divided by the width of the constraint. The paper takes the inverse fraction to be the smaller one; which
      // of the two ends keeps more depends on what lies beyond them, so both forms are asked for.
      const double from = spans[i - 1].upper;
      const double to = spans[i].lower;
      const double log_ratio =
          std::log(mass_around(spans, from, scale).total() / mass_around(spans, to, scale).total());
      needed = std::max(needed, 1 + scale * std::abs(log_ratio) / (to - from));
    }
    return sensitivity / scale * needed - epsilon;
  };
  const double bound = uniform_scale_bound(sensitivity, epsilon);
  return solve_on_safe_side(excess, bound, bound / 2).value_or(bound);
}

double unadjusted_loss(double steps, double epsilon) {
  if (!(steps >= 0) || !is_positive(epsilon)) return nan;
  // log(2 e^x - 1) = x + log(2 - e^-x)
  const double x = steps * epsilon;
  return x + std::log1p(one_minus_exp(x));
}

}  // namespace inbounds::published
