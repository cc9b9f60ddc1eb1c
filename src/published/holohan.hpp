#pragma once

// The formulas of N. Holohan, S. Antonatos, S. Braghin and P. Mac Aonghusa, "The bounded Laplace mechanism in
// differential privacy", Journal of Privacy and Confidentiality 10(1), 2020, as the paper has them, evaluated without
// cancellation.
//
// For reproduction and comparison only: no mechanism of this library is calibrated here. What the paper leaves open is
// in ERRATA.md.
//
// All functions answer NaN where their arguments are outside of what they state.

namespace inbounds::published {

/// A query as the paper's theorems see it: 0 < sensitivity (their Delta Q) <= width (u - l), epsilon >= 0, 0 <= delta <
/// 1, not both 0.
struct bounded_query {
  double width;
  double sensitivity;
  double epsilon;
  double delta = 0;
};

/// Delta C(b) = C_(l + sensitivity)/C_l, Definition 3.4: how much more mass the noise keeps in the domain at distance
/// `sensitivity` from the border than on it. scale > 0.
double delta_c(double width, double sensitivity, double scale);

/// b0, formula (4.2): the scale of the standard Laplace mechanism with delta.
double standard_scale(const bounded_query& query);

/// f(b), formula (4.1). Theorem 3.5: the bounded mechanism is private if b >= f(b).
double fixed_point_operator(const bounded_query& query, double scale);

/// Where Algorithm 1 ended, and how often it halved the bracket.
struct bisected_scale {
  double scale;
  int halvings;
};

/// b* = f(b*) by the paper's Algorithm 1, bisection of [b0, f(b0)] until the bracket stops shrinking.
bisected_scale fixed_point(const bounded_query& query);

/// epsilon' = sensitivity/b*: the privacy of the standard mechanism with the noise that the bounded one needs. With
/// delta = 0 it is the epsilon - log Delta C(b*) of the discussion after Theorem 3.5.
double effective_epsilon(const bounded_query& query);

/// The surface of Figure 3: epsilon/epsilon' over (sensitivity/width, epsilon), with delta = 0. From 1 to 2.
double epsilon_ratio(double sensitivity_over_width, double epsilon);

/// The smallest epsilon >= 0 for which Theorem 3.5 accepts the scale: (3.1) solved for epsilon.
double epsilon_of_scale(double width, double sensitivity, double scale, double delta = 0);

/// The smallest delta >= 0 for which Theorem 3.5 accepts the scale: (3.1) solved for delta.
double delta_of_scale(double width, double sensitivity, double scale, double epsilon);

/// The scale of the mechanism that clamps (their "truncated" one, Appendix A.2): sensitivity/(epsilon - log(1 -
/// delta)).
double clamped_scale(double sensitivity, double epsilon, double delta = 0);

}  // namespace inbounds::published
