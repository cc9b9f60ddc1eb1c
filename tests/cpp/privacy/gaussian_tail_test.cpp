#include <cmath>
#include <random>

#include "privacy/gaussian_delta.hpp"
#include "support/catch.hpp"
#include "support/exact_bell.hpp"
#include "support/random.hpp"

namespace gaussian_tail_test {

using namespace inbounds;
using inbounds::test::log_uniform;
using inbounds::test::precise;
using inbounds::test::uniform;

namespace {

/// The probability of the points up to `last`, with fifty digits.
precise up_to(double last, double truth, double steps, double deviation) {
  const precise unit = 1 / precise(deviation);
  const precise part = last < 3000 ? test::add_exact_sums(-truth, last, unit).mass
                                   : test::exact_sums_by_integral(-truth, last, unit).mass;
  return part / test::exact_sums_by_integral(-truth, steps, unit).mass;
}

}  // namespace

// Epsilon is a little less than the largest loss, so that all of delta lies in some hundred points next to the end: the
// probabilities of narrow pieces far from the truth, and their difference.
TEST_CASE("a delta that a few of very many points hold is not rounded down", "[privacy]") {
  std::mt19937_64 random(661);
  int compared = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const double steps = std::floor(log_uniform(random, 0x1p22, 0x1p30));
    const double distance = std::floor(steps * uniform(random) * 0.9) + 1;
    const double deviation = steps / log_uniform(random, 0.5, 8);
    const gaussian_side side{steps, 1, distance, 1};
    const double largest = worst_loss({{side}, distance * distance, support::points}, deviation).loss;
    const double epsilon = largest - log_uniform(random, 40, 5000) * distance / deviation / deviation;
    if (epsilon <= 0) continue;
    const gaussian_delta found = find_delta(side, support::points, deviation, epsilon);
    if (found.output < 0) continue;
    const precise exact = up_to(found.output, found.truth, steps, deviation) -
                          exp(precise(epsilon)) * up_to(found.output, found.neighbour, steps, deviation);
    INFO(steps << " steps, " << distance << " apart, deviation " << deviation << ", epsilon " << epsilon);
    REQUIRE(found.seen >= exact);
    ++compared;
  }
  CHECK(compared > 30);
}

}  // namespace gaussian_tail_test
