#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "core/checks.hpp"
#include "mechanisms/bounded_gaussian/bounded_gaussian.hpp"
#include "mechanisms/bounded_gaussian/calibrate.hpp"
#include "mechanisms/bounded_gaussian/setting.hpp"
#include "numeric/rounding.hpp"

// From what is asked to a mechanism that keeps it.

namespace inbounds {
namespace {

constexpr double smallest_rate = 1e-270;  // that draws can take

/// Everything but the scale.
struct resolved {
  const gaussian_spec& spec;
  double sensitivity;
  std::vector<lattice> points;
  gaussian_box setting;
};

result<double> resolve_sensitivity(const gaussian_spec& spec) {
  const double sensitivity = spec.sensitivity.value_or(spec.where.diagonal());
  if (auto why = check_sensitivity(spec.where, sensitivity)) return *why;
  return sensitivity;
}

/// What can be promised: delta is known on one side only.
std::optional<parameter_error> check_promise(const box& where, const guarantee& promise) {
  if (auto why = check_guarantee(promise)) return why;
  if (promise.delta == 0 || where.sides.size() == 1) return {};
  return parameter_error{"delta", "0 in several dimensions", promise.delta};
}

result<lattice> lattice_of(const gaussian_spec& spec, double sensitivity, std::size_t at) {
  const domain& side = spec.where.sides[at];
  const std::vector<double>& steps = spec.granularity;
  if (!steps.empty()) {
    const std::optional<double> origin = spec.origin.empty() ? std::nullopt : std::optional(spec.origin[at]);
    return lattice_on(side, steps[steps.size() == 1 ? 0 : at], origin);
  }
  // A side may be far shorter than the sensitivity.
  const double width = width_rounded_up(side.hull());
  const double distance = std::min(sensitivity, width);
  result<lattice> points = default_lattice(side, distance, distance);
  if (points || sensitivity < width) return points;
  return bounds_too_close(side, points.error());
}

result<resolved> resolve(const gaussian_spec& spec) {
  const result<double> sensitivity = resolve_sensitivity(spec);
  if (!sensitivity) return sensitivity.error();
  const std::size_t sides = spec.where.sides.size();
  const std::size_t steps = spec.granularity.size();
  if (steps > 1 && steps != sides) {
    return parameter_error{
        "granularity", "one number, or {0} numbers long", static_cast<double>(steps), {static_cast<double>(sides)}};
  }
  if (const std::size_t origins = spec.origin.size(); origins > 0 && origins != sides) {
    return parameter_error{"origin", "{0} numbers long", static_cast<double>(origins), {static_cast<double>(sides)}};
  }
  std::vector<lattice> points(sides);
  for (std::size_t at = 0; at < sides; ++at) {
    result<lattice> side = lattice_of(spec, *sensitivity, at);
    if (!side) {
      parameter_error why = side.error();
      // Of several sides, the one that is too short is of interest.
      if (sides > 1) why.index = steps == 1 ? -1 : static_cast<int>(at);
      return why;
    }
    points[at] = *std::move(side);
  }
  gaussian_box setting = lattice_box(spec.where, points, *sensitivity);
  return resolved{spec, *sensitivity, std::move(points), std::move(setting)};
}

/// Of larger scales, squares would be no numbers to work with.
std::optional<parameter_error> check_drawable(const std::vector<lattice>& sides, double scale) {
  if (auto why = check_positive("scale", scale)) return why;
  for (const lattice& points : sides) {
    if (rate_of(points, scale) < smallest_rate) {
      return parameter_error{
          "scale", "at most {0} with this granularity", scale, {points.grain.step / std::sqrt(2 * smallest_rate)}};
    }
  }
  return {};
}

result<gaussian_noise> build(resolved&& where, const guarantee& promised, double scale) {
  if (auto why = check_drawable(where.points, scale)) return *why;
  return gaussian_noise{where.spec.where,        where.sensitivity,        promised,
                        std::move(where.points), std::move(where.setting), scale};
}

parameter_error no_solution_error(double epsilon) { return {"epsilon", "one for which a scale can be found", epsilon}; }

/// Infinite where it is far too much to be worked out.
double loss_of(const gaussian_box& where, double scale) {
  const double max_loss =
      max_distance_of(where) / scale * (diagonal_of(where) / scale);  // the loss, or a few times that
  constexpr double too_much = 1e8;
  return max_loss <= too_much ? worst_loss(where, scale).loss : std::numeric_limits<double>::infinity();
}

/// The loss of any scale that was made or is asked about, if it is not too much. What was calibrated to the smallest
/// epsilon loses a hair less; a published scale, a few times less.
result<double> resolve_loss(const gaussian_box& where, double scale) {
  if (auto why = check_positive("scale", scale)) return *why;
  const double loss = loss_of(where, scale);
  if (loss <= largest_epsilon) return loss;
  return parameter_error{"scale", "large enough that epsilon is at most {0}", scale, {largest_epsilon}};
}

/// For a question about delta, on one side: the scales that draws can take. The pure loss may be anything; on a long
/// side it is far more than the epsilon that goes with delta.
std::optional<parameter_error> check_scale(const lattice& points, double scale) {
  if (auto why = check_positive("scale", scale)) return why;
  const double min_scale = points.grain.step / 45;  // a rate of 1012
  if (scale >= min_scale) return {};
  return parameter_error{"scale", "at least {0} on this lattice", scale, {min_scale}};
}

}  // namespace

result<gaussian_noise> calibrate(const gaussian_spec& spec, const guarantee& promise, calibration how) {
  result<resolved> where = resolve(spec);
  if (!where) return where.error();
  if (auto why = check_promise(spec.where, promise)) return *why;
  if (how == calibration::published && promise.delta > 0) {
    return parameter_error{"delta", "0 for the published calibration", promise.delta};
  }
  std::optional<double> scale;
  if (how == calibration::tight) {
    scale = tight_scale(where->setting, promise);
  } else {
    // Papers speak of real sensitivities; snapped truths may be farther apart.
    scale = published_scale(line_box(spec.where, std::min(max_distance_of(where->setting), spec.where.diagonal())),
                            promise.epsilon);
  }
  if (!scale) return no_solution_error(promise.epsilon);
  // The last word is the audit's: no scale leaves this function that was not found to keep the guarantee. The tight one
  // was, at its last step.
  if (how == calibration::published && !keeps(where->setting, promise, *scale)) {
    return parameter_error{"granularity",
                           "finer: on this lattice, the published scale ({0}) does not keep the guarantee",
                           where->points.front().grain.step,
                           {*scale},
                           "or use the tight calibration"};
  }
  return build(*std::move(where), promise, *scale);
}

result<gaussian_noise> with_scale(const gaussian_spec& spec, double scale) {
  result<resolved> where = resolve(spec);
  if (!where) return where.error();
  const result<double> loss = resolve_loss(where->setting, scale);
  if (!loss) return loss.error();
  if (*loss < smallest_epsilon) {
    return parameter_error{"scale", "small enough that epsilon is at least {0}", scale, {smallest_epsilon}};
  }
  return build(*std::move(where), {*loss}, scale);
}

result<gaussian_noise> with_scale(const gaussian_spec& spec, const guarantee& claimed, double scale) {
  result<resolved> where = resolve(spec);
  if (!where) return where.error();
  if (auto why = check_promise(spec.where, claimed)) return *why;
  if (claimed.delta > 0) {
    if (auto why = check_scale(where->points.front(), scale)) return *why;
  } else if (const result<double> loss = resolve_loss(where->setting, scale); !loss) {
    return loss.error();
  }
  if (keeps(where->setting, claimed, scale)) return build(*std::move(where), claimed, scale);
  const double lost = epsilon_at(where->setting, claimed.delta, scale);
  return parameter_error{"scale", "large enough for epsilon {0}", scale, {claimed.epsilon, lost}, "it loses {1}"};
}

result<double> scale_for(const gaussian_spec& spec, const guarantee& promise, calibration how) {
  const result<double> sensitivity = resolve_sensitivity(spec);
  if (!sensitivity) return sensitivity.error();
  if (auto why = check_promise(spec.where, promise)) return *why;
  if (how == calibration::published && promise.delta > 0) {
    return parameter_error{"delta", "0 for the published calibration", promise.delta};
  }
  const gaussian_box line = line_box(spec.where, *sensitivity);
  const std::optional<double> scale =
      how == calibration::tight ? tight_scale(line, promise) : published_scale(line, promise.epsilon);
  if (!scale) return no_solution_error(promise.epsilon);
  return *scale;
}

result<double> gaussian_noise::epsilon_of(std::optional<double> asked_scale, double delta) const {
  const double other = asked_scale.value_or(scale);
  if (auto why = check_promise(where, {largest_epsilon, delta})) return *why;
  if (auto why = check_drawable(points, other)) return *why;
  if (delta == 0) return resolve_loss(setting, other);
  if (auto why = check_scale(points.front(), other)) return *why;
  const double epsilon = epsilon_at(setting, delta, other);
  // What was promised is known to be kept, and may be a hair better than what is found again.
  const bool is_promised = other == scale && delta >= promised.delta;
  return is_promised ? std::min(epsilon, promised.epsilon) : epsilon;
}

result<double> gaussian_noise::delta_of(std::optional<double> asked_scale, double epsilon) const {
  const double other = asked_scale.value_or(scale);
  if (auto why = check_within("epsilon", epsilon, 0, largest_epsilon)) return *why;
  if (auto why = check_drawable(points, other)) return *why;
  if (where.sides.size() > 1) {
    // Below the loss, no delta is known.
    const result<double> loss = resolve_loss(setting, other);
    if (!loss) return loss.error();
    if (*loss <= epsilon) return 0.0;
    return parameter_error{"epsilon", "at least {0} in several dimensions", epsilon, {*loss}};
  }
  if (auto why = check_scale(points.front(), other)) return *why;
  return delta_at(setting, epsilon, other).delta;
}

namespace {

result<gaussian_spec> spec_in(const request& options) {
  result<box> where = box_in(options);
  if (!where) return where.error();
  return gaussian_spec{*std::move(where), options.sensitivity, options.granularity, options.origin};
}

result<gaussian_noise> noise_for(const gaussian_spec& spec, const request& options) {
  if (options.from == basis::guarantee) return calibrate(spec, options.promise(), options.how);
  const result<double> scale = given_number("scale", options.scale);
  if (!scale) return scale.error();
  return options.from == basis::given ? with_scale(spec, *scale) : with_scale(spec, options.promise(), *scale);
}

}  // namespace

result<std::unique_ptr<const mechanism>> make_bounded_gaussian(const request& options) {
  const result<gaussian_spec> spec = spec_in(options);
  if (!spec) return spec.error();
  return to_pointer(noise_for(*spec, options));
}

result<double> bounded_gaussian_scale_for(const request& options) {
  const result<gaussian_spec> spec = spec_in(options);
  if (!spec) return spec.error();
  return scale_for(*spec, options.promise(), options.how);
}

}  // namespace inbounds
