#include "published/holohan.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "numeric/exponential_sums.hpp"

namespace inbounds::published {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

bool is_domain(double width, double sensitivity) {
  return std::isfinite(width) && sensitivity > 0 && sensitivity <= width;
}

bool is_guarantee(double epsilon, double delta) {
  return epsilon >= 0 && std::isfinite(epsilon) && delta >= 0 && delta < 1 && (epsilon > 0 || delta > 0);
}

bool is_scale(double scale) { return scale > 0 && std::isfinite(scale); }

bool is_query(const bounded_query& query) {
  return is_domain(query.width, query.sensitivity) && is_guarantee(query.epsilon, query.delta);
}

// epsilon - log(1 - delta), the paper's log(alpha) in A.5.
double log_alpha(double epsilon, double delta) { return epsilon - std::log1p(-delta); }

// Delta C - 1. With C_q = 1 - (e^(-q/b) + e^(-(D-q)/b))/2 (Lemma 3.2) the quotient cancels when b is much larger than
// D; its numerator less its denominator factors, and every factor is positive.
double delta_c_growth(double width, double sensitivity, double scale) {
  return one_minus_exp(sensitivity / scale) * one_minus_exp((width - sensitivity) / scale) /
         one_minus_exp(width / scale);
}

double log_delta_c(double width, double sensitivity, double scale) {
  return std::log1p(delta_c_growth(width, sensitivity, scale));
}

}  // namespace

double delta_c(double width, double sensitivity, double scale) {
  if (!is_domain(width, sensitivity) || !is_scale(scale)) return nan;
  return 1 + delta_c_growth(width, sensitivity, scale);
}

double standard_scale(const bounded_query& query) {
  return is_query(query) ? clamped_scale(query.sensitivity, query.epsilon, query.delta) : nan;
}

double fixed_point_operator(const bounded_query& query, double scale) {
  if (!is_query(query) || !is_scale(scale)) return nan;
  return query.sensitivity /
         (log_alpha(query.epsilon, query.delta) - log_delta_c(query.width, query.sensitivity, scale));
}

// Algorithm 1. Its bracket starts at f(b0), which grows like 1/log(alpha)^2 for small epsilon and delta: the
// denominator of f cancels at b0 (not at b*, where it is at least half of log(alpha)). Rounding can make it useless
// there, and only then the bracket is [b0, 2 b0], which also holds b*: s/b + log Delta C(b) <= 2 s/b, since Delta C <=
// 2 - e^(-s/b) <= e^(s/b).
bisected_scale fixed_point(const bounded_query& query) {
  if (!is_query(query)) return {nan, 0};
  double left = standard_scale(query);
  double right = fixed_point_operator(query, left);
  if (!is_scale(right) || right < left) right = 2 * left;
  double interval_size = (left + right) * 2;
  double scale = left;
  int halvings = 0;
  while (interval_size > right - left) {
    interval_size = right - left;
    scale = left + (right - left) / 2;
    const double image = fixed_point_operator(query, scale);
    if (image >= scale) left = scale;
    if (image <= scale) right = scale;
    ++halvings;
  }
  return {scale, halvings};
}

double effective_epsilon(const bounded_query& query) { return query.sensitivity / fixed_point(query).scale; }

double epsilon_ratio(double sensitivity_over_width, double epsilon) {
  return epsilon / effective_epsilon({1, sensitivity_over_width, epsilon});
}

double epsilon_of_scale(double width, double sensitivity, double scale, double delta) {
  if (!is_domain(width, sensitivity) || !is_scale(scale) || !(delta >= 0 && delta < 1)) return nan;
  return std::max(0.0, sensitivity / scale + log_delta_c(width, sensitivity, scale) + std::log1p(-delta));
}

double delta_of_scale(double width, double sensitivity, double scale, double epsilon) {
  if (!is_domain(width, sensitivity) || !is_scale(scale) || !(epsilon >= 0)) return nan;
  return std::max(0.0, one_minus_exp(sensitivity / scale + log_delta_c(width, sensitivity, scale) - epsilon));
}

double clamped_scale(double sensitivity, double epsilon, double delta) {
  if (!(sensitivity > 0) || !std::isfinite(sensitivity) || !is_guarantee(epsilon, delta)) return nan;
  return sensitivity / log_alpha(epsilon, delta);
}

}  // namespace inbounds::published
