#include "distributions/folded_laplace.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "support/catch.hpp"
#include "support/folded_law.hpp"
#include "support/folded_line.hpp"

// Density, cdf, survival and moments between mirrors against fifty digits. Gaps, quantiles and relations have files of
// their own.

using namespace inbounds;
using Catch::Approx;
using inbounds::test::close_for_its_size;
using inbounds::test::close_logarithm;
using inbounds::test::folded_line;
using inbounds::test::folded_points;
using inbounds::test::precise;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

const open_ends every_way_to_end[] = {{false, false}, {true, false}, {false, true}, {true, true}};

/// The bias is a difference of what lies above and below: its error is relative to the spread.
void check_moments(const moments& found, const precise& bias, const precise& variance, double tolerance) {
  const precise spread = sqrt(variance + bias * bias);
  REQUIRE(abs(precise(found.variance) - variance) <= tolerance * variance + 1e-300);
  REQUIRE(abs(precise(found.bias) - bias) <= tolerance * abs(bias) + 1e-14 * spread + 1e-300);
}

/// The law of a lattice too wide to sum over: all images a period apart are one geometric series, and so are sums over
/// points; exponents never rise, so that nothing is too large for fifty digits.
struct wide_lattice {
  std::int64_t steps;
  precise rate;
  std::int64_t i;

  precise mass(std::int64_t k) const {
    const precise direct = power(precise(std::max(i, k)) - std::min(i, k));
    const precise below = power(2 * precise(std::min(i, k)) + 1);  // what its mirror adds to either of the two
    const precise above = power(2 * precise(steps - std::max(i, k)) + 1);
    return tanh(rate / 2) * direct * (1 + below) * (1 + above) / -expm1(-2 * rate * (precise(steps) + 1));
  }
  precise up_to(std::int64_t k) const { return k > i ? precise(1 - side(steps - k, steps - i)) : side(k + 1, i); }
  precise above(std::int64_t k) const { return k > i ? side(steps - k, steps - i) : precise(1 - side(k + 1, i)); }

 private:
  precise power(const precise& distance) const { return exp(-rate * distance); }
  /// The masses of the first `count` points, seen from an end from which the truth is `away` points away.
  precise side(std::int64_t count, std::int64_t away) const {
    const precise nearest = power(precise(away) + 1 - count);
    const precise mirrored = 1 + power(2 * precise(steps - away) + 1);
    return nearest * mirrored * -expm1(-2 * rate * count) / (1 + power(1)) / -expm1(-2 * rate * (precise(steps) + 1));
  }
};

}  // namespace

// reflected_laplace/PROOF.md, Theorem 1
TEST_CASE("on points, the folded law is the sum of the images, at every point and for every truth", "[distributions]") {
  for (const std::int64_t steps : {1, 2, 5, 14}) {
    for (const double width_in_scales : {1e-8, 1e-3, 0.4, 3.0, 60.0, 1e4}) {
      for (const open_ends open : every_way_to_end) {
        const double rate = width_in_scales / static_cast<double>(steps);
        const std::int64_t first = -3;
        const folded_points<precise> exact({{first, first + steps}}, open, rate);
        const folded_laplace family({{-3, static_cast<double>(first + steps)}}, open, rate, support::points);
        for (std::int64_t truth = first; truth <= first + steps; ++truth) {
          const folded_law law{family, static_cast<double>(truth)};
          const auto masses = exact.hull(truth);
          precise below = 0;
          precise above = 0;
          precise bias = 0;
          precise square = 0;
          for (const precise& mass : masses) above += mass;
          REQUIRE(abs(above - 1) < 1e-45);
          above = 0;
          std::vector<precise> tails(masses.size());
          for (std::size_t k = masses.size(); k-- > 0; above += masses[k]) tails[k] = above;
          INFO(steps << " steps, rate " << rate << ", truth " << truth << ", open " << open.below << open.above);
          for (std::size_t k = 0; k < masses.size(); ++k) {
            const double y = static_cast<double>(k) - 3;
            INFO("y " << y);
            below += masses[k];
            const precise away = precise(y) - truth;
            bias += away * masses[k];
            square += away * away * masses[k];
            REQUIRE(close_for_its_size(density(law, y), masses[k]));
            REQUIRE(close_logarithm(log_density(law, y), log(masses[k])));
            REQUIRE(close_for_its_size(cdf(law, y), below));
            REQUIRE(close_for_its_size(survival(law, y), tails[k]));
            REQUIRE(cdf(law, y + 0.5) == cdf(law, y));
            REQUIRE(density(law, y + 0.5) == 0);
            REQUIRE(atom(law, y) == 0);
          }
          REQUIRE(cdf(law, -3.5) == 0);
          REQUIRE(survival(law, -4) == 1);
          REQUIRE(density(law, -4) == 0);
          REQUIRE(density(law, static_cast<double>(first + steps + 1)) == 0);
          check_moments(moments_of(law), bias, square - bias * bias, 1e-12);
        }
      }
    }
  }
}

