#include "distributions/reflected_laplace_family.hpp"

#include <algorithm>
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "support/catch.hpp"
#include "support/reflected_law.hpp"
#include "support/reflected_line.hpp"

namespace reflected_laplace_family_test {

// Density, cdf, survival and moments between mirrors against fifty digits. Gaps, quantiles and relations have files of
// their own.

using namespace inbounds;
using Catch::Approx;
using inbounds::test::close_for_its_size;
using inbounds::test::close_logarithm;
using inbounds::test::precise;
using inbounds::test::reflected_line;
using inbounds::test::reflected_points;

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
    const precise mirror = 1 + power(2 * precise(steps - away) + 1);
    return nearest * mirror * -expm1(-2 * rate * count) / (1 + power(1)) / -expm1(-2 * rate * (precise(steps) + 1));
  }
};

}  // namespace

// reflected_laplace/PROOF.md, Theorem 1
TEST_CASE("on points, the reflected law is the sum of the images, at every point and for every truth",
          "[distributions]") {
  for (const std::int64_t steps : {1, 2, 5, 14}) {
    for (const double width_in_scales : {1e-8, 1e-3, 0.4, 3.0, 60.0, 1e4}) {
      for (const open_ends open : every_way_to_end) {
        const double rate = width_in_scales / static_cast<double>(steps);
        const std::int64_t first = -3;
        const reflected_points<precise> exact({{first, first + steps}}, open, rate);
        const reflected_laplace_family family({{-3, static_cast<double>(first + steps)}}, open, rate, support::points);
        for (std::int64_t truth = first; truth <= first + steps; ++truth) {
          const reflected_law law{family, static_cast<double>(truth)};
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
TEST_CASE("on the widest lattices, the reflected law is that of the closed forms", "[distributions]") {
  const std::int64_t steps = std::int64_t{1} << 52;
  for (const double width_in_scales : {1e-8, 0.4, 3.0, 650.0, 1e8, 0x1p52, 0x1p57}) {
    const double rate = std::ldexp(width_in_scales, -52);
    const reflected_laplace_family family({{0, 0x1p52}}, {}, rate, support::points);
    const auto scale = static_cast<std::int64_t>(std::max(1.0, std::min(0x1p50, 1 / rate)));
    for (const std::int64_t truth : {std::int64_t{0}, std::int64_t{1}, steps / 3, steps / 2, steps - 1, steps}) {
      const reflected_law law{family, static_cast<double>(truth)};
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

TEST_CASE("on the line, the reflected law has the closed forms of the spec", "[distributions]") {
  for (const auto& [lower, upper] : {span{0, 1}, span{-2, 5}, span{10, 10.5}, span{-1e6, 1e6}, span{0, 1e-9}}) {
    for (const double width_in_scales : {1e-8, 1e-4, 0.3, 1.0, 7.0, 60.0, 650.0, 1e4, 1e8}) {
      const double width = upper - lower;
      const double rate = width_in_scales / width;
      const reflected_laplace_family family({{lower, upper}}, {}, rate, support::line);
      const double near = std::min(0.01 * width, 1 / rate);
      for (const double q : {lower, lower + near, lower + 0.3 * width, (lower + upper) / 2, upper - near, upper}) {
        const reflected_law law{family, q};
        const reflected_line exact{lower, upper, rate, q};
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
      const reflected_laplace_family family({{lower, upper}}, open, rate, support::line);
      for (const double scales : {0.0, 0.1, 2.0, 50.0, 1e4}) {
        const double q = std::isinf(lower) ? 1 - scales / rate : 1 + scales / rate;
        const reflected_law law{family, q};
        const reflected_line exact{lower, upper, rate, q};
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
  const reflected_laplace_family line({{0, 1000}}, {}, 1, support::line);
  const reflected_law law{line, 500};
  CHECK(density(law, 503) == Approx(std::exp(-3.0) / 2).epsilon(1e-14));
  CHECK(log_density(law, 0) == Approx(-500).epsilon(1e-15).margin(0));  // the image doubles the half
  CHECK(moments_of(law).variance == Approx(2).epsilon(1e-14));
  CHECK(moments_of(law).bias == Approx(0).margin(1e-14));
  const reflected_laplace_family points({{0, 2000}}, {}, 0.5, support::points);
  const double r = std::exp(-0.5);
  CHECK(density({points, 1000}, 1004) == Approx((1 - r) / (1 + r) * std::exp(-2.0)).epsilon(1e-14));
  CHECK(moments_of(reflected_law{points, 1000}).variance == Approx(2 * r / ((1 - r) * (1 - r))).epsilon(1e-13));
}

TEST_CASE("where the density underflows, its logarithm goes on", "[distributions]") {
  const reflected_laplace_family line({{0, 1e9}}, {}, 1, support::line);
  const reflected_law law{line, 0};
  CHECK(density(law, 2000) == 0);
  CHECK(log_density(law, 2000) == Approx(-2000).epsilon(1e-15));  // at a mirror, all noise goes one way
  CHECK(log_density(law, 1e8) == Approx(-1e8).epsilon(1e-15));
  CHECK(log_density(law, 1e9) == Approx(-1e9 + std::log(2)).epsilon(1e-15));
  const reflected_laplace_family narrow({{-infinity, infinity}}, {true, true}, 1e306, support::line);
  CHECK(log_density({narrow, 0}, 1e4) == -infinity);
  CHECK(density({narrow, 0}, 1e4) == 0);
  CHECK(survival(law, 700) == Approx(std::exp(-700.0)).epsilon(1e-12));
  CHECK(survival(law, 2000) == 0);
  CHECK(cdf(law, 2000) == 1);
  CHECK(cdf({line, 1000}, 300) == Approx(std::exp(-700.0) / 2).epsilon(1e-12));
}

namespace about_gaps {

// What lands in gaps is reflected out of them: against walking out of them point by point, and against looking up all
// places that lead to one.

using namespace inbounds;
using Catch::Approx;
using inbounds::test::gapped_line;
using inbounds::test::precise;
using inbounds::test::reflected_line;
using inbounds::test::reflected_points;

namespace {

double uniform(std::mt19937_64& random) { return std::ldexp(static_cast<double>(random() >> 11), -53); }
double log_uniform(std::mt19937_64& random, double low, double high) {
  return low * std::pow(high / low, uniform(random));
}

std::vector<span> spans_of(const std::vector<point_range>& ranges) {
  std::vector<span> spans;
  for (const auto& [first, last] : ranges) spans.push_back({static_cast<double>(first), static_cast<double>(last)});
  return spans;
}

/// 2 to 4 spans; gaps from a hundredth of a span to twenty times one.
std::vector<span> random_spans(std::mt19937_64& random) {
  std::vector<span> spans;
  double at = 10 * uniform(random) - 5;
  const std::size_t count = 2 + random() % 3;
  for (std::size_t span = 0; span < count; ++span) {
    const double length = log_uniform(random, 0.05, 2);
    spans.push_back({at, at + length});
    at += length * (1 + log_uniform(random, 0.01, 20));
  }
  return spans;
}

}  // namespace

TEST_CASE("on points with gaps, the reflected law is what walking out of them makes of it", "[distributions]") {
  std::mt19937_64 random(171);
  int in_gaps = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const auto ranges = test::random_ranges(random, 60, 5);
    const auto ends = random() % 8;
    const open_ends open{ends == 1 || ends == 3, ends == 2 || ends == 3};
    const auto steps = static_cast<double>(ranges.back().last - ranges.front().first);
    const double rate = log_uniform(random, 1e-6, 1e3) / steps;
    const reflected_points<long double> exact(ranges, open, rate);
    const reflected_laplace_family family(spans_of(ranges), open, rate, support::points);
    for (int which = 0; which < 4; ++which) {
      const auto share = static_cast<std::int64_t>(random() % (static_cast<std::uint64_t>(steps) + 1));
      const std::int64_t truth = exact.lowest() + (which == 0 ? 0 : which == 1 ? exact.steps() : share);
      const reflected_law law{family, static_cast<double>(truth)};
      INFO(test::text_of(ranges, open) << "rate " << rate << ", truth " << truth);
      const auto masses = exact.release(truth);
      std::vector<long double> tails(masses.size());
      long double above = 0;
      for (std::size_t k = masses.size(); k-- > 0; above += masses[k]) tails[k] = above;
      long double below = 0;
      long double bias = 0;
      long double square = 0;
      bool in_gap = false;
      for (std::size_t k = 0; k < masses.size(); ++k) {
        const std::int64_t point = exact.lowest() + static_cast<std::int64_t>(k);
        const auto y = static_cast<double>(point);
        INFO("y " << y);
        below += masses[k];
        const auto away = static_cast<long double>(point - truth);
        bias += away * masses[k];
        square += away * away * masses[k];
        const bool feasible = test::walk_out(ranges, point) == point;
        if (point == truth) in_gap = !feasible;
        const double tolerance = 2e-14 + 2e-15 * rate * steps;
        REQUIRE(density(law, y) == Approx(static_cast<double>(masses[k])).epsilon(tolerance).margin(1e-300));
        REQUIRE(cdf(law, y) == Approx(static_cast<double>(below)).epsilon(tolerance).margin(1e-300));
        REQUIRE(survival(law, y) == Approx(static_cast<double>(tails[k])).epsilon(tolerance).margin(1e-300));
        if (feasible) {
          REQUIRE(log_density(law, y) == Approx(static_cast<double>(std::log(masses[k]))).epsilon(1e-14).margin(1e-13));
        } else {
          REQUIRE(log_density(law, y) == -std::numeric_limits<double>::infinity());
        }
      }
      in_gaps += in_gap ? 1 : 0;
      const auto [found_bias, found_variance] = moments_of(law);
      const auto variance = static_cast<double>(square - bias * bias);
      const auto spread = static_cast<double>(std::sqrt(square));
      REQUIRE(found_variance == Approx(variance).epsilon(1e-11).margin(1e-17 * spread * spread + 1e-300));
      REQUIRE(found_bias == Approx(static_cast<double>(bias)).epsilon(1e-12).margin(1e-13 * spread + 1e-300));
    }
  }
  CHECK(in_gaps > 200);
}

TEST_CASE("on the line with gaps, the reflected law is the sum over all places that lead to one", "[distributions]") {
  std::mt19937_64 random(172);
  for (int trial = 0; trial < 250; ++trial) {
    const auto spans = random_spans(random);
    const double lower = spans.front().lower;
    const double upper = spans.back().upper;
    const double rate = log_uniform(random, 0.01, 100) / (upper - lower);
    const reflected_laplace_family family(spans, {}, rate, support::line);
    for (const double share : {0.0, 1.0, uniform(random)}) {
      const double q = share == 1 ? upper : lower + share * (upper - lower);
      const reflected_law law{family, q};
      const gapped_line exact{spans, reflected_line{lower, upper, rate, q}};
      INFO("rate " << rate << ", truth " << q << ", trial " << trial);
      for (std::size_t at = 0; at < spans.size(); ++at) {
        const double y = spans[at].lower + uniform(random) * (spans[at].upper - spans[at].lower);
        INFO("y " << y << " in [" << spans[at].lower << ", " << spans[at].upper << "]");
        REQUIRE(density(law, y) == Approx(static_cast<double>(exact.density(at, y))).epsilon(1e-12));
        REQUIRE(cdf(law, y) == Approx(static_cast<double>(exact.cdf(at, y))).epsilon(1e-12));
        REQUIRE(survival(law, y) == Approx(static_cast<double>(1 - exact.cdf(at, y))).epsilon(1e-12).margin(1e-30));
        // At the ends, what is reflected there has its images on both sides.
        for (const double end : {spans[at].lower, spans[at].upper})
          REQUIRE(density(law, end) == Approx(static_cast<double>(exact.density(at, end))).epsilon(1e-12));
        if (at + 1 < spans.size()) {
          const double inside = (spans[at].upper + spans[at + 1].lower) / 2;
          REQUIRE(density(law, inside) == 0);
          REQUIRE(cdf(law, inside) == Approx(cdf(law, spans[at].upper)).epsilon(1e-13));
          // Half of the gap comes down.
          REQUIRE(cdf(law, inside) == Approx(static_cast<double>(exact.hull.cdf(inside))).epsilon(1e-12));
        }
      }
    }
  }
}

TEST_CASE("the reflected law of ever finer lattices tends to that of the line, gaps included", "[distributions]") {
  const std::vector<span> spans{{0, 1}, {3, 3.25}, {4, 7}};
  constexpr double rate = 0.8;
  const reflected_laplace_family line(spans, {}, rate, support::line);
  for (const double q : {0.0, 0.5, 2.0, 3.125, 6.5}) {
    double farthest_before = 1;
    for (const double n : {16.0, 256.0, 4096.0, 65536.0}) {
      std::vector<span> multiples;
      for (const auto& [lower, upper] : spans) multiples.push_back({lower * n, upper * n});
      const reflected_laplace_family points(multiples, {}, rate / n, support::points);
      const reflected_law fine{points, q * n};
      const reflected_law limit{line, q};
      double farthest = 0;
      for (const double y : {0.0, 0.25, 0.9375, 1.0, 3.0, 3.0625, 3.25, 4.0, 5.5, 6.9375})
        farthest = std::max(farthest, std::fabs(cdf(fine, y * n) - cdf(limit, y)));
      INFO("n " << n << ", truth " << q);
      CHECK(farthest < 2 / n);
      CHECK(farthest < farthest_before);
      farthest_before = farthest;
      CHECK(moments_of(fine).bias / n == Approx(moments_of(limit).bias).margin(4 / n));
      CHECK(moments_of(fine).variance / n / n == Approx(moments_of(limit).variance).epsilon(8 / n));
      CHECK(density(fine, 5.5 * n) * n == Approx(density(limit, 5.5)).epsilon(4 / n));
    }
  }
}

TEST_CASE("a gap that is huge against its spans is reflected onto them evenly", "[distributions]") {
  // Two points, 2^40 steps apart, and noise that hardly knows them: half of it each, whatever the truth.
  const reflected_laplace_family two({{0, 0}, {0x1p40, 0x1p40}}, {}, 0x1p-60, support::points);
  for (const double q : {0.0, 12345.0, 0x1p39, 0x1p40}) {
    const reflected_law law{two, q};
    CHECK(density(law, 0) == Approx(0.5).epsilon(1e-6));
    CHECK(density(law, 0) + density(law, 0x1p40) == Approx(1).epsilon(1e-14));
    CHECK(moments_of(law).variance == Approx(0x1p78).epsilon(1e-6));
  }
  const reflected_laplace_family short_spans({{0, 1e-6}, {1e6, 1e6 + 1e-6}}, {}, 1e-9, support::line);
  for (const double q : {0.0, 3.0, 5e5}) {
    const reflected_law law{short_spans, q};
    CHECK(density(law, 5e-7) == Approx(0.5e6).epsilon(1e-2));
    CHECK(cdf(law, 1e-6) == Approx(0.5).epsilon(1e-2));
    CHECK(density(law, 1e-7) == Approx(density(law, 9e-7)).epsilon(1e-8));
  }
}

TEST_CASE("on the line, nothing is lost or counted twice where spans fit into a gap a whole number of times",
          "[distributions]") {
  // Tenths are no doubles: a rounded quotient of gap and span must not be taken for a whole number.
  for (int tenths = 1; tenths <= 6; ++tenths) {
    for (int gap = 2; gap <= 40; ++gap) {
      for (int from = 0; from < 10; ++from) {
        const double lower = from / 10.0;
        const double upper = (from + tenths) / 10.0;
        const std::vector<span> spans{{lower, upper}, {(from + tenths + gap) / 10.0, (from + tenths + gap + 3) / 10.0}};
        const reflected_laplace_family family(spans, {}, 1, support::line);
        const reflected_law law{family, lower};
        const gapped_line exact{spans, reflected_line{lower, spans[1].upper, 1, lower}};
        const double middle = upper + (spans[1].lower - upper) / 2;
        const double inside = lower + 0.37 * (upper - lower);
        INFO("[" << lower << ", " << upper << "] and [" << spans[1].lower << ", " << spans[1].upper << "]");
        REQUIRE(cdf(law, upper) == Approx(static_cast<double>(exact.hull.cdf(middle))).epsilon(1e-12));
        REQUIRE(density(law, inside) == Approx(static_cast<double>(exact.density(0, inside))).epsilon(1e-10));
      }
    }
  }
}

TEST_CASE("ends that are far away reflect as if there were none", "[distributions]") {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const reflected_laplace_family endless({{-infinity, -3}, {1, 2}, {4, infinity}}, {true, true}, 0.7, support::line);
  const reflected_laplace_family far({{-1024, -3}, {1, 2}, {4, 1024}}, {}, 0.7, support::line);
  for (const double q : {-30.0, -3.0, -1.5, 1.25, 3.5, 4.0, 90.0}) {
    const reflected_law law{endless, q};
    const reflected_law limit{far, q};
    INFO("truth " << q);
    CHECK(moments_of(law).bias == Approx(moments_of(limit).bias).epsilon(1e-11).margin(1e-12));
    CHECK(moments_of(law).variance == Approx(moments_of(limit).variance).epsilon(1e-11));
    for (const double y : {-20.0, -3.0, -3.125, 1.0, 1.5, 2.0, 4.0, 7.5, 100.0}) {
      INFO("y " << y);
      CHECK(density(law, y) == Approx(density(limit, y)).epsilon(1e-12));
      CHECK(cdf(law, y) == Approx(cdf(limit, y)).epsilon(1e-12));
      CHECK(survival(law, y) == Approx(survival(limit, y)).epsilon(1e-12));
    }
  }
}

}  // namespace about_gaps

namespace about_relations {

// Relations between the answers about one law, and between laws that are shifted, scaled or mirrored.

using namespace inbounds;
using Catch::Approx;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct reflected_case {
  std::vector<span> spans;
  open_ends open;
  double rate;
  support on;

  reflected_laplace_family family() const { return {spans, open, rate, on}; }
  bool is_bounded() const { return std::isfinite(spans.front().lower) && std::isfinite(spans.back().upper); }
};

const std::vector<reflected_case>& cases() {
  static const std::vector<reflected_case> all = [] {
    std::vector<reflected_case> found;
    for (const double rate : {1e-6, 0.03, 0.4, 5.0, 90.0}) {
      for (const open_ends open :
           {open_ends{}, open_ends{true, false}, open_ends{false, true}, open_ends{true, true}}) {
        found.push_back({{{-3, 9}}, open, rate, support::points});
        found.push_back({{{0, 0}, {7, 7}}, open, rate, support::points});
        found.push_back({{{-7, -5}, {-2, -2}, {14, 18}}, open, rate, support::points});
      }
      found.push_back({{{-2, 5}}, {}, rate, support::line});
      found.push_back({{{-2, -1}, {0.5, 0.75}}, {}, rate, support::line});
      found.push_back({{{-9, -8.5}, {-2, -1}, {0.5, 0.75}, {3, 5}, {5.001, 6}}, {}, rate, support::line});
      found.push_back({{{1, infinity}}, {false, true}, rate, support::line});
      found.push_back({{{-infinity, -3}, {1, 2}, {4, infinity}}, {true, true}, rate, support::line});
    }
    return found;
  }();
  return all;
}

/// Truths at the ends, between them and in gaps; and numbers to ask about.
std::vector<double> truths_of(const reflected_case& one) {
  std::vector<double> found;
  for (std::size_t at = 0; at < one.spans.size(); ++at) {
    const auto [lower, upper] = one.spans[at];
    for (const double end : {lower, upper}) {
      if (std::isfinite(end)) found.push_back(end);
    }
    if (std::isfinite(upper - lower)) found.push_back(lower + 0.3 * (upper - lower));
    if (at > 0) found.push_back(one.spans[at - 1].upper + 0.6 * (lower - one.spans[at - 1].upper));
  }
  if (one.on == support::points) std::for_each(found.begin(), found.end(), [](double& q) { q = std::floor(q); });
  return found;
}

std::vector<double> places_of(const reflected_case& one) {
  std::vector<double> found = truths_of(one);
  for (const double q : truths_of(one)) {
    for (const double away : {-3.0, -0.2, 0.7, 11.0})
      found.push_back(one.on == support::points ? q + std::round(away) : q + away / one.rate);
  }
  return found;
}

bool is_feasible(const reflected_case& one, double y) {
  if (one.on == support::points && y != std::floor(y)) return false;
  return std::any_of(one.spans.begin(), one.spans.end(),
                     [&](const span& each) { return y >= each.lower && y <= each.upper; });
}

reflected_case change(reflected_case one, double scale, double shift) {
  for (auto& [lower, upper] : one.spans) {
    lower = lower * scale + shift;
    upper = upper * scale + shift;
  }
  one.rate /= scale;
  return one;
}

reflected_case mirror(const reflected_case& one) {
  reflected_case image{{}, {one.open.above, one.open.below}, one.rate, one.on};
  for (auto each = one.spans.rbegin(); each != one.spans.rend(); ++each)
    image.spans.push_back({-each->upper, -each->lower});
  return image;
}

}  // namespace

TEST_CASE("cdf and survival of a reflected law make up one, and the cdf never falls", "[distributions]") {
  for (const reflected_case& one : cases()) {
    const reflected_laplace_family family = one.family();
    std::vector<double> places = places_of(one);
    std::sort(places.begin(), places.end());
    for (const double q : truths_of(one)) {
      const reflected_law law{family, q};
      double before = 0;
      for (const double y : places) {
        INFO("rate " << one.rate << ", truth " << q << ", y " << y << ", " << one.spans.size() << " spans");
        REQUIRE(cdf(law, y) + survival(law, y) == Approx(1).epsilon(2e-14));
        REQUIRE(cdf(law, y) >= before * (1 - 1e-14));
        before = cdf(law, y);
        REQUIRE(cdf(law, y) <= 1);
        REQUIRE(density(law, y) == std::exp(log_density(law, y)));
        REQUIRE((density(law, y) > 0 || !is_feasible(one, y) || log_density(law, y) < -600));
        if (!is_feasible(one, y)) REQUIRE(density(law, y) == 0);
      }
    }
  }
}

// reflected_laplace/PROOF.md, Theorem 5
TEST_CASE("reflected noise is noise of a larger rate, after which more is added with some probability",
          "[distributions]") {
  for (const double last : {1.0, 4.0, 17.0}) {
    for (const double more : {0.01, 0.3, 2.0, 9.0}) {
      for (const double less : {0.5 * more, 0.9 * more}) {
        const reflected_laplace_family quick({{0, last}}, {}, more, support::points);
        const reflected_laplace_family slow({{0, last}}, {}, less, support::points);
        // beta = 1/(cosh(rate) - 1) = 1/(2 sinh^2(rate/2)), and beta_1/beta_2 is the share that gets no more.
        const double kept = std::pow(std::sinh(less / 2) / std::sinh(more / 2), 2);
        for (double truth = 0; truth <= last; ++truth) {
          for (double y = 0; y <= last; ++y) {
            double twice = 0;
            for (double between = 0; between <= last; ++between)
              twice += density({quick, truth}, between) * density({slow, between}, y);
            INFO("rates " << more << " and " << less << ", truth " << truth << ", output " << y);
            REQUIRE(density({slow, truth}, y) ==
                    Approx(kept * density({quick, truth}, y) + (1 - kept) * twice).epsilon(1e-12));
          }
        }
      }
    }
  }
}

TEST_CASE("the density of a reflected law adds up to its cdf", "[distributions]") {
  using boost::math::quadrature::gauss_kronrod;
  for (const reflected_case& one : cases()) {
    const reflected_laplace_family family = one.family();
    for (const double q : truths_of(one)) {
      const reflected_law law{family, q};
      INFO("rate " << one.rate << ", truth " << q << ", " << one.spans.size() << " spans");
      double sum = 0;
      for (const auto& [lower, upper] : one.spans) {
        if (one.on == support::points) {
          for (double y = lower; y <= upper; ++y) sum += density(law, y);
          REQUIRE(sum == Approx(cdf(law, upper)).epsilon(1e-13).margin(1e-300));
          continue;
        }
        if (!one.is_bounded() || one.rate > 10) continue;
        // In hundreds of pieces: the density has a kink at the truth, and a step wherever a fold of a gap ends.
        constexpr int parts = 400;
        for (int part = 0; part < parts; ++part) {
          const double from = lower + (upper - lower) * part / parts;
          const double to = lower + (upper - lower) * (part + 1) / parts;
          sum += gauss_kronrod<double, 15>::integrate([&](double y) { return density(law, y); }, from, to, 0);
        }
        REQUIRE(sum == Approx(cdf(law, upper)).epsilon(1e-3));
      }
      if (one.on == support::points) REQUIRE(sum == Approx(1).epsilon(1e-13));
    }
  }
}

TEST_CASE("on points, the quantile of a reflected law is the first feasible point whose cdf reaches it",
          "[distributions]") {
  for (const reflected_case& one : cases()) {
    if (one.on != support::points) continue;
    const reflected_laplace_family family = one.family();
    for (const double q : truths_of(one)) {
      const reflected_law law{family, q};
      for (const double p : {1e-300, 1e-20, 1e-9, 0.2, 0.5, 0.51, 0.99, 1 - 1e-9}) {
        const double y = quantile(law, p);
        INFO("rate " << one.rate << ", truth " << q << ", p " << p << ", y " << y << ", " << one.spans.size()
                     << " spans");
        REQUIRE(is_feasible(one, y));
        if (p <= 0.5) {
          REQUIRE(cdf(law, y) >= p);
          REQUIRE((y == family.lowest() || cdf(law, y - 1) < p));
        } else {
          REQUIRE(survival(law, y) <= (1 - p) * (1 + 1e-12));
          REQUIRE((y == family.lowest() || survival(law, y - 1) >= (1 - p) * (1 - 1e-12)));
        }
      }
      REQUIRE(quantile(law, 0) == family.lowest());
      REQUIRE(quantile(law, 1) == family.highest());
    }
  }
}

TEST_CASE("on the line, the quantile of a reflected law inverts its cdf in both tails", "[distributions]") {
  for (const reflected_case& one : cases()) {
    if (one.on != support::line) continue;
    const reflected_laplace_family family = one.family();
    for (const double q : truths_of(one)) {
      const reflected_law law{family, q};
      double before = -infinity;
      for (const double p : {1e-300, 1e-20, 1e-9, 0.2, 0.5, 0.51, 0.99, 1 - 1e-9}) {
        const double y = quantile(law, p);
        INFO("rate " << one.rate << ", truth " << q << ", p " << p << ", y " << y << ", " << one.spans.size()
                     << " spans");
        REQUIRE(is_feasible(one, y));
        REQUIRE(y >= before);
        before = y;
        // Where y is an end, the cdf may jump over p; elsewhere the last places of y decide.
        const double rounding = 0x1p-50 * std::max(std::fabs(y), std::fabs(q));
        if (p <= 0.5) {
          REQUIRE(cdf(law, y + rounding) >= p * (1 - 1e-12));
          REQUIRE((y == family.lowest() || cdf(law, y - rounding - 1e-300) <= p * (1 + 1e-12)));
        } else {
          REQUIRE(survival(law, y + rounding) <= (1 - p) * (1 + 1e-12));
          REQUIRE((y == family.lowest() || survival(law, y - rounding - 1e-300) >= (1 - p) * (1 - 1e-12)));
        }
      }
      REQUIRE(quantile(law, 0) == family.lowest());
      REQUIRE(quantile(law, 1) == family.highest());
    }
  }
}

TEST_CASE("shifted, scaled and mirrored reflected laws have the same answers", "[distributions]") {
  for (const reflected_case& one : cases()) {
    const reflected_laplace_family family = one.family();
    const double scale = one.on == support::points ? 1 : 0x1p-7;
    const reflected_laplace_family moved = change(one, scale, 64).family();
    const reflected_laplace_family image = mirror(one).family();
    // On points, the one in the middle of a gap goes down, also in the mirror image: only odd gaps have one.
    const bool symmetric = one.on == support::line || one.spans.size() == 1;
    for (const double q : truths_of(one)) {
      const reflected_law law{family, q};
      const reflected_law law_moved{moved, q * scale + 64};
      const reflected_law law_image{image, -q};
      INFO("rate " << one.rate << ", truth " << q << ", " << one.spans.size() << " spans");
      const moments own = moments_of(law);
      const double spread = std::sqrt(own.variance + own.bias * own.bias);
      REQUIRE(moments_of(law_moved).variance == Approx(own.variance * scale * scale).epsilon(1e-9).margin(1e-250));
      REQUIRE(moments_of(law_moved).bias == Approx(own.bias * scale).epsilon(1e-9).margin(1e-11 * spread * scale));
      if (symmetric) {
        REQUIRE(moments_of(law_image).variance == Approx(own.variance).epsilon(1e-11).margin(1e-250));
        REQUIRE(moments_of(law_image).bias == Approx(-own.bias).epsilon(1e-11).margin(1e-13 * spread));
      }
      for (const double y : places_of(one)) {
        INFO("y " << y);
        if (!is_feasible(one, y)) continue;
        if (!is_feasible(change(one, scale, 64), y * scale + 64)) continue;  // rounding
        REQUIRE(density(law_moved, y * scale + 64) * scale == Approx(density(law, y)).epsilon(1e-9).margin(1e-290));
        if (!symmetric) continue;
        REQUIRE(density(law_image, -y) == Approx(density(law, y)).epsilon(1e-12).margin(1e-290));
        const double up_to = one.on == support::points ? cdf(law_image, -y - 1) : cdf(law_image, -y);
        REQUIRE(up_to == Approx(survival(law, y)).epsilon(1e-12).margin(1e-290));
      }
    }
  }
}

}  // namespace about_relations

}  // namespace reflected_laplace_family_test
