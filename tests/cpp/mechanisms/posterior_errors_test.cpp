#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "mechanisms/posterior/posterior.hpp"
#include "support/catch.hpp"
#include "support/random.hpp"

namespace posterior_errors_test {

using namespace inbounds;
using inbounds::test::log_uniform;

namespace {

using M = posterior_method;
constexpr M methods[] = {M::geometric, M::global, M::smooth, M::varying, M::local};
constexpr auto published = calibration::published;
constexpr double infinity = std::numeric_limits<double>::infinity();

template <class Value>
std::string refusal(const result<Value>& answer) {
  return answer ? "accepted" : message(answer.error());
}
std::string refusal(const std::optional<parameter_error>& why) { return why ? message(*why) : "accepted"; }
std::string refusal(const posterior_spec& spec, const guarantee& promise = {1}, calibration how = calibration::tight) {
  const std::string text = refusal(calibrate(spec, promise, how));
  // What is no specification is none for a temperature, either.
  if (promise.epsilon == 1 && promise.delta == 0)
    CHECK(text == refusal(with_temperature(spec, 1, basis::trusted, promise)));
  return text;
}

}  // namespace

TEST_CASE("priors that are none are refused", "[mechanisms]") {
  for (const M method : methods) {
    CHECK(refusal({{}, 5, method}) == "prior must be at least two weights, got 0");
    CHECK(refusal({{1}, 5, method}) == "prior must be at least two weights, got 1");
    CHECK(refusal({{0, 1}, 5, method}) == "prior[0] must be from 1e-09 to 1000000000000, got 0");
    CHECK(refusal({{1, -2}, 5, method}) == "prior[1] must be from 1e-09 to 1000000000000, got -2");
    CHECK(refusal({{1, 1, NAN}, 5, method}) == "prior[2] must be from 1e-09 to 1000000000000, got NaN");
    CHECK(refusal({{infinity, 1}, 5, method}) == "prior[0] must be from 1e-09 to 1000000000000, got Infinity");
    CHECK(refusal({{1, 9e-10}, 5, method}) == "prior[1] must be from 1e-09 to 1000000000000, got 9e-10");
    CHECK(refusal({{2e12, 1}, 5, method}) == "prior[0] must be from 1e-09 to 1000000000000, got 2000000000000");
    CHECK(refusal({{1e-9, 1e12}, 5, method}) == "accepted");
  }
}

TEST_CASE("trials are a whole number of at least one", "[mechanisms]") {
  for (const M method : methods) {
    CHECK(refusal({{1, 1}, 0, method}) == "trials must be a whole number from 1 to 4194304, got 0");
    CHECK(refusal({{1, 1}, -3, method}) == "trials must be a whole number from 1 to 4194304, got -3");
    CHECK(refusal({{1, 1}, 2.5, method}) == "trials must be a whole number from 1 to 4194304, got 2.5");
    CHECK(refusal({{1, 1}, 0.999, method}) == "trials must be a whole number from 1 to 4194304, got 0.999");
    CHECK(refusal({{1, 1}, NAN, method}) == "trials must be a whole number from 1 to 4194304, got NaN");
    CHECK(refusal({{1, 1}, infinity, method}) == "trials must be a whole number from 1 to 4194304, got Infinity");
    CHECK(refusal({{1, 1}, -infinity, method}) == "trials must be a whole number from 1 to 4194304, got -Infinity");
    CHECK(refusal({{1, 1}, 0x1p22 + 1, method}) == "trials must be a whole number from 1 to 4194304, got 4194305");
    CHECK(refusal({{1, 1}, 1e9, method}) == "trials must be a whole number from 1 to 4194304, got 1000000000");
    CHECK(refusal({{1, 1}, 1, method}) == "accepted");
  }
}

// Each of these would take days, or more memory than there is, if anything were made before it is refused.
TEST_CASE("too many candidates are refused before anything is made", "[mechanisms]") {
  for (const M method : {M::global, M::smooth, M::varying, M::local}) {
    CHECK(refusal({{1, 1}, 4e6, method}) ==
          "trials must be so few that there are at most 4096 candidates, not 4000001, got 4000000");
    CHECK(refusal({{1, 1}, 4096, method}) ==
          "trials must be so few that there are at most 4096 candidates, not 4097, got 4096");
  }
  for (const M method : methods) {
    CHECK(refusal({{1, 1, 1}, 0x1p22, method}) ==
          "trials must be so few that there are at most 2364 candidates, not 8796099313665, got 4194304");
    CHECK(refusal({{1, 1, 1}, 68, method}) ==
          "trials must be so few that there are at most 2364 candidates, not 2415, got 68");
    CHECK(refusal({{1, 1, 1, 1}, 21, method}) ==
          "trials must be so few that there are at most 1672 candidates, not 2024, got 21");
    CHECK(refusal({std::vector<double>(1000000, 1), 1, method}) ==
          "trials must be so few that there are at most 0 candidates, not 1000000, got 1");
    CHECK(refusal({std::vector<double>(100000, 1), 0x1p22, method}) ==
          "trials must be so few that there are at most 0 candidates, not Infinity, got 4194304");
  }
  CHECK(refusal({{1, 1}, 0x1p22, M::geometric}) == "accepted");
  // The limits themselves are taken: 4096, C(67 + 2, 2) = 2346 and C(20 + 3, 3) = 1771 > 1672 >= C(19 + 3, 3) = 1540.
  CHECK(max_candidates(2) == 4096);
  CHECK(with_temperature({{1, 1}, 4095, M::global}, 1, basis::trusted));
  CHECK(with_temperature({{1, 1, 1}, 67, M::global}, 1, basis::trusted));
  CHECK(with_temperature({{1, 1, 1, 1}, 19, M::geometric}, 1, basis::trusted));
  CHECK_FALSE(with_temperature({{1, 1, 1, 1}, 20, M::geometric}, 1, basis::trusted));
}

TEST_CASE("smoothing is for smooth sensitivity only, and within reason", "[mechanisms]") {
  const std::string within = "smoothing must be from 1e-09 to 1000000, got ";
  for (const M method : {M::geometric, M::global, M::varying, M::local}) {
    CHECK(refusal({{1, 1}, 5, method, 0.5}) == "smoothing must be left out unless the method is 'smooth', got 0.5");
    CHECK(refusal({{1, 1}, 5, method, NAN}) == "smoothing must be left out unless the method is 'smooth', got NaN");
  }
  CHECK(refusal({{1, 1}, 5, M::smooth, 0}) == within + "0");
  CHECK(refusal({{1, 1}, 5, M::smooth, -1}) == within + "-1");
  CHECK(refusal({{1, 1}, 5, M::smooth, 2e6}) == within + "2000000");
  CHECK(refusal({{1, 1}, 5, M::smooth, NAN}) == "smoothing must be a finite number, got NaN");
  CHECK(refusal({{1, 1}, 5, M::smooth, infinity}) == "smoothing must be a finite number, got Infinity");
  CHECK(refusal({{1, 1}, 5, M::smooth, 1e-6}) == "accepted");
  CHECK(refusal({{1, 1}, 5, M::smooth, 1e6}) == "accepted");
}

TEST_CASE("impossible guarantees are refused for posteriors, too", "[mechanisms]") {
  for (const M method : methods) {
    const posterior_spec spec{{1, 1}, 5, method};
    CHECK(refusal(spec, {0}) == "epsilon must be greater than 0, got 0");
    CHECK(refusal(spec, {-1}) == "epsilon must be greater than 0, got -1");
    CHECK(refusal(spec, {NAN}) == "epsilon must be a finite number, got NaN");
    CHECK(refusal(spec, {infinity}) == "epsilon must be a finite number, got Infinity");
    CHECK(refusal(spec, {1e-16}) == "epsilon must be from 1e-15 to 700, got 1e-16");
    CHECK(refusal(spec, {1000}) == "epsilon must be from 1e-15 to 700, got 1000");
    CHECK(refusal(spec, {9e-10}) == "epsilon must be from 1e-06 to 40, got 9e-10");
    CHECK(refusal(spec, {41}) == "epsilon must be from 1e-06 to 40, got 41");
    CHECK(refusal(spec, {0, 0.1}) == "epsilon must be from 1e-06 to 40, got 0");
    CHECK(refusal(spec, {1, 1}) == "delta must be at least 0 and below 1, got 1");
    CHECK(refusal(spec, {1, -0.1}) == "delta must be at least 0 and below 1, got -0.1");
    CHECK(refusal(spec, {1, NAN}) == "delta must be a finite number, got NaN");
    CHECK(refusal(spec, {1, infinity}) == "delta must be a finite number, got Infinity");
    CHECK(refusal(spec, {1, 9e-13}) == "delta must be from 1e-12 to 1, got 9e-13");
    CHECK(refusal(spec, {1, 0.1, privacy_notion::metric}) == "delta must be 0 with the metric guarantee, got 0.1");
    CHECK(refusal(spec, {1, 1e-12}) == "accepted");
    const auto claim_refusal = [&](const guarantee& promise) {
      return refusal(with_temperature(spec, 1, basis::trusted, promise));
    };
    CHECK(claim_refusal({0}) == "epsilon must be greater than 0, got 0");
    CHECK(claim_refusal({NAN}) == "epsilon must be a finite number, got NaN");
    CHECK(claim_refusal({1, 1}) == "delta must be at least 0 and below 1, got 1");
    CHECK(claim_refusal({1, NAN}) == "delta must be a finite number, got NaN");
  }
  const char* const too_smooth = "epsilon must be one that this calibration can keep, got 1";
  CHECK(refusal({{1, 1}, 10, M::smooth, 0.5}, {1, 1e-6}, published) == too_smooth);
  CHECK(refusal({{1, 1}, 10, M::smooth, 1e6}, {1, 1e-6}, published) == too_smooth);
  CHECK(refusal({{1, 1}, 10, M::smooth, 0.5}, {1, 1e-6}) == "accepted");
  CHECK(refusal({{1, 1}, 10, M::smooth, 0.01}, {1, 1e-6}, published) == "accepted");
}

TEST_CASE("temperatures that are none, or more than is claimed, are refused", "[mechanisms]") {
  for (const M method : methods) {
    const posterior_spec spec{{1, 1}, 5, method};
    CHECK(refusal(with_temperature(spec, NAN)) == "temperature must be a finite number, got NaN");
    CHECK(refusal(with_temperature(spec, infinity)) == "temperature must be a finite number, got Infinity");
    for (const double none : {0.0, -1.0, 1e-300, 1e300}) {
      CHECK(refusal(with_temperature(spec, none)).find("temperature must be from ") == 0);
    }
    if (method != M::local) {
      CHECK(refusal(with_temperature(spec, 3, basis::record, {0.5, 0.25})) ==
            "temperature must be small enough for epsilon 0.5 and delta 0.25, got 3");
    }
    const auto noise = with_temperature(spec, 1);
    REQUIRE(noise);
    CHECK(*noise->delta_of({}, 700) <= 1e-15);
  }
}

TEST_CASE("the hottest and the coldest temperatures have a loss and a delta, too", "[mechanisms]") {
  for (const M method : methods) {
    for (const double temperature : {1e-10, 1e-9, 1e-6, 35.0, 40.0}) {
      const auto noise = with_temperature({{1, 1e12}, 30, method}, temperature, basis::trusted);
      REQUIRE(noise);
      const double loss = noise->audit().epsilon;
      const double delta = *noise->delta_of({}, 0.5);
      INFO("method " << static_cast<int>(method) << ", temperature " << temperature << ", loss " << loss << ", delta "
                     << delta);
      CHECK(loss >= temperature * 0.995);
      CHECK(loss < 42);
      CHECK(delta >= (temperature >= 35 ? 0.999 : 0));
      CHECK(delta <= 1);
    }
  }
}

TEST_CASE("counts are whole numbers that sum to the trials", "[mechanisms]") {
  for (const M method : methods) {
    const auto noise = with_temperature({{1, 2, 3}, 6, method}, 1);
    REQUIRE(noise);
    const auto counts_refusal = [&](const counts& truth) { return refusal(noise->check_counts(truth)); };
    CHECK(counts_refusal({1, 2, 3}) == "accepted");
    CHECK(counts_refusal({0, 0, 6}) == "accepted");
    CHECK(counts_refusal({}) == "counts must be 3 numbers, one for each weight, got 0");
    CHECK(counts_refusal({3, 3}) == "counts must be 3 numbers, one for each weight, got 2");
    CHECK(counts_refusal({1, 2, 3, 0}) == "counts must be 3 numbers, one for each weight, got 4");
    CHECK(counts_refusal({-1, 4, 3}) == "counts[0] must be a whole number from 0 to 6, got another number");
    CHECK(counts_refusal({1, 7, -2}) == "counts[1] must be a whole number from 0 to 6, got another number");
    CHECK(counts_refusal({1, 2, 3.5}) == "counts[2] must be a whole number from 0 to 6, got another number");
    CHECK(counts_refusal({NAN, 2, 3}) == "counts[0] must be a whole number from 0 to 6, got NaN");
    CHECK(counts_refusal({1, infinity, 3}) == "counts[1] must be a whole number from 0 to 6, got another number");
    CHECK(counts_refusal({1, 2, 2}) == "counts must be numbers that sum to 6, got another sum");
    CHECK(counts_refusal({6, 6, 6}) == "counts must be numbers that sum to 6, got another sum");
  }
}

TEST_CASE("whatever is asked of posteriors is refused in words or kept", "[mechanisms]") {
  std::mt19937_64 random(82);
  for (int round = 0; round < 150; ++round) {
    const M method = methods[random() % 5];
    const posterior_spec spec{{log_uniform(random, 1e-9, 1e12), log_uniform(random, 1e-9, 1e12)},
                              1 + static_cast<double>(random() % 12),
                              method};
    const double delta = random() % 2 == 0 ? 0 : 1 - log_uniform(random, 1e-6, 1);
    const guarantee promise{log_uniform(random, 1e-6, 30), delta > 1e-12 ? delta : 0};
    const auto noise = calibrate(spec, promise);
    INFO("method " << static_cast<int>(method) << ", epsilon " << promise.epsilon << ", delta " << promise.delta
                   << ", prior " << spec.prior[0] << " " << spec.prior[1] << ", " << spec.trials
                   << " trials: " << refusal(noise));
    REQUIRE(noise);
    const worst_case found = noise->audit();
    REQUIRE(found.epsilon <= promise.epsilon);
    REQUIRE(found.delta <= promise.delta);
    REQUIRE((promise.delta > 0 ? found.delta > 0.99 * promise.delta : found.epsilon > 0.99 * promise.epsilon));
  }
}

// Whole numbers have a largest ratio; a guarantee that allows more than it must not be searched for without end.
TEST_CASE("guarantees that nothing can break come to an end, too", "[mechanisms]") {
  for (const M method : methods) {
    for (const guarantee promise :
         {guarantee{40}, guarantee{40, 0.9}, guarantee{20, 1 - 1e-10}, guarantee{1, 1 - 0x1p-53}}) {
      const auto noise = calibrate(posterior_spec{{1, 1}, 1, method}, promise);
      INFO("method " << static_cast<int>(method) << ", epsilon " << promise.epsilon << ", delta " << promise.delta);
      if (!noise) continue;
      CHECK((std::isfinite(noise->temperature) && noise->temperature > 0));
      CHECK(noise->audit().epsilon <= promise.epsilon);
      CHECK(noise->audit().delta <= promise.delta);
    }
  }
}

}  // namespace posterior_errors_test
