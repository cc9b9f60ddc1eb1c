#include "distributions/truncated_laplace.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "support/catch.hpp"
#include "support/truncated_cases.hpp"
#include "support/vectors.hpp"

namespace truncated_laplace_test {

// Density, cdf and survival against a hundred digits; relations to the limits, shifts and mirror images. Quantiles and
// moments have files of their own.

using namespace inbounds;
using namespace inbounds::test;
using Catch::Approx;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

bool is_feasible(const truncated_case& one, double y) {
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

void check_at(const truncated_case& one, const laplace_law& law, const exact_laplace& exact, const digits& total,
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

void check_all(const std::vector<truncated_case>& cases) {
  for (const auto& one : cases) {
    const truncated_laplace family = one.family();
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
    const truncated_laplace family = one.family();
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
    const truncated_laplace family = one.family();
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
    const truncated_laplace family = one.family();
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
      const truncated_laplace family = one.family();
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
      const truncated_laplace family = one.family();
      const truncated_laplace image = family.mirror_image();
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
      const truncated_laplace family = one.family();
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
  const truncated_laplace points({{-7, -5}, {-2, -2}, {4, 11}}, {}, 0.3, support::points);
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
  const truncated_laplace line({{-7, -5}, {4, 11}}, {}, 0.3, support::line);
  CHECK(line.at_or_below(-5.5)->at == -5.5);
  CHECK(line.at_or_below(0)->at == -5);
  CHECK(line.above(-5.5)->at == -5.5);
  CHECK(line.above(0)->at == 4);
}

namespace about_moments {

using namespace inbounds;
using namespace inbounds::test;
using Catch::Approx;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

laplace_law law_of(const truncated_laplace& family, double centre) { return {family, family.at(centre)}; }

// The bias is a difference of what lies above and below: its error is relative to the spread. The variance is a sum of
// positive terms; far parts bring the error of e^(-rate distance) with them, less than 1e-13 before it underflows.
void check_moments(const std::vector<truncated_case>& cases) {
  for (const auto& one : cases) {
    const truncated_laplace family = one.family();
    const moments computed = moments_of(law_of(family, one.centre));
    const exact_laplace exact = one.exact();
    const digits bias = exact.moment(1);
    const digits square = exact.moment(2);
    INFO(one.text());
    const digits spread = sqrt(square);
    REQUIRE(close(computed.variance, square - bias * bias, 1e-12));
    REQUIRE(abs(computed.bias - bias) <= 1e-12 * abs(bias) + 1e-15 * spread + 1e-300);
  }
}

}  // namespace

TEST_CASE("mean and variance match the reference values", "[distributions]") {
  const auto rows = vectors("bounded_laplace.json");
  int compared = 0;
  for (const auto& row : rows.as_array()) {
    const auto& fields = row.as_object();
    if (!fields.contains("mean")) continue;
    const truncated_laplace family({{0, number(fields.at("width"))}}, {}, 1 / number(fields.at("b_paper")),
                                   support::line);
    const double q = number(fields.at("q"));
    const moments found = moments_of(law_of(family, q));
    CHECK(q + found.bias == Approx(number(fields.at("mean"))).epsilon(1e-13));
    CHECK(found.variance == Approx(number(fields.at("variance"))).epsilon(1e-12));
    ++compared;
  }
  CHECK(compared >= 20);
}

TEST_CASE("on points, moments are the sums of the definition", "[distributions]") { check_moments(cases_on_points()); }

TEST_CASE("on wide lattices, moments are those of the series", "[distributions]") {
  check_moments(cases_on_wide_lattices());
}

TEST_CASE("on the line, moments are the integrals", "[distributions]") { check_moments(cases_on_line()); }

TEST_CASE("the law tends to the uniform one for huge scales and to the Laplace law for tiny ones", "[distributions]") {
  const truncated_laplace flat({{-2, 5}}, {}, 1 / 7e8, support::line);
  CHECK(density(law_of(flat, 4.2), 0.3) == Approx(1.0 / 7).epsilon(1e-7));
  CHECK(4.2 + moments_of(law_of(flat, 4.2)).bias == Approx(1.5).epsilon(1e-7));
  CHECK(moments_of(law_of(flat, 4.2)).variance == Approx(49.0 / 12).epsilon(1e-7));
  const truncated_laplace narrow({{-2, 5}}, {}, 1 / 7e-8, support::line);
  CHECK(std::fabs(moments_of(law_of(narrow, 1.25)).bias) < 1e-22);
  CHECK(moments_of(law_of(narrow, 1.25)).variance == Approx(2 * 7e-8 * 7e-8).epsilon(1e-14));
  CHECK(density(law_of(narrow, 1.25), 1.25) == Approx(1 / (2 * 7e-8)).epsilon(1e-14));
  const truncated_laplace two({{0, 1}, {3, 4}}, {}, 1e-12, support::line);  // uniform on two spans
  CHECK(0.5 + moments_of(law_of(two, 0.5)).bias == Approx(2).epsilon(1e-11));
  CHECK(moments_of(law_of(two, 0.5)).variance == Approx(1.5 * 1.5 + 1.0 / 12).epsilon(1e-11));
}

TEST_CASE("without ends it is the Laplace law, and the geometric law on points", "[distributions]") {
  const truncated_laplace line({{-infinity, infinity}}, {}, 0.25, support::line);
  CHECK(moments_of(law_of(line, 3)).bias == Approx(0).margin(1e-15));
  CHECK(moments_of(law_of(line, 3)).variance == Approx(32).epsilon(1e-15));
  const double far = 0x1p52;
  const truncated_laplace points({{-far, far}}, {true, true}, 0.25, support::points);
  const double r = std::exp(-0.25);
  CHECK(moments_of(law_of(points, 3)).variance == Approx(2 * r / ((1 - r) * (1 - r))).epsilon(1e-14));
}

TEST_CASE("a fine lattice tends to the law on the line", "[distributions]") {
  const double steps = 0x1p52;
  for (const double scale : {0.01, 0.3, 5.0, 1e6}) {
    for (const open_ends open : {open_ends{}, open_ends{true, true}}) {
      const truncated_laplace fine({{0, steps / 2}, {steps / 4 * 3, steps}}, open, 1 / steps / scale, support::points);
      const truncated_laplace limit({{0, 0.5}, {0.75, 1}}, open, 1 / scale, support::line);
      const laplace_law on_points = law_of(fine, steps / 4);
      const laplace_law on_line = law_of(limit, 0.25);
      INFO("scale " << scale);
      CHECK(density(on_points, steps / 4 + 1024) * steps ==
            Approx(density(on_line, 0.25 + 1024 / steps)).epsilon(1e-13));
      CHECK(cdf(on_points, steps / 8) == Approx(cdf(on_line, 0.125)).epsilon(1e-13));
      CHECK(survival(on_points, steps / 8 * 7) == Approx(survival(on_line, 0.875)).epsilon(1e-13));
      CHECK(moments_of(on_points).bias / steps == Approx(moments_of(on_line).bias).epsilon(1e-12).margin(1e-15));
      CHECK(moments_of(on_points).variance / steps / steps == Approx(moments_of(on_line).variance).epsilon(1e-12));
    }
  }
}

TEST_CASE("shifting the law shifts everything", "[distributions]") {
  const truncated_laplace family({{-2, 0}, {1, 5}}, {true, false}, 0.75, support::line);
  const truncated_laplace shifted({{14, 16}, {17, 21}}, {true, false}, 0.75, support::line);
  const laplace_law law = law_of(family, 1.25);
  const laplace_law image = law_of(shifted, 17.25);
  CHECK(moments_of(image).bias == Approx(moments_of(law).bias).epsilon(1e-14));
  CHECK(moments_of(image).variance == Approx(moments_of(law).variance).epsilon(1e-14));
  CHECK(quantile(image, 0.2) == Approx(quantile(law, 0.2) + 16).epsilon(1e-14));
  CHECK(cdf(image, 18) == Approx(cdf(law, 2)).epsilon(1e-14));
  CHECK(density(image, 18) == Approx(density(law, 2)).epsilon(1e-14));
}

}  // namespace about_moments

namespace about_quantiles {

using namespace inbounds;
using namespace inbounds::test;

namespace {

const std::vector<double> probabilities{1e-300, 1e-20, 1e-9, 0.2, 0.5, 0.51, 0.99, 1 - 1e-9};

bool is_feasible(const truncated_case& one, double y) {
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

void check_on_points(const truncated_case& one) {
  const truncated_laplace family = one.family();
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
  const truncated_laplace family({{-7, -5}, {-2, -2}, {4, 11}}, {true, false}, 0.3, support::points);
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
    const truncated_laplace family = one.family();
    INFO(one.text());
    REQUIRE(quantile({family, family.at(one.centre)}, 1) == family.highest());
  }
}

TEST_CASE("on the line, the quantile inverts the cdf, over gaps and in both tails", "[distributions]") {
  for (const auto& one : cases_on_line()) {
    const truncated_laplace family = one.family();
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
    const truncated_laplace family = one.family();
    const laplace_law law{family, family.at(one.centre)};
    INFO(one.text());
    REQUIRE(quantile(law, 0) == family.lowest());
    REQUIRE(quantile(law, 1) == family.highest());
  }
}

TEST_CASE("the probability of an open end leads to that end", "[distributions]") {
  const truncated_laplace family({{-2, -1}, {0.5, 3}}, {true, true}, 0.7, support::line);
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
  const truncated_laplace family({{-2, -1}, {0.5, 3}}, {}, 0.7, support::line);
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

}  // namespace about_quantiles

}  // namespace truncated_laplace_test
