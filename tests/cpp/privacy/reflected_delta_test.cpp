#include "privacy/reflected_delta.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include "mechanisms/laplace_cases.hpp"
#include "support/catch.hpp"
#include "support/precise.hpp"
#include "support/reflected_law.hpp"

namespace reflected_delta_test {

using namespace inbounds;
using Catch::Approx;
using inbounds::test::log_uniform;
using inbounds::test::precise;
using inbounds::test::reflected_points;

namespace {

using rows = std::vector<std::vector<long double>>;

// Long doubles as an oracle, and what reflected_delta.hpp says that it adds.
constexpr long double oracle = 1e-18L;
long double allowance(double epsilon) { return 0x1p-45L * (1 + epsilon / 16) + 0x1p-59L; }

reflected_hull points(std::int64_t steps, std::int64_t max_distance, open_ends open = {}) {
  return {{0, static_cast<double>(steps)}, open, support::points, static_cast<double>(max_distance)};
}

/// P_truth(A) - e^epsilon P_neighbour(A) for the named pair and A the outputs from the lowest up to the named one.
long double of_named_set(const rows& law, const worst_delta_case& found, double epsilon) {
  const auto& of_truth = law.at(static_cast<std::size_t>(found.truth.at));
  const auto& of_neighbour = law.at(static_cast<std::size_t>(found.neighbour.at));
  long double sum = 0;
  for (std::size_t k = 0; static_cast<double>(k) <= found.output; ++k)
    sum += of_truth.at(k) - std::exp(static_cast<long double>(epsilon)) * of_neighbour.at(k);
  return sum;
}

void check_against(const rows& law, std::int64_t max_distance, double rate, double epsilon) {
  const auto steps = static_cast<std::int64_t>(law.size()) - 1;
  INFO(steps << " steps, " << max_distance << " apart, rate " << rate << ", epsilon " << epsilon);
  const long double exact = test::largest_delta<long double>(law, test::at_most(max_distance), epsilon).value;
  const worst_delta_case found = worst_delta(points(steps, max_distance), rate, epsilon);
  REQUIRE(found.delta >= exact - oracle * std::exp(static_cast<long double>(std::min(epsilon, 3.0))));
  REQUIRE(found.delta <= exact + allowance(epsilon));
  if (found.delta == 0) return;
  REQUIRE(found.neighbour.at - found.truth.at == static_cast<double>(max_distance));
  REQUIRE(of_named_set(law, found, epsilon) >= found.delta - allowance(epsilon));
}

// F_q(y) on the line, as the spec has it: cosh and sinh, which long doubles hold up to e^11000.
struct line_oracle {
  long double width;
  long double rate;

  long double cdf(long double q, long double y) const {
    const long double whole = std::sinh(rate * width);
    if (y <= q) return std::cosh(rate * (width - q)) * std::sinh(rate * y) / whole;
    return 1 - std::sinh(rate * (width - y)) * std::cosh(rate * q) / whole;
  }
  long double stick(long double q, long double other, long double y, long double epsilon) const {
    return cdf(q, y) - std::exp(epsilon) * cdf(other, y);
  }
};

/// The largest over lower truths q and cuts between the truths, on grids that close in on the best ten times.
long double search(const line_oracle& law, long double s, long double epsilon) {
  constexpr int cells = 30;
  const long double last = law.width - s;
  long double best = 0;
  std::pair<long double, long double> at{0.5L, 0.5L};  // shares of what q and the cut can be
  for (long double half = 0.5L; half > 1e-9L; half /= 8) {
    const auto [centre_q, centre_y] = at;
    for (int i = -cells; i <= cells; ++i) {
      for (int j = -cells; j <= cells; ++j) {
        const long double share_q = std::clamp(centre_q + half * i / cells, 0.0L, 1.0L);
        const long double share_y = std::clamp(centre_y + half * j / cells, 0.0L, 1.0L);
        const long double q = share_q * last;
        const long double here = law.stick(q, q + s, q + share_y * s, epsilon);
        if (here <= best) continue;
        best = here;
        at = {share_q, share_y};
      }
    }
  }
  return best;
}

}  // namespace

// reflected_laplace/PROOF.md, Theorem 6
TEST_CASE("delta of every reflected lattice of up to 30 steps is the largest of all pairs and sets", "[privacy]") {
  for (std::int64_t steps = 1; steps <= 30; ++steps) {
    for (const double width_in_scales : {0.02, 0.7, 2.5, 9.0, 60.0}) {
      const double rate = width_in_scales / static_cast<double>(steps);
      const rows law = reflected_points<long double>({{0, steps}}, {}, rate).matrix();
      for (std::int64_t max_distance = 1; max_distance <= steps; ++max_distance) {
        for (const double share : {0.0, 0.3, 0.9})
          check_against(law, max_distance, rate, share * rate * static_cast<double>(max_distance));
      }
    }
  }
}

TEST_CASE("delta of larger reflected lattices is the largest of all pairs and sets", "[privacy]") {
  std::mt19937_64 random(151);
  int inside = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const auto steps = static_cast<std::int64_t>(log_uniform(random, 10, trial % 8 == 0 ? 150 : 60));
    const auto max_distance = static_cast<std::int64_t>(log_uniform(random, 1, static_cast<double>(steps) + 0.99));
    const double epsilon = trial % 6 == 0 ? 0 : log_uniform(random, 1e-6, 8);
    const double rate = (epsilon + log_uniform(random, 1e-4, 8)) / static_cast<double>(max_distance);
    check_against(reflected_points<long double>({{0, steps}}, {}, rate).matrix(), max_distance, rate, epsilon);
    const worst_delta_case found = worst_delta(points(steps, max_distance), rate, epsilon);
    inside += found.truth.at > 0 && found.neighbour.at < static_cast<double>(steps) ? 1 : 0;
  }
  CHECK(inside > 50);  // not at the border, as the loss is
}

