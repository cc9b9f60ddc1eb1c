#include "mechanisms/laplace/calibrate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "mechanisms/laplace/reflected_calibrate.hpp"
#include "mechanisms/laplace/truncated_calibrate.hpp"
#include "numeric/rounding.hpp"

namespace inbounds {

// bounded_laplace/PROOF.md, main theorem
// reflected_laplace/PROOF.md, main theorem
bool keeps(const laplace_setting& where, const guarantee& promise, double rate) {
  if (loss_at(where, promise.kind, rate).loss <= pure_epsilon(promise)) return true;
  return promise.delta > 0 && delta_at(where, promise.epsilon, rate).delta <= promise.delta;
}

std::optional<double> tight_rate(const laplace_setting& where, const guarantee& promise) {
  return where.reflected ? tight_reflected_rate(where, promise) : tight_truncated_rate(where, promise);
}

worst_delta_case delta_at(const laplace_setting& where, double epsilon, double rate) {
  const double loss = loss_at(where, privacy_notion::dp, rate).loss;
  if (loss <= epsilon) return {};
  worst_delta_case worst =
      where.reflected ? reflected_delta_at(where, epsilon, rate) : truncated_delta_at(where, epsilon, rate);
  worst.delta = std::min(delta_from_loss(loss, epsilon), worst.delta);
  return worst;
}

double epsilon_at(const laplace_setting& where, privacy_notion kind, double delta, double rate) {
  const double pure = loss_at(where, kind, rate).loss;
  if (delta == 0) return pure;
  const auto excess = [&](double epsilon) { return delta_at(where, epsilon, rate).delta - delta; };
  return solve_on_safe_side(excess, std::min(pure, largest_epsilon), 0).value_or(pure);
}

double largest_rate_on(support on) {
  return on == support::points ? largest_rate : std::numeric_limits<double>::max() / 4;
}

double scale_of(double step, double rate) {
  const double scale = step / rate;
  return step / scale <= rate ? scale : next_up(scale);
}

double failing_rate(const function_ref& excess, double holds, double largest) {
  double rate = holds;
  do rate = std::min(2 * rate, largest);
  while (rate < largest && excess(rate) <= 0);
  return rate;
}

double textbook_scale(double sensitivity, const guarantee& promise) {
  return quotient_up(sensitivity, pure_epsilon(promise));
}

std::optional<double> tight_scale_on_line(const domain& where, open_ends open, double sensitivity,
                                          const guarantee& promise) {
  const double rate_hint = pure_epsilon(promise) / (2 * sensitivity);
  const std::optional<double> rate = tight_rate(line_setting(where, open, sensitivity, rate_hint), promise);
  if (!rate) return {};
  return quotient_up(1, *rate);
}

std::optional<double> tight_reflected_scale_on_line(const domain& where, double sensitivity, const guarantee& promise) {
  const std::optional<double> rate = tight_rate(reflected_line_setting(where, sensitivity), promise);
  if (!rate) return {};
  return quotient_up(1, *rate);
}

}  // namespace inbounds
