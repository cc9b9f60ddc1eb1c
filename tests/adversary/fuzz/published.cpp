// The papers' formulas answer a number where their arguments are what they state, and NaN elsewhere.

#include <cmath>
#include <limits>

#include "input.hpp"
#include "published/croft.hpp"
#include "published/croft_audit.hpp"
#include "published/holohan.hpp"
#include "published/liu.hpp"

namespace inbounds::fuzz {
namespace {

using namespace inbounds::published;

/// Far from the ends of what a double can be, where formulas must not overflow.
bool is_moderate(double number) { return number > 1e-60 && number < 1e60; }

double positive(input& from, const char* name) {
  return from.choice("any", 4) == 3 ? from.any(name) : from.of_size(name, -12, 9);
}

void try_holohan(input& from) {
  const double width = positive(from, "width");
  const double sensitivity =
      from.flag("sensitivity from width") ? width * from.share("part") : positive(from, "sensitivity");
  const double epsilon = positive(from, "epsilon");
  const double delta = from.flag("delta 0") ? 0 : positive(from, "delta");
  const double scale = positive(from, "scale");
  const bounded_query query{width, sensitivity, epsilon, delta};
  const bool stated = sensitivity > 0 && sensitivity <= width && epsilon >= 0 && delta >= 0 && delta < 1 &&
                      epsilon + delta > 0 && std::isfinite(width) && std::isfinite(epsilon);
  const bool moderate = stated && is_moderate(width) && is_moderate(sensitivity) && is_moderate(scale) &&
                        epsilon >= 1e-12 && epsilon < 700;
  const double standard = standard_scale(query);
  const auto [fixed, halvings] = fixed_point(query);
  const double change = delta_c(width, sensitivity, scale);
  const double image = fixed_point_operator(query, scale);
  const double loss = epsilon_of_scale(width, sensitivity, scale, delta);
  const double needed = delta_of_scale(width, sensitivity, scale, epsilon);
  const double effective = effective_epsilon(query);
  const double clamped = clamped_scale(sensitivity, epsilon, delta);
  const double ratio = epsilon_ratio(from.share("ratio"), epsilon);
  must(!(ratio < 1 - 1e-9) && !(ratio > 2 + 1e-9), "epsilon over epsilon' is from 1 to 2", {ratio});
  must(halvings >= 0 && halvings < 5000, "bisection ends", {static_cast<double>(halvings)});
  if (!stated) {
    must(std::isnan(standard) && std::isnan(fixed) && std::isnan(effective), "what is not stated is NaN",
         {standard, fixed, effective});
  }
  if (!moderate) return;
  must(standard > 0 && std::isfinite(standard), "a scale is a positive number", {standard});
  must(fixed >= standard * (1 - 1e-9) && std::isfinite(fixed), "bounds cost noise", {fixed, standard});
  must(effective > 0 && std::isfinite(effective), "epsilon' is a positive number", {effective});
  must(change >= 1 && change <= 2, "the borders lose at most half of the mass", {change});
  must(!std::isnan(image), "f(b) is a number", {image});
  must(loss >= 0, "epsilon of a scale is a number", {loss});
  must(needed >= 0 && needed <= 1, "delta of a scale is a probability", {needed});
  must(clamped > 0 && std::isfinite(clamped), "a scale is a positive number", {clamped});
}

void try_croft(input& from) {
  const double sensitivity = positive(from, "sensitivity");
  const double epsilon = positive(from, "epsilon");
  const double distance = positive(from, "distance");
  const bool moderate = is_moderate(sensitivity) && epsilon > 1e-9 && epsilon < 700;
  const double border = border_scale(sensitivity, epsilon);
  const double bound = uniform_scale_bound(sensitivity, epsilon);
  const double there = position_dependent_scale(distance, sensitivity, epsilon);
  const double loss = unadjusted_loss(positive(from, "steps"), epsilon);
  must(!(loss < 0), "a loss is not negative", {loss});
  if (moderate) {
    must(border > 0 && border <= bound && std::isfinite(bound), "the border's scale is within the bound",
         {border, bound});
    if (is_moderate(distance)) {
      must(there >= sensitivity / epsilon * (1 - 1e-9) && there <= border * (1 + 1e-9),
           "the scale falls from the border's to the textbook's", {there, border, sensitivity / epsilon});
    }
  }
  std::vector<feasible_span> spans;
  double end = from.choice("infinite", 3) == 2 ? -std::numeric_limits<double>::infinity() : from.any("start");
  for (std::size_t more = 1 + from.choice("spans", 5); more > 0; --more) {
    const double lower = end;
    const double upper = (std::isinf(lower) ? 0 : lower) + positive(from, "length");
    spans.push_back({lower, upper});
    end = upper + positive(from, "gap");
  }
  const double uniform = uniform_scale(spans, sensitivity, epsilon);
  must(!(uniform < 0), "a scale is not negative", {uniform});
  if (moderate && !std::isnan(uniform)) {
    must(uniform <= bound * (1 + 1e-9), "no uniform scale is above the bound", {uniform, bound});
  }
}

void try_croft_audit(input& from) {
  const double sensitivity = from.choice("any", 8) == 7 ? from.any("sensitivity") : from.of_size("sensitivity", -5, 5);
  const double epsilon = from.choice("any", 8) == 7 ? from.any("epsilon") : from.of_size("epsilon", -7, 5);
  const double window = from.choice("any", 4) == 3 ? from.any("window") : from.of_size("window", -5, 6);
  const position_dependent_worst worst = position_dependent_loss(sensitivity, epsilon, window);
  if (std::isnan(worst.loss)) return;
  must(worst.loss >= 0 && worst.loss <= worst.at_most, "a loss is within its proof", {worst.loss, worst.at_most});
  // Losses are differences of distances in scales, and of too many of those nothing is left after the point. Where a
  // pair can be named to all digits, it is no denormal number either.
  if (!(is_moderate(sensitivity) && is_moderate(window) && epsilon > 1e-9 && window * epsilon / sensitivity < 1e6))
    return;
  const double pair =
      position_dependent_pair_loss(worst.truth, worst.neighbour, worst.output, sensitivity, epsilon, window);
  must(std::fabs(pair - worst.loss) <= 1e-9 * (1 + worst.loss), "the worst pair loses what it says",
       {pair, worst.loss});
}

void try_liu(input& from) {
  std::vector<double> widths;
  std::vector<double> sensitivities;
  for (std::size_t more = from.choice("sides", 6); more > 0; --more) {
    widths.push_back(positive(from, "width"));
    sensitivities.push_back(positive(from, "sensitivity"));
  }
  liu_variance(widths, sensitivities, positive(from, "epsilon"));
}

}  // namespace
}  // namespace inbounds::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  inbounds::fuzz::input from(bytes, size);
  switch (from.choice("paper", 5)) {
    case 0: inbounds::fuzz::try_croft(from); break;
    case 1: inbounds::fuzz::try_croft_audit(from); break;
    case 2: inbounds::fuzz::try_liu(from); break;
    default: inbounds::fuzz::try_holohan(from); break;
  }
  return 0;
}
