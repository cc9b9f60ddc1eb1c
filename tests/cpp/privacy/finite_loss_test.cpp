#include "privacy/finite_loss.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "support/catch.hpp"
#include "support/precise.hpp"
#include "support/random.hpp"

namespace finite_loss_test {

// Against the same whole numbers in fifty digits: rounded up, and by no more than a hair.

using namespace inbounds;
using inbounds::test::log_uniform;
using inbounds::test::precise;
using inbounds::test::uniform;

namespace {

integer_law share_law(std::vector<double> weights, std::uint64_t min_share) {
  integer_law law(weights.size());
  law.weights = std::move(weights);
  law.share_out(min_share);
  return law;
}

precise probability(const integer_law& law, std::size_t at) { return precise(law.share(at)) / precise(law.total()); }

precise exact_ratio(const integer_law& p, const integer_law& q, std::size_t at) {
  return probability(p, at) / probability(q, at);
}

precise exact_loss(const integer_law& p, const integer_law& q) {
  precise max = 0;
  for (std::size_t at = 0; at < p.weights.size(); ++at) max = std::max<precise>(max, exact_ratio(p, q, at));
  return log(max);
}

precise exact_delta(const integer_law& p, const integer_law& q, double epsilon) {
  const precise factor = exp(precise(epsilon));
  precise sum = 0;
  for (std::size_t at = 0; at < p.weights.size(); ++at) {
    sum += std::max<precise>(0, probability(p, at) - factor * probability(q, at));
  }
  return sum;
}

/// From not even a little less to not much more.
bool is_just_above(double found, const precise& exact, double margin) {
  return precise(found) >= exact && precise(found) <= exact + margin;
}

void check_loss(const integer_law& p, const integer_law& q) {
  const precise exact = exact_loss(p, q);
  const auto [loss, outcome] = loss_between(p, q);
  INFO(p.weights.size() << " outcomes, loss " << loss << " for " << exact);
  REQUIRE(is_just_above(loss, exact, 1e-14 * std::max(1.0, loss)));
  REQUIRE(log(exact_ratio(p, q, outcome)) >= exact - precise(1e-15));
}

void check_delta(const integer_law& p, const integer_law& q, double epsilon) {
  const precise exact = exact_delta(p, q, epsilon);
  const double delta = delta_between(p, q, epsilon);
  INFO(p.weights.size() << " outcomes, epsilon " << epsilon << ", delta " << delta << " for " << exact);
  REQUIRE(is_just_above(delta, exact, 1e-14 * std::max(1.0, static_cast<double>(p.weights.size()) / 40)));
  REQUIRE(delta <= 1);
}

/// Weights of all kinds: level, falling, scattered over many powers of ten, with zeros.
std::vector<double> some_weights(std::size_t outcomes, std::mt19937_64& random) {
  std::vector<double> weights(outcomes);
  const auto kind = random() % 4;
  for (std::size_t at = 0; at < outcomes; ++at) {
    weights[at] = kind == 0   ? uniform(random)
                  : kind == 1 ? log_uniform(random, 1e-18, 1)
                  : kind == 2 ? std::exp(-0.3 * static_cast<double>(at))
                              : static_cast<double>(random() % 2);
  }
  weights[random() % outcomes] = 1;
  return weights;
}

}  // namespace

// posterior/PROOF.md, Proposition 10
TEST_CASE("losses of whole numbers are rounded up by less than 1e-14", "[privacy]") {
  std::mt19937_64 random(31);
  for (int round = 0; round < 400; ++round) {
    const std::size_t outcomes = 2 + random() % 39;
    const auto min_share = static_cast<std::uint64_t>(log_uniform(random, 1, 1e12));
    const integer_law p = share_law(some_weights(outcomes, random), min_share);
    const integer_law q = share_law(some_weights(outcomes, random), min_share);
    check_loss(p, q);
    for (const double epsilon : {0.0, 1e-9, log_uniform(random, 1e-3, 40)}) check_delta(p, q, epsilon);
  }
}

TEST_CASE("losses of laws that hardly differ are rounded up by no more", "[privacy]") {
  std::mt19937_64 random(32);
  for (int round = 0; round < 300; ++round) {
    const std::size_t outcomes = 2 + random() % 39;
    const double distance = log_uniform(random, 1e-17, 1e-6);
    std::vector<double> weights = some_weights(outcomes, random);
    const integer_law p = share_law(weights, 5);
    for (double& weight : weights) weight *= 1 + distance * uniform(random);
    const integer_law q = share_law(weights, 5);
    check_loss(p, q);
    check_delta(p, q, 0);
    check_delta(p, q, distance / 2);
  }
}

// posterior/PROOF.md, Proposition 10
TEST_CASE("what escapes an epsilon near the loss of many outcomes is not missed", "[privacy]") {
  std::mt19937_64 random(33);
  for (int round = 0; round < 300; ++round) {
    // Nearly half of the outcomes lose epsilon to the last digits.
    const std::size_t outcomes = 2 + random() % 39;
    const double epsilon = log_uniform(random, 1e-9, 20);
    std::vector<double> p(outcomes);
    std::vector<double> q(outcomes);
    for (std::size_t at = 0; at < outcomes; ++at) {
      const double weight = uniform(random) + 1;
      p[at] = at % 2 == 0 ? weight : weight * std::exp(-epsilon);
      q[at] = p[outcomes - 1 - at];
    }
    const integer_law first = share_law(p, 3);
    const integer_law second = share_law(q, 3);
    const double loss = loss_between(first, second).loss;
    check_loss(first, second);
    for (const double near : {loss, loss * (1 - 1e-15), loss * (1 + 1e-15), loss - 1e-12}) {
      check_delta(first, second, std::max(0.0, near));
    }
  }
}

TEST_CASE("laws of thousands of outcomes are summed up as well", "[privacy]") {
  std::mt19937_64 random(34);
  for (int round = 0; round < 3; ++round) {
    const integer_law p = share_law(some_weights(4096, random), 1000);
    const integer_law q = share_law(some_weights(4096, random), 1000);
    check_loss(p, q);
    check_delta(p, q, 0.1);
  }
}

TEST_CASE("a law loses nothing to itself, and a certain one what shares of whole numbers allow", "[privacy]") {
  const integer_law even = share_law({1, 1, 1}, 1);
  CHECK(loss_between(even, even).loss >= 0);
  CHECK(loss_between(even, even).loss <= 1e-15);
  CHECK(delta_between(even, even, 0) <= 1e-15);
  const integer_law left = share_law({1, 0}, 1);
  const integer_law right = share_law({0, 1}, 1);
  const auto [loss, outcome] = loss_between(left, right);
  CHECK(outcome == 0);
  CHECK(loss == Catch::Approx(62 * std::log(2)).epsilon(1e-9));
  CHECK(loss_between(right, left).outcome == 1);
  CHECK(delta_between(left, right, 0) == 1);
  CHECK(delta_between(left, right, 50) == 0x1p-50);  // beyond every loss: what rounding adds
}

}  // namespace finite_loss_test
