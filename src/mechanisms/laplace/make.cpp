#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "mechanisms/laplace/calibrate.hpp"
#include "mechanisms/laplace/noise.hpp"
#include "numeric/rounding.hpp"

namespace inbounds {
namespace {

parameter_error no_solution_error(double epsilon) {
  return {"epsilon", "a number for which the calibration converges", epsilon, {}, "please report this"};
}

constexpr double max_steps = 1e250;  // with the smallest epsilon, the rate is still above the smallest one

/// What a spec settles before any noise is sized.
struct resolved_spec {
  const laplace_spec& spec;
  double sensitivity;
  std::vector<point_range> released;  ///< the points of the domain; truths may be snapped to others, in gaps
  lattice points;
  laplace_setting setting;
};

result<double> resolve_sensitivity(const laplace_spec& spec, ends at_ends) {
  if (at_ends == ends::clamped && spec.where.spans.size() > 1) {
    return parameter_error{"spans", "a single one, without gaps: clamping knows none",
                           static_cast<double>(spec.where.spans.size())};
  }
  if (!spec.sensitivity && !spec.where.is_bounded()) {
    return parameter_error{"sensitivity", "given where a bound is infinite", std::numeric_limits<double>::quiet_NaN()};
  }
  const double sensitivity = spec.sensitivity ? *spec.sensitivity : width_rounded_up(spec.where.hull());
  if (auto why = check_sensitivity(spec.where, sensitivity)) return *why;
  return sensitivity;
}

/// `widest_scale` is an upper bound of the scale to come, for lattices between infinite bounds.
result<resolved_spec> resolve(const laplace_spec& spec, ends at_ends, privacy_notion kind, double sensitivity,
                              double widest_scale) {
  result<lattice> points_or_error = spec.granularity ? lattice_on(spec.where, *spec.granularity, spec.origin)
                                                     : default_lattice(spec.where, sensitivity, widest_scale);
  if (!points_or_error)
    return spec.sensitivity || spec.granularity ? points_or_error.error()
                                                : bounds_too_close(spec.where, points_or_error.error());
  lattice points = *std::move(points_or_error);
  // Between infinite bounds, the sensitivity may be any number of steps, but for this one.
  if (const double finest = sensitivity / max_steps; points.grain.step < finest) {
    return parameter_error{"granularity", "at least {0} with this sensitivity", points.grain.step, {finest}};
  }
  std::vector<point_range> released = points.ranges;
  // clamped_laplace/PROOF.md, Theorem 1
  if (at_ends == ends::clamped) points.open = {true, true};
  if (at_ends == ends::reflected) {
    const lattice hull{points.grain, {{points.lowest(), points.highest()}}, points.open};
    const sensitivity_in_steps in_steps = index_sensitivity({{spec.where.hull()}}, hull, sensitivity);
    return resolved_spec{spec, sensitivity, std::move(released), hull,
                         reflected_lattice_setting(points, in_steps, sensitivity)};
  }
  const sensitivity_in_steps in_steps = index_sensitivity(spec.where, points, sensitivity);
  laplace_setting setting = lattice_setting(points, in_steps, sensitivity);
  if (kind == privacy_notion::dp && setting.pairs.widest == 0) {
    return parameter_error{"sensitivity", "large enough that two of the values are neighbours", sensitivity};
  }
  return resolved_spec{spec, sensitivity, std::move(released), std::move(points), std::move(setting)};
}

laplace_noise build(resolved_spec&& where, const guarantee& promised, double rate, double scale) {
  auto released = release(where.setting, std::move(where.released), rate);
  return {
      where.spec.where,   where.sensitivity, promised, std::move(where.points), std::move(where.setting), rate, scale,
      std::move(released)};
}

/// How much is lost at the widest distance, in scales: reflected noise loses up to ln 2 less, and where a delta may
/// escape, epsilon is smaller by up to -2 ln(1 - delta). What is twice the largest epsilon need not be looked at.
bool may_be_small_enough(const laplace_setting& where, privacy_notion kind, double rate) {
  return rate <= largest_rate && rate * widest(where, kind) <= 2 * largest_epsilon;
}

/// The loss is at least the widest distance in scales, so no scale is above this.
double widest_scale(double sensitivity, const guarantee& promise) { return 2 * sensitivity / pure_epsilon(promise); }

}  // namespace

result<laplace_noise> calibrate(const laplace_mechanism& mechanism, const laplace_spec& spec, const guarantee& promise,
                                calibration how) {
  const result<double> sensitivity = resolve_sensitivity(spec, mechanism.at_ends);
  if (!sensitivity) return sensitivity.error();
  if (auto why = check_guarantee(promise)) return *why;
  result<resolved_spec> where =
      resolve(spec, mechanism.at_ends, promise.kind, *sensitivity, widest_scale(*sensitivity, promise));
  if (!where) return where.error();
  const double step = where->points.grain.step;
  std::optional<double> rate;
  if (how == calibration::tight) {
    rate = tight_rate(where->setting, promise);
    // The last word is the audit's: no rate leaves this function that was not found to keep the guarantee.
    if (!rate || !keeps(where->setting, promise, *rate)) return no_solution_error(promise.epsilon);
  } else {
    // Papers speak of real sensitivities; snapped truths are a whole number of steps apart, so that is the sensitivity
    // to use (whole numbers in [0, 10] with sensitivity 1.5 would lose 1.141 instead of 1).
    const double in_steps = product_up(step, widest(where->setting, promise.kind));
    const result<double> scale = mechanism.published_scale(spec, in_steps, promise);
    if (!scale) return scale.error();
    rate = quotient_down(step, *scale);
    if (!keeps(where->setting, promise, *rate)) {
      return parameter_error{"granularity",
                             "finer: on this lattice, the published scale ({0}) does not keep the guarantee",
                             step,
                             {*scale},
                             "or use the tight calibration"};
    }
  }
  if (*rate > largest_rate) {
    return parameter_error{
        "granularity", "at most {0} with this sensitivity and epsilon", step, {step * largest_rate / *rate}};
  }
  if (*rate < smallest_rate) {
    return parameter_error{
        "granularity", "at least {0} with this sensitivity and epsilon", step, {step / *rate * smallest_rate}};
  }
  return build(*std::move(where), promise, *rate, scale_of(step, *rate));
}

result<laplace_noise> with_scale(const laplace_mechanism& mechanism, const laplace_spec& spec, double scale,
                                 privacy_notion kind) {
  const result<double> sensitivity = resolve_sensitivity(spec, mechanism.at_ends);
  if (!sensitivity) return sensitivity.error();
  if (auto why = check_positive("scale", scale)) return *why;
  result<resolved_spec> where = resolve(spec, mechanism.at_ends, kind, *sensitivity, scale);
  if (!where) return where.error();
  const double rate = where->points.grain.step / scale;
  const double loss = may_be_small_enough(where->setting, kind, rate) ? loss_at(where->setting, kind, rate).loss
                                                                      : std::numeric_limits<double>::infinity();
  if (loss < smallest_epsilon) {
    return parameter_error{"scale", "small enough that epsilon is at least {0}", scale, {smallest_epsilon}};
  }
  if (!(loss <= largest_epsilon)) {
    return parameter_error{"scale", "large enough that epsilon is at most {0}", scale, {largest_epsilon}};
  }
  return build(*std::move(where), {loss, 0, kind}, rate, scale);
}

result<laplace_noise> with_rate(const laplace_mechanism& mechanism, const laplace_spec& spec, const guarantee& claimed,
                                double rate, std::optional<double> scale) {
  const result<double> sensitivity = resolve_sensitivity(spec, mechanism.at_ends);
  if (!sensitivity) return sensitivity.error();
  if (auto why = check_guarantee(claimed)) return *why;
  const double widest_possible = widest_scale(*sensitivity, claimed);
  result<resolved_spec> where = resolve(spec, mechanism.at_ends, claimed.kind, *sensitivity, widest_possible);
  if (!where) return where.error();
  if (auto why = check_within("rate", rate, smallest_rate, largest_rate)) return *why;
  const double step = where->points.grain.step;
  const double own_scale = scale_of(step, rate);
  if (scale && *scale != own_scale && step / *scale != rate) {
    return parameter_error{"scale", "granularity/rate ({0})", *scale, {own_scale}};
  }
  if (keeps(where->setting, claimed, rate)) {
    return build(*std::move(where), claimed, rate, scale.value_or(own_scale));
  }
  const double loss = epsilon_at(where->setting, claimed.kind, claimed.delta, rate);
  return parameter_error{"rate", "small enough for epsilon {0}", rate, {claimed.epsilon, loss}, "it loses {1}"};
}

result<double> scale_for(const laplace_mechanism& mechanism, const laplace_spec& spec, const guarantee& promise,
                         calibration how) {
  const result<double> sensitivity = resolve_sensitivity(spec, mechanism.at_ends);
  if (!sensitivity) return sensitivity.error();
  if (auto why = check_guarantee(promise)) return *why;
  if (how == calibration::published) return mechanism.published_scale(spec, *sensitivity, promise);
  const bool clamped = mechanism.at_ends == ends::clamped;
  const std::optional<double> scale = mechanism.at_ends == ends::reflected
                                          ? tight_reflected_scale_on_line(spec.where, *sensitivity, promise)
                                          : tight_scale_on_line(spec.where, {clamped, clamped}, *sensitivity, promise);
  if (!scale) return no_solution_error(promise.epsilon);
  return *scale;
}

result<double> epsilon_of(const laplace_noise& noise, double scale, double delta) {
  const privacy_notion kind = noise.promised.kind;
  if (auto why = check_positive("scale", scale)) return *why;
  if (auto why = check_guarantee({largest_epsilon, delta, kind})) return *why;
  const double rate = scale == noise.scale ? noise.rate : noise.points.grain.step / scale;
  if (rate < smallest_rate)
    return parameter_error{"scale", "at most {0} on this lattice", scale, {noise.points.grain.step / smallest_rate}};
  if (may_be_small_enough(noise.setting, kind, rate)) {
    // What was promised is known to be kept, and may be a hair better than what is found again.
    const bool promised = rate == noise.rate && delta >= noise.promised.delta;
    const double found = epsilon_at(noise.setting, kind, delta, rate);
    const double epsilon = promised ? std::min(found, noise.promised.epsilon) : found;
    if (epsilon <= largest_epsilon) return epsilon;
  }
  return parameter_error{"scale", "large enough that epsilon is at most {0}", scale, {largest_epsilon}};
}

result<double> delta_of(const laplace_noise& noise, double scale, double epsilon) {
  if (auto why = check_positive("scale", scale)) return *why;
  if (auto why = check_within("epsilon", epsilon, 0, largest_epsilon)) return *why;
  if (noise.promised.kind == privacy_notion::metric)
    return parameter_error{"guarantee", "'dp' for a question about delta", NAN};
  const double step = noise.points.grain.step;
  const double rate = scale == noise.scale ? noise.rate : step / scale;
  if (!(rate <= largest_rate))
    return parameter_error{"scale", "at least {0} on this lattice", scale, {step / largest_rate}};
  if (rate < smallest_rate)
    return parameter_error{"scale", "at most {0} on this lattice", scale, {step / smallest_rate}};
  return delta_at(noise.setting, epsilon, rate).delta;
}

}  // namespace inbounds
