#include "mechanisms/laplace/model.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "numeric/rounding.hpp"
#include "privacy/pure_loss.hpp"

namespace inbounds {

laplace_setting lattice_setting(const lattice& points, const sensitivity_in_steps& in_steps, double sensitivity) {
  std::vector<span> spans(points.ranges.size());
  for (std::size_t at = 0; at < spans.size(); ++at) {
    const auto [first, last] = points.ranges[at];
    spans[at] = {static_cast<double>(first), static_cast<double>(last)};
  }
  return {std::move(spans),
          points.open,
          support::points,
          steps_up(sensitivity, points.grain),
          {static_cast<double>(in_steps.within), static_cast<double>(in_steps.across)}};
}

laplace_model::laplace_model(laplace_setting where) : where_(std::move(where)) {}

std::vector<point_range> laplace_model::ranges() const {
  std::vector<point_range> points;
  for (const auto& [first, last] : where_.spans) {
    points.push_back({static_cast<std::int64_t>(first), static_cast<std::int64_t>(last)});
  }
  return points;
}

// bounded_laplace/PROOF.md, main theorem
// reflected_laplace/PROOF.md, main theorem
bool keeps(const laplace_model& model, const guarantee& promise, double rate) {
  if (model.loss_at(promise.kind, rate).loss <= pure_epsilon(promise)) return true;
  return promise.delta > 0 && delta_at(model, promise.epsilon, rate).delta <= promise.delta;
}

worst_delta_case delta_at(const laplace_model& model, double epsilon, double rate) {
  const double loss = model.loss_at(privacy_notion::dp, rate).loss;
  if (loss <= epsilon) return {};
  worst_delta_case worst = model.escaping(epsilon, rate);
  worst.delta = std::min(delta_from_loss(loss, epsilon), worst.delta);
  return worst;
}

double epsilon_at(const laplace_model& model, privacy_notion kind, double delta, double rate) {
  const double pure = model.loss_at(kind, rate).loss;
  if (delta == 0) return pure;
  const auto excess = [&](double epsilon) { return delta_at(model, epsilon, rate).delta - delta; };
  return solve_on_safe_side(excess, std::min(pure, largest_epsilon), 0).value_or(pure);
}

double largest_rate_on(support on) {
  return on == support::points ? largest_rate : std::numeric_limits<double>::max() / 4;
}

bool may_be_small_enough(const laplace_model& model, privacy_notion kind, double rate) {
  return rate <= largest_rate && rate * model.widest(kind) <= 2 * largest_epsilon;
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

std::optional<double> tight_scale(const laplace_model& line, const guarantee& promise) {
  const std::optional<double> rate = line.tight_rate(promise);
  if (!rate) return {};
  return quotient_up(1, *rate);
}

}  // namespace inbounds
