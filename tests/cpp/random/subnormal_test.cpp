#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "random/bernoulli.hpp"
#include "random/constant_time_exp.hpp"
#include "random/gaussian.hpp"
#include "random/interval_geometric.hpp"
#include "random/reflected_geometric.hpp"
#include "random/truncated_geometric.hpp"
#include "support/catch.hpp"
#include "support/subnormal.hpp"

// Which products are so small that they are subnormal would depend on how far the truth is from an end, or from another
// part: so none of them is, wherever the truth is (random/PROOF.md, 6).

namespace subnormal_test {

using namespace inbounds;
using inbounds::test::meets_subnormals;

namespace {

/// How far away something is, in scales: where e^-x was cut off, and where it becomes subnormal (708.4) or 0 (745.2).
constexpr double far_away[] = {0.1,   1,     10,  100,   299, 300, 301,   340, 354.2, 400, 600, 680, 690,  695,
                               699.5, 699.9, 700, 700.1, 705, 708, 708.5, 710, 720,   745, 746, 800, 1020, 1e4};

constexpr double rates[] = {0x1p-900, 0x1p-600, 0x1p-560, 0x1p-540, 0x1p-520, 0x1p-512, 1e-100, 0x1p-70,
                            0x1p-45,  1e-9,     1e-3,     0.05,     0.3,      1,        2,      8.5,
                            10,       30,       100,      299,      301,      350,      355,    690,
                            700,      708.2,    708.5,    720,      744,      746,      1000,   1024};

/// The points of a range: its ends, some between, and what is so many scales from either end.
std::vector<std::int64_t> points_of(const point_range& range, double rate) {
  const auto [first, last] = range;
  std::vector<std::int64_t> points{first, last, first + (last - first) / 2, first + (last - first) / 3};
  for (const double scales : far_away) {
    const double steps = std::round(scales / rate);
    if (!(steps < static_cast<double>(last - first))) continue;
    points.push_back(first + static_cast<std::int64_t>(steps));
    points.push_back(last - static_cast<std::int64_t>(steps));
  }
  return points;
}

template <class Law>
void check_draws(const Law& law, const std::vector<std::int64_t>& centres, bit_source& bits) {
  std::vector<std::int64_t> drawn;
  const bool together = meets_subnormals([&] {
    drawn = centres;
    law.draw_all(drawn, bits);
  });
  if (together) {
    for (const std::int64_t centre : centres) {
      INFO("centre " << centre);
      CHECK_FALSE(meets_subnormals([&] { law.draw(centre, bits); }));
    }
  }
  REQUIRE_FALSE(together);
}

}  // namespace

TEST_CASE("subnormal operands and results are noticed", "[random]") {
  bool is_zero = false;
  const auto decay = [&](double x) { return meets_subnormals([&] { is_zero = std::exp(-x) == 0; }); };
  volatile double first = 0;
  volatile double second = 0;
  volatile double result = 0;
  const auto product = [&](double a, double b) {
    first = a;
    second = b;
    return meets_subnormals([&] { result = first * second; });
  };
  CHECK(decay(710.3));
  CHECK_FALSE(decay(700.3));
  CHECK_FALSE(is_zero);
  CHECK(product(1e-200, 1e-110));
  CHECK_FALSE(product(1e-200, 1e-107));
#if defined(__SSE2__)
  CHECK(product(1e-310, 1));
#endif
}

TEST_CASE("no number in a draw from a range is subnormal, wherever the centre is", "[random]") {
  test::odd_words words{81};
  bit_source bits{test::odd_words::refill, &words};
  for (const auto kind : {interval_geometric::range::closed, interval_geometric::range::open}) {
    for (const double rate : rates) {
      for (const std::int64_t steps : {std::int64_t{1}, std::int64_t{5}, std::int64_t{1000}, std::int64_t{1} << 20,
                                       std::int64_t{1} << 44, std::int64_t{1} << 52}) {
        INFO("rate " << rate << ", steps " << steps << ", open " << (kind == interval_geometric::range::open));
        check_draws(interval_geometric(steps, rate, kind), points_of({0, steps}, rate), bits);
        if (kind == interval_geometric::range::closed) {
          std::vector<std::int64_t> drawn(20);
          const interval_geometric law(steps, rate);
          for (const std::int64_t centre : {std::int64_t{0}, steps / 2, steps}) {
            REQUIRE_FALSE(meets_subnormals([&] { law.draw_around(centre, drawn, bits); }));
          }
        }
      }
    }
  }
}

TEST_CASE("no number in a draw from several ranges is subnormal, however far they are from each other", "[random]") {
  test::odd_words words{82};
  bit_source bits{test::odd_words::refill, &words};
  constexpr double max = 0x1p50;
  for (const double rate : rates) {
    for (const double gap : far_away) {
      for (const double length : {0.0, 10.0, 720.0}) {
        // In laws that are nearly flat, everything is near.
        if ((gap > 1 && gap / rate > max) || (length > 10 && length / rate > max)) continue;
        const auto steps = static_cast<std::int64_t>(std::min(max, std::round(length / rate)));
        const auto between = static_cast<std::int64_t>(std::clamp(std::round(gap / rate), 2.0, max));
        const std::vector<point_range> ranges{
            {0, steps}, {steps + between, 2 * steps + between}, {2 * steps + 2 * between, 2 * steps + 2 * between + 3}};
        std::vector<std::int64_t> centres;
        for (const point_range& range : ranges) {
          for (const std::int64_t point : points_of(range, rate)) centres.push_back(point);
        }
        for (const open_ends open : {open_ends{false, false}, open_ends{true, true}}) {
          INFO("rate " << rate << ", gap " << gap << ", length " << length << ", open " << open.below << open.above);
          check_draws(truncated_geometric(ranges, open, rate), centres, bits);
        }
      }
    }
  }
}

TEST_CASE("no number in a reflected draw is subnormal", "[random]") {
  test::odd_words words{83};
  bit_source bits{test::odd_words::refill, &words};
  for (const double rate : rates) {
    for (const std::int64_t last : {std::int64_t{1}, std::int64_t{100}, std::int64_t{1} << 30, std::int64_t{1} << 51}) {
      INFO("rate " << rate << ", last " << last);
      check_draws(reflected_geometric({{0, last}}, {}, rate), points_of({0, last}, rate), bits);
      check_draws(reflected_geometric({{0, last}}, {true, true}, rate), points_of({0, last}, rate), bits);
    }
  }
}

TEST_CASE("no number in a Gaussian draw is subnormal, from bells narrower than a step to flat ones", "[random]") {
  test::odd_words words{84};
  bit_source bits{test::odd_words::refill, &words};
  for (const double rate : {1e-270, 1e-220, 1e-160, 1e-100, 1e-30, 1e-12, 1e-4, 0.02, 0.4, 1.5, 10.0, 300.0, 1000.0}) {
    for (const std::int64_t steps : {std::int64_t{1}, std::int64_t{50}, std::int64_t{1000}, std::int64_t{1} << 52}) {
      INFO("rate " << rate << ", steps " << steps);
      check_draws(truncated_gaussian(steps, rate), points_of({0, steps}, std::sqrt(rate)), bits);
    }
  }
}

TEST_CASE("no number in a Bernoulli draw is subnormal, however improbable it is", "[random]") {
  test::odd_words words{85};
  bit_source bits{test::odd_words::refill, &words};
  for (const double x : far_away) {
    INFO("e^-" << x);
    for (int turn = 0; turn < 20; ++turn) REQUIRE_FALSE(meets_subnormals([&] { draw_exp_minus(x, 1, 1, bits); }));
  }
}

TEST_CASE("e^-x and 1 - e^-x are computed without subnormal numbers for all x from 2^-900", "[random]") {
  const auto check = [](double x) {
    const std::array<double, 2> decays{x, x};
    std::array<constant_time_exp, 2> results{};
    INFO("x = " << x);
    REQUIRE_FALSE(meets_subnormals([&] { compute_exps(decays, results.data()); }));
    REQUIRE_FALSE(meets_subnormals([&] { bounded_exp_minus(x); }));
    REQUIRE(results[0].kept >= 0x1p-500);
  };
  check(0);
  for (int exponent = -900; exponent <= 63; ++exponent) {
    for (const double factor : {1.0, 1.1, 1.5, 1.9}) check(std::ldexp(factor, exponent));
  }
  for (int halvings = 1; halvings < 1030; ++halvings) {
    const double x = halvings * std::log(2.0);
    for (const double near : {x, std::nextafter(x, 0), std::nextafter(x, 1e9), x + 1e-5, x - 1e-5}) check(near);
  }
}

}  // namespace subnormal_test
