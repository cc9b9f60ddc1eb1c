#include "privacy/laplace_loss.hpp"

#include <cmath>
#include <random>

#include "distributions/lattice_laplace.hpp"
#include "distributions/truncated_laplace.hpp"
#include "support/catch.hpp"
#include "support/precise.hpp"

using namespace inbounds;
using Catch::Approx;
using inbounds::test::precise;

namespace {

// What laplace_loss.cpp allows for rounding in log1p(growth), and how much of it may be used up (one sixteenth).
constexpr double allowed = 0x1p-45;

// The fifty digits of the oracle have an end, too.
constexpr double noise = 1e-40;

struct configuration {
  std::int64_t steps;
  std::int64_t sensitivity;
  double rate;
};

configuration random_configuration(std::mt19937_64& engine) {
  std::uniform_real_distribution<double> unit(0, 1);
  const auto steps = static_cast<std::int64_t>(std::exp2(52 * unit(engine)));
  const auto sensitivity = std::max<std::int64_t>(
      1, static_cast<std::int64_t>(static_cast<double>(steps) * std::exp2(-60 * unit(engine) * unit(engine))));
  const double epsilon = 1e-9 * std::pow(700 / 1e-9, unit(engine));
  return {steps, sensitivity, epsilon / static_cast<double>(sensitivity)};
}

}  // namespace

TEST_CASE("no pair of truths and no output of a small lattice loses more, and one loses as much", "[privacy]") {
  for (const std::int64_t steps : {1, 2, 3, 5, 10, 25}) {
    for (std::int64_t sensitivity = 1; sensitivity <= steps; ++sensitivity) {
      for (const double rate : {1e-6, 0.01, 0.2, 1.0, 4.0}) {
        double worst = 0;
        for (std::int64_t q = 0; q <= steps; ++q) {
          for (std::int64_t other = 0; other <= steps; ++other) {
            if (std::llabs(q - other) > sensitivity) continue;
            for (std::int64_t y = 0; y <= steps; ++y) {
              worst = std::max(worst, log_pmf({steps, q, rate}, y) - log_pmf({steps, other, rate}, y));
            }
          }
        }
        INFO("steps " << steps << ", sensitivity " << sensitivity << ", rate " << rate);
        CHECK(lattice_laplace_loss(steps, sensitivity, rate) == Approx(worst).epsilon(1e-9));
      }
    }
  }
}

TEST_CASE("no pair on a grid of continuous truths loses more, and the lower end loses as much", "[privacy]") {
  for (const double scale : {0.1, 0.5, 3.0}) {
    for (const double sensitivity : {0.1, 0.5, 1.0}) {
      double worst = 0;
      for (int i = 0; i <= 40; ++i) {
        for (int j = 0; j <= 40; ++j) {
          if (std::abs(i - j) > 40 * sensitivity) continue;
          for (int k = 0; k <= 40; ++k) {
            const truncated_laplace one{{0, 1}, i / 40.0, scale};
            const truncated_laplace two{{0, 1}, j / 40.0, scale};
            worst = std::max(worst, log_pdf(one, k / 40.0) - log_pdf(two, k / 40.0));
          }
        }
      }
      CHECK(truncated_laplace_loss(1, sensitivity, scale) == Approx(worst).epsilon(1e-12));
    }
  }
}

TEST_CASE("the lattice loss is never below the exact one, and hardly above", "[privacy]") {
  std::mt19937_64 engine(51);
  for (int trial = 0; trial < 20000; ++trial) {
    const auto [steps, sensitivity, rate] = random_configuration(engine);
    const precise exact = test::exact_lattice_loss(steps, sensitivity, precise(rate));
    const precise growth_part = exact - precise(rate) * precise(sensitivity);
    const precise above = precise(lattice_laplace_loss(steps, sensitivity, rate)) - exact;
    INFO("steps " << steps << ", sensitivity " << sensitivity << ", rate " << rate);
    // The allowance is added to the computed part, so what is left of it shows how much rounding used up.
    REQUIRE(above >= growth_part * allowed * 15 / 16 - exact * noise);
    REQUIRE(above <= exact * 0x1p-44);
  }
}

TEST_CASE("the continuous loss is never below the exact one, and hardly above", "[privacy]") {
  std::mt19937_64 engine(52);
  std::uniform_real_distribution<double> unit(0, 1);
  for (int trial = 0; trial < 20000; ++trial) {
    const double width = std::exp(40 * unit(engine) - 20);
    const double sensitivity = width * std::exp2(-40 * unit(engine) * unit(engine));
    const double scale = sensitivity / (1e-9 * std::pow(700 / 1e-9, unit(engine)));
    const precise exact = test::exact_continuous_loss(width, sensitivity, scale);
    const precise growth_part = exact - precise(sensitivity) / precise(scale);
    const precise above = precise(truncated_laplace_loss(width, sensitivity, scale)) - exact;
    INFO("width " << width << ", sensitivity " << sensitivity << ", scale " << scale);
    REQUIRE(above >= growth_part * allowed * 15 / 16 - exact * noise);
    REQUIRE(above <= exact * 0x1p-44);
  }
}

TEST_CASE("where the sensitivity is the whole width, the loss is the distance in scales, to the bit", "[privacy]") {
  CHECK(lattice_laplace_loss(120, 120, 1.0 / 128) == 120.0 / 128);
  CHECK(truncated_laplace_loss(1, 1, 2) == 0.5);
}

TEST_CASE("the loss rises with the rate, and lies between once and twice the distance", "[privacy]") {
  std::mt19937_64 engine(53);
  for (int trial = 0; trial < 5000; ++trial) {
    const auto [steps, sensitivity, rate] = random_configuration(engine);
    const double loss = lattice_laplace_loss(steps, sensitivity, rate);
    const double distance = rate * static_cast<double>(sensitivity);
    REQUIRE(loss >= distance);
    REQUIRE(loss <= 2 * distance * (1 + 0x1p-44));
    REQUIRE(lattice_laplace_loss(steps, sensitivity, rate * 1.001) > loss);
  }
}
