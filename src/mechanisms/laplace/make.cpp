#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "mechanisms/laplace/noise.hpp"
#include "numeric/rounding.hpp"
#include "privacy/pure_loss.hpp"

// From what is asked to a mechanism that keeps it.

namespace inbounds {
namespace {

parameter_error no_solution_error(double epsilon) {
  return {"epsilon", "a number for which the calibration converges", epsilon, {}, "please report this"};
}

constexpr double max_steps = 1e250;  // with the smallest epsilon, the rate is still above the smallest one

/// Everything but the rate.
struct resolved {
  const laplace_spec& spec;
  double sensitivity;
  laplace_places places;

  double step() const { return places.points.grain.step; }
  const laplace_model& model() const { return *places.model; }
};

result<double> resolve_sensitivity(const laplace_kind& kind, const laplace_spec& spec) {
  if (auto why = kind.check_domain(spec.where)) return *why;
  if (!spec.sensitivity && !spec.where.is_bounded()) {
    return parameter_error{"sensitivity", "given where a bound is infinite", std::numeric_limits<double>::quiet_NaN()};
  }
  const double sensitivity = spec.sensitivity ? *spec.sensitivity : width_rounded_up(spec.where.hull());
  if (auto why = check_sensitivity(spec.where, sensitivity)) return *why;
  return sensitivity;
}

/// `widest_scale` is an upper bound of the scale to come, for lattices between infinite bounds.
result<resolved> resolve(const laplace_kind& kind, const laplace_spec& spec, privacy_notion notion, double sensitivity,
                         double widest_scale) {
  result<lattice> points = spec.granularity ? lattice_on(spec.where, *spec.granularity, spec.origin)
                                            : default_lattice(spec.where, sensitivity, widest_scale);
  if (!points) {
    return spec.sensitivity || spec.granularity ? points.error() : bounds_too_close(spec.where, points.error());
  }
  // Between infinite bounds, the sensitivity may be any number of steps, but for this one.
  const double step = points->grain.step;
  if (const double finest = sensitivity / max_steps; step < finest) {
    return parameter_error{"granularity", "at least {0} with this sensitivity", step, {finest}};
  }
  result<laplace_places> places = kind.on_lattice(spec.where, *std::move(points), sensitivity, notion);
  if (!places) return places.error();
  return resolved{spec, sensitivity, *std::move(places)};
}

laplace_noise build(resolved&& where, const guarantee& promised, double rate, double scale) {
  return {where.spec.where, where.sensitivity, promised, std::move(where.places), rate, scale};
}

/// The loss is at least the widest distance in scales, so no scale is above this.
double widest_scale(double sensitivity, const guarantee& promise) { return 2 * sensitivity / pure_epsilon(promise); }

}  // namespace

std::optional<parameter_error> any_domain(const domain& /*where*/) { return {}; }

result<laplace_noise> calibrate(const laplace_kind& kind, const laplace_spec& spec, const guarantee& promise,
                                calibration how) {
  const result<double> sensitivity = resolve_sensitivity(kind, spec);
  if (!sensitivity) return sensitivity.error();
  if (auto why = check_guarantee(promise)) return *why;
  result<resolved> where = resolve(kind, spec, promise.kind, *sensitivity, widest_scale(*sensitivity, promise));
  if (!where) return where.error();
  const double step = where->step();
  std::optional<double> rate;
  if (how == calibration::tight) {
    rate = where->model().tight_rate(promise);
    // The last word is the audit's: no rate leaves this function that was not found to keep the guarantee.
    if (!rate || !keeps(where->model(), promise, *rate)) return no_solution_error(promise.epsilon);
  } else {
    // Papers speak of real sensitivities; snapped truths are a whole number of steps apart, so that is the sensitivity
    // to use (whole numbers in [0, 10] with sensitivity 1.5 would lose 1.141 instead of 1).
    const double in_steps = product_up(step, where->model().widest(promise.kind));
    const result<double> scale = kind.published_scale(spec.where, in_steps, promise);
    if (!scale) return scale.error();
    rate = quotient_down(step, *scale);
    if (!keeps(where->model(), promise, *rate)) {
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

result<laplace_noise> with_scale(const laplace_kind& kind, const laplace_spec& spec, double scale,
                                 privacy_notion notion) {
  const result<double> sensitivity = resolve_sensitivity(kind, spec);
  if (!sensitivity) return sensitivity.error();
  if (auto why = check_positive("scale", scale)) return *why;
  result<resolved> where = resolve(kind, spec, notion, *sensitivity, scale);
  if (!where) return where.error();
  const double rate = where->step() / scale;
  const double loss = may_be_small_enough(where->model(), notion, rate) ? where->model().loss_at(notion, rate).loss
                                                                        : std::numeric_limits<double>::infinity();
  if (loss < smallest_epsilon) {
    return parameter_error{"scale", "small enough that epsilon is at least {0}", scale, {smallest_epsilon}};
  }
  if (!(loss <= largest_epsilon)) {
    return parameter_error{"scale", "large enough that epsilon is at most {0}", scale, {largest_epsilon}};
  }
  return build(*std::move(where), {loss, 0, notion}, rate, scale);
}

result<laplace_noise> with_rate(const laplace_kind& kind, const laplace_spec& spec, const guarantee& claimed,
                                double rate, std::optional<double> scale) {
  const result<double> sensitivity = resolve_sensitivity(kind, spec);
  if (!sensitivity) return sensitivity.error();
  if (auto why = check_guarantee(claimed)) return *why;
  result<resolved> where = resolve(kind, spec, claimed.kind, *sensitivity, widest_scale(*sensitivity, claimed));
  if (!where) return where.error();
  if (auto why = check_within("rate", rate, smallest_rate, largest_rate)) return *why;
  const double step = where->step();
  const double own_scale = scale_of(step, rate);
  if (scale && *scale != own_scale && step / *scale != rate) {
    return parameter_error{"scale", "granularity/rate ({0})", *scale, {own_scale}};
  }
  if (keeps(where->model(), claimed, rate)) {
    return build(*std::move(where), claimed, rate, scale.value_or(own_scale));
  }
  const double loss = epsilon_at(where->model(), claimed.kind, claimed.delta, rate);
  return parameter_error{"rate", "small enough for epsilon {0}", rate, {claimed.epsilon, loss}, "it loses {1}"};
}

result<double> scale_for(const laplace_kind& kind, const laplace_spec& spec, const guarantee& promise,
                         calibration how) {
  const result<double> sensitivity = resolve_sensitivity(kind, spec);
  if (!sensitivity) return sensitivity.error();
  if (auto why = check_guarantee(promise)) return *why;
  if (how == calibration::published) return kind.published_scale(spec.where, *sensitivity, promise);
  const std::optional<double> scale = tight_scale(*kind.on_line(spec.where, *sensitivity, promise), promise);
  if (!scale) return no_solution_error(promise.epsilon);
  return *scale;
}

namespace {

result<laplace_spec> spec_in(const request& options) {
  result<domain> where = domain_in(options);
  if (!where) return where.error();
  const auto granularity = only_one("granularity", options.granularity);
  if (!granularity) return granularity.error();
  const auto origin = only_one("origin", options.origin);
  if (!origin) return origin.error();
  return laplace_spec{*std::move(where), options.sensitivity, *granularity, *origin};
}

result<laplace_noise> noise_for(const laplace_kind& kind, const laplace_spec& spec, const request& options) {
  if (options.from == basis::guarantee) return calibrate(kind, spec, options.promise(), options.how);
  if (options.from == basis::given) {
    const result<double> scale = given_number("scale", options.scale);
    return scale ? with_scale(kind, spec, *scale, options.notion) : scale.error();
  }
  const result<double> rate = given_number("rate", options.rate);
  return rate ? with_rate(kind, spec, options.promise(), *rate, options.scale) : rate.error();
}

}  // namespace

result<std::unique_ptr<const mechanism>> make(const laplace_kind& kind, const request& options) {
  const result<laplace_spec> spec = spec_in(options);
  if (!spec) return spec.error();
  return to_pointer(noise_for(kind, *spec, options));
}

result<double> scale_for(const laplace_kind& kind, const request& options) {
  const result<laplace_spec> spec = spec_in(options);
  if (!spec) return spec.error();
  return scale_for(kind, *spec, options.promise(), options.how);
}

}  // namespace inbounds
