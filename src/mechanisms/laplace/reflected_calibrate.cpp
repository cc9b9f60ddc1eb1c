#include "mechanisms/laplace/reflected_calibrate.hpp"

#include "mechanisms/laplace/calibrate.hpp"
#include "numeric/solve.hpp"
#include "privacy/reflected_delta.hpp"

namespace inbounds {
namespace {

std::optional<double> tight_pure_rate(const laplace_setting& where, privacy_notion kind, double epsilon) {
  const auto excess = [&](double rate) { return loss_at(where, kind, rate).loss - epsilon; };
  // Under the metric guarantee, the loss per sensitivity is that of neighbouring points (on the line: of neighbours in
  // the limit) times the sensitivity in steps.
  const span rates = kind == privacy_notion::dp ? rates_around_loss(where.hull(), epsilon)
                                                : rates_around_slope(where.hull(), epsilon / where.sensitivity);
  return solve_on_safe_side(excess, rates.lower, rates.upper);
}

}  // namespace

std::optional<double> tight_reflected_rate(const laplace_setting& where, const guarantee& promise) {
  const std::optional<double> holds = tight_pure_rate(where, promise.kind, pure_epsilon(promise));
  if (promise.delta == 0 || !holds) return holds;
  // delta falls with the scale (reflected_laplace/PROOF.md, Theorem 5). If it is near the rounding error of its own
  // computation, the pure rate remains the answer.
  const auto excess = [&](double rate) { return delta_at(where, promise.epsilon, rate).delta - promise.delta; };
  if (excess(*holds) > 0) return holds;
  return solve_on_safe_side(excess, *holds, failing_rate(excess, *holds, largest_rate_on(where.on)));
}

worst_delta_case reflected_delta_at(const laplace_setting& where, double epsilon, double rate) {
  return worst_delta(where.hull(), rate, epsilon);
}

}  // namespace inbounds
