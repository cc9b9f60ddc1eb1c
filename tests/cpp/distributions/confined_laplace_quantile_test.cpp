#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "distributions/confined_laplace.hpp"
#include "support/catch.hpp"
#include "support/confined_cases.hpp"

using namespace inbounds;
using namespace inbounds::test;

namespace {

const std::vector<double> probabilities{1e-300, 1e-20, 1e-9, 0.2, 0.5, 0.51, 0.99, 1 - 1e-9};

bool is_feasible(const confined_case& one, double y) {
  if (one.on == support::points && y != std::floor(y)) return false;
  return std::any_of(one.spans.begin(), one.spans.end(),
                     [&](const span& each) { return y >= each.lower && y <= each.upper; });
}

constexpr double tolerance = 4e-13;  // e^-700 cannot be had more precisely

/// On the line, what is asked for beyond the centre is measured from the other end: there 1 - p is rounded.
digits rounding_of(const exact_laplace& exact, double y, double p) {
  const bool beyond = p <= 0.5 ? y >= exact.q : y <= exact.q;
  return !exact.on_points && beyond ? digits(0x1p-51) : digits(0);
}

/// Whether P(Y <= y) reaches p, but for rounding; compared in the smaller tail.
bool reaches(const exact_laplace& exact, const digits& total, double y, double p) {
  const digits rounding = rounding_of(exact, y, p);
  if (p <= 0.5) return exact.up_to(y) / total >= digits(p) * (1 - tolerance) - rounding;
  return exact.above(y) / total <= (1 - digits(p)) * (1 + tolerance) + rounding;
}

bool exceeds(const exact_laplace& exact, const digits& total, double y, double p) {
  const digits rounding = rounding_of(exact, y, p);
  if (p <= 0.5) return exact.up_to(y) / total > digits(p) * (1 + tolerance) + rounding;
  return exact.above(y) / total < (1 - digits(p)) * (1 - tolerance) - rounding;
}

void check_on_points(const confined_case& one) {
  const confined_laplace family = one.family();
  const laplace_law law{family, family.at(one.centre)};
  const exact_laplace exact = one.exact();
  const digits total = exact.total();
  INFO(one.text());
  REQUIRE(quantile(law, 0) == family.lowest());
  for (const double p : probabilities) {
    const double y = quantile(law, p);
    INFO("p " << p << ", y " << y);
    REQUIRE(is_feasible(one, y));
    REQUIRE((reaches(exact, total, y, p) || cdf(law, y) >= p));  // the rounded cdf counts: quantile(cdf(y)) is y
    REQUIRE_FALSE(exceeds(exact, total, y - 1, p));              // no smaller point would do
    REQUIRE((cdf(law, y) == 1 || quantile(law, cdf(law, y)) <= y));
  }
}

}  // namespace

TEST_CASE("on points, the quantile is the first point whose cdf reaches the probability", "[distributions]") {
  for (const auto& one : cases_on_points()) check_on_points(one);
  for (const auto& one : cases_on_wide_lattices()) check_on_points(one);
}

TEST_CASE("on points, the cdf of a point leads back to it", "[distributions]") {
  const confined_laplace family({{-7, -5}, {-2, -2}, {4, 11}}, {true, false}, 0.3, support::points);
  const laplace_law law{family, family.at(-2)};
  for (const auto& [lower, upper] : family.spans()) {
    for (double y = lower; y <= upper; ++y) {
      CHECK(quantile(law, cdf(law, y) * (1 - 1e-12)) == y);
      if (y < family.highest()) CHECK(quantile(law, cdf(law, y) * (1 + 1e-12)) == family.above(y)->at);
    }
  }
  CHECK(quantile(law, 1) == 11);
}

TEST_CASE("on points, the quantile of 1 is the last point even where the tail underflows", "[distributions]") {
  for (const auto& one : cases_on_points()) {
    const confined_laplace family = one.family();
    INFO(one.text());
    REQUIRE(quantile({family, family.at(one.centre)}, 1) == family.highest());
  }
}

TEST_CASE("on the line, the quantile inverts the cdf, over gaps and in both tails", "[distributions]") {
  for (const auto& one : cases_on_line()) {
    const confined_laplace family = one.family();
    const laplace_law law{family, family.at(one.centre)};
    const exact_laplace exact = one.exact();
    const digits total = exact.total();
    INFO(one.text());
    double previous = family.lowest();
    for (const double p : probabilities) {
      const double y = quantile(law, p);
      INFO("p " << p << ", y " << y);
      REQUIRE(is_feasible(one, y));
      REQUIRE(y >= previous);
      previous = y;
      // Four last places of the numbers that y is made of.
      const double rounding = 0x1p-51 * std::max(std::fabs(y), std::fabs(one.centre));
      REQUIRE(reaches(exact, total, y + rounding, p));
      const double smaller = std::min(y - rounding, std::nextafter(y, -1e300));
      REQUIRE_FALSE(exceeds(exact, total, smaller, p));  // an open end is a jump
    }
  }
}

TEST_CASE("on the line, the quantiles of 0 and 1 are the ends", "[distributions]") {
  for (const auto& one : cases_on_line()) {
    const confined_laplace family = one.family();
    const laplace_law law{family, family.at(one.centre)};
    INFO(one.text());
    REQUIRE(quantile(law, 0) == family.lowest());
    REQUIRE(quantile(law, 1) == family.highest());
  }
}

TEST_CASE("the probability of an open end leads to that end", "[distributions]") {
  const confined_laplace family({{-2, -1}, {0.5, 3}}, {true, true}, 0.7, support::line);
  for (const double centre : {-2.0, -1.5, 0.5, 3.0}) {
    const laplace_law law{family, family.at(centre)};
    const double below = atom(law, -2);
    const double above = atom(law, 3);
    for (const double share : {0.0, 0.1, 0.5, 0.999999}) {
      CHECK(quantile(law, below * share) == -2);
      CHECK(quantile(law, 1 - above * share) == 3);
    }
    CHECK(quantile(law, below * 1.01) > -2);
    CHECK(quantile(law, below * 1.01) < -1);
    CHECK(quantile(law, 1 - above * 1.01) < 3);
    CHECK(quantile(law, 1 - above * 1.01) > 0.5);
  }
}

TEST_CASE("no probability leads into a gap", "[distributions]") {
  const confined_laplace family({{-2, -1}, {0.5, 3}}, {}, 0.7, support::line);
  for (const double centre : {-2.0, -1.0, 0.5, 2.0}) {
    const laplace_law law{family, family.at(centre)};
    const double before = cdf(law, -1);
    CHECK(cdf(law, 0) == Catch::Approx(before).epsilon(1e-15));
    CHECK(quantile(law, before - 1e-9) < -1);
    CHECK(quantile(law, before - 1e-9) == Catch::Approx(-1).epsilon(1e-7));
    CHECK(quantile(law, before + 1e-9) > 0.5);
    CHECK(quantile(law, before + 1e-9) == Catch::Approx(0.5).epsilon(1e-7));
    const double at = quantile(law, before);  // rounding decides which end of the gap
    CHECK((std::fabs(at + 1) < 1e-14 || std::fabs(at - 0.5) < 1e-14));
  }
}
