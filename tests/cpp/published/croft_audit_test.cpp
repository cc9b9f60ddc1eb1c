#include "published/croft_audit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <utility>
#include <vector>

#include "published/croft.hpp"
#include "support/catch.hpp"

namespace croft_audit_test {

using namespace inbounds::published;
using Catch::Approx;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// The density on [0, window] written out plainly, with the integral by the midpoint rule: shares no formula with the
// audit.
double plain_log_pdf(double truth, double y, double sensitivity, double epsilon, double window) {
  const double sigma = position_dependent_scale(truth, sensitivity, epsilon);
  double integral = 0;
  constexpr int cells = 20000;
  for (int k = 0; k < cells; ++k) {
    integral += std::exp(-std::abs((k + 0.5) * window / cells - truth) / sigma) * window / cells;
  }
  return -std::abs(y - truth) / sigma - std::log(integral);
}

struct brute_force {
  double loss = -infinity;
  double slack = 0;  // how much more a pair or an output between the points of the grid might lose, roughly
};

// Every truth, neighbour and output on a grid of the window that neighbours and both ends lie on.
brute_force search_grid(double sensitivity, double epsilon, double window, int points) {
  std::vector<double> log_z;
  std::vector<double> sigma;
  for (int i = 0; i <= points; ++i) {
    const double q = window * i / points;
    sigma.push_back(position_dependent_scale(q, sensitivity, epsilon));
    log_z.push_back(
        std::log(sigma.back() * (2 - std::exp(-q / sigma.back()) - std::exp(-(window - q) / sigma.back()))));
  }
  brute_force worst;
  const double step = window / points;
  for (int i = 0; i <= points; ++i) {
    for (int j = 0; j <= points; ++j) {
      if (std::abs(i - j) * step > sensitivity * (1 + 1e-12)) continue;
      for (int k = 0; k <= points; ++k) {
        const auto at = [&](int q) {
          const auto index = static_cast<std::size_t>(q);
          return -std::abs(k - q) * step / sigma[index] - log_z[index];
        };
        worst.loss = std::max(worst.loss, at(i) - at(j));
      }
    }
  }
  worst.slack = 3 * step * epsilon / sensitivity * (1 + 0.2 * window * epsilon / sensitivity);
  return worst;
}

}  // namespace

TEST_CASE("the loss of a pair is that of the densities written out", "[published]") {
  for (const double truth : {0.0, 0.4, 2.0}) {
    for (const double neighbour : {0.0, 1.0, 3.0}) {
      for (const double output : {0.0, 1.3, 3.0}) {
        const double plain = plain_log_pdf(truth, output, 1, 0.8, 3) - plain_log_pdf(neighbour, output, 1, 0.8, 3);
        CHECK(position_dependent_pair_loss(truth, neighbour, output, 1, 0.8, 3) == Approx(plain).margin(1e-7));
      }
    }
  }
  // The half-line is the limit of wide windows.
  CHECK(position_dependent_pair_loss(0, 1, 20, 1, 1) ==
        Approx(position_dependent_pair_loss(0, 1, 20, 1, 1, 200)).epsilon(1e-12));
}

TEST_CASE("no truth, neighbour and output on a grid loses more than the audit says, and some lose as much",
          "[published]") {
  struct setting {
    double epsilon, window;  // sensitivity 1
    int points;
  };
  // Windows narrower than the sensitivity, and those where the worst output is 0, the far truth, the window's end.
  for (const auto& [epsilon, window, points] :
       {setting{1, 0.5, 60}, setting{0.1, 3, 150}, setting{1, 2, 160}, setting{1, 8, 240}, setting{1, 20, 200},
        setting{2, 10, 200}, setting{5, 1.5, 150}, setting{5, 10, 200}, setting{0.3, 80, 240}, setting{20, 4, 200}}) {
    const auto worst = position_dependent_loss(1, epsilon, window);
    const auto grid = search_grid(1, epsilon, window, points);
    INFO("epsilon " << epsilon << ", window " << window << ": " << worst.loss << " against " << grid.loss);
    CHECK(grid.loss <= worst.loss * (1 + 1e-12));
    CHECK(grid.loss >= worst.loss - grid.slack);
    CHECK(worst.at_most >= worst.loss);
    CHECK(worst.at_most <= worst.loss * (1 + 1e-6));
  }
}

