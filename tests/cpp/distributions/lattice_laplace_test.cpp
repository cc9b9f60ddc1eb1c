#include "distributions/lattice_laplace.hpp"

#include <cmath>
#include <vector>

#include "distributions/truncated_laplace.hpp"
#include "random/seeded_source.hpp"
#include "support/catch.hpp"
#include "support/chi_square.hpp"
#include "support/precise.hpp"

using namespace inbounds;
using Catch::Approx;
using inbounds::test::precise;

namespace {

std::vector<precise> exact_masses(const lattice_laplace& law) {
  std::vector<precise> masses;
  precise total = 0;
  for (std::int64_t k = 0; k <= law.steps; ++k) {
    masses.push_back(exp(-precise(law.rate) * precise(std::llabs(k - law.centre))));
    total += masses.back();
  }
  for (precise& mass : masses) mass /= total;
  return masses;
}

}  // namespace

TEST_CASE("masses, cdf and moments are those of the definition", "[distributions]") {
  for (const std::int64_t steps : {1, 2, 7, 120}) {
    for (const double rate : {1e-15, 1e-6, 0.01, 0.2, 1.7, 30.0, 700.0}) {
      for (const std::int64_t centre : {std::int64_t{0}, steps / 3, steps}) {
        const lattice_laplace law{steps, centre, rate};
        const auto masses = exact_masses(law);
        INFO("steps " << steps << ", rate " << rate << ", centre " << centre);
        precise below = 0;
        precise first = 0;
        precise second = 0;
        for (std::int64_t k = 0; k <= steps; ++k) {
          const precise& mass = masses[static_cast<std::size_t>(k)];
          below += mass;
          first += mass * (k - centre);
          second += mass * (k - centre) * (k - centre);
          REQUIRE(pmf(law, k) == Approx(static_cast<double>(mass)).epsilon(1e-13).margin(1e-305));
          REQUIRE(log_pmf(law, k) == Approx(static_cast<double>(log(mass))).epsilon(1e-13).margin(1e-13));
          REQUIRE(cdf(law, k) == Approx(static_cast<double>(below)).epsilon(1e-13).margin(1e-305));
        }
        below = 0;
        for (std::int64_t k = steps; k >= 0; --k) {
          REQUIRE(survival(law, k) == Approx(static_cast<double>(below)).epsilon(1e-13).margin(1e-305));
          below += masses[static_cast<std::size_t>(k)];
        }
        const double spread = std::sqrt(static_cast<double>(second));
        CHECK(bias(law) == Approx(static_cast<double>(first)).epsilon(1e-13).margin(1e-15 * spread));
        CHECK(mean_squared_error(law) == Approx(static_cast<double>(second)).epsilon(1e-13));
        CHECK(variance(law) == Approx(static_cast<double>(second - first * first)).epsilon(1e-12));
      }
    }
  }
}

TEST_CASE("points outside carry nothing", "[distributions]") {
  const lattice_laplace law{10, 3, 0.4};
  CHECK(pmf(law, -1) == 0);
  CHECK(pmf(law, 11) == 0);
  CHECK(log_pmf(law, 11) == -INFINITY);
  CHECK(cdf(law, -1) == 0);
  CHECK(cdf(law, 10) == 1);
  CHECK(survival(law, -1) == 1);
  CHECK(survival(law, 10) == 0);
}

TEST_CASE("the quantile is the first point whose cdf reaches the probability", "[distributions]") {
  for (const double rate : {1e-9, 0.05, 0.7, 12.0}) {
    const lattice_laplace law{50, 12, rate};
    for (int part = 0; part <= 1000; ++part) {
      const double p = part / 1000.0;
      const std::int64_t k = quantile(law, p);
      REQUIRE(cdf(law, k) >= p - 1e-15);
      if (k > 0) {
        REQUIRE(cdf(law, k - 1) < p + 1e-15);
      }
    }
    CHECK(quantile(law, 0) == 0);
    CHECK(quantile(law, 1) == 50);
  }
  const lattice_laplace fine{std::int64_t{1} << 52, std::int64_t{1} << 50, 0x1p-48};
  CHECK(cdf(fine, quantile(fine, 1e-3)) == Approx(1e-3).epsilon(1e-12));
  CHECK(survival(fine, quantile(fine, 1 - 1e-3)) == Approx(1e-3).epsilon(1e-12));
}

TEST_CASE("a fine lattice tends to the truncated Laplace law", "[distributions]") {
  const std::int64_t steps = std::int64_t{1} << 52;
  const double step = 1.0 / static_cast<double>(steps);
  for (const double scale : {0.01, 0.3, 5.0, 1e6}) {
    const lattice_laplace fine{steps, steps / 4, step / scale};
    const truncated_laplace limit{{0, 1}, 0.25, scale};
    INFO("scale " << scale);
    CHECK(pmf(fine, steps / 3) / step == Approx(pdf(limit, 1.0 / 3)).epsilon(1e-13));
    CHECK(cdf(fine, steps / 8) == Approx(cdf(limit, 0.125)).epsilon(1e-13));
    CHECK(bias(fine) * step == Approx(mean(limit) - 0.25).epsilon(1e-12).margin(1e-15));
    CHECK(variance(fine) * step * step == Approx(variance(limit)).epsilon(1e-12));
  }
}

TEST_CASE("draws have the law they claim, for every centre", "[distributions]") {
  seeded_words words{41};
  bit_source bits{seeded_words::refill, &words};
  for (const std::int64_t steps : {1, 2, 5, 12}) {
    for (const double rate : {1e-9, 0.1, 0.8, 2.5}) {
      for (std::int64_t centre = 0; centre <= steps; ++centre) {
        const lattice_laplace law{steps, centre, rate};
        const auto mass = [&](std::int64_t k) { return pmf(law, k); };
        INFO("steps " << steps << ", rate " << rate << ", centre " << centre);
        CHECK(test::p_value_of_draws(steps, 20000, mass, [&] { return draw(law, bits); }) > test::alpha);
      }
    }
  }
}
