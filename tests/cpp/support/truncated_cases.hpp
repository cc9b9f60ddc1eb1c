#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "distributions/truncated_laplace.hpp"
#include "support/catch.hpp"
#include "support/exact_laplace.hpp"

// Laws on points and on the line, 1 to 5 spans, open and infinite ends, from flat to needle-sharp; and how to compare
// them with the exact ones.

namespace inbounds::test {

struct truncated_case {
  std::vector<span> spans;
  open_ends open;
  double rate;
  support on;
  double centre;

  truncated_laplace family() const { return {spans, open, rate, on}; }
  exact_laplace exact() const {
    exact_laplace law{{}, open.below, open.above, rate, on == support::points, centre, exp(-digits(rate))};
    for (const auto& [lower, upper] : spans) law.spans.emplace_back(lower, upper);
    return law;
  }
  std::string text() const {
    std::string words = on == support::points ? "points" : "line";
    for (const auto& [lower, upper] : spans) words += " [" + std::to_string(lower) + ", " + std::to_string(upper) + "]";
    return words + (open.below ? " open below" : "") + (open.above ? " open above" : "") + ", rate " +
           Catch::StringMaker<double>::convert(rate) + " = 2^" + std::to_string(std::log2(rate)) + ", centre " +
           std::to_string(centre);
  }
};

/// The ends and a number between them, of every span that is not too far away.
inline std::vector<double> centres_in(const std::vector<span>& spans, support on, double rate) {
  std::vector<double> found;
  for (const auto& [lower, upper] : spans) {
    const double from = std::isinf(lower) ? (std::isinf(upper) ? -3 / rate : upper - 3 / rate) : lower;
    const double to = std::isinf(upper) ? from + 5 / rate : upper;
    const double between = from + (to - from) * 0.3;
    if (std::isfinite(lower)) found.push_back(lower);
    const double inside = on == support::points ? std::floor(between) : between;
    if (inside > lower && inside < upper) found.push_back(inside);
    if (std::isfinite(upper) && upper != lower) found.push_back(upper);
  }
  return found;
}

inline void add_cases(std::vector<truncated_case>& cases, const std::vector<span>& spans, support on,
                      const std::vector<double>& widths_in_scales) {
  const double lower = spans.front().lower;
  const double upper = spans.back().upper;
  const bool bounded = std::isfinite(lower) && std::isfinite(upper);
  for (const double scales : widths_in_scales) {
    const double rate = bounded ? scales / (upper - lower) : scales;
    for (const double centre : centres_in(spans, on, rate)) {
      for (const int open : {0, static_cast<int>(1 + cases.size() / 2 % 3)}) {  // closed, and one of the others in turn
        const open_ends ends{(open & 1) != 0, (open & 2) != 0};
        if ((ends.below && std::isinf(lower)) || (ends.above && std::isinf(upper))) continue;
        cases.push_back({spans, ends, rate, on, centre});
      }
    }
  }
}

inline const std::vector<double>& usual_widths() {
  static const std::vector<double> widths{1e-12, 1e-8, 1e-3, 2.1, 60, 650, 1e4, 1e8};
  return widths;
}

inline std::vector<truncated_case> cases_on_points() {
  std::vector<truncated_case> cases;
  add_cases(cases, {{0, 1}}, support::points, usual_widths());
  add_cases(cases, {{-3, 9}}, support::points, usual_widths());
  add_cases(cases, {{100, 220}}, support::points, usual_widths());
  add_cases(cases, {{0, 0}, {7, 7}}, support::points, usual_widths());
  add_cases(cases, {{-7, -5}, {-2, -2}, {4, 11}}, support::points, usual_widths());
  add_cases(cases, {{-40, -31}, {-30, -30}, {0, 12}, {50, 50}, {51, 90}}, support::points, usual_widths());
  add_cases(cases, {{1, 2}, {5, 9}, {1000, 1060}, {1062, 1063}}, support::points, usual_widths());
  return cases;
}

inline std::vector<truncated_case> cases_on_wide_lattices() {
  std::vector<truncated_case> cases;
  add_cases(cases, {{-0x1p51, 0x1p51}}, support::points, usual_widths());
  add_cases(cases, {{-0x1p52, -5}, {3, 0x1p40}, {0x1p50, 0x1p52}}, support::points, {1e-8, 3, 0x1p9, 0x1p50, 0x1p57});
  return cases;
}

inline std::vector<truncated_case> cases_on_line() {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::vector<truncated_case> cases;
  add_cases(cases, {{-2, 5}}, support::line, usual_widths());
  add_cases(cases, {{10, 10.5}}, support::line, usual_widths());
  add_cases(cases, {{0, 1e-9}}, support::line, usual_widths());
  add_cases(cases, {{-1e6, 1e6}}, support::line, usual_widths());
  add_cases(cases, {{-2, -1}, {0.5, 0.75}}, support::line, usual_widths());
  add_cases(cases, {{-9, -8.5}, {-2, -1}, {0.5, 0.75}, {3, 5}, {5.001, 6}}, support::line, usual_widths());
  add_cases(cases, {{1, infinity}}, support::line, {1e-5, 0.3, 40});
  add_cases(cases, {{-infinity, infinity}}, support::line, {1e-5, 0.3, 40});
  add_cases(cases, {{-infinity, -3}, {1, 2}, {4, infinity}}, support::line, {1e-5, 0.3, 40, 2000});
  return cases;
}

/// Whether a computed number is the exact one to within a relative error; below 1e-300 doubles lose their precision.
inline bool close(double computed, const digits& exact, double relative) {
  return abs(digits(computed) - exact) <= relative * abs(exact) + digits(1e-300);
}

/// An error of the rate's last place is multiplied by rate * distance in e^(-rate distance), that is, by the logarithm:
/// more precision than this cannot be had.
inline bool close_for_its_size(double computed, const digits& exact) {
  if (exact == 0) return std::fabs(computed) < 1e-100;  // where the hundred digits end
  int exponent = 0;
  const auto significand = static_cast<double>(frexp(exact, &exponent));
  // A hundred digits of it would take longer than all else.
  const double logarithm = std::log(significand) + exponent * std::log(2.0);
  return close(computed, exact, 2e-14 + 4e-16 * std::fabs(logarithm));
}

/// The numbers worth asking about: ends and what lies next to them, inside, in gaps, in the tails, outside.
inline std::vector<double> places_to_ask(const truncated_case& one) {
  std::vector<double> found{one.centre};
  const bool points = one.on == support::points;
  for (std::size_t at = 0; at < one.spans.size(); ++at) {
    const auto [lower, upper] = one.spans[at];
    for (const double end : {lower, upper}) {
      if (std::isinf(end)) continue;
      for (const double away : {-1.0, 0.0, 1.0}) found.push_back(end + away * (points ? 1 : 0.3 / one.rate));
      found.push_back(points ? end + 0.5 : std::nextafter(end, 1e300));
      found.push_back(points ? end - 0.5 : std::nextafter(end, -1e300));
    }
    if (std::isfinite(upper - lower)) {
      for (const double share : {0.1, 0.5}) found.push_back(lower + share * (upper - lower));
    }
    if (at > 0) found.push_back((one.spans[at - 1].upper + lower) / 2);
  }
  for (const double scales : {1.0, 17.0, 690.0}) {
    found.push_back(one.centre - scales / one.rate);
    found.push_back(one.centre + scales / one.rate);
  }
  return found;
}

}  // namespace inbounds::test
