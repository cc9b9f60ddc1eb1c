#include <algorithm>
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include "distributions/posteriors.hpp"
#include "mechanisms/laplace_cases.hpp"
#include "numeric/gamma_gaps.hpp"
#include "support/catch.hpp"

namespace posterior_lemmas_test {

// What the theorems about posteriors are made of, each by itself.

using namespace inbounds;
using Catch::Approx;
using inbounds::test::log_uniform;

namespace {

/// -1/2 times the integral of tanh(t/4)/t e^(-zt).
double integral(double z) {
  const auto integrand = [&](double t) { return t == 0 ? 0.25 : std::tanh(t / 4) / t * std::exp(-z * t); };
  using quadrature = boost::math::quadrature::gauss_kronrod<double, 61>;
  return -quadrature::integrate(integrand, 0.0, std::numeric_limits<double>::infinity(), 15, 1e-13) / 2;
}

/// e^(-temperature H(x, r)/scale) for all candidates r.
std::vector<double> weights(const std::vector<double>& distances, double temperature, double scale) {
  std::vector<double> found;
  for (const double distance : distances) found.push_back(std::exp(-temperature * distance / scale));
  return found;
}

std::vector<double> law(std::vector<double> from) {
  const double sum = std::accumulate(from.begin(), from.end(), 0.0);
  for (double& weight : from) weight /= sum;
  return from;
}

/// A prior, two neighbours, and the distances of all candidates from either.
struct neighbours_of_posteriors {
  posteriors family;
  counts here;
  counts there;
  std::vector<double> from_here;
  std::vector<double> from_there;

  explicit neighbours_of_posteriors(std::mt19937_64& random)
      : family{{log_uniform(random, 0.01, 30), log_uniform(random, 0.01, 30)}, 1 + static_cast<double>(random() % 30)} {
    if (random() % 2 == 0) family.prior.push_back(log_uniform(random, 0.1, 10));
    const count_vectors all = family.candidates();
    do here = all.at(random() % all.size());
    while (here[0] == 0);
    there = here;
    there[0] -= 1;
    there[1] += 1;
    from_here.resize(all.size());
    from_there.resize(all.size());
    family.distances_from(here, from_here);
    family.distances_from(there, from_there);
  }

  double distance() const { return family.step_distance(here, 0, 1); }
};

}  // namespace

// posterior/PROOF.md, Lemma 1
TEST_CASE("gaps of ln Gamma are the integral, negative, and rise and bend as it says", "[mechanisms]") {
  for (const double z : {0.3, 1.0, 4.5, 19.9, 20.0, 77.0}) {
    INFO("z " << z);
    CHECK(gamma_gap(z) == Approx(integral(z)).epsilon(1e-10));
    CHECK(gamma_gap(z) < 0);
    CHECK(gamma_gap(z + 0.5) > gamma_gap(z));
    CHECK(2 * gamma_gap(z + 0.5) > gamma_gap(z) + gamma_gap(z + 1));
    std::vector<double> gaps(30);
    gamma_gaps_around(z, 0, gaps);
    CHECK(std::is_sorted(gaps.rbegin(), gaps.rend()));
  }
}

// posterior/PROOF.md, Lemma 6
TEST_CASE("sliding from a truth to its neighbour at one scale costs two temperatures at the most", "[mechanisms]") {
  std::mt19937_64 random(65);
  double max = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const neighbours_of_posteriors pair(random);
    const double temperature = log_uniform(random, 0.01, 5);
    const double scale = pair.distance() * log_uniform(random, 1, 4);
    const auto from = law(weights(pair.from_here, temperature, scale));
    const auto to = law(weights(pair.from_there, temperature, scale));
    for (std::size_t r = 0; r < from.size(); ++r) {
      const double loss = std::log(from[r] / to[r]);
      REQUIRE(loss <= 2 * temperature * (1 + 1e-12));
      max = std::max(max, loss / temperature);
    }
  }
  CHECK(max > 1.1);  // one temperature would not do
}

// posterior/PROOF.md, Lemma 7
TEST_CASE("changing the scale of a truth costs what the lemma on dilation says", "[mechanisms]") {
  std::mt19937_64 random(66);
  for (int trial = 0; trial < 400; ++trial) {
    const neighbours_of_posteriors pair(random);
    const double temperature = log_uniform(random, 0.01, 5);
    const double scale = pair.distance() * log_uniform(random, 1, 4);
    const double lambda = (trial % 2 == 0 ? 1 : -1) * log_uniform(random, 1e-3, 1);
    const auto before = weights(pair.from_here, temperature, scale);
    const auto from = law(before);
    const auto to = law(weights(pair.from_here, temperature, scale * std::exp(lambda)));
    const auto candidates = static_cast<double>(from.size());
    const double third = temperature / scale * std::fabs(1 - std::exp(-lambda));
    const double delta = log_uniform(random, 1e-6, 0.5);
    double improbable = 0;
    for (std::size_t r = 0; r < from.size(); ++r) {
      const double loss = std::log(from[r] / to[r]);
      const double allowed =
          lambda > 0 ? -std::expm1(-lambda) * std::log(candidates) : -std::expm1(-lambda) * std::log(before[r]);
      INFO("lambda " << lambda << ", candidate " << r << " of " << candidates);
      REQUIRE(loss <= allowed + 1e-12);
      REQUIRE(loss <= third + 1e-12);
      if (before[r] < delta / (candidates - 1)) improbable += from[r];
    }
    REQUIRE(improbable <= delta);
  }
}

}  // namespace posterior_lemmas_test
