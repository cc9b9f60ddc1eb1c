#pragma once

#include <span>

#include "numeric/lambert_w.hpp"

// The formulas of W. L. Croft, J.-R. Sack and W. Shi, "Differential privacy via a truncated and normalized Laplace
// mechanism", Journal of Computer Science and Technology 37, 2022, as the paper has them.
//
// DO NOT SAMPLE FROM THE POSITION-DEPENDENT SCALE. Formulas (32) and (33), the paper's Theorem 1, are NOT
// differentially private: the scale shrinks with the distance from the constraint, so the tails of two neighbours decay
// at different rates, and on a half-line the loss grows without limit (croft_audit.hpp computes it, ERRATA.md explains
// it). That is why there are only functions from numbers to numbers here, and nothing that draws. Reproduction and
// audit are all they are for.
//
// All functions answer NaN where their arguments are outside of what they state.

namespace inbounds::published {

/// The scale on the border of a single infinite constraint, formula (32): about 1.586 sensitivity/epsilon (Table 2).
double border_scale(double sensitivity, double epsilon);

/// Formula (33) on the branch of W that is asked for: the scale at a distance >= 0 from a single infinite constraint.
double formula_33(lambert_branch branch, double distance, double sensitivity, double epsilon);

/// The scale of Theorem 1: formula (33) on the principal branch up to the distance sensitivity/epsilon, on the lower
/// one beyond. It falls from border_scale to sensitivity/epsilon. NOT PRIVATE: see above.
double position_dependent_scale(double distance, double sensitivity, double epsilon);

/// Table 2, arbitrary constraints: no uniform scale need be larger than 2 sensitivity/epsilon (Lemma 10, Corollary 1).
double uniform_scale_bound(double sensitivity, double epsilon);

/// A span of feasible answers, lower < upper; both may be infinite.
struct feasible_span {
  double lower;
  double upper;
};

/// The uniform scale of Theorem 2 and Corollary 1: the largest of the lower bounds (35) and (37) over all span ends and
/// all constraints between spans. The spans are sorted and disjoint. Its guarantee is the paper's own: loss <= i
/// epsilon for truths i sensitivities apart, for every real i, which is more than differential privacy asks for.
double uniform_scale(std::span<const feasible_span> spans, double sensitivity, double epsilon);

/// The loss between a truth on the border and one `steps` sensitivities away when the scale is left at
/// sensitivity/epsilon: log(2 e^(i epsilon) - 1), the left-hand side of formula (24). Above i epsilon for every i > 0:
/// the paper's case against truncating without a larger scale.
double unadjusted_loss(double steps, double epsilon);

}  // namespace inbounds::published
