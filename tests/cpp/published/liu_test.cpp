#include "published/liu.hpp"

#include <array>
#include <cmath>
#include <vector>

#include "distributions/truncated_normal.hpp"
#include "mechanisms/bounded_gaussian/bounded_gaussian.hpp"
#include "support/catch.hpp"

namespace liu_test {

// Table 1 of Chen & Hale: the algebraic connectivity of a graph with ten nodes and the degree of one of them, widths 10
// and 8; two edges may change, so the l2 sensitivity is 2 sqrt(5) and that of the coordinates is 4 and 2.

using namespace inbounds;
using Catch::Approx;
using inbounds::published::liu_variance;

namespace {

struct row {
  double epsilon;
  double baseline, published, tight;                            // to as many digits as are given
  double printed_baseline, printed_published, printed_percent;  // in the paper
};

constexpr std::array<row, 7> table = {{{0.1, 1320, 857.518, 290.897, 1320, 857.5, 35.0},
                                       {0.5, 264, 170.274, 61.395, 264, 170.3, 35.5},
                                       {1, 132, 84.384, 32.343, 132, 84.3, 36.1},
                                       {1.5, 88, 55.768, 22.462, 88, 55.8, 36.6},
                                       {2, 66, 41.471, 17.412, 66, 41.5, 37.2},
                                       {2.5, 52.8, 32.904, 14.315, 52.8, 32.9, 37.7},
                                       {3, 44, 27.201, 12.205, 44, 27.2, 38.2}}};

double variance_of(double epsilon, calibration method) {
  const std::array<double, 2> lower = {0, 1};
  const std::array<double, 2> upper = {10, 9};
  const auto where = box_of(lower, upper);
  REQUIRE(where);
  const auto scale = scale_for({*where, std::hypot(4, 2)}, {epsilon}, method);
  REQUIRE(scale);
  return *scale * *scale;
}

double baseline_of(double epsilon) {
  const std::array<double, 2> widths = {10, 8};
  const std::array<double, 2> sensitivities = {4, 2};
  return liu_variance(widths, sensitivities, epsilon);
}

double to_one_decimal(double x) { return std::nearbyint(x * 10) / 10; }

}  // namespace

TEST_CASE("Table 1 of Chen & Hale: all three columns to three decimals", "[published]") {
  for (const row& one : table) {
    INFO("epsilon " << one.epsilon);
    CHECK(baseline_of(one.epsilon) == Approx(one.baseline).epsilon(1e-14));
    CHECK(std::fabs(variance_of(one.epsilon, calibration::published) - one.published) <= 0.0005);
    CHECK(std::fabs(variance_of(one.epsilon, calibration::tight) - one.tight) <= 0.0005);
  }
}

TEST_CASE("Table 1 of Chen & Hale as printed: rounded to one decimal, but for one figure that is cut off",
          "[published]") {
  for (const row& one : table) {
    const double published = variance_of(one.epsilon, calibration::published);
    const double baseline = baseline_of(one.epsilon);
    INFO("epsilon " << one.epsilon);
    CHECK(to_one_decimal(baseline) == one.printed_baseline);
    CHECK(to_one_decimal(100 * (baseline - published) / baseline) == one.printed_percent);
    if (one.epsilon == 1) {
      CHECK(to_one_decimal(published) == 84.4);
      CHECK(std::floor(published * 10) / 10 == one.printed_published);  // 84.3
    } else {
      CHECK(to_one_decimal(published) == one.printed_published);
    }
  }
}

TEST_CASE("erratum 4: what Table 1 calls a reduction of variance is one of a parameter", "[published]") {
  const std::array<double, 2> widths = {10, 8};
  const auto squared_errors = [&](const std::array<double, 2>& truth, double variance) {
    double sum = 0;
    for (std::size_t i = 0; i < 2; ++i) {
      const auto [bias, spread] = moments_of(normal_law{{widths[i], std::sqrt(variance), support::line}, truth[i]});
      sum += bias * bias + spread;
    }
    return sum;
  };
  struct gain {
    double epsilon, baseline, published, in_the_middle, in_a_corner;  // the last two in percent
  };
  for (const auto& [epsilon, baseline, published, in_the_middle, in_a_corner] :
       {gain{0.1, 1320, 857.518, 0.117, 0.468}, gain{1, 132, 84.384, 1.225, 4.872},
        gain{3, 44, 27.201, 4.005, 14.97}}) {
    const auto percent = [&, one = baseline, other = published](const std::array<double, 2>& truth) {
      return 100 * (1 - squared_errors(truth, other) / squared_errors(truth, one));
    };
    INFO("epsilon " << epsilon);
    CHECK(percent({5, 4}) == Approx(in_the_middle).epsilon(1e-3));
    CHECK(percent({0, 0}) == Approx(in_a_corner).epsilon(1e-3));
  }
}

TEST_CASE("the baseline is a sum over the sides, per epsilon", "[published]") {
  const std::vector<double> widths = {1, 2.5, 7};
  const std::vector<double> sensitivities = {1, 0.5, 3};
  CHECK(liu_variance(widths, sensitivities, 1) == Approx(1 * 3 + 0.5 * 5.5 + 3 * 17).epsilon(1e-15));
  CHECK(liu_variance(widths, sensitivities, 4) == Approx(56.75 / 4).epsilon(1e-15));
  CHECK(liu_variance({}, {}, 1) == 0);
}

}  // namespace liu_test
