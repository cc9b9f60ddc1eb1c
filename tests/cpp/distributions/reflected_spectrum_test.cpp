#include "distributions/reflected_spectrum.hpp"

#include <boost/math/constants/constants.hpp>
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include "random/reflected_geometric.hpp"
#include "random/seeded_source.hpp"
#include "support/catch.hpp"
#include "support/decimal.hpp"
#include "support/reflected_law.hpp"

namespace reflected_spectrum_test {

using namespace inbounds;
using Catch::Approx;
using inbounds::test::reflected_points;

namespace {

reflected_laplace_family on_points(std::int64_t first, std::int64_t steps, double rate) {
  return {{{static_cast<double>(first), static_cast<double>(first + steps)}}, {}, rate, support::points};
}

/// The entry of the DCT-II, as textbooks have it.
long double dct(std::int64_t j, std::int64_t k, std::int64_t steps) {
  return std::cos(std::numbers::pi_v<long double> * static_cast<long double>(j) * (static_cast<long double>(k) + 0.5L) /
                  static_cast<long double>(steps + 1));
}

}  // namespace

// reflected_laplace/PROOF.md, Theorem 9
TEST_CASE("cosines on points are those of the DCT-II, and reflection multiplies them by their eigenvalue",
          "[distributions]") {
  for (const std::int64_t steps : {1, 2, 3, 8, 31}) {
    for (const double rate : {1e-9, 0.01, 0.3, 2.0, 40.0}) {
      const std::int64_t first = 5 - steps;
      const reflected_laplace_family family = on_points(first, steps, rate);
      const auto rows = reflected_points<long double>({{first, first + steps}}, {}, rate).matrix();
      for (std::int64_t j = 0; j <= steps; ++j) {
        INFO(steps << " steps, rate " << rate << ", cosine " << j);
        for (std::int64_t i = 0; i <= steps; ++i) {
          const double at_truth = cosine(family, j, static_cast<double>(first + i));
          REQUIRE(at_truth == Approx(static_cast<double>(dct(j, i, steps))).margin(1e-13));
          long double mean = 0;
          for (std::int64_t k = 0; k <= steps; ++k)
            mean += rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(k)] * dct(j, k, steps);
          REQUIRE(static_cast<double>(mean) == Approx(eigenvalue(family, j) * at_truth).margin(1e-13));
        }
      }
    }
  }
}

TEST_CASE("the cosines are orthogonal, so they diagonalise the noise", "[distributions]") {
  for (const std::int64_t steps : {1, 4, 19}) {
    const reflected_laplace_family family = on_points(0, steps, 0.2);
    for (std::int64_t j = 0; j <= steps; ++j) {
      for (std::int64_t other = 0; other <= steps; ++other) {
        double product = 0;
        for (std::int64_t k = 0; k <= steps; ++k)
          product += cosine(family, j, static_cast<double>(k)) * cosine(family, other, static_cast<double>(k));
        const double length = j != other ? 0 : static_cast<double>(steps + 1) / (j == 0 ? 1 : 2);
        CHECK(product == Approx(length).margin(1e-12));
      }
    }
  }
}

TEST_CASE("the eigenvalues are (1-r)^2/(1 - 2 r cos w + r^2), where that cancels too", "[distributions]") {
  using digits = inbounds::test::decimal<100>;  // of which up to 44 cancel
  const digits pi = boost::math::constants::pi<digits>();
  for (const std::int64_t steps : {std::int64_t{1}, std::int64_t{40}, std::int64_t{1} << 30, std::int64_t{1} << 52}) {
    for (const double width_in_scales : {1e-6, 0.1, 3.0, 500.0, 1e12}) {
      const double rate = width_in_scales / static_cast<double>(steps);
      if (rate > 700) continue;
      const reflected_laplace_family family = on_points(0, steps, rate);
      for (const std::int64_t j : {std::int64_t{0}, std::int64_t{1}, std::int64_t{2}, steps / 3, steps - 1, steps}) {
        const digits r = exp(-digits(rate));
        const digits kept = -expm1(-digits(rate));
        const digits frequency = pi * j / (digits(steps) + 1);
        const digits exact = kept * kept / (1 - 2 * r * cos(frequency) + r * r);
        INFO(steps << " steps, rate " << rate << ", cosine " << j);
        CHECK(abs(digits(eigenvalue(family, j)) - exact) <= 1e-14 * exact);
      }
      CHECK(eigenvalue(family, 0) == 1);
      CHECK(eigenvalue(family, 1) <= 1);
    }
  }
}

TEST_CASE("on the line, cosines are eigenfunctions by quadrature", "[distributions]") {
  using boost::math::quadrature::gauss_kronrod;
  for (const double rate : {0.05, 0.6, 4.0}) {
    const span between{-2, 5};
    const reflected_laplace_family family({between}, {}, rate, support::line);
    for (const double q : {-2.0, -1.3, 1.5, 4.9, 5.0}) {
      for (const std::int64_t j : {0, 1, 2, 3, 7}) {
        const auto integrand = [&](double y) { return density({family, q}, y) * cosine(family, j, y); };
        double mean = 0;  // with the kink at q between two pieces
        if (q > between.lower) mean += gauss_kronrod<double, 61>::integrate(integrand, between.lower, q, 10, 1e-13);
        if (q < between.upper) mean += gauss_kronrod<double, 61>::integrate(integrand, q, between.upper, 10, 1e-13);
        const double w = std::numbers::pi * static_cast<double>(j) / 7;
        INFO("rate " << rate << ", truth " << q << ", cosine " << j);
        CHECK(cosine(family, j, q) == Approx(std::cos(w * (q + 2))).margin(1e-14));
        CHECK(eigenvalue(family, j) == Approx(1 / (1 + w * w / rate / rate)).epsilon(1e-14));
        CHECK(mean == Approx(eigenvalue(family, j) * cosine(family, j, q)).margin(1e-11));
      }
    }
  }
}

// reflected_laplace/PROOF.md, Theorem 9
TEST_CASE("reports divided by the eigenvalue tell the cosines of a population without bias", "[distributions]") {
  // Each mean is within five standard errors (5.7e-7 by the normal law, for an untried seed).
  constexpr std::int64_t steps = 60;
  constexpr std::size_t people = 200000;
  constexpr double rate = 0.08;
  const reflected_laplace_family family = on_points(0, steps, rate);
  const reflected_geometric sampler({{0, steps}}, {}, rate);
  std::mt19937_64 random(181);
  std::vector<std::int64_t> truths(people);
  for (std::int64_t& truth : truths)
    truth = static_cast<std::int64_t>(random() % 3 == 0 ? random() % 10 : 30 + random() % 31);
  std::vector<std::int64_t> reports = truths;
  seeded_words words{182};
  bit_source bits{seeded_words::refill, &words};
  sampler.draw_all(reports, bits);
  for (std::int64_t j = 1; j <= 12; ++j) {
    const double kept = eigenvalue(family, j);
    double of_truths = 0;
    double sum = 0;
    double squares = 0;
    for (std::size_t i = 0; i < people; ++i) {
      of_truths += cosine(family, j, static_cast<double>(truths[i])) / people;
      const double estimate = cosine(family, j, static_cast<double>(reports[i])) / kept;
      sum += estimate / people;
      squares += estimate * estimate / people;
    }
    const double standard_error = std::sqrt((squares - sum * sum) / people);
    INFO("cosine " << j << ", truth " << of_truths << ", estimate " << sum << " +- " << standard_error);
    CHECK(std::fabs(sum - of_truths) < 5 * standard_error);
    CHECK(standard_error < 0.1);
  }
}

}  // namespace reflected_spectrum_test