// reflected_laplace/PROOF.md, Theorem 1
TEST_CASE("on the widest lattices, the folded law is that of the closed forms", "[distributions]") {
  const std::int64_t steps = std::int64_t{1} << 52;
  for (const double width_in_scales : {1e-8, 0.4, 3.0, 650.0, 1e8, 0x1p52, 0x1p57}) {
    const double rate = std::ldexp(width_in_scales, -52);
    const folded_laplace family({{0, 0x1p52}}, {}, rate, support::points);
    const auto scale = static_cast<std::int64_t>(std::max(1.0, std::min(0x1p50, 1 / rate)));
    for (const std::int64_t truth : {std::int64_t{0}, std::int64_t{1}, steps / 3, steps / 2, steps - 1, steps}) {
      const folded_law law{family, static_cast<double>(truth)};
      const wide_lattice exact{steps, rate, truth};
      for (const std::int64_t k : {std::int64_t{0}, std::int64_t{7}, truth - 20 * scale, truth - 1, truth, truth + 1,
                                   truth + scale, truth + 600 * scale, steps / 2, steps - 1}) {
        if (k < 0 || k >= steps) continue;
        const auto y = static_cast<double>(k);
        INFO(width_in_scales << " scales, truth " << truth << ", y " << k);
        REQUIRE(close_for_its_size(density(law, y), exact.mass(k)));
        REQUIRE(close_logarithm(log_density(law, y), log(exact.mass(k))));
        REQUIRE(close_for_its_size(cdf(law, y), exact.up_to(k)));
        REQUIRE(close_for_its_size(survival(law, y), exact.above(k)));
      }
    }
  }
}

TEST_CASE("on the line, the folded law has the closed forms of the spec", "[distributions]") {
  for (const auto& [lower, upper] : {span{0, 1}, span{-2, 5}, span{10, 10.5}, span{-1e6, 1e6}, span{0, 1e-9}}) {
    for (const double width_in_scales : {1e-8, 1e-4, 0.3, 1.0, 7.0, 60.0, 650.0, 1e4, 1e8}) {
      const double width = upper - lower;
      const double rate = width_in_scales / width;
      const folded_laplace family({{lower, upper}}, {}, rate, support::line);
      const double near = std::min(0.01 * width, 1 / rate);
      for (const double q : {lower, lower + near, lower + 0.3 * width, (lower + upper) / 2, upper - near, upper}) {
        const folded_law law{family, q};
        const folded_line exact{lower, upper, rate, q};
        INFO(lower << " to " << upper << ", rate " << rate << ", truth " << q);
        for (const double y : {lower, lower + near / 3, q - 3 / rate, q, q + 0.5 / rate, q + 680 / rate,
                               lower + 0.7 * width, upper - near / 3, upper}) {
          if (y < lower || y > upper) continue;
          INFO("y " << y);
          REQUIRE(close_for_its_size(density(law, y), exact.density(y)));
          REQUIRE(close_logarithm(log_density(law, y), log(exact.density(y))));
          REQUIRE(close_for_its_size(cdf(law, y), exact.cdf(y)));
          REQUIRE(close_for_its_size(survival(law, y), exact.survival(y)));
        }
        check_moments(moments_of(law), exact.bias(), exact.variance(), 1e-12);
      }
    }
  }
}

