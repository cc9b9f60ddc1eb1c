#include "mechanisms/laplace/noise.hpp"

#include <algorithm>
#include <cmath>

#include "mechanisms/laplace/calibrate.hpp"

namespace inbounds {
namespace {

double value_at(const laplace_noise& noise, double point) { return noise.points.grain.value(point); }

}  // namespace

laplace_audit audit(const laplace_noise& noise) {
  const worst_case worst = loss_at(noise.setting, noise.promised.kind, noise.rate);
  if (noise.promised.delta == 0 || worst.loss <= noise.promised.epsilon) {
    return {worst.loss, 0, value_at(noise, worst.truth().at), value_at(noise, worst.neighbour().at),
            value_at(noise, worst.truth().at)};
  }
  const worst_delta_case found = delta_at(noise.setting, noise.promised.epsilon, noise.rate);
  // The computed delta is rounded up, and a rate can keep a tiny one by its pure loss alone.
  const bool kept_by_loss = worst.loss <= pure_epsilon(noise.promised);
  const double delta = kept_by_loss ? std::min(found.delta, noise.promised.delta) : found.delta;
  return {noise.promised.epsilon, delta, value_at(noise, found.truth.at), value_at(noise, found.neighbour.at),
          value_at(noise, found.output)};
}

std::optional<parameter_error> check_truth(const laplace_noise& noise, double truth) {
  if (std::isnan(truth)) return parameter_error{"truth", "a number", truth};
  if (noise.points.ranges.size() == 1) return {};
  if (truth <= noise.where.lower() || truth >= noise.where.upper()) return {};
  const std::size_t below = span_at_or_below(noise.where.spans, truth);
  if (truth <= noise.where.spans[below].upper) return {};
  return parameter_error{"truth", "possible", truth}.with_shown("a number in a gap");
}

noise_law law_at(const laplace_noise& noise, double truth) {
  return noise.released->law_around(static_cast<double>(snap(noise.where, noise.points, truth)));
}

truncated_laplace continuous_truncated(const laplace_noise& noise) {
  // Between infinite bounds the continuous law has no ends at all.
  const open_ends open{noise.points.open.below && std::isfinite(noise.where.lower()),
                       noise.points.open.above && std::isfinite(noise.where.upper())};
  return {noise.where.spans, open, 1 / noise.scale, support::line};
}

reflected_laplace_family continuous_reflected(const laplace_noise& noise) {
  return {noise.where.spans, noise.points.open, 1 / noise.scale, support::line};
}

}  // namespace inbounds
