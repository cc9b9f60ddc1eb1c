#include "distributions/truncated_laplace.hpp"

#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <cmath>
#include <vector>

#include "support/catch.hpp"
#include "support/vectors.hpp"

// 1. values from the vectors; 2. relations between the functions; 3. quadrature; 4. limits; 5. shift and mirror images.
// None of the laws below has location 0 or scale 1: formulas that mix the two up would pass there.

using namespace inbounds;
using Catch::Approx;
using test::number;

namespace {

const std::vector<truncated_laplace> laws = {
    {{-2, 5}, 1.3, 0.7},  {{-2, 5}, -2, 0.7},     {{-2, 5}, 5, 3.1},       {{-2, 5}, 4.9, 1e8},
    {{-2, 5}, 0.2, 1e-3}, {{10, 10.5}, 10.1, 40}, {{-1e6, 1e6}, 3e5, 7e4}, {{0, 1e-9}, 3e-10, 2e-10},
};

double integrated(const truncated_laplace& law, double from, double to,
                  double (*of)(const truncated_laplace&, double)) {
  using boost::math::quadrature::gauss_kronrod;
  const auto f = [&](double y) { return of(law, y); };
  // The density has a kink at the location and lives within some scales of it.
  std::vector<double> cuts{from};
  for (const double in_scales : {-30.0, -10.0, -3.0, 0.0, 3.0, 10.0, 30.0}) {
    const double cut = law.location + in_scales * law.scale;
    if (cut > cuts.back() && cut < to) cuts.push_back(cut);
  }
  cuts.push_back(to);
  double sum = 0;
  for (std::size_t at = 0; at + 1 < cuts.size(); ++at) {
    sum += gauss_kronrod<double, 31>::integrate(f, cuts[at], cuts[at + 1], 5, 1e-14);
  }
  return sum;
}

}  // namespace

TEST_CASE("mean and variance match the reference values", "[distributions]") {
  const auto rows = test::vectors("bounded_laplace.json");
  int compared = 0;
  for (const auto& row : rows.as_array()) {
    const auto& fields = row.as_object();
    if (!fields.contains("mean")) continue;
    const truncated_laplace law{{0, number(fields.at("width"))}, number(fields.at("q")), number(fields.at("b_paper"))};
    CHECK(mean(law) == Approx(number(fields.at("mean"))).epsilon(1e-13));
    CHECK(variance(law) == Approx(number(fields.at("variance"))).epsilon(1e-12));
    ++compared;
  }
  CHECK(compared >= 20);
}

TEST_CASE("density, cdf and survival are one law", "[distributions]") {
  for (const auto& law : laws) {
    const auto [lower, upper] = law.domain;
    INFO("location " << law.location << ", scale " << law.scale);
    CHECK(integrated(law, lower, upper, pdf) == Approx(1).epsilon(1e-12));
    for (int part = 0; part <= 20; ++part) {
      const double y = lower + (upper - lower) * part / 20;
      CHECK(std::exp(log_pdf(law, y)) == Approx(pdf(law, y)).epsilon(1e-12).margin(1e-300));
      CHECK(cdf(law, y) + survival(law, y) == Approx(1).epsilon(1e-14));
      CHECK(cdf(law, y) == Approx(integrated(law, lower, y, pdf)).epsilon(1e-11).margin(1e-13));
    }
    CHECK(cdf(law, lower) == 0);
    CHECK(cdf(law, upper) == 1);
    CHECK(survival(law, lower) == 1);
    CHECK(survival(law, upper) == 0);
    CHECK(pdf(law, std::nextafter(lower, -INFINITY)) == 0);
    CHECK(log_pdf(law, std::nextafter(upper, INFINITY)) == -INFINITY);
  }
}

TEST_CASE("quantile inverts cdf, also at the ends of the domain and in both tails", "[distributions]") {
  for (const auto& law : laws) {
    const auto [lower, upper] = law.domain;
    CHECK(quantile(law, 0) == lower);
    CHECK(quantile(law, 1) == upper);
    double previous = lower;
    for (const double p : {1e-300, 1e-20, 1e-9, 0.01, 0.2, 0.5, 0.7, 0.99, 1 - 1e-9}) {
      const double y = quantile(law, p);
      INFO("location " << law.location << ", scale " << law.scale << ", p " << p);
      CHECK(y >= previous);
      previous = y;
      // Rounding y itself moves the cdf by density times its last place.
      const double last_place = std::nextafter(std::fabs(y), INFINITY) - std::fabs(y);
      CHECK(cdf(law, y) == Approx(p).epsilon(1e-13).margin(4 * last_place * pdf(law, law.location)));
    }
  }
}

TEST_CASE("moments are the integrals they stand for", "[distributions]") {
  for (const auto& law : laws) {
    const auto [lower, upper] = law.domain;
    const double width = upper - lower;
    INFO("location " << law.location << ", scale " << law.scale);
    const double bias = integrated(law, lower, upper,
                                   [](const truncated_laplace& l, double y) { return (y - l.location) * pdf(l, y); });
    const double square = integrated(law, lower, upper, [](const truncated_laplace& l, double y) {
      return (y - l.location) * (y - l.location) * pdf(l, y);
    });
    CHECK(mean(law) - law.location == Approx(bias).epsilon(1e-10).margin(1e-14 * (width + std::fabs(lower))));
    CHECK(mean_squared_error(law) == Approx(square).epsilon(1e-10));
    CHECK(variance(law) == Approx(square - bias * bias).epsilon(1e-9));
  }
}

TEST_CASE("the law tends to the uniform one for huge scales and to the Laplace law for tiny ones", "[distributions]") {
  const truncated_laplace flat{{-2, 5}, 4.2, 7e8};
  CHECK(pdf(flat, 0.3) == Approx(1.0 / 7).epsilon(1e-7));
  CHECK(mean(flat) == Approx(1.5).epsilon(1e-7));
  CHECK(variance(flat) == Approx(49.0 / 12).epsilon(1e-7));
  const truncated_laplace narrow{{-2, 5}, 1.25, 7e-8};
  CHECK(mean(narrow) == Approx(1.25).epsilon(1e-15));
  CHECK(variance(narrow) == Approx(2 * 7e-8 * 7e-8).epsilon(1e-14));
  CHECK(pdf(narrow, 1.25) == Approx(1 / (2 * 7e-8)).epsilon(1e-14));
}

TEST_CASE("shifting and mirroring the law shifts and mirrors everything", "[distributions]") {
  const truncated_laplace law{{-2, 5}, 1.25, 0.75};
  const truncated_laplace shifted{{14, 21}, 17.25, 0.75};
  const truncated_laplace mirrored{{-5, 2}, -1.25, 0.75};
  CHECK(mean(shifted) == Approx(mean(law) + 16).epsilon(1e-15));
  CHECK(mean(mirrored) == Approx(-mean(law)).epsilon(1e-15));
  CHECK(variance(shifted) == Approx(variance(law)).epsilon(1e-14));
  CHECK(variance(mirrored) == Approx(variance(law)).epsilon(1e-14));
  CHECK(quantile(mirrored, 0.25) == Approx(-quantile(law, 0.75)).epsilon(1e-14));
  CHECK(cdf(mirrored, -3) == Approx(survival(law, 3)).epsilon(1e-14));
}
