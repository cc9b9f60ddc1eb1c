#include "mechanisms/bounded_laplace/bounded_laplace.hpp"

#include <algorithm>
#include <cmath>

#include "mechanisms/bounded_laplace/draws.hpp"
#include "privacy/laplace_loss.hpp"

namespace inbounds {
namespace {

objection check_truth(double truth) {
  if (!std::isnan(truth)) return {};
  return fault{"truth", "a number", truth};
}

}  // namespace

bounded_laplace_audit audit(const bounded_laplace& mechanism) {
  const lattice& points = mechanism.points;
  return {.epsilon = lattice_laplace_loss(points.steps, mechanism.index_sensitivity, mechanism.rate),
          .delta = 0,
          .truth = points.value(0),
          .neighbour = points.value(mechanism.index_sensitivity),
          .output = points.value(0)};
}

lattice_laplace law_at(const bounded_laplace& mechanism, double truth) {
  return {mechanism.points.steps, snap(mechanism.points, truth), mechanism.rate};
}

truncated_laplace continuous_law_at(const bounded_laplace& mechanism, double truth) {
  const span& domain = mechanism.domain;
  return {domain, std::clamp(truth, domain.lower, domain.upper), mechanism.scale};
}

result<double> privatise(const bounded_laplace& mechanism, double truth, bit_source& bits) {
  if (auto why = check_truth(truth)) return *why;
  return bounded_laplace_draws(mechanism.points, mechanism.rate).draw(truth, bits);
}

objection privatise_all(const bounded_laplace& mechanism, std::span<double> truths, bit_source& bits) {
  for (const double truth : truths) {
    if (auto why = check_truth(truth)) return why;
  }
  bounded_laplace_draws(mechanism.points, mechanism.rate).draw_all(truths, bits);
  return {};
}

}  // namespace inbounds
