#include "distributions/confined_laplace.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "support/catch.hpp"
#include "support/confined_cases.hpp"

// Density, cdf and survival against a hundred digits; relations to the limits, shifts and mirror images. Quantiles and
// moments have files of their own.

using namespace inbounds;
using namespace inbounds::test;
using Catch::Approx;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

bool is_feasible(const confined_case& one, double y) {
  if (one.on == support::points && y != std::floor(y)) return false;
  return std::any_of(one.spans.begin(), one.spans.end(),
                     [&](const span& each) { return y >= each.lower && y <= each.upper; });
}

/// The probability or density at a feasible y, times the total.
digits exact_density(const exact_laplace& exact, double y) {
  digits weight = exact.weight(y);
  if (exact.on_points && y == exact.lowest()) weight += exact.beyond_below();
  if (exact.on_points && y == exact.highest()) weight += exact.beyond_above();
  return weight;
}

void check_at(const confined_case& one, const laplace_law& law, const exact_laplace& exact, const digits& total,
              double y) {
  INFO("y " << y);
  REQUIRE(close_for_its_size(cdf(law, y), exact.up_to(y) / total));
  REQUIRE(close_for_its_size(survival(law, y), exact.above(y) / total));
  REQUIRE(cdf(law, y) + survival(law, y) == Approx(1).epsilon(1e-14));
  if (!is_feasible(one, y)) {
    REQUIRE(density(law, y) == 0);
    REQUIRE(log_density(law, y) == -infinity);
    return;
  }
  const digits share = exact_density(exact, y) / total;
  REQUIRE(close_for_its_size(density(law, y), share));
  const digits logarithm = log(share);
  REQUIRE(abs(digits(log_density(law, y)) - logarithm) <= 2e-14 + 4e-16 * abs(logarithm));
}

void check_all(const std::vector<confined_case>& cases) {
  for (const auto& one : cases) {
    const confined_laplace family = one.family();
    const laplace_law law{family, family.at(one.centre)};
    const exact_laplace exact = one.exact();
    const digits total = exact.total();
    INFO(one.text());
    for (const double y : places_to_ask(one)) check_at(one, law, exact, total, y);
  }
}

}  // namespace

TEST_CASE("on points, density, cdf and survival are those of the definition", "[distributions]") {
  check_all(cases_on_points());
}

TEST_CASE("on lattices as wide as they come, density, cdf and survival are those of the series", "[distributions]") {
  check_all(cases_on_wide_lattices());
}

TEST_CASE("on the line, density, cdf and survival are those of the integrals", "[distributions]") {
  check_all(cases_on_line());
}

TEST_CASE("on points, all probabilities make up one", "[distributions]") {
  for (const auto& one : cases_on_points()) {
    const confined_laplace family = one.family();
    const laplace_law law{family, family.at(one.centre)};
    double sum = 0;
    for (const auto& [lower, upper] : one.spans) {
      for (double y = lower; y <= upper; ++y) {
        sum += density(law, y);
        REQUIRE(cdf(law, y) == Approx(sum).epsilon(1e-13).margin(1e-300));
        REQUIRE(atom(law, y) == 0);  // a question about the line
      }
    }
    INFO(one.text());
    REQUIRE(sum == Approx(1).epsilon(1e-14));
  }
}

TEST_CASE("outside the hull nothing is left", "[distributions]") {
  for (const auto& one : cases_on_line()) {
    const confined_laplace family = one.family();
    const laplace_law law{family, family.at(one.centre)};
    INFO(one.text());
    for (const double below : {std::nextafter(family.lowest(), -infinity), -infinity}) {
      REQUIRE(cdf(law, below) == 0);
      REQUIRE(survival(law, below) == Approx(1).epsilon(1e-15));
      REQUIRE(density(law, below) == 0);
    }
    for (const double above : {std::nextafter(family.highest(), infinity), infinity}) {
      REQUIRE(cdf(law, above) == 1);
      REQUIRE(survival(law, above) == 0);
      REQUIRE(density(law, above) == 0);
    }
  }
}

TEST_CASE("on the line, an open end is released with the probability of all beyond it", "[distributions]") {
  for (const auto& one : cases_on_line()) {
    const confined_laplace family = one.family();
    const laplace_law law{family, family.at(one.centre)};
    const exact_laplace exact = one.exact();
    const digits total = exact.total();
    INFO(one.text());
    const double lowest = family.lowest();
    const double highest = family.highest();
    REQUIRE(close_for_its_size(atom(law, lowest), exact.beyond_below() / total));
    REQUIRE(close_for_its_size(atom(law, highest), exact.beyond_above() / total));
    REQUIRE(atom(law, (lowest + highest) / 2) == 0);
    // The cdf jumps by it.
    if (std::isfinite(lowest)) REQUIRE(close(cdf(law, lowest), atom(law, lowest), 1e-14));
    if (std::isfinite(highest) && highest - one.centre > 1e-6) {
      const double before = std::nextafter(highest, lowest);
      const double rest = density(law, before) * (highest - before);
      REQUIRE(survival(law, before) ==
              Approx(atom(law, highest) + rest).epsilon(1e-13 + one.rate * (highest - before)).margin(1e-300));
    }
  }
}

