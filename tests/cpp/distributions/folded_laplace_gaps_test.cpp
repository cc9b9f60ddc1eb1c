#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "distributions/folded_laplace.hpp"
#include "support/catch.hpp"
#include "support/folded_law.hpp"
#include "support/folded_line.hpp"

// What lands in gaps is folded out of them: against walking out of them point by point, and against looking up all
// places that lead to one.

using namespace inbounds;
using Catch::Approx;
using inbounds::test::folded_line;
using inbounds::test::folded_points;
using inbounds::test::gapped_line;
using inbounds::test::precise;

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

TEST_CASE("on points with gaps, the folded law is what walking out of them makes of it", "[distributions]") {
  std::mt19937_64 random(171);
  int in_gaps = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const auto ranges = test::random_ranges(random, 60, 5);
    const auto ends = random() % 8;
    const open_ends open{ends == 1 || ends == 3, ends == 2 || ends == 3};
    const auto steps = static_cast<double>(ranges.back().last - ranges.front().first);
    const double rate = log_uniform(random, 1e-6, 1e3) / steps;
    const folded_points<long double> exact(ranges, open, rate);
    const folded_laplace family(spans_of(ranges), open, rate, support::points);
    for (int asked = 0; asked < 4; ++asked) {
      const auto share = static_cast<std::int64_t>(random() % (static_cast<std::uint64_t>(steps) + 1));
      const std::int64_t truth = exact.lowest() + (asked == 0 ? 0 : asked == 1 ? exact.steps() : share);
      const folded_law law{family, static_cast<double>(truth)};
      INFO(test::text_of(ranges, open) << "rate " << rate << ", truth " << truth);
      const auto masses = exact.released(truth);
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
        const bool feasible = test::walked_out(ranges, point) == point;
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

TEST_CASE("on the line with gaps, the folded law is the sum over all places that lead to one", "[distributions]") {
  std::mt19937_64 random(172);
  for (int trial = 0; trial < 250; ++trial) {
    const auto spans = random_spans(random);
    const double lower = spans.front().lower;
    const double upper = spans.back().upper;
    const double rate = log_uniform(random, 0.01, 100) / (upper - lower);
    const folded_laplace family(spans, {}, rate, support::line);
    for (const double share : {0.0, 1.0, uniform(random)}) {
      const double q = share == 1 ? upper : lower + share * (upper - lower);
      const folded_law law{family, q};
      const gapped_line exact{spans, folded_line{lower, upper, rate, q}};
      INFO("rate " << rate << ", truth " << q << ", trial " << trial);
      for (std::size_t at = 0; at < spans.size(); ++at) {
        const double y = spans[at].lower + uniform(random) * (spans[at].upper - spans[at].lower);
        INFO("y " << y << " in [" << spans[at].lower << ", " << spans[at].upper << "]");
        REQUIRE(density(law, y) == Approx(static_cast<double>(exact.density(at, y))).epsilon(1e-12));
        REQUIRE(cdf(law, y) == Approx(static_cast<double>(exact.cdf(at, y))).epsilon(1e-12));
        REQUIRE(survival(law, y) == Approx(static_cast<double>(1 - exact.cdf(at, y))).epsilon(1e-12).margin(1e-30));
        // At the ends, what is folded there has its images on both sides.
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

TEST_CASE("the folded law of ever finer lattices tends to that of the line, gaps included", "[distributions]") {
  const std::vector<span> spans{{0, 1}, {3, 3.25}, {4, 7}};
  constexpr double rate = 0.8;
  const folded_laplace line(spans, {}, rate, support::line);
  for (const double q : {0.0, 0.5, 2.0, 3.125, 6.5}) {
    double farthest_before = 1;
    for (const double n : {16.0, 256.0, 4096.0, 65536.0}) {
      std::vector<span> multiples;
      for (const auto& [lower, upper] : spans) multiples.push_back({lower * n, upper * n});
      const folded_laplace points(multiples, {}, rate / n, support::points);
      const folded_law fine{points, q * n};
      const folded_law limit{line, q};
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

TEST_CASE("a gap that is huge against its spans folds onto them evenly", "[distributions]") {
  // Two points, 2^40 steps apart, and noise that hardly knows them: half of it each, whatever the truth.
  const folded_laplace two({{0, 0}, {0x1p40, 0x1p40}}, {}, 0x1p-60, support::points);
  for (const double q : {0.0, 12345.0, 0x1p39, 0x1p40}) {
    const folded_law law{two, q};
    CHECK(density(law, 0) == Approx(0.5).epsilon(1e-6));
    CHECK(density(law, 0) + density(law, 0x1p40) == Approx(1).epsilon(1e-14));
    CHECK(moments_of(law).variance == Approx(0x1p78).epsilon(1e-6));
  }
  const folded_laplace short_spans({{0, 1e-6}, {1e6, 1e6 + 1e-6}}, {}, 1e-9, support::line);
  for (const double q : {0.0, 3.0, 5e5}) {
    const folded_law law{short_spans, q};
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
        const folded_laplace family(spans, {}, 1, support::line);
        const folded_law law{family, lower};
        const gapped_line exact{spans, folded_line{lower, spans[1].upper, 1, lower}};
        const double middle = upper + (spans[1].lower - upper) / 2;
        const double inside = lower + 0.37 * (upper - lower);
        INFO("[" << lower << ", " << upper << "] and [" << spans[1].lower << ", " << spans[1].upper << "]");
        REQUIRE(cdf(law, upper) == Approx(static_cast<double>(exact.hull.cdf(middle))).epsilon(1e-12));
        REQUIRE(density(law, inside) == Approx(static_cast<double>(exact.density(0, inside))).epsilon(1e-10));
      }
    }
  }
}

TEST_CASE("ends that are far away fold as if there were none", "[distributions]") {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const folded_laplace endless({{-infinity, -3}, {1, 2}, {4, infinity}}, {true, true}, 0.7, support::line);
  const folded_laplace far({{-1024, -3}, {1, 2}, {4, 1024}}, {}, 0.7, support::line);
  for (const double q : {-30.0, -3.0, -1.5, 1.25, 3.5, 4.0, 90.0}) {
    const folded_law law{endless, q};
    const folded_law limit{far, q};
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
