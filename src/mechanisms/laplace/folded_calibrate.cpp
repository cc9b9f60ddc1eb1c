#include "mechanisms/laplace/folded_calibrate.hpp"

#include <algorithm>

#include "mechanisms/laplace/calibrate.hpp"
#include "numeric/solve.hpp"

namespace inbounds {
namespace {

std::optional<double> tight_pure_rate(const folded_setting& where, closeness kind, double epsilon) {
  const auto excess = [&](double rate) { return loss_at(where, kind, rate).loss - epsilon; };
  // Under the metric guarantee, the loss per sensitivity is that of neighbouring points (on the line: of neighbours in
  // the limit) times the sensitivity in steps.
  const span rates = kind == closeness::dp ? rates_around_loss(where.hull, epsilon)
                                           : rates_around_slope(where.hull, epsilon / where.sensitivity);
  return solve_on_safe_side(excess, rates.lower, rates.upper);
}

}  // namespace

std::optional<double> tight_rate(const folded_setting& where, const guarantee& asked) {
  const std::optional<double> holds = tight_pure_rate(where, asked.kind, pure_epsilon(asked));
  if (asked.delta == 0 || !holds) return holds;
  // delta falls with the scale (PROOF.md of the reflected Laplace, 5). If it is near the rounding error of its own
  // computation, the pure rate remains the answer.
  const auto excess = [&](double rate) { return delta_at(where, asked.epsilon, rate).delta - asked.delta; };
  if (excess(*holds) > 0) return holds;
  return solve_on_safe_side(excess, *holds, failing_rate(excess, *holds, largest_rate_on(where.hull.on)));
}

worst_delta_case delta_at(const folded_setting& where, double epsilon, double rate) {
  const double loss = loss_at(where, closeness::dp, rate).loss;
  if (loss <= epsilon) return {};
  worst_delta_case worst = worst_delta(where.hull, rate, epsilon);
  worst.delta = std::min(delta_from_loss(loss, epsilon), worst.delta);
  return worst;
}

}  // namespace inbounds
