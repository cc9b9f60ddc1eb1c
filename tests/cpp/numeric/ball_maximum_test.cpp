#include "numeric/ball_maximum.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include "support/catch.hpp"
#include "support/precise.hpp"
#include "support/random.hpp"

namespace ball_maximum_test {

// Functions whose best place for a given multiplier is known in closed form, so that fifty digits and one bisection are
// an oracle.

using namespace inbounds;
using inbounds::test::log_uniform;
using inbounds::test::precise;
using inbounds::test::uniform;

namespace {

enum class shape { linear, parabola, logarithm };

struct term {
  shape kind;
  double weight;  // the slope at 0
  double bend;    // parabola: weight x - bend x^2/2; logarithm: weight/bend ln(1 + bend x)
  double cap;

  precise value(const precise& x) const {
    if (kind == shape::linear) return weight * x;
    if (kind == shape::parabola) return weight * x - bend * x * x / 2;
    return weight / precise(bend) * log1p(bend * x);
  }
  /// Where the value less l times the square is largest: the slope is 2 l x there.
  precise best(const precise& l) const {
    precise x = weight / (2 * l);
    if (kind == shape::parabola) x = weight / (2 * l + bend);
    if (kind == shape::logarithm) x = (sqrt(1 + 2 * bend * weight / l) - 1) / (2 * precise(bend));
    return x < cap ? x : precise(cap);
  }
};

class terms final : public separable {
 public:
  explicit terms(std::vector<term> of, double curvature_error = 1) : of_(std::move(of)), error_(curvature_error) {}

  std::size_t size() const override { return of_.size(); }
  double cap(std::size_t at) const override { return of_[at].cap; }
  slope slope_at(std::size_t at, double x) const override {
    const auto& [kind, weight, bend, cap] = of_[at];
    if (kind == shape::linear) return {weight, 0};
    if (kind == shape::parabola) return {std::max(0.0, weight - bend * x), bend * error_};
    return {weight / (1 + bend * x), weight * bend / std::pow(1 + bend * x, 2) * error_};
  }
  double value_at(std::size_t at, double x) const override {
    const auto& [kind, weight, bend, cap] = of_[at];
    if (kind == shape::linear) return weight * x;
    if (kind == shape::parabola) return x * (weight - bend * x / 2);
    return weight / bend * std::log1p(bend * x);
  }
  precise value_of(const std::vector<double>& at) const {
    precise sum = 0;
    for (std::size_t i = 0; i < at.size(); ++i) sum += of_[i].value(at[i]);
    return sum;
  }
  const std::vector<term>& of() const { return of_; }

