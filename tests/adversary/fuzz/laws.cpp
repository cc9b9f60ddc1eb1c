// What a law says of itself is in range and consistent, for whichever mechanism, truth and question.

#include <algorithm>
#include <cmath>

#include "attempts.hpp"

namespace inbounds::fuzz {
namespace {

constexpr double rounding = 1e-9;

bool is_probability(double number, double tolerated) { return number >= 0 && number <= 1 + tolerated; }

/// The questions that every law answers, at two places of which the first is not above the second. `inside` is where
/// outputs lie, and `tolerated` what sums of probabilities may be off by.
void check_law(input& from, const law& about, const span& inside, double low, double high, bool points,
               double tolerated = rounding) {
  const double up_to_low = about.cdf(low);
  const double up_to_high = about.cdf(high);
  must(is_probability(up_to_low, tolerated) && is_probability(up_to_high, tolerated), "a cdf is a probability",
       {low, high, up_to_low, up_to_high});
  must(up_to_low <= up_to_high + tolerated, "a cdf never falls", {low, high, up_to_low, up_to_high});
  const double beyond = about.survival(low);
  must(is_probability(beyond, tolerated), "a survival is a probability", {low, beyond});
  must(std::fabs(up_to_low + beyond - 1) <= tolerated, "cdf and survival make 1", {low, up_to_low, beyond});

  const double mass = about.density(low);
  must(mass >= 0 && (!points || mass <= 1 + rounding), "a probability is from 0 to 1, a density not negative",
       {low, mass});
  const double logarithm = about.log_density(low);
  must(!std::isnan(logarithm), "the logarithm of a density is a number", {low, mass});
  if (std::isfinite(mass) && mass > 1e-290) {
    must(std::fabs(std::log(mass) - logarithm) <= rounding * (1 + std::fabs(logarithm)),
         "the logarithm of a density is that", {low, mass, logarithm});
  }

  const double probability = from.share("probability");
  const double reached = about.quantile(probability);
  must(reached >= inside.lower && reached <= inside.upper, "a quantile is where outputs lie",
       {probability, reached, inside.lower, inside.upper});
  // On the line, the quantile is found to within some units in its last place, which may be a part of a tiny scale.
  const double unit = 32 * (std::nextafter(std::fabs(reached), INFINITY) - std::fabs(reached));
  const double rounded = points || std::isinf(reached) ? 0 : unit * about.density(reached);
  must(about.cdf(reached) >= probability - tolerated - rounded, "the cdf of a quantile is its probability",
       {probability, reached, about.cdf(reached)});
  if (points && reached > inside.lower) {
    must(about.cdf(reached - 1) <= probability + rounding, "no point before a quantile reaches its probability",
         {probability, reached, about.cdf(reached - 1)});
  }
  const auto [bias, variance] = about.around_centre();
  must(std::isfinite(bias), "a bias is a finite number", {bias});
  // On a half-line, that of noise with a scale of more than 10^154 is beyond the largest double.
  const bool endless = !std::isfinite(inside.upper - inside.lower);
  must(variance >= 0 && (endless || std::isfinite(variance)), "a variance is a finite number, and not negative",
       {variance});
}

/// All probabilities of a small lattice, one by one.
void check_all_points(const law& about, double first, double last) {
  if (!(last - first <= 200)) return;
  double sum = 0;
  double mean = 0;
  for (double point = first; point <= last; ++point) {
    sum += about.density(point);
    mean += about.density(point) * (point - first);
    must(std::fabs(about.cdf(point) - sum) <= rounding, "a cdf is the sum of probabilities",
         {point, about.cdf(point), sum});
  }
  must(std::fabs(sum - 1) <= rounding, "all probabilities make 1", {sum});
  const double centre_and_bias = about.centre() - first + about.around_centre().bias;
  must(std::fabs(centre_and_bias - mean) <= rounding * (1 + last - first),
       "the mean is the sum of values times probabilities", {centre_and_bias, mean});
}

void check_lattice_law(input& from, const law& about, double first, double last, bool gapless) {
  const double from_first = std::floor(from.share("first place") * (last - first));
  const double from_second = std::floor(from.share("second place") * (last - first));
  check_law(from, about, {first, last}, first + std::min(from_first, from_second),
            first + std::max(from_first, from_second), gapless);
  check_all_points(about, first, last);
}

/// Places far from 0 are rounded, and a span may be short against that.
double rounding_on_line(const domain& where) {
  double farthest = 0;
  double shortest = INFINITY;
  for (const auto& [lower, upper] : where.spans) {
    for (const double end : {lower, upper})
      farthest = std::isfinite(end) ? std::fmax(farthest, std::fabs(end)) : farthest;
    shortest = std::fmin(shortest, upper - lower);
  }
  return rounding + 64 * (std::nextafter(farthest, INFINITY) - farthest) / shortest;
}

void check_line_law(input& from, const law& about, const span& inside, double tolerated = rounding) {
  const double first = from.any("first number");
  const double second = from.any("second number");
  if (std::isnan(first) || std::isnan(second)) return;  // hosts refuse it
  check_law(from, about, inside, std::min(first, second), std::max(first, second), false, tolerated);
}

double truth_from(input& from, const span& hull) {
  if (from.flag("any truth") || !std::isfinite(hull.upper - hull.lower)) return from.any("truth");
  return hull.lower + (hull.upper - hull.lower) * from.share("truth in the domain");
}

void ask_laplace(input& from) {
  const std::optional<laplace_attempt> attempt = laplace_attempt_from(from);
  if (!attempt) return;
  const std::optional<laplace_noise> noise = make_noise(from, *attempt);
  if (!noise) return;
  const span hull = noise->where.hull();
  const double truth = truth_from(from, hull);
  if (const std::optional<parameter_error> why = noise->check_truth(truth)) return must_be_readable(*why);
  const lattice& points = noise->points;
  const auto released = accept(noise->law_at(truth));
  check_lattice_law(from, **released, static_cast<double>(points.lowest()), static_cast<double>(points.highest()),
                    noise->where.spans.size() == 1);
  const auto limit = accept(noise->continuous_law_at(truth));
  check_line_law(from, **limit, hull, rounding_on_line(noise->where));
}

void ask_gaussian(input& from) {
  const std::optional<gaussian_attempt> attempt = gaussian_attempt_from(from);
  if (!attempt) return;
  const std::optional<gaussian_noise> noise = make_noise(from, *attempt);
  if (!noise) return;
  const std::size_t side = from.choice("side", noise->points.size());
  const span hull = noise->where.sides[side].hull();
  const double truth = truth_from(from, hull);
  if (std::isnan(truth)) return;  // refused by privatise_all and by hosts
  const lattice& points = noise->points[side];
  const auto released = accept(noise->law_at(truth, side));
  check_lattice_law(from, **released, static_cast<double>(points.lowest()), static_cast<double>(points.highest()),
                    true);
  const auto limit = accept(noise->continuous_law_at(truth, side));
  const span inside{hull.lower, hull.lower + (hull.upper - hull.lower)};  // as far as rounded sums reach
  check_line_law(from, **limit, inside, rounding_on_line(noise->where.sides[side]));
}

}  // namespace
}  // namespace inbounds::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  inbounds::fuzz::input from(bytes, size);
  if (from.choice("Gaussian", 3) == 2) {
    inbounds::fuzz::ask_gaussian(from);
  } else {
    inbounds::fuzz::ask_laplace(from);
  }
  return 0;
}