TEST_CASE("half-lines and the line have the images of one mirror, or none", "[distributions]") {
  for (const auto& [lower, upper] : {span{1, infinity}, span{-infinity, 1}, span{-infinity, infinity}}) {
    const open_ends open{std::isinf(lower), std::isinf(upper)};
    for (const double rate : {1e-5, 0.3, 40.0}) {
      const folded_laplace family({{lower, upper}}, open, rate, support::line);
      for (const double scales : {0.0, 0.1, 2.0, 50.0, 1e4}) {
        const double q = std::isinf(lower) ? 1 - scales / rate : 1 + scales / rate;
        const folded_law law{family, q};
        const folded_line exact{lower, upper, rate, q};
        INFO(lower << " to " << upper << ", rate " << rate << ", truth " << q);
        for (const double away : {-1e4, -600.0, -20.0, -1.0, -0.01, 0.0, 0.01, 1.0, 20.0, 600.0, 1e4}) {
          const double y = q + away / rate;
          if (y < lower || y > upper) continue;
          INFO("y " << y);
          REQUIRE(close_for_its_size(density(law, y), exact.density(y)));
          REQUIRE(close_logarithm(log_density(law, y), log(exact.density(y))));
          REQUIRE(close_for_its_size(cdf(law, y), exact.cdf(y)));
          REQUIRE(close_for_its_size(survival(law, y), exact.survival(y)));
        }
        check_moments(moments_of(law), exact.bias(), exact.variance(), 1e-12);
        REQUIRE(cdf(law, infinity) == 1);
        REQUIRE(survival(law, -infinity) == Approx(1).epsilon(1e-15));
        REQUIRE(cdf(law, -infinity) == 0);
        for (const double end : {-infinity, infinity}) {
          REQUIRE(density(law, end) == 0);
          REQUIRE(log_density(law, end) == -infinity);
        }
      }
    }
  }
}

TEST_CASE("far from mirrors, reflected noise is Laplace noise", "[distributions]") {
  const folded_laplace line({{0, 1000}}, {}, 1, support::line);
  const folded_law law{line, 500};
  CHECK(density(law, 503) == Approx(std::exp(-3.0) / 2).epsilon(1e-14));
  CHECK(log_density(law, 0) == Approx(-500).epsilon(1e-15).margin(0));  // the image doubles the half
  CHECK(moments_of(law).variance == Approx(2).epsilon(1e-14));
  CHECK(moments_of(law).bias == Approx(0).margin(1e-14));
  const folded_laplace points({{0, 2000}}, {}, 0.5, support::points);
  const double r = std::exp(-0.5);
  CHECK(density({points, 1000}, 1004) == Approx((1 - r) / (1 + r) * std::exp(-2.0)).epsilon(1e-14));
  CHECK(moments_of(folded_law{points, 1000}).variance == Approx(2 * r / ((1 - r) * (1 - r))).epsilon(1e-13));
}

TEST_CASE("where the density underflows, its logarithm goes on", "[distributions]") {
  const folded_laplace line({{0, 1e9}}, {}, 1, support::line);
  const folded_law law{line, 0};
  CHECK(density(law, 2000) == 0);
  CHECK(log_density(law, 2000) == Approx(-2000).epsilon(1e-15));  // at a mirror, all noise goes one way
  CHECK(log_density(law, 1e8) == Approx(-1e8).epsilon(1e-15));
  CHECK(log_density(law, 1e9) == Approx(-1e9 + std::log(2)).epsilon(1e-15));
  const folded_laplace narrow({{-infinity, infinity}}, {true, true}, 1e306, support::line);
  CHECK(log_density({narrow, 0}, 1e4) == -infinity);
  CHECK(density({narrow, 0}, 1e4) == 0);
  CHECK(survival(law, 700) == Approx(std::exp(-700.0)).epsilon(1e-12));
  CHECK(survival(law, 2000) == 0);
  CHECK(cdf(law, 2000) == 1);
  CHECK(cdf({line, 1000}, 300) == Approx(std::exp(-700.0) / 2).epsilon(1e-12));
}
