#include "attempts.hpp"

#include <cmath>
#include <limits>
#include <utility>

namespace inbounds::fuzz {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double epsilon_from(input& from) {
  switch (from.choice("way of epsilon", 4)) {
    case 0: return from.any("epsilon");
    case 1: return from.of_size("epsilon", -50, 9);
    default: return from.of_size("epsilon", -7, 4);
  }
}

double delta_from(input& from) {
  switch (from.choice("way of delta", 4)) {
    case 0: return from.any("delta");
    case 1: return from.of_size("delta", -60, -1);
    default: return 0;
  }
}

guarantee guarantee_from(input& from) {
  const double epsilon = epsilon_from(from);
  const double delta = delta_from(from);
  return {epsilon, delta, from.choice("metric", 4) == 3 ? privacy_notion::metric : privacy_notion::dp};
}

/// Numbers that rise, some of them by much; the outermost may be infinite.
std::vector<double> rising(input& from, std::size_t many) {
  std::vector<double> numbers(many);
  const bool common = from.flag("plain numbers");
  numbers[0] = common ? std::floor(16 * from.share("start")) : from.any("start");
  for (std::size_t at = 1; at < many; ++at) {
    const double width = common ? from.of_size("width", -3, 6) : from.of_size("width", -30, 60);
    numbers[at] = numbers[at - 1] + (common ? std::ceil(width) : width);
    from.tell("end", numbers[at]);
  }
  switch (from.choice("infinite", 8)) {
    case 5: numbers.front() = -infinity; break;
    case 6: numbers.back() = infinity; break;
    case 7: numbers.front() = -infinity, numbers.back() = infinity; break;
    default: break;
  }
  return numbers;
}

std::vector<double> ends_from(input& from, std::size_t many) {
  if (from.choice("sensible ends", 8) > 0) return rising(from, many);
  std::vector<double> numbers(many);
  for (double& number : numbers) number = from.any("end");
  return numbers;
}

std::vector<span> pair_up(const std::vector<double>& ends, std::size_t first, std::size_t last) {
  std::vector<span> pairs;
  for (std::size_t at = first; at + 1 < last; at += 2) pairs.push_back({ends[at], ends[at + 1]});
  return pairs;
}

result<domain> domain_from(input& from) {
  constexpr std::size_t max_spans = 6;
  switch (from.choice("shape", 4)) {
    case 0: {
      const std::vector<double> ends = ends_from(from, 2 + 2 * from.choice("more spans", max_spans));
      return domain_of_spans(pair_up(ends, 0, ends.size()));
    }
    case 1: {
      const std::vector<double> ends = ends_from(from, 2 + 2 * from.choice("gaps", max_spans));
      return domain_without({ends.front(), ends.back()}, pair_up(ends, 1, ends.size() - 1));
    }
    default: {
      const std::vector<double> ends = ends_from(from, 2);
      return domain_of({ends[0], ends[1]});
    }
  }
}

std::optional<double> sensitivity_from(input& from, double width) {
  switch (from.choice("way of sensitivity", 5)) {
    case 0: return from.any("sensitivity");
    case 1: return from.of_size("sensitivity", -10, 10);
    case 2:
      return std::isfinite(width) ? width * from.share("sensitivity/width") : from.of_size("sensitivity", -20, 60);
    default: break;
  }
  if (std::isfinite(width)) return {};
  return from.of_size("sensitivity", -3, 3);
}

std::optional<double> granularity_from(input& from, double width) {
  switch (from.choice("way of granularity", 6)) {
    case 0: return from.any("granularity");
    case 1: return static_cast<double>(1 + from.choice("granularity less one", 1000));
    case 2: return 1.0 / static_cast<double>(1 + from.choice("1/granularity less one", 1000));
    case 3:
      return std::isfinite(width) ? std::ldexp(1, std::ilogb(width) - static_cast<int>(from.choice("bits", 54))) : 1;
    default: return {};
  }
}

}  // namespace

std::optional<laplace_attempt> laplace_attempt_from(input& from) {
  static constexpr const laplace_kind* mechanisms[] = {&reflected_laplace, &bounded_laplace, &clamped_laplace};
  const laplace_kind* mechanism = mechanisms[from.choice("reflected, bounded, clamped", 3)];
  std::optional<domain> where = accept(domain_from(from));
  if (!where) return {};
  const double width = where->upper() - where->lower();
  const std::optional<double> sensitivity = sensitivity_from(from, width);
  const std::optional<double> granularity = granularity_from(from, width);
  const guarantee promise = guarantee_from(from);
  const calibration method = from.choice("published", 4) == 3 ? calibration::published : calibration::tight;
  return laplace_attempt{mechanism, {*std::move(where), sensitivity, granularity}, promise, method};
}

std::optional<laplace_noise> make_noise(input& from, const laplace_attempt& attempt) {
  const auto& [mechanism, spec, promise, method] = attempt;
  switch (from.choice("way", 6)) {
    case 0: return accept(with_scale(*mechanism, spec, from.any("scale"), promise.kind));
    case 1: return accept(with_scale(*mechanism, spec, from.of_size("scale", -10, 20), promise.kind));
    case 2: {
      const double rate = from.flag("any rate") ? from.any("rate") : from.of_size("rate", -30, 5);
      const std::optional<double> scale = from.flag("scale, too") ? std::optional(from.any("scale")) : std::nullopt;
      return accept(with_rate(*mechanism, spec, promise, rate, scale));
    }
    default: return accept(calibrate(*mechanism, spec, promise, method));
  }
}

std::optional<gaussian_attempt> gaussian_attempt_from(input& from) {
  const std::size_t sides = from.flag("box") ? 1 + from.choice("sides less one", 5) : 1;
  std::vector<double> lower;
  std::vector<double> upper;
  double width = 0;
  for (std::size_t side = 0; side < sides; ++side) {
    const std::vector<double> ends = ends_from(from, 2);
    lower.push_back(ends[0]);
    upper.push_back(ends[1]);
    width = std::hypot(width, ends[1] - ends[0]);
  }
  if (from.choice("one bound less", 50) == 49) upper.pop_back();
  std::optional<box> where = accept(box_of(lower, upper));
  if (!where) return {};
  gaussian_spec spec{*std::move(where), sensitivity_from(from, width), {}};
  const std::size_t grains = from.flag("granularity for each") ? from.choice("granularities", 6) : 1;
  for (std::size_t at = 0; at < grains; ++at) {
    if (const auto step = granularity_from(from, width)) spec.granularity.push_back(*step);
  }
  const guarantee promise = guarantee_from(from);
  const calibration method = from.choice("published", 4) == 3 ? calibration::published : calibration::tight;
  return gaussian_attempt{std::move(spec), promise, method};
}

std::optional<gaussian_noise> make_noise(input& from, const gaussian_attempt& attempt) {
  const auto& [spec, promise, method] = attempt;
  switch (from.choice("way", 6)) {
    case 0: return accept(with_scale(spec, from.any("scale")));
    case 1: return accept(with_scale(spec, from.of_size("scale", -10, 20)));
    case 2:
      return accept(
          with_scale(spec, promise, from.flag("any scale") ? from.any("scale") : from.of_size("scale", -5, 30)));
    default: return accept(calibrate(spec, promise, method));
  }
}

}  // namespace inbounds::fuzz
