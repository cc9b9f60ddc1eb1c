#include <algorithm>
#include <limits>

#include "mechanisms/bounded_laplace/bounded_laplace.hpp"
#include "numeric/rounding.hpp"
#include "numeric/solve.hpp"
#include "privacy/laplace_loss.hpp"

namespace inbounds {
namespace {

// The loss lies between once and twice the sensitivity in scales (PROOF.md, 3), so the answer lies between s/epsilon
// and 2 s/epsilon; this widens the bracket by more than what rounding can do to the loss at its ends.
constexpr double bracket_slack = 0x1p-40;

fault unsolved(double epsilon) {
  return {"epsilon", "a number for which the calibration converges", epsilon, {}, "please report this"};
}

/// What a spec settles before any noise is sized.
struct setting {
  span domain;
  double sensitivity;
  lattice points;
  std::int64_t steps_apart;
};

result<double> checked_sensitivity(const bounded_laplace_spec& spec) {
  if (auto why = check_span(spec.domain)) return *why;
  const double sensitivity = spec.sensitivity.value_or(width_rounded_up(spec.domain));
  if (auto why = check_sensitivity(spec.domain, sensitivity)) return *why;
  return sensitivity;
}

// The default lattice asks for a larger sensitivity; who gave none is told what that means for the bounds.
fault bounds_too_close(const bounded_laplace_spec& spec, const fault& why) {
  return {"upper", "at least {0} above lower, where doubles are {1} apart", spec.domain.upper, why.limits,
          "or choose a granularity"};
}

result<setting> settle(const bounded_laplace_spec& spec) {
  const result<double> sensitivity = checked_sensitivity(spec);
  if (!sensitivity) return sensitivity.error();
  const result<lattice> points =
      spec.granularity ? lattice_on(spec.domain, *spec.granularity) : default_lattice(spec.domain, *sensitivity);
  if (!points) return spec.sensitivity || spec.granularity ? points.error() : bounds_too_close(spec, points.error());
  return setting{spec.domain, *sensitivity, *points, index_sensitivity(*points, *sensitivity)};
}

double loss_at(const setting& where, double rate) {
  return lattice_laplace_loss(where.points.steps, where.steps_apart, rate);
}

// The smallest double that gives back no larger rate when the step is divided by it.
double scale_of(const setting& where, double rate) {
  const double step = where.points.grain.step;
  const double scale = step / rate;
  return step / scale <= rate ? scale : next_up(scale);
}

bounded_laplace built(const setting& where, double rate, double epsilon) {
  return {where.domain, where.sensitivity, where.points, where.steps_apart, rate, scale_of(where, rate), epsilon};
}

std::optional<double> tight_rate(const setting& where, double epsilon) {
  const auto steps = static_cast<double>(where.steps_apart);
  const auto excess = [&](double rate) { return loss_at(where, rate) - epsilon; };
  return solve_on_safe_side(excess, epsilon / (2 * steps) * (1 - bracket_slack), epsilon / steps);
}

std::optional<double> continuous_scale(double width, double sensitivity, double epsilon) {
  const auto excess = [&](double scale) { return truncated_laplace_loss(width, sensitivity, scale) - epsilon; };
  return solve_on_safe_side(excess, 2 * sensitivity / epsilon * (1 + bracket_slack), sensitivity / epsilon);
}

// The paper's scale is made for real sensitivities; snapped truths can be a whole number of steps apart, so that is the
// sensitivity to use (whole numbers in [0, 10] with sensitivity 1.5 would lose 1.141 instead of 1).
std::optional<double> published_rate(const setting& where, double epsilon) {
  const double step = where.points.grain.step;
  // On a lattice of 1/n, the double of the step may be a little above 1/n, and so the steps together above the width.
  const double width =
      std::max(width_rounded_up(where.domain), product_up(step, static_cast<double>(where.points.steps)));
  const double sensitivity = product_up(step, static_cast<double>(where.steps_apart));
  const std::optional<double> scale = continuous_scale(width, sensitivity, epsilon);
  if (!scale) return {};
  return quotient_down(step, *scale);
}

}  // namespace

result<bounded_laplace> calibrate(const bounded_laplace_spec& spec, const guarantee& asked, calibration method) {
  const result<setting> where = settle(spec);
  if (!where) return where.error();
  if (auto why = check_guarantee(asked)) return *why;
  const std::optional<double> rate =
      method == calibration::tight ? tight_rate(*where, asked.epsilon) : published_rate(*where, asked.epsilon);
  // The last word is the audit's: no rate leaves this function whose loss on the lattice was not computed to fit.
  if (!rate || !(loss_at(*where, *rate) <= asked.epsilon)) return unsolved(asked.epsilon);
  return built(*where, *rate, asked.epsilon);
}

result<bounded_laplace> with_scale(const bounded_laplace_spec& spec, double scale) {
  const result<setting> where = settle(spec);
  if (!where) return where.error();
  if (auto why = check_positive("scale", scale)) return *why;
  const double rate = where->points.grain.step / scale;
  const double apart = rate * static_cast<double>(where->steps_apart);  // the loss is between this and twice this
  const double loss = apart <= largest_epsilon ? loss_at(*where, rate) : std::numeric_limits<double>::infinity();
  if (loss < smallest_epsilon) {
    return fault{"scale", "small enough that epsilon is at least {0}", scale, {smallest_epsilon}};
  }
  if (!(loss <= largest_epsilon)) {
    return fault{"scale", "large enough that epsilon is at most {0}", scale, {largest_epsilon}};
  }
  bounded_laplace mechanism = built(*where, rate, loss);
  mechanism.scale = scale;
  return mechanism;
}

result<bounded_laplace> with_rate(const bounded_laplace_spec& spec, const guarantee& claimed, double rate) {
  const result<setting> where = settle(spec);
  if (!where) return where.error();
  if (auto why = check_guarantee(claimed)) return *why;
  const double least = smallest_epsilon / (2 * static_cast<double>(where->steps_apart)) * (1 - bracket_slack);
  if (auto why = check_within("rate", rate, least, largest_epsilon)) return *why;
  const double loss = loss_at(*where, rate);
  if (loss <= claimed.epsilon) return built(*where, rate, claimed.epsilon);
  return fault{"rate", "small enough for epsilon {0}", rate, {claimed.epsilon, loss}, "it loses {1}"};
}

result<double> scale_for(const bounded_laplace_spec& spec, const guarantee& asked) {
  const result<double> sensitivity = checked_sensitivity(spec);
  if (!sensitivity) return sensitivity.error();
  if (auto why = check_guarantee(asked)) return *why;
  const double width = width_rounded_up(spec.domain);
  const std::optional<double> scale = continuous_scale(width, std::min(*sensitivity, width), asked.epsilon);
  if (!scale) return unsolved(asked.epsilon);
  return *scale;
}

result<double> epsilon_of(const bounded_laplace& mechanism, double scale) {
  const bounded_laplace_spec spec{mechanism.domain, mechanism.sensitivity, mechanism.points.grain.step};
  const result<bounded_laplace> other = with_scale(spec, scale);
  if (!other) return other.error();
  return other->epsilon;
}

}  // namespace inbounds