TEST_CASE("what a place sees adds up to the normaliser and its slope", "[distributions]") {
  for (const auto& cases : {cases_on_points(), cases_on_line()}) {
    for (const auto& one : cases) {
      const confined_laplace family = one.family();
      const surroundings around = family.around(family.at(one.centre));
      const exact_laplace exact = one.exact();
      const digits unit = exact.on_points ? digits(-expm1(-digits(one.rate))) : digits(one.rate);
      const digits at = exact.on_points ? digits(1) : digits(0);
      const digits below = (exact.up_to(one.centre) - at) * unit;
      const digits above = exact.above(one.centre) * unit;
      // At a closed or an open highest end, up_to holds what is beyond it.
      const digits over = one.centre == exact.highest() ? digits(exact.beyond_above() * unit) : digits(0);
      INFO(one.text());
      REQUIRE(abs(around.below.sum - (below - over)) <= 1e-15 + 1e-14 * abs(below - over));
      REQUIRE(abs(around.above.sum - (above + over)) <= 1e-15 + 1e-14 * abs(above + over));
      REQUIRE(close(around.total(), exact.total() * unit, 1e-14));
      const digits slope = (above + over - (below - over)) / (exact.total() * unit);
      REQUIRE(abs(around.slope() - slope) <= 1e-14 * abs(slope) + 4e-16);
    }
  }
}

TEST_CASE("the mirror image has mirrored answers", "[distributions]") {
  for (const auto& cases : {cases_on_points(), cases_on_line()}) {
    for (const auto& one : cases) {
      const confined_laplace family = one.family();
      const confined_laplace image = family.mirror_image();
      const laplace_law law{family, family.at(one.centre)};
      const laplace_law mirrored{image, image.at(-one.centre)};
      INFO(one.text());
      REQUIRE(image.lowest() == -family.highest());
      REQUIRE(image.open().below == family.open().above);
      REQUIRE(image.open().above == family.open().below);
      REQUIRE(moments_of(mirrored).variance == Approx(moments_of(law).variance).epsilon(1e-12).margin(1e-300));
      const std::size_t last = one.spans.size() - 1;
      for (std::size_t at = 0; at <= last; ++at) {
        REQUIRE(image.sums(at).below_lower == family.sums(last - at).above_upper);
        REQUIRE(image.sums(at).below_upper == family.sums(last - at).above_lower);
      }
      for (const double y : places_to_ask(one)) {
        INFO("y " << y);
        REQUIRE(density(mirrored, -y) == Approx(density(law, y)).epsilon(1e-13).margin(1e-300));
        if (one.on == support::points && y == std::floor(y)) {
          REQUIRE(cdf(mirrored, -y) == Approx(survival(law, y - 1)).epsilon(1e-13).margin(1e-300));
        } else if (atom(law, y) == 0) {
          REQUIRE(cdf(mirrored, -y) == Approx(survival(law, y)).epsilon(1e-13).margin(1e-300));
        }
      }
    }
  }
}

TEST_CASE("the sums at the ends are those of the places there", "[distributions]") {
  for (const auto& cases : {cases_on_points(), cases_on_line()}) {
    for (const auto& one : cases) {
      const confined_laplace family = one.family();
      INFO(one.text());
      for (std::size_t at = 0; at < one.spans.size(); ++at) {
        const auto [lower, upper] = one.spans[at];
        if (std::isfinite(lower)) {
          const surroundings around = family.around({at, lower});
          REQUIRE(family.sums(at).below_lower == Approx(around.below.sum).epsilon(1e-14).margin(1e-300));
          REQUIRE(family.sums(at).above_lower == Approx(around.above.sum).epsilon(1e-14).margin(1e-300));
        }
        if (std::isfinite(upper)) {
          const surroundings around = family.around({at, upper});
          REQUIRE(family.sums(at).below_upper == Approx(around.below.sum).epsilon(1e-14).margin(1e-300));
          REQUIRE(family.sums(at).above_upper == Approx(around.above.sum).epsilon(1e-14).margin(1e-300));
        }
      }
    }
  }
}

TEST_CASE("places at, below and above a number", "[distributions]") {
  const confined_laplace points({{-7, -5}, {-2, -2}, {4, 11}}, {}, 0.3, support::points);
  CHECK(points.at(-2).span == 1);
  CHECK_FALSE(points.at_or_below(-7.5));
  CHECK(points.at_or_below(-5.5)->at == -6);
  CHECK(points.at_or_below(0)->at == -2);
  CHECK(points.at_or_below(0)->span == 1);
  CHECK(points.at_or_below(99)->at == 11);
  CHECK(points.above(-8)->at == -7);
  CHECK(points.above(-7)->at == -6);
  CHECK(points.above(-5)->at == -2);
  CHECK(points.above(-1.5)->at == 4);
  CHECK(points.above(-1.5)->span == 2);
  CHECK_FALSE(points.above(11));
  const confined_laplace line({{-7, -5}, {4, 11}}, {}, 0.3, support::line);
  CHECK(line.at_or_below(-5.5)->at == -5.5);
  CHECK(line.at_or_below(0)->at == -5);
  CHECK(line.above(-5.5)->at == -5.5);
  CHECK(line.above(0)->at == 4);
}