TEST_CASE("the audit names a pair and an output that lose what it says", "[published]") {
  std::mt19937_64 engine(71);
  std::uniform_real_distribution<double> unit(0, 1);
  for (int trial = 0; trial < 60; ++trial) {
    const double sensitivity = std::exp(4 * unit(engine) - 2);
    const double epsilon = std::exp(5 * unit(engine) - 3);
    const double window = sensitivity / epsilon * std::exp(7 * unit(engine) - 2);
    const auto worst = position_dependent_loss(sensitivity, epsilon, window);
    INFO("sensitivity " << sensitivity << ", epsilon " << epsilon << ", window " << window);
    CHECK(std::abs(worst.truth - worst.neighbour) <= sensitivity * (1 + 1e-12));
    // Ends that were computed in other units may stick out of the window by a rounding.
    const auto inside = [&](double value) { return std::clamp(value, 0.0, window); };
    CHECK(position_dependent_pair_loss(inside(worst.truth), inside(worst.neighbour), inside(worst.output), sensitivity,
                                       epsilon, window) == Approx(worst.loss).epsilon(1e-10));
    // Nothing drawn at random loses more than what was proved.
    for (int draw = 0; draw < 2000; ++draw) {
      const double truth = window * unit(engine);
      const double neighbour = inside(truth + sensitivity * (2 * unit(engine) - 1));
      const double output = window * unit(engine);
      REQUIRE(position_dependent_pair_loss(truth, neighbour, output, sensitivity, epsilon, window) <=
              worst.at_most * (1 + 1e-12));
    }
  }
}

TEST_CASE("no pair in a box loses more than the bound on the box, and the bound closes in", "[published]") {
  std::mt19937_64 engine(72);
  std::uniform_real_distribution<double> unit(0, 1);
  for (int trial = 0; trial < 3000; ++trial) {
    const double window = std::exp(6 * unit(engine) - 2);
    const double size = window * std::exp2(-12 * unit(engine));
    const auto range = [&] {
      const double lower = unit(engine) * (window - size);
      return truth_range{lower, std::min(lower + size, window)};
    };
    truth_range near = range();
    truth_range far = range();
    if (near.lower > far.lower) std::swap(near, far);
    const double bound = position_dependent_bound(near, far, 1, 1, window);
    double worst = -infinity;
    for (int draw = 0; draw < 40; ++draw) {
      // corners of the box as often as its inside
      const auto point = [&](truth_range in) {
        const double at = 2 * unit(engine) - 0.5;
        return std::clamp(in.lower + at * (in.upper - in.lower), in.lower, in.upper);
      };
      const double one = point(near);
      const double two = point(far);
      if (one > two) continue;
      for (const double output : {0.0, one, two, window, window * unit(engine)}) {
        const double loss = position_dependent_pair_loss(one, two, output, 1, 1, window);
        worst = std::max({worst, loss, -loss});
      }
    }
    INFO("window " << window << ", near " << near.lower << ", far " << far.lower << ", size " << size);
    REQUIRE(worst <= bound + 1e-12 * (1 + window));
    if (worst > -infinity) REQUIRE(bound - worst < 8 * size * (1 + 0.2 * window) + 1e-9);
  }
}

TEST_CASE("the worst loss does not depend on the unit of length", "[published]") {
  const double loss = position_dependent_loss(1, 0.7, 9).loss;
  CHECK(position_dependent_loss(1e6, 0.7, 9e6).loss == Approx(loss).epsilon(1e-12));
  CHECK(position_dependent_loss(1e-6, 0.7, 9e-6).loss == Approx(loss).epsilon(1e-12));
}

TEST_CASE("where the search stops early, the bound says so", "[published]") {
  const auto worst = position_dependent_loss(1, 1e-6, 2e6);
  CHECK(worst.at_most > worst.loss * 1.001);
  CHECK(worst.loss > 1e-6);
}

TEST_CASE("what the audit does not speak of is answered with NaN", "[published]") {
  const double not_a_number = std::numeric_limits<double>::quiet_NaN();
  CHECK(std::isnan(position_dependent_loss(0, 1, 1).loss));
  CHECK(std::isnan(position_dependent_loss(1, 0, 1).at_most));
  CHECK(std::isnan(position_dependent_loss(1, 1, 0).loss));
  CHECK(std::isnan(position_dependent_loss(1, 1, not_a_number).loss));
  CHECK(std::isnan(position_dependent_loss(1, 1e-320, 1).loss));
  CHECK(std::isnan(position_dependent_loss(1e200, 1e-100, 1e-200).loss));
  CHECK(std::isnan(position_dependent_bound({0, 1}, {0, 3}, 1, 1, 2)));
  CHECK(std::isnan(position_dependent_bound({1, 0}, {0, 1}, 1, 1, 2)));
  CHECK(std::isnan(position_dependent_pair_loss(-1, 1, 1, 1, 1)));
  CHECK(std::isnan(position_dependent_pair_loss(0, 1, 3, 1, 1, 2)));
  CHECK(std::isnan(position_dependent_pair_loss(0, 1, infinity, 1, 1)));
  CHECK(std::isnan(position_dependent_pair_loss(0, 1, 1, 1, -1)));
}

}  // namespace croft_audit_test
