#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "mechanisms/posterior/posterior.hpp"
#include "support/catch.hpp"
#include "support/precise.hpp"
#include "support/random.hpp"

namespace posterior_attack_test {

// All pairs of neighbours and all outputs, from the whole numbers that are drawn and in fifty digits. The attack finds
// neighbours by itself: all pairs of counts of which one answer tells them apart.

using namespace inbounds;
using inbounds::test::log_uniform;
using inbounds::test::precise;
using inbounds::test::uniform;

namespace {

using M = posterior_method;

/// Probabilities of all outputs for all counts.
using matrix = std::vector<std::vector<precise>>;

/// What is drawn: whole numbers over their sum; or for noise on a count, the tails of a geometric law at the ends.
matrix release_matrix(const posterior_noise& noise, double temperature) {
  const std::size_t size = noise.candidates().size();
  matrix rows(size, std::vector<precise>(size));
  if (!noise.laws) {
    const precise q = exp(-precise(temperature));
    std::vector<precise> powers{1};
    while (powers.size() < size) powers.push_back(powers.back() * q);
    for (std::size_t truth = 0; truth < size; ++truth) {
      for (std::size_t output = 0; output < size; ++output) {
        const bool is_end = output == 0 || output + 1 == size;
        const std::size_t distance = truth > output ? truth - output : output - truth;
        rows[truth][output] = powers[distance] / (1 + q) * (is_end ? precise(1) : precise(1 - q));
      }
    }
    return rows;
  }
  integer_law law(size);
  for (std::size_t truth = 0; truth < size; ++truth) {
    noise.laws->write_law(truth, temperature, law);
    for (std::size_t output = 0; output < size; ++output) {
      rows[truth][output] = precise(law.share(output)) / precise(law.total());
    }
  }
  return rows;
}

bool are_neighbours(const counts& a, const counts& b) {
  double sum = 0;
  for (std::size_t at = 0; at < a.size(); ++at) sum += std::fabs(a[at] - b[at]);
  return sum == 2;
}

/// The largest of what `loss` finds in two rows, over all neighbours both ways.
template <class Loss>
precise worst(const count_vectors& all, const matrix& rows, const Loss& loss) {
  precise max = 0;
  for (std::size_t a = 0; a < rows.size(); ++a) {
    for (std::size_t b = 0; b < rows.size(); ++b) {
      if (are_neighbours(all.at(a), all.at(b))) max = std::max<precise>(max, loss(rows[a], rows[b]));
    }
  }
  return max;
}

precise exact_epsilon(const posterior_noise& noise, double temperature) {
  const auto ratio = [](const std::vector<precise>& p, const std::vector<precise>& q) {
    precise max = 0;
    for (std::size_t at = 0; at < p.size(); ++at) max = std::max<precise>(max, p[at] / q[at]);
    return max;
  };
  return log(worst(noise.candidates(), release_matrix(noise, temperature), ratio));
}

precise exact_delta(const posterior_noise& noise, double temperature, double epsilon) {
  const precise factor = exp(precise(epsilon));
  const auto escapes = [&](const std::vector<precise>& p, const std::vector<precise>& q) {
    precise sum = 0;
    for (std::size_t at = 0; at < p.size(); ++at) sum += std::max<precise>(0, p[at] - factor * q[at]);
    return sum;
  };
  return worst(noise.candidates(), release_matrix(noise, temperature), escapes);
}

/// In fifty digits the noise on a count is only as exact as they are: its loss is its rate.
precise give(const posterior_noise& noise) { return noise.laws ? precise(0) : precise(1e-45); }

bool keeps(const posterior_noise& noise, double temperature) {
  const auto [epsilon, delta, kind] = noise.promised;
  if (delta > 0) return exact_delta(noise, temperature, epsilon) <= precise(delta);
  return exact_epsilon(noise, temperature) <= precise(epsilon) + give(noise);
}

std::vector<double> random_prior(std::size_t categories, std::mt19937_64& random) {
  std::vector<double> prior(categories);
  const bool is_even = random() % 3 == 0;
  const double odd[] = {1e-9, 0.01, 0.5, 1, 1, 3, 50, 1e6, 1e12};
  for (double& weight : prior) weight = random() % 2 == 0 ? odd[random() % 9] : log_uniform(random, 1e-4, 1e4);
  if (is_even) std::fill(prior.begin(), prior.end(), prior[0]);
  return prior;
}

posterior_spec random_spec(std::size_t categories, M method, std::mt19937_64& random) {
  const std::size_t max_trials[] = {40, 8, 4};
  const double trials = 1 + static_cast<double>(random() % max_trials[categories - 2]);
  posterior_spec spec{random_prior(categories, random), trials, method};
  if (method == M::smooth && random() % 2 == 0) spec.smoothing = log_uniform(random, 1e-3, 10);
  return spec;
}

guarantee random_promise(std::mt19937_64& random) {
  const double delta = random() % 2 == 0 ? 0 : log_uniform(random, 1e-9, 0.3);
  return {random() % 4 == 0 ? log_uniform(random, 1e-6, 30) : log_uniform(random, 0.05, 5), delta};
}

std::string text_of(const posterior_spec& spec, const guarantee& promise) {
  const char* const names[] = {"geometric", "global", "smooth", "varying", "local"};
  std::string text = names[static_cast<int>(spec.method)];
  for (const double weight : spec.prior) text += ", " + Catch::StringMaker<double>::convert(weight);
  return text + "; " + std::to_string(spec.trials) + " trials, smoothing " +
         std::to_string(spec.smoothing.value_or(-1)) + ", epsilon " + std::to_string(promise.epsilon) + ", delta " +
         Catch::StringMaker<double>::convert(promise.delta);
}

template <class Check>
void for_random_cases(std::uint64_t seed, int rounds, const Check& check) {
  std::mt19937_64 random(seed);
  for (int round = 0; round < rounds; ++round) {
    for (const M method : {M::geometric, M::global, M::smooth, M::varying, M::local}) {
      const posterior_spec spec = random_spec(2 + random() % 3, method, random);
      const guarantee promise = random_promise(random);
      INFO(text_of(spec, promise));
      check(spec, promise, random);
    }
  }
}

}  // namespace

// posterior/PROOF.md, main theorem
TEST_CASE("tight temperatures keep the guarantee for all neighbours and outputs, and no larger one does",
          "[mechanisms]") {
  for_random_cases(61, 40, [](const posterior_spec& spec, const guarantee& promise, std::mt19937_64&) {
    const auto noise = calibrate(spec, promise);
    REQUIRE(noise);
    INFO("temperature " << noise->temperature);
    REQUIRE(keeps(*noise, noise->temperature));
    REQUIRE_FALSE(keeps(*noise, noise->temperature * 1.001));
  });
}

// posterior/PROOF.md, Theorem V, Theorem A and Theorem B
TEST_CASE("published temperatures keep the guarantee wherever they are given, and are below the tight ones",
          "[mechanisms]") {
  int rejections = 0;
  for_random_cases(62, 40, [&](const posterior_spec& spec, const guarantee& promise, std::mt19937_64&) {
    const auto noise = calibrate(spec, promise, calibration::published);
    if (!noise) {
      // Smoothing chosen by the caller may be more than Theorem A has room for.
      REQUIRE((spec.method == M::smooth && spec.smoothing && promise.delta > 0));
      ++rejections;
      return;
    }
    INFO("temperature " << noise->temperature);
    if (spec.method == M::local) return;  // not private, and not released
    REQUIRE(keeps(*noise, noise->temperature));
    const auto tight = calibrate(spec, promise);
    REQUIRE(tight);
    REQUIRE(noise->temperature <= tight->temperature * (1 + 1e-9));
  });
  CHECK(rejections > 0);
}

// posterior/PROOF.md, Theorem 9
TEST_CASE("audits and questions have the exact loss and delta, rounded up", "[mechanisms]") {
  for_random_cases(63, 12, [](const posterior_spec& spec, const guarantee& promise, std::mt19937_64& random) {
    const double temperature = log_uniform(random, 1e-3, 20);
    const auto noise = with_temperature(spec, temperature, basis::trusted, promise);
    REQUIRE(noise);
    const double epsilon = worst_at(*noise, no_epsilon).excess;
    const precise exact = exact_epsilon(*noise, temperature);
    INFO("temperature " << temperature << ", epsilon " << epsilon << " for " << exact);
    REQUIRE((precise(epsilon) >= exact - give(*noise) && precise(epsilon) <= exact + 1e-14 * std::max(1.0, epsilon)));
    for (const double at : {0.0, epsilon * 0.4, promise.epsilon, epsilon * (1 + 1e-9)}) {
      const double delta = *noise->delta_of({}, at);
      const precise expected_delta = exact_delta(*noise, temperature, at);
      INFO("delta " << delta << " for " << expected_delta << " at epsilon " << at);
      REQUIRE((precise(delta) >= expected_delta - give(*noise) && precise(delta) <= expected_delta + 2e-14));
    }
    const worst_case found = noise->audit();
    REQUIRE(found.epsilon == (promise.delta > 0 ? promise.epsilon : epsilon));
    REQUIRE(found.delta == (promise.delta > 0 ? *noise->delta_of({}, promise.epsilon) : 0));
  });
}

TEST_CASE("an audit names neighbours and an output that lose what it says", "[mechanisms]") {
  for_random_cases(64, 25, [](const posterior_spec& spec, const guarantee& promise, std::mt19937_64& random) {
    const double temperature = log_uniform(random, 0.01, 15);
    const auto noise = with_temperature(spec, temperature, basis::trusted, promise);
    REQUIRE(noise);
    const auto [epsilon, delta, truth, neighbour, output] = noise->audit();
    REQUIRE_FALSE(noise->check_counts(truth));
    REQUIRE_FALSE(noise->check_counts(neighbour));
    REQUIRE_FALSE(noise->check_counts(output));
    REQUIRE(are_neighbours(truth, neighbour));
    const count_vectors all = noise->candidates();
    const matrix rows = release_matrix(*noise, temperature);
    const std::vector<precise>& p = rows[all.place_of(truth)];
    const std::vector<precise>& q = rows[all.place_of(neighbour)];
    const precise loss = log(p[all.place_of(output)] / q[all.place_of(output)]);
    INFO("temperature " << temperature << ", audit " << epsilon << " and " << delta << ", loss " << loss);
    precise escapes = 0;
    const precise factor = exp(precise(epsilon));
    for (std::size_t at = 0; at < p.size(); ++at) {
      escapes += std::max<precise>(0, p[at] - factor * q[at]);
      REQUIRE(log(p[at] / q[at]) <= loss + precise(1e-14));
    }
    if (promise.delta == 0) REQUIRE(abs(loss - precise(epsilon)) <= precise(1e-14) * std::max(1.0, epsilon));
    if (promise.delta > 0) REQUIRE(abs(escapes - precise(delta)) <= precise(2e-14));
  });
}

// posterior/PROOF.md, Lemma 5
TEST_CASE("no method loses less than its temperature", "[mechanisms]") {
  for_random_cases(65, 40, [](const posterior_spec& spec, const guarantee& promise, std::mt19937_64& random) {
    const double temperature = log_uniform(random, 1e-6, 20);
    const auto noise = with_temperature(spec, temperature, basis::trusted, promise);
    REQUIRE(noise);
    const double loss = worst_at(*noise, no_epsilon).excess;
    // Least shares, of at most three where the temperature is large, take a little from the rarest outputs.
    const double rounding =
        8 * noise->candidates().how_many() * std::exp(temperature) * 0x1p-62 / std::fmin(1, temperature);
    INFO("temperature " << temperature << ", loss " << loss);
    REQUIRE(loss >= temperature * (1 - 1e-12) - rounding);
    const double max = spec.method == M::global || spec.method == M::varying || spec.method == M::geometric ? 2 : 1e9;
    REQUIRE(loss <= temperature * max * (1 + 1e-9) + rounding);
  });
}

}  // namespace posterior_attack_test
