#include "mechanisms/laplace/noise.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "privacy/pure_loss.hpp"

namespace inbounds {
laplace_noise::laplace_noise(domain domain_of_truths, double distance, const guarantee& kept, laplace_places&& places,
                             double decay, double unit)
    : where(std::move(domain_of_truths)),
      sensitivity(distance),
      promised(kept),
      points(std::move(places.points)),
      model(std::move(places.model)),
      rate(decay),
      scale(unit),
      released_(model->at_rate(decay)) {}

description laplace_noise::describe() const {
  description shown{promised};
  shown.sensitivity = sensitivity;
  shown.scale = scale;
  shown.rate = rate;
  shown.sides.push_back({where.spans, points.grain.step, points.grain.origin, static_cast<double>(points.steps()),
                         points.value(points.lowest()), points.value(points.highest())});
  return shown;
}

worst_case laplace_noise::audit() const {
  const auto value = [&](double point) { return std::vector{points.grain.value(point)}; };
  const worst_pair worst = model->loss_at(promised.kind, rate);
  if (promised.delta == 0 || worst.loss <= promised.epsilon) {
    return {worst.loss, 0, value(worst.truth().at), value(worst.neighbour().at), value(worst.truth().at)};
  }
  const worst_delta_case found = delta_at(*model, promised.epsilon, rate);
  // The computed delta is rounded up, and a rate can keep a tiny one by its pure loss alone.
  const bool kept_by_loss = worst.loss <= pure_epsilon(promised);
  const double delta = kept_by_loss ? std::min(found.delta, promised.delta) : found.delta;
  return {promised.epsilon, delta, value(found.truth.at), value(found.neighbour.at), value(found.output)};
}

result<double> laplace_noise::epsilon_of(std::optional<double> asked_scale, double delta) const {
  const privacy_notion kind = promised.kind;
  const double other = asked_scale.value_or(scale);
  if (auto why = check_positive("scale", other)) return *why;
  if (auto why = check_guarantee({largest_epsilon, delta, kind})) return *why;
  const double step = points.grain.step;
  const double at_rate = other == scale ? rate : step / other;
  if (at_rate < smallest_rate)
    return parameter_error{"scale", "at most {0} on this lattice", other, {step / smallest_rate}};
  if (may_be_small_enough(*model, kind, at_rate)) {
    // What was promised is known to be kept, and may be a hair better than what is found again.
    const bool is_promised = at_rate == rate && delta >= promised.delta;
    const double found = epsilon_at(*model, kind, delta, at_rate);
    const double epsilon = is_promised ? std::min(found, promised.epsilon) : found;
    if (epsilon <= largest_epsilon) return epsilon;
  }
  return parameter_error{"scale", "large enough that epsilon is at most {0}", other, {largest_epsilon}};
}

result<double> laplace_noise::delta_of(std::optional<double> asked_scale, double epsilon) const {
  const double other = asked_scale.value_or(scale);
  if (auto why = check_positive("scale", other)) return *why;
  if (auto why = check_within("epsilon", epsilon, 0, largest_epsilon)) return *why;
  if (promised.kind == privacy_notion::metric) {
    return parameter_error{"guarantee", "'dp' for a question about delta", std::numeric_limits<double>::quiet_NaN()};
  }
  const double step = points.grain.step;
  const double at_rate = other == scale ? rate : step / other;
  if (!(at_rate <= largest_rate))
    return parameter_error{"scale", "at least {0} on this lattice", other, {step / largest_rate}};
  if (at_rate < smallest_rate)
    return parameter_error{"scale", "at most {0} on this lattice", other, {step / smallest_rate}};
  return delta_at(*model, epsilon, at_rate).delta;
}

result<coordinate> laplace_noise::along(std::size_t side) const {
  if (side > 0) return mechanism::along(side);
  return coordinate{where, points, scale};
}

std::optional<parameter_error> laplace_noise::check_truth(double truth, std::size_t side) const {
  if (auto why = mechanism::check_truth(truth, side)) return why;
  if (points.ranges.size() == 1) return {};
  if (truth <= where.lower() || truth >= where.upper()) return {};
  const std::size_t below = span_at_or_below(where.spans, truth);
  if (truth <= where.spans[below].upper) return {};
  return parameter_error{"truth", "possible", truth}.with_shown("a number in a gap");
}

result<std::unique_ptr<const law>> laplace_noise::law_at(double truth, std::size_t side) const {
  if (auto why = check_truth(truth, side)) return *why;
  return released_->law_around(static_cast<double>(snap(where, points, truth)));
}

result<std::unique_ptr<const law>> laplace_noise::continuous_law_at(double truth, std::size_t side) const {
  if (auto why = check_truth(truth, side)) return *why;
  // An infinite bound is as far away as the last point.
  const double lowest = std::max(where.lower(), points.value(points.lowest()) - points.grain.step);
  const double highest = std::min(where.upper(), points.value(points.highest()) + points.grain.step);
  return released_->limit_around(std::min(std::max(truth, lowest), highest), where, points.open, 1 / scale);
}

std::optional<double> laplace_noise::cosine_left(std::size_t side, double half_sine) const {
  return side > 0 ? std::nullopt : released_->cosine_left(half_sine);
}

}  // namespace inbounds
