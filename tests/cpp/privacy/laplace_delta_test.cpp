#include "privacy/laplace_delta.hpp"
#include "privacy/delta_between.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "mechanisms/laplace_cases.hpp"
#include "privacy/pure_loss.hpp"
#include "support/brute_force.hpp"
#include "support/catch.hpp"
#include "support/vectors.hpp"

namespace laplace_delta_test {

using namespace inbounds;
using brute_force::lattice_law;
using Catch::Approx;
using inbounds::test::log_uniform;
using inbounds::test::number;
using inbounds::test::setting_of;

namespace {

// Sums of probabilities are taken in doubles: that many last places of 1 are lost or added.
constexpr double rounding = 5e-13;

worst_delta_case delta_of_interval(double width, double s, double rate, double epsilon, support on = support::points) {
  return worst_delta(truncated_laplace({{0, width}}, {}, rate, on), {s, s}, epsilon);
}

/// P_truth(A) - e^epsilon P_neighbour(A) for A from the truth's end of the domain up to the output.
long double of_reported_set(const lattice_law& law, const worst_delta_case& found, double epsilon) {
  const auto from = law.probabilities(static_cast<std::int64_t>(found.truth.at));
  const auto to = law.probabilities(static_cast<std::int64_t>(found.neighbour.at));
  const bool rising = found.truth.at < found.neighbour.at;
  long double sum = 0;
  for (std::size_t k = 0; k < from.size(); ++k) {
    const auto point = static_cast<double>(law.points()[k]);
    if (rising ? point <= found.output : point >= found.output)
      sum += from[k] - std::exp(static_cast<long double>(epsilon)) * to[k];
  }
  return sum;
}

}  // namespace

// bounded_laplace/PROOF.md, Lemma 10
TEST_CASE("delta is the largest of all pairs on every interval of up to 200 steps", "[privacy]") {
  std::mt19937_64 random(21);
  for (std::int64_t steps = 1; steps <= 200; ++steps) {
    for (const double epsilon : {0.0, 0.05, 1.0, 6.0}) {
      const auto s = std::clamp<std::int64_t>(
          static_cast<std::int64_t>(log_uniform(random, 1, 1.0 + static_cast<double>(steps))), 1, steps);
      // From where the loss is hardly above epsilon to where delta is near 1.
      const double rate = (epsilon + log_uniform(random, 1e-3, 8)) / static_cast<double>(s);
      INFO("steps " << steps << ", s " << s << ", rate " << rate << ", epsilon " << epsilon);
      const auto exact = lattice_law({{0, steps}}, rate).hockey_stick(epsilon, s, s).value;
      const double found = delta_of_interval(static_cast<double>(steps), static_cast<double>(s), rate, epsilon).delta;
      REQUIRE(found >= exact * (1 - 1e-15L));
      REQUIRE(found <= exact * (1 + 1e-9L) + rounding);
    }
  }
}

// bounded_laplace/PROOF.md, Lemma 9
TEST_CASE("no set of outputs needs more delta than a pure loss leaves to it", "[privacy]") {
  std::mt19937_64 random(27);
  for (int trial = 0; trial < 300; ++trial) {
    const auto steps = static_cast<std::int64_t>(log_uniform(random, 1, 60));
    const auto s = static_cast<std::int64_t>(log_uniform(random, 1, static_cast<double>(steps) + 0.99));
    const lattice_law law({{0, steps}}, log_uniform(random, 1e-3, 3), trial % 2 == 0);
    const auto loss = static_cast<double>(law.worst_loss(s, s).value);
    const double epsilon = loss * log_uniform(random, 1e-3, 1);
    INFO(steps << " steps, s " << s << ", loss " << loss << ", epsilon " << epsilon);
    const auto exact = static_cast<double>(law.hockey_stick(epsilon, s, s).value);
    const double max = delta_from_loss(loss, epsilon);
    REQUIRE(exact <= max + 1e-15);
    // And the other way round: a loss of epsilon - ln(1 - delta) is the one that leaves delta.
    if (max < 0.999) REQUIRE(pure_epsilon({epsilon, max}) == Approx(loss).epsilon(1e-9));
  }
}

// bounded_laplace/PROOF.md, Proposition 8 and Lemma 11
TEST_CASE("delta is the largest of all pairs of any ranges, and its pair and set are those that reach it",
          "[privacy]") {
  std::mt19937_64 random(22);
  int mirrored = 0;
  int across = 0;
  for (int trial = 0; trial < 2500; ++trial) {
    auto given = brute_force::random_ranges(random, trial % 25 == 0 ? 150 : 40);
    if (trial % 5 == 0) given = brute_force::far_from_zero(given);
    given.epsilon = trial % 10 == 0 ? 0 : log_uniform(random, 1e-6, 20);
    given.rate = (given.epsilon + log_uniform(random, 1e-5, 8)) / static_cast<double>(given.same_range);
    INFO(given);
    const truncated_model where = setting_of(given);
    const lattice_law law(given.ranges, given.rate, given.open_below, given.open_above);
    const auto exact = law.hockey_stick(given.epsilon, given.same_range, given.cross_range).value;
    const worst_delta_case found = worst_delta(where.family(given.rate), where.where().max_distance, given.epsilon);
    REQUIRE(found.delta >= exact * (1 - 1e-15L));
    REQUIRE(found.delta <= exact * (1 + 1e-9L) + rounding);
    REQUIRE(found.delta <= 1);
    if (found.delta < 1e-9) continue;
    REQUIRE(static_cast<double>(of_reported_set(law, found, given.epsilon)) ==
            Approx(found.delta).epsilon(1e-9).margin(rounding));
    REQUIRE((found.truth.at > found.neighbour.at) == found.in_mirror_image);
    mirrored += found.in_mirror_image ? 1 : 0;
    across += found.truth.span != found.neighbour.span ? 1 : 0;
    const truncated_laplace family = where.family(given.rate);
    const truncated_laplace seen_in = found.in_mirror_image ? family.mirror_image() : family;
    worst_delta_case candidate = found;
    REQUIRE(delta_near(candidate, seen_in, given.epsilon, 0) == Approx(found.delta).epsilon(1e-9).margin(rounding));
    REQUIRE(candidate.low == found.low);
    const double guess = delta_near(candidate, seen_in, given.epsilon, 4);
    REQUIRE(guess == Approx(found.delta).epsilon(1e-9).margin(rounding));
  }
  CHECK(mirrored > 200);
  CHECK(across > 200);
}

// bounded_laplace/PROOF.md, Proposition 8
TEST_CASE("fifty digits and no assumption give the same delta on a few ranges", "[privacy]") {
  std::mt19937_64 random(23);
  for (int trial = 0; trial < 60; ++trial) {
    const auto given = brute_force::random_ranges(random, 12);
    INFO(given);
    const truncated_model where = setting_of(given);
    const double rate = given.rate * 1.5;
    const auto exact = lattice_law(given.ranges, rate, given.open_below, given.open_above)
                           .hockey_stick_slowly(given.epsilon, given.same_range, given.cross_range)
                           .value;
    const double found = worst_delta(where.family(rate), where.where().max_distance, given.epsilon).delta;
    REQUIRE(found >= exact * (1 - 1e-15L));
    REQUIRE(found <= exact * (1 + 1e-9L) + rounding);
  }
}

TEST_CASE("the worst pair is at the border for a small delta, and inside for a large one", "[privacy]") {
  const auto at_border = delta_of_interval(100, 10, 0.055, 1);
  CHECK(at_border.delta < 0.01);
  CHECK(at_border.truth.at == 0);
  const auto inside = delta_of_interval(100, 10, 0.3, 1);
  CHECK(inside.delta > 0.3);
  CHECK(inside.truth.at > 3);
  CHECK(inside.truth.at < 87);
  // so looking at the border alone would promise too much
  const truncated_laplace family({{0, 100}}, {}, 0.3, support::points);
  const total_changes changes(family);
  CHECK(delta_between(family, changes, {{0, 0}, {0, 10}, 10}, 1).delta < inside.delta * 0.99);
}

TEST_CASE("where delta is flat and hardly above its rounding, the proof comes to an end", "[privacy]") {
  const truncated_laplace half_line({{0, 0x1p52}}, {false, true}, 0x1p-33, support::points);
  const double proved = worst_delta(half_line, {1, 1}, 5.9e-12).delta;
  CHECK(worst_delta(half_line, {1, 1}, 5.9e-12, 4000).delta == proved);
}

TEST_CASE("upwards and downwards differ where the domain is lopsided", "[privacy]") {
  // Its mirror image has the same delta, from the other side.
  const std::vector<span> spans{{0, 3}, {9, 30}};
  const std::vector<span> image{{-30, -9}, {-3, 0}};
  for (const double rate : {0.05, 0.2, 1.0}) {
    const auto one = worst_delta(truncated_laplace(spans, {true, false}, rate, support::points), {4, 7}, 0.3);
    const auto other = worst_delta(truncated_laplace(image, {false, true}, rate, support::points), {4, 7}, 0.3);
    CHECK(one.delta == Approx(other.delta).epsilon(1e-12));
    CHECK(one.truth.at == -other.truth.at);
    CHECK(one.neighbour.at == -other.neighbour.at);
    CHECK(one.output == -other.output);
    CHECK(one.in_mirror_image != other.in_mirror_image);
  }
}

TEST_CASE("delta on the line has its closed forms", "[privacy]") {
  for (const double s : {0.2, 1.0, 3.0}) {
    for (const double epsilon : {0.0, 0.3, 2.0}) {
      const double rate = (epsilon + 0.7) / s;
      // without ends: 1 - e^((epsilon - rate s)/2)
      const truncated_laplace endless({{-100, 100}}, {true, true}, rate, support::line);
      CHECK(worst_delta(endless, {s, s}, epsilon).delta ==
            Approx(-std::expm1((epsilon - rate * s) / 2)).epsilon(1e-12));
      // between two ends that are neighbours: the half of the interval that the crossing cuts off
      const double tail = std::exp(-rate * s);
      const double cut = (s - epsilon / rate) / 2;
      const double of_low = (1 - std::exp(-rate * cut)) / (1 - tail);
      const double of_high = (std::exp(-rate * (s - cut)) - tail) / (1 - tail);
      CHECK(delta_of_interval(s, s, rate, epsilon, support::line).delta ==
            Approx(of_low - std::exp(epsilon) * of_high).epsilon(1e-12));
    }
  }
}

TEST_CASE("delta on the line matches the reference values", "[privacy]") {
  int compared = 0;
  const auto rows = test::vectors("bounded_laplace.json");
  for (const auto& row : rows.as_array()) {
    const auto& fields = row.as_object();
    if (!fields.contains("delta_at_half_scale")) continue;
    const double rate = 2 / number(fields.at("b_paper"));
    const double found = delta_of_interval(number(fields.at("width")), number(fields.at("sensitivity")), rate,
                                           number(fields.at("epsilon")), support::line)
                             .delta;
    const double expected = number(fields.at("delta_at_half_scale"));
    CHECK(found == Approx(expected).epsilon(1e-12).margin(rounding));
    ++compared;
  }
  CHECK(compared >= 20);
}

TEST_CASE("no pair of numbers of any spans is found to need a larger delta", "[privacy]") {
  std::mt19937_64 random(24);
  for (std::uint64_t trial = 0; trial < 100; ++trial) {
    const auto given = brute_force::random_spans(random);
    INFO(given);
    const double rate = 1 / given.sigma;
    const truncated_model line = test::line_of(given);
    const double delta = worst_delta(line.family(rate), line.where().max_distance, given.epsilon).delta;
    const auto found =
        brute_force::search_delta(given.spans, given.sensitivity, 1 / rate, given.epsilon, trial, 3000).value;
    REQUIRE(delta >= found * (1 - 1e-12L));
    REQUIRE(delta <= found * (1 + 1e-3L) + rounding);
  }
}

TEST_CASE("delta falls with epsilon and rises with the rate on an interval", "[privacy]") {
  for (const double rate : {1e-9, 0.01, 0.3, 5.0}) {
    double previous = 2;
    for (const double epsilon : {0.0, 1e-9, 0.01, 0.5, 3.0, 60.0}) {
      const double delta = delta_of_interval(1000, 7, rate, epsilon).delta;
      CHECK(delta <= previous);
      CHECK(delta >= 0);
      CHECK(delta <= 1);
      CHECK(delta <= delta_of_interval(1000, 7, 1.1 * rate, epsilon).delta);
      previous = delta;
    }
  }
}

// Between them, the total weight rises and falls again by far more than either has.
// bounded_laplace/PROOF.md, Lemma 6
TEST_CASE("two nearly empty places on both sides of a massive span are compared without it", "[privacy]") {
  const double first = 608728000000001;
  const double last = first + 30027300000000;
  const double far = last + 560362000000000;
  constexpr double rate = 5.1375050687739413e-14;
  constexpr double epsilon = 62.647104091992688;
  const truncated_laplace family({{0, 1}, {first, last}, {far, far + 1}}, {}, rate, support::line);
  const long double exact =
      brute_force::delta_of({{0, 1}, {first, last}, {far, far + 1}}, 1 / rate, epsilon, 0, far + 1).value;
  REQUIRE(exact > 1e-5L);
  CHECK(worst_delta(family, {far + 1, far + 1}, epsilon).delta >= exact);
}

}  // namespace laplace_delta_test