// reflected_laplace/PROOF.md, Proposition 8
TEST_CASE("fifty digits give the same delta on small reflected lattices, from tiny ones to nearly 1", "[privacy]") {
  std::mt19937_64 random(152);
  for (int trial = 0; trial < 400; ++trial) {
    const auto steps = static_cast<std::int64_t>(1 + random() % 8);
    const auto max_distance = static_cast<std::int64_t>(1 + random() % static_cast<std::uint64_t>(steps));
    const double epsilon = trial % 5 == 0 ? 0 : log_uniform(random, 1e-9, 300);
    const double rate = (epsilon + log_uniform(random, 1e-9, 300)) / static_cast<double>(max_distance);
    const auto law = reflected_points<precise>({{0, steps}}, {}, rate).matrix();
    const precise exact = test::largest_delta<precise>(law, test::at_most(max_distance), epsilon).value;
    const precise found = worst_delta(points(steps, max_distance), rate, epsilon).delta;
    INFO(steps << " steps, " << max_distance << " apart, rate " << rate << ", epsilon " << epsilon);
    REQUIRE(found >= std::min(exact, precise(1)));
    REQUIRE(found <= exact + precise(allowance(epsilon)));
  }
}

// reflected_laplace/PROOF.md, Proposition 7
TEST_CASE("beyond open ends nothing needs a larger delta, and far from mirrors it is reached", "[privacy]") {
  std::mt19937_64 random(153);
  for (int trial = 0; trial < 300; ++trial) {
    const open_ends open{trial % 3 != 0, trial % 3 != 1};
    const auto max_distance = static_cast<std::int64_t>(1 + random() % 8);
    const double epsilon = trial % 6 == 0 ? 0 : log_uniform(random, 1e-4, 4);
    const double rate = (epsilon + log_uniform(random, 1e-3, 6)) / static_cast<double>(max_distance);
    for (const std::int64_t steps : {max_distance, max_distance + 5, max_distance + 60}) {
      const rows law = reflected_points<long double>({{0, steps}}, open, rate).matrix();
      const long double exact = test::largest_delta<long double>(law, test::at_most(max_distance), epsilon).value;
      const worst_delta_case found = worst_delta(points(steps, max_distance, open), rate, epsilon);
      INFO(steps << " steps, " << max_distance << " apart, rate " << rate << ", epsilon " << epsilon << ", open "
                 << open.below << open.above);
      REQUIRE(found.delta >= exact - oracle * 20);
      if (steps == max_distance + 60 && rate * 60 > 40) REQUIRE(found.delta <= exact + allowance(epsilon) + 1e-15L);
    }
  }
}