 private:
  std::vector<term> of_;
  double error_;
};

precise exact_maximum(const terms& sum, double square) {
  const auto at = [&](const precise& l) {
    precise value = 0;
    precise squares = 0;
    for (const term& one : sum.of()) {
      const precise x = one.best(l);
      value += one.value(x);
      squares += x * x;
    }
    return std::pair{value, squares};
  };
  precise caps = 0;
  for (const term& one : sum.of()) caps += precise(one.cap) * one.cap;
  if (caps <= square) return at(precise("1e-300")).first;
  // in the logarithm of l, which may be of any size
  const precise l = exp(inbounds::test::bisect(
      [&](const precise& log_l) -> precise { return square - at(exp(log_l)).second; }, -200, 200));
  return at(l).first;
}

double squares(const std::vector<double>& at) {
  double sum = 0;
  for (const double x : at) sum += x * x;
  return sum;
}

terms random_terms(std::mt19937_64& random, std::size_t count, double curvature_error = 1) {
  std::vector<term> all;
  const double spread = log_uniform(random, 1, 1e6);
  for (std::size_t i = 0; i < count; ++i) {
    const double weight = log_uniform(random, 1 / spread, spread);
    const double bend = log_uniform(random, 1e-3, 1e3);
    const double cap = log_uniform(random, 1 / spread, spread);
    switch (random() % 4) {
      case 0: all.push_back({shape::linear, weight, 0, cap}); break;
      case 1: all.push_back({shape::parabola, weight, weight / cap * uniform(random), cap}); break;
      case 2: all.push_back({shape::parabola, weight, weight / cap, cap}); break;  // flat at its cap
      default: all.push_back({shape::logarithm, weight, bend, cap});
    }
  }
  return terms(all, curvature_error);
}

double square_of_caps(const terms& sum) {
  double all = 0;
  for (const term& one : sum.of()) all += one.cap * one.cap;
  return all;
}

/// By how much the bound may exceed the maximum (ball_maximum.hpp).
double promised_share(const terms& sum, const ball_maximum& found) {
  if (found.multiplier == 0) return 0;
  double bend = 0;
  for (std::size_t i = 0; i < found.at.size(); ++i) bend = std::max(bend, sum.slope_at(i, found.at[i]).curvature);
  return 4e-14 * std::pow(1 + bend / (2 * found.multiplier), 2);
}

/// Some place in the ball, close to its surface.
std::vector<double> random_place(std::mt19937_64& random, const terms& sum, double square) {
  std::vector<double> at;
  for (const term& one : sum.of()) at.push_back(one.cap * std::pow(uniform(random), 4));
  const double shrink = std::min(1.0, std::sqrt(square / squares(at)) * (1 - 1e-15));
  for (double& x : at) x *= shrink;
  return at;
}

}  // namespace

// bounded_gaussian/PROOF.md, Theorem 2
TEST_CASE("the bound is the maximum of fifty digits or a little more, and never less", "[numeric]") {
  std::mt19937_64 random(621);
  for (int trial = 0; trial < 500; ++trial) {
    const terms sum = random_terms(random, 1 + random() % 6);
    const double square = square_of_caps(sum) * (trial % 2 == 0 ? uniform(random) : log_uniform(random, 1e-12, 2));
    const ball_maximum found = maximum_in_ball(sum, square);
    const precise exact = exact_maximum(sum, square);
    const auto excess = static_cast<double>((found.bound - exact) / exact);
    const double share = promised_share(sum, found);
    INFO("trial " << trial << ", " << sum.size() << " coordinates, square " << square << ", excess " << excess);
    REQUIRE(excess <= share + 1e-15);
    REQUIRE(excess >= -1e-15);  // rounding is the caller's
    // The place is one of the ball, to the precision that its value needs, and not far from the best one.
    REQUIRE(squares(found.at) <= square * (1 + 1e-6));
    for (std::size_t i = 0; i < found.at.size(); ++i) REQUIRE((found.at[i] >= 0 && found.at[i] <= sum.cap(i)));
    REQUIRE(abs(sum.value_of(found.at) - exact) <= 1e-6 * exact);
  }
}

TEST_CASE("where nothing bends sharply, the bound has thirteen digits", "[numeric]") {
  std::mt19937_64 random(626);
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<term> all;
    for (std::size_t i = 0; i <= static_cast<std::size_t>(trial) % 5; ++i) {
      all.push_back({shape::logarithm, log_uniform(random, 0.1, 10), log_uniform(random, 0.01, 1), 1e3});
    }
    const terms sum(all);
    const double square = log_uniform(random, 1e-6, 1);
    const precise exact = exact_maximum(sum, square);
    const ball_maximum found = maximum_in_ball(sum, square);
    INFO("trial " << trial << ", square " << square);
    REQUIRE(abs(found.bound - exact) <= 1e-13 * exact);
    const ball_maximum again = maximum_in_ball(sum, square, maximum_in_ball(sum, square * uniform(random)));
    REQUIRE(std::fabs(again.bound - found.bound) <= 1e-13 * found.bound);
  }
}

// bounded_gaussian/PROOF.md, Theorem 2
TEST_CASE("no place that a random search finds is above the bound", "[numeric]") {
  std::mt19937_64 random(622);
  for (int trial = 0; trial < 40; ++trial) {
    const terms sum = random_terms(random, 2 + random() % 2);
    const double square = square_of_caps(sum) * uniform(random);
    const ball_maximum found = maximum_in_ball(sum, square);
    std::vector<double> best = random_place(random, sum, square);
    for (int look = 0; look < 1000; ++look) {
      std::vector<double> next = random_place(random, sum, square);
      // Every other time near the best one so far.
      const double part = look % 2 == 0 ? 1 : log_uniform(random, 1e-6, 1);
      for (std::size_t i = 0; i < next.size(); ++i) next[i] = part * next[i] + (1 - part) * best[i];
      if (sum.value_of(next) > sum.value_of(best)) best = next;
      REQUIRE(sum.value_of(next) <= found.bound * (1 + 1e-15));
    }
    INFO("trial " << trial);
    REQUIRE(sum.value_of(best) >= 0.8 * found.bound);  // so the search did look at the right place
  }
}

