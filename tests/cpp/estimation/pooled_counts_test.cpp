#include "estimation/pooled_counts.hpp"

#include <cmath>
#include <vector>

#include "mechanisms/laplace_cases.hpp"
#include "mechanisms/posterior/posterior.hpp"
#include "numeric/normal_tails.hpp"
#include "random/seeded_source.hpp"
#include "support/catch.hpp"

namespace pooled_counts_test {

using namespace inbounds;
using Catch::Approx;

namespace {

using M = posterior_method;

posterior_noise noise_of(std::vector<double> prior, double trials, M method, double epsilon) {
  auto noise = calibrate({std::move(prior), trials, method}, {epsilon});
  if (!noise) FAIL(message(noise.error()));
  return *std::move(noise);
}

/// The mean and the largest variance of what is counted, by summation over all candidates, for every truth.
void check_unbiased(const posterior_noise& noise, double precision) {
  const auto unbiased = unbiased_counts::of(noise);
  INFO((unbiased ? "" : message(unbiased.error())));
  REQUIRE(unbiased);
  const count_vectors all = noise.candidates();
  std::vector<double> largest(all.parts);
  for (std::size_t place = 0; place < all.size(); ++place) {
    const counts truth = all.at(place);
    const std::vector<double> row = *noise.probabilities(truth);
    std::vector<double> mean(all.parts);
    std::vector<double> square(all.parts);
    for (std::size_t released = 0; released < all.size(); ++released) {
      const counts value = (*unbiased)(all.at(released));
      REQUIRE(value.size() == all.parts);
      for (std::size_t part = 0; part < all.parts; ++part) {
        mean[part] += row[released] * value[part];
        square[part] += row[released] * (value[part] - truth[part]) * (value[part] - truth[part]);
      }
    }
    for (std::size_t part = 0; part < all.parts; ++part) {
      CHECK(mean[part] == Approx(truth[part]).margin(precision * all.total));
      CHECK(square[part] <= unbiased->variance()[part] * (1 + 1e-6));
      largest[part] = std::max(largest[part], square[part]);
    }
  }
  for (std::size_t part = 0; part < all.parts; ++part) {
    if (noise.laws) CHECK(unbiased->variance()[part] == Approx(largest[part]).epsilon(1e-6));  // and it is reached
  }
}

}  // namespace

// estimation/PROOF.md, Theorem 8
TEST_CASE("counts of geometric noise with two categories are unbiased in closed form", "[estimation]") {
  for (const double trials : {1.0, 2.0, 10.0, 100.0}) {
    for (const double epsilon : {0.05, 0.5, 3.0, 20.0}) {
      const posterior_noise noise = noise_of({1, 1}, trials, M::geometric, epsilon);
      REQUIRE_FALSE(noise.laws);
      INFO(trials << " trials, epsilon " << epsilon);
      check_unbiased(noise, 1e-10 * (1 + 1 / epsilon));
      // Noise before it is clamped has this variance; knowing only where it was clamped to, no more (Rao & Blackwell).
      const double r = std::exp(-noise.temperature);
      CHECK(unbiased_counts::of(noise)->variance()[0] == Approx(2 * r / ((1 - r) * (1 - r))).epsilon(1e-10));
    }
  }
}

// estimation/PROOF.md, Theorem 8
TEST_CASE("what is clamped to an end has overshot it by as much, wherever the truth is", "[estimation]") {
  const posterior_noise noise = noise_of({1, 1}, 10, M::geometric, 0.7);
  const auto unbiased = unbiased_counts::of(noise);
  const double r = std::exp(-noise.temperature);
  double overshoot = 0;  // the mean of a geometric number from 0 on, by its sum
  for (int k = 0; k < 2000; ++k) overshoot += k * std::pow(r, k) * (1 - r);
  CHECK((*unbiased)({0, 10})[0] == Approx(-overshoot).epsilon(1e-12));
  CHECK((*unbiased)({10, 0})[0] == Approx(10 + overshoot).epsilon(1e-12));
  for (double k = 1; k < 10; ++k) CHECK((*unbiased)({k, 10 - k}) == counts{k, 10 - k});
}

TEST_CASE("counts of all other methods are unbiased by a solved system", "[estimation]") {
  for (const M method : {M::global, M::smooth, M::varying}) {
    for (const double epsilon : {1.0, 5.0}) {
      check_unbiased(noise_of({1, 1}, 8, method, epsilon), 1e-6);
      check_unbiased(noise_of({1, 2, 0.5}, 4, method, epsilon), 1e-6);
    }
  }
  check_unbiased(noise_of({1, 2, 0.5}, 5, M::geometric, 2), 1e-6);
  check_unbiased(noise_of({1, 1, 1, 1}, 3, M::geometric, 3), 1e-6);
}

TEST_CASE("pooled counts are sums, their variances add up, and intervals are cut to what is possible", "[estimation]") {
  const posterior_noise noise = noise_of({1, 1}, 10, M::geometric, 1);
  const auto one = unbiased_counts::of(noise);
  const std::vector<counts> released{{3, 7}, {0, 10}, {10, 0}};
  const auto pooled = pool(noise, released);
  REQUIRE(pooled);
  CHECK(pooled->answers == 30);
  CHECK(pooled->sum[0] == Approx(13));  // the two ends' corrections cancel
  CHECK(pooled->sum[0] + pooled->sum[1] == Approx(30));
  CHECK(pooled->variance[0] == Approx(3 * one->variance()[0]));
  const auto intervals = intervals_of(*pooled, 0.9);
  REQUIRE(intervals.size() == 2);
  const double half = normal_quantile(0.95) * std::sqrt(pooled->variance[0]);
  CHECK(intervals[0].value == Approx(13));
  CHECK(intervals[0].low == Approx(13 - half));
  CHECK(intervals[0].high == Approx(13 + half));
  // Beyond what is possible by more than the noise explains: something is left all the same.
  const auto ends = intervals_of({{-5, 35}, {4, 4}, 30}, 0.95);
  CHECK(ends[0].value == 0);
  CHECK(ends[0].low == 0);
  CHECK(ends[0].high == Approx(normal_quantile(0.975)));  // half a half of the length, with a deviation of 2
  CHECK(ends[1].value == 30);
  CHECK(ends[1].low == Approx(30 - normal_quantile(0.975)));
  CHECK(ends[1].high == 30);
}

TEST_CASE("intervals of pooled counts hold the sum, for counts at the ends, too", "[estimation]") {
  // Of 200 intervals that hold with at least 95 %, 28 or more fail with a chance of 1e-6.
  const posterior_noise noise = noise_of({1, 1}, 10, M::geometric, 0.5);
  seeded_words words{881};
  bit_source bits{seeded_words::refill, &words};
  for (const counts& truth : {counts{0, 10}, counts{1, 9}, counts{5, 5}}) {
    int failed = 0;
    for (int run = 0; run < 200; ++run) {
      std::vector<counts> released;
      for (int at = 0; at < 50; ++at) released.push_back(*noise.release(truth, bits));
      const auto interval = intervals_of(*pool(noise, released), 0.95)[0];
      failed += interval.low > 50 * truth[0] || interval.high < 50 * truth[0];
    }
    CHECK(failed <= 27);
  }
}

TEST_CASE("too many candidates, or laws that are too even, are refused", "[estimation]") {
  const posterior_noise many = noise_of({1, 1, 1}, 40, M::global, 1);
  CHECK(test::refusal(unbiased_counts::of(many)) ==
        "mechanism must be one with at most 600 candidates, to have its counts pooled, got 861; with two categories, "
        "the method 'geometric' has no such limit");
  CHECK_FALSE(pool(many, {}));
  CHECK(unbiased_counts::of(noise_of({1, 1}, 1e6, M::geometric, 1)));
  const posterior_noise even = noise_of({1, 1}, 30, M::global, 1e-5);
  const auto answer = unbiased_counts::of(even);
  if (!answer)
    CHECK(answer.error().parameter == std::string("mechanism"));
  else
    check_unbiased(even, 1e-6);
}

}  // namespace pooled_counts_test