// reflected_laplace/PROOF.md, Theorem 6
TEST_CASE("delta on the line is what a search finds, never less", "[privacy]") {
  std::mt19937_64 random(154);
  for (int trial = 0; trial < 100; ++trial) {
    const double width = log_uniform(random, 1e-3, 1e3);
    const double s = trial % 5 == 0 ? width : width * log_uniform(random, 1e-2, 1);
    const double epsilon = trial % 6 == 0 ? 0 : log_uniform(random, 1e-3, 8);
    const double rate = (epsilon + log_uniform(random, 1e-2, 6)) / s;
    const worst_delta_case found = worst_delta({{0, width}, {}, support::line, s}, rate, epsilon);
    const line_oracle law{width, rate};
    const long double exact = search(law, s, epsilon);
    INFO("width " << width << ", s " << s << ", rate " << rate << ", epsilon " << epsilon);
    REQUIRE(found.delta >= exact - 1e-15L);
    REQUIRE(found.delta <= exact * (1 + 1e-6L) + 1e-12L);
    if (found.delta < 1e-9) continue;
    REQUIRE(static_cast<double>(law.stick(found.truth.at, found.truth.at + s, found.output, epsilon)) ==
            Approx(found.delta).epsilon(1e-9).margin(1e-12));
    // Closer pairs and sets from both sides need no more.
    for (int other = 0; other < 100; ++other) {
      const long double q = test::uniform(random) * width;
      const long double neighbour = std::clamp(q + (2 * test::uniform(random) - 1) * s, 0.0L, law.width);
      const long double y = test::uniform(random) * width;
      REQUIRE(law.stick(q, neighbour, y, epsilon) <= found.delta + 1e-15L);
      const long double from_above =
          1 - law.cdf(q, y) - std::exp(static_cast<long double>(epsilon)) * (1 - law.cdf(neighbour, y));
      REQUIRE(from_above <= found.delta + 1e-15L);
    }
  }
}

TEST_CASE("a loss of at most epsilon needs no delta", "[privacy]") {
  std::mt19937_64 random(155);
  for (int trial = 0; trial < 1000; ++trial) {
    const double steps = std::floor(log_uniform(random, 1, 0x1p52));
    const double max_distance = std::floor(log_uniform(random, 1, steps));
    const double rate = log_uniform(random, 1e-9, 600) / max_distance;
    for (const support on : {support::points, support::line}) {
      const reflected_hull hull{{0, steps}, {}, on, max_distance};
      const double loss = worst_loss(hull, rate).loss;
      REQUIRE(worst_delta(hull, rate, loss).delta == 0);
      REQUIRE(worst_delta(hull, rate, loss * 2).delta == 0);
      REQUIRE(worst_delta(hull, rate, loss * 0.99).delta > 0);
      REQUIRE(worst_delta(hull, rate, 0).delta <= 1);
    }
  }
}

TEST_CASE("delta of the widest reflected lattices is that of the line", "[privacy]") {
  const double steps = 0x1p50;
  for (const double width_in_scales : {1e-6, 0.3, 4.0, 100.0, 1e9}) {
    for (const double share : {1.0, 0.5, 1e-3, 1e-9}) {
      for (const double epsilon_share : {0.0, 0.1, 0.6}) {
        const double max_distance = std::floor(steps * share);
        const double rate = width_in_scales / steps;
        const reflected_hull on_points{{0, steps}, {}, support::points, max_distance};
        const reflected_hull on_line{{0, steps}, {}, support::line, max_distance};
        const double epsilon = epsilon_share * worst_loss(on_line, rate).loss;
        const worst_delta_case found = worst_delta(on_points, rate, epsilon);
        INFO(width_in_scales << " scales, share " << share << ", epsilon " << epsilon);
        CHECK(found.delta == Approx(worst_delta(on_line, rate, epsilon).delta).epsilon(1e-9).margin(2e-13));
        CHECK(found.truth.at >= 0);
        CHECK(found.neighbour.at <= steps);
        CHECK(found.output >= found.truth.at);
        CHECK(found.output <= found.neighbour.at);
      }
    }
  }
}

// reflected_laplace/PROOF.md, Theorem 5
TEST_CASE("delta of reflected noise falls with epsilon and rises with the rate", "[privacy]") {
  for (const support on : {support::points, support::line}) {
    for (const double rate : {1e-9, 0.01, 0.3, 5.0}) {
      double previous = 2;
      for (const double epsilon : {0.0, 1e-9, 0.01, 0.5, 3.0, 30.0}) {
        const reflected_hull hull{{0, 1000}, {}, on, 7};
        const double delta = worst_delta(hull, rate, epsilon).delta;
        CHECK(delta <= previous);
        CHECK(delta >= 0);
        CHECK(delta <= 1);
        CHECK(delta <= worst_delta(hull, 1.1 * rate, epsilon).delta + static_cast<double>(allowance(epsilon)));
        previous = delta;
      }
    }
  }
}

}  // namespace reflected_delta_test