TEST_CASE("linear functions are largest along their weights, and at caps where those bind", "[numeric]") {
  const terms free({{shape::linear, 3, 0, 10}, {shape::linear, 4, 0, 10}});
  const ball_maximum found = maximum_in_ball(free, 25);
  CHECK(found.bound == Catch::Approx(25).epsilon(1e-14));
  CHECK(found.at[0] == Catch::Approx(3).epsilon(1e-7));
  CHECK(found.at[1] == Catch::Approx(4).epsilon(1e-7));
  CHECK(found.multiplier == Catch::Approx(0.5).epsilon(1e-7));
  const terms capped({{shape::linear, 3, 0, 10}, {shape::linear, 400, 0, 3}});
  const ball_maximum bound = maximum_in_ball(capped, 25);
  CHECK(bound.bound == Catch::Approx(3 * 4 + 400 * 3).epsilon(1e-14));
  CHECK(bound.at[0] == Catch::Approx(4).epsilon(1e-7));
  CHECK(bound.at[1] == 3);
}

TEST_CASE("in a ball that holds all caps they are the answer, and in an empty one nothing is", "[numeric]") {
  const terms sum({{shape::linear, 3, 0, 3}, {shape::logarithm, 2, 1, 4}});
  for (const double square : {25.0, 26.0, 1e300}) {
    const ball_maximum found = maximum_in_ball(sum, square);
    CHECK(found.at == std::vector<double>{3, 4});
    CHECK(found.multiplier == 0);
    CHECK(found.bound == sum.value_at(0, 3) + sum.value_at(1, 4));
  }
  const ball_maximum inside = maximum_in_ball(sum, std::nextafter(25, 0));
  CHECK(inside.bound == Catch::Approx(sum.value_at(0, 3) + sum.value_at(1, 4)).epsilon(1e-14));
  const ball_maximum nothing = maximum_in_ball(sum, 0);
  CHECK(nothing.at == std::vector<double>{0, 0});
  CHECK(nothing.bound == 0);
  const terms stuck({{shape::linear, 3, 0, 0}, {shape::linear, 1, 0, 5}});  // one that cannot move at all
  CHECK(maximum_in_ball(stuck, 4).bound == Catch::Approx(2).epsilon(1e-14));
  CHECK(maximum_in_ball(stuck, 4).at[0] == 0);
}

TEST_CASE("guesses, good and bad ones, do not change the bound beyond its precision", "[numeric]") {
  std::mt19937_64 random(623);
  for (int trial = 0; trial < 300; ++trial) {
    const terms sum = random_terms(random, 1 + random() % 5);
    const double square = square_of_caps(sum) * uniform(random);
    const ball_maximum found = maximum_in_ball(sum, square);
    for (int guessing = 0; guessing < 4; ++guessing) {
      ball_maximum guess = maximum_in_ball(sum, square * uniform(random));
      if (guessing == 1) guess.multiplier *= log_uniform(random, 1e-6, 1e6);
      if (guessing == 2) guess.at = random_place(random, sum, square);
      if (guessing == 3) guess = {0, std::vector<double>(sum.size(), 0), log_uniform(random, 1e-6, 1e6)};
      const double other = maximum_in_ball(sum, square, std::move(guess)).bound;
      INFO("trial " << trial << ", guess " << guessing << ": " << other - found.bound << " of " << found.bound);
      REQUIRE(std::fabs(other - found.bound) <= (promised_share(sum, found) + 1e-15) * found.bound);
    }
    const ball_maximum of_another_size{1, {1, 2, 3, 4, 5, 6, 7}, 1};  // is no guess at all
    REQUIRE(maximum_in_ball(sum, square, of_another_size).bound == found.bound);
  }
}

TEST_CASE("a curvature that is a tenth off costs steps, and no digits", "[numeric]") {
  std::mt19937_64 random(624);
  for (int trial = 0; trial < 200; ++trial) {
    const terms sum = random_terms(random, 1 + random() % 5, trial % 2 == 0 ? 0.9 : 1.1);
    const double square = square_of_caps(sum) * uniform(random);
    const precise exact = exact_maximum(sum, square);
    INFO("trial " << trial);
    const ball_maximum found = maximum_in_ball(sum, square);
    const double share = 1.5 * promised_share(sum, found) + 1e-15;
    REQUIRE(abs(found.bound - exact) <= share * exact);
  }
}

TEST_CASE("a thousand coordinates are no different", "[numeric]") {
  std::mt19937_64 random(625);
  for (const double part : {1e-6, 0.5}) {
    const terms sum = random_terms(random, 1000);
    const double square = square_of_caps(sum) * part;
    const ball_maximum found = maximum_in_ball(sum, square);
    const precise exact = exact_maximum(sum, square);
    INFO("part " << part);
    CHECK(found.bound - exact <= (promised_share(sum, found) + 1e-15) * exact);
    CHECK(found.bound - exact >= -1e-14 * exact);  // a thousand roundings
  }
}

}  // namespace ball_maximum_test
