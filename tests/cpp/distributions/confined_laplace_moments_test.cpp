#include <cmath>
#include <limits>
#include <vector>

#include "distributions/confined_laplace.hpp"
#include "support/catch.hpp"
#include "support/confined_cases.hpp"
#include "support/vectors.hpp"

using namespace inbounds;
using namespace inbounds::test;
using Catch::Approx;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

laplace_law law_of(const confined_laplace& family, double centre) { return {family, family.at(centre)}; }

// The bias is a difference of what lies above and below: its error is relative to the spread. The variance is a sum of
// positive terms; far parts bring the error of e^(-rate distance) with them, less than 1e-13 before it underflows.
void check_moments(const std::vector<confined_case>& cases) {
  for (const auto& one : cases) {
    const confined_laplace family = one.family();
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
    const confined_laplace family({{0, number(fields.at("width"))}}, {}, 1 / number(fields.at("b_paper")),
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
  const confined_laplace flat({{-2, 5}}, {}, 1 / 7e8, support::line);
  CHECK(density(law_of(flat, 4.2), 0.3) == Approx(1.0 / 7).epsilon(1e-7));
  CHECK(4.2 + moments_of(law_of(flat, 4.2)).bias == Approx(1.5).epsilon(1e-7));
  CHECK(moments_of(law_of(flat, 4.2)).variance == Approx(49.0 / 12).epsilon(1e-7));
  const confined_laplace narrow({{-2, 5}}, {}, 1 / 7e-8, support::line);
  CHECK(std::fabs(moments_of(law_of(narrow, 1.25)).bias) < 1e-22);
  CHECK(moments_of(law_of(narrow, 1.25)).variance == Approx(2 * 7e-8 * 7e-8).epsilon(1e-14));
  CHECK(density(law_of(narrow, 1.25), 1.25) == Approx(1 / (2 * 7e-8)).epsilon(1e-14));
  const confined_laplace two({{0, 1}, {3, 4}}, {}, 1e-12, support::line);  // uniform on two spans
  CHECK(0.5 + moments_of(law_of(two, 0.5)).bias == Approx(2).epsilon(1e-11));
  CHECK(moments_of(law_of(two, 0.5)).variance == Approx(1.5 * 1.5 + 1.0 / 12).epsilon(1e-11));
}

TEST_CASE("without ends it is the Laplace law, and the geometric law on points", "[distributions]") {
  const confined_laplace line({{-infinity, infinity}}, {}, 0.25, support::line);
  CHECK(moments_of(law_of(line, 3)).bias == Approx(0).margin(1e-15));
  CHECK(moments_of(law_of(line, 3)).variance == Approx(32).epsilon(1e-15));
  const double far = 0x1p52;
  const confined_laplace points({{-far, far}}, {true, true}, 0.25, support::points);
  const double r = std::exp(-0.25);
  CHECK(moments_of(law_of(points, 3)).variance == Approx(2 * r / ((1 - r) * (1 - r))).epsilon(1e-14));
}

TEST_CASE("a fine lattice tends to the law on the line", "[distributions]") {
  const double steps = 0x1p52;
  for (const double scale : {0.01, 0.3, 5.0, 1e6}) {
    for (const open_ends open : {open_ends{}, open_ends{true, true}}) {
      const confined_laplace fine({{0, steps / 2}, {steps / 4 * 3, steps}}, open, 1 / steps / scale, support::points);
      const confined_laplace limit({{0, 0.5}, {0.75, 1}}, open, 1 / scale, support::line);
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
  const confined_laplace family({{-2, 0}, {1, 5}}, {true, false}, 0.75, support::line);
  const confined_laplace shifted({{14, 16}, {17, 21}}, {true, false}, 0.75, support::line);
  const laplace_law law = law_of(family, 1.25);
  const laplace_law image = law_of(shifted, 17.25);
  CHECK(moments_of(image).bias == Approx(moments_of(law).bias).epsilon(1e-14));
  CHECK(moments_of(image).variance == Approx(moments_of(law).variance).epsilon(1e-14));
  CHECK(quantile(image, 0.2) == Approx(quantile(law, 0.2) + 16).epsilon(1e-14));
  CHECK(cdf(image, 18) == Approx(cdf(law, 2)).epsilon(1e-14));
  CHECK(density(image, 18) == Approx(density(law, 2)).epsilon(1e-14));
}
