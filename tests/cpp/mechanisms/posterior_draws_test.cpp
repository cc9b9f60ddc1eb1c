#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "mechanisms/posterior/posterior.hpp"
#include "random/seeded_source.hpp"
#include "support/catch.hpp"
#include "support/chi_square.hpp"
#include "support/subnormal.hpp"
#include "support/words.hpp"

namespace posterior_draws_test {

using namespace inbounds;

namespace {

using M = posterior_method;
constexpr M released[] = {M::geometric, M::global, M::smooth, M::varying};
constexpr int draws = 10000;

posterior_noise make_noise(const posterior_spec& spec, const guarantee& promise) {
  auto noise = calibrate(spec, promise);
  REQUIRE(noise);
  return *std::move(noise);
}

/// How often each candidate was released.
std::vector<std::uint64_t> count_draws(const posterior_noise& noise, const counts& truth, bit_source& bits) {
  std::vector<std::uint64_t> times(noise.candidates().size());
  for (int at = 0; at < draws; ++at) {
    const counts drawn = *noise.release(truth, bits);
    if (noise.check_counts(drawn)) FAIL("what was released are no counts");
    ++times.at(noise.candidates().place_of(drawn));
  }
  return times;
}

std::vector<double> expectation(std::vector<double> law) {
  for (double& each : law) each *= draws;
  return law;
}

}  // namespace

TEST_CASE("posteriors are released as often as their probabilities say, with every method", "[mechanisms]") {
  seeded_words words{71};
  bit_source bits{seeded_words::refill, &words};
  struct setup {
    std::vector<double> prior;
    double trials;
    std::vector<counts> truths;
  };
  const setup setups[] = {{{1, 1}, 1, {{0, 1}, {1, 0}}},
                          {{0.5, 3}, 12, {{0, 12}, {5, 7}, {12, 0}}},
                          {{1, 1, 1}, 4, {{0, 0, 4}, {1, 1, 2}, {4, 0, 0}}},
                          {{9, 0.1, 2}, 5, {{0, 5, 0}, {3, 0, 2}}}};
  for (const auto& [prior, trials, truths] : setups) {
    for (const M method : released) {
      for (const guarantee promise : {guarantee{0.4}, guarantee{3, 0.01}}) {
        const posterior_noise noise = make_noise({prior, trials, method}, promise);
        for (const counts& truth : truths) {
          INFO("method " << static_cast<int>(method) << ", " << prior.size() << " categories, " << trials
                         << " trials, truth " << noise.candidates().place_of(truth) << ", epsilon " << promise.epsilon);
          const auto times = count_draws(noise, truth, bits);
          CHECK(test::chi_square_p_value(expectation(*noise.probabilities(truth)), times) > test::alpha);
        }
      }
    }
  }
}

TEST_CASE("another law, or another truth, would be noticed by as many draws", "[mechanisms]") {
  seeded_words words{72};
  bit_source bits{seeded_words::refill, &words};
  for (const M method : released) {
    for (const std::vector<double>& prior : {std::vector<double>{1, 1}, {1, 1, 1}}) {
      const posterior_noise noise = make_noise({prior, 4, method}, {1});
      const auto warmer = with_temperature({prior, 4, method}, noise.temperature * 1.2);
      counts truth(prior.size(), 0);
      truth.front() = 4;
      counts other(prior.size(), 0);
      other.front() = 3;
      other.back() = 1;
      const auto times = count_draws(noise, truth, bits);
      CHECK(test::chi_square_p_value(expectation(*warmer->probabilities(truth)), times) < test::alpha);
      CHECK(test::chi_square_p_value(expectation(*noise.probabilities(other)), times) < test::alpha);
    }
  }
}

TEST_CASE("a word is an answer: counts are read off where it falls among the shares", "[mechanisms]") {
  const posterior_noise noise = make_noise({{1, 2, 3}, 3, M::smooth}, {1});
  const count_vectors all = noise.candidates();
  const counts truth{1, 0, 2};
  integer_law law(all.size());
  noise.laws->write_law(all.place_of(truth), noise.temperature, law);
  std::uint64_t before = 0;
  for (std::size_t place = 0; place < all.size(); ++place) {
    const std::uint64_t after = before + law.share(place);
    for (const std::uint64_t number : {before, before + (after - before) / 2, after - 1}) {
      const counts drawn =
          test::with_words({number << 2}, [&](bit_source& bits) { return *noise.release(truth, bits); });
      CHECK(drawn == all.at(place));
    }
    before = after;
  }
}

TEST_CASE("the same words give the same answers", "[mechanisms]") {
  for (const M method : released) {
    const posterior_noise noise = make_noise({{1, 3, 1}, 4, method}, {1});
    std::vector<counts> first;
    for (int again = 0; again < 2; ++again) {
      seeded_words words{73};
      bit_source bits{seeded_words::refill, &words};
      for (std::size_t at = 0; at < 50; ++at) {
        const counts drawn = *noise.release({1, 1, 2}, bits);
        if (again == 0) first.push_back(drawn);
        REQUIRE(drawn == first[at]);
      }
    }
  }
}

TEST_CASE("noise on a count is drawn for as many trials as are taken", "[mechanisms]") {
  seeded_words words{75};
  bit_source bits{seeded_words::refill, &words};
  const double trials = 0x1p22;
  const posterior_noise noise = make_noise({{1, 1}, trials, M::geometric}, {1});
  CHECK(noise.audit().epsilon == 1);
  const double q = std::exp(-1);
  for (const double truth : {0.0, 1.0, 1234567.0, trials - 1, trials}) {
    // Within five answers of the truth, and all beyond it.
    std::vector<double> expected;
    std::vector<std::uint64_t> times(11);
    for (double at = truth - 5; at <= truth + 5; ++at) {
      const bool is_end = at == 0 || at == trials || std::fabs(at - truth) == 5;
      const bool is_inside = at >= 0 && at <= trials;
      expected.push_back(is_inside ? draws * std::pow(q, std::fabs(at - truth)) * (is_end ? 1 : 1 - q) / (1 + q) : 0);
    }
    for (int at = 0; at < draws; ++at) {
      const counts drawn = *noise.release({truth, trials - truth}, bits);
      if (noise.check_counts(drawn)) FAIL("what was released are no counts");
      const double cell = std::fmax(-5, std::fmin(5, drawn[0] - truth)) + 5;
      ++times[static_cast<std::size_t>(cell)];
    }
    INFO("truth " << truth);
    for (std::size_t at = 0; at < times.size(); ++at) CHECK((expected[at] > 0 || times[at] == 0));
    CHECK(test::chi_square_p_value(expected, times) > test::alpha);
  }
  // With hardly any privacy lost, half of all answers are on either side, and many at the ends.
  const posterior_noise weak = make_noise({{1, 1}, trials, M::geometric}, {1e-6});
  std::vector<std::uint64_t> sides(2);
  for (int at = 0; at < draws; ++at) ++sides[(*weak.release({0, trials}, bits))[0] > 0 ? 1 : 0];
  CHECK(test::chi_square_p_value({draws * 0.5, draws * 0.5}, sides) > test::alpha);
}

TEST_CASE("no number in a draw of a posterior is subnormal, however improbable candidates are", "[mechanisms]") {
  seeded_words words{77};
  bit_source bits{seeded_words::refill, &words};
  for (const M method : released) {
    for (const guarantee promise : {guarantee{1}, guarantee{method == M::geometric ? 40.0 : 10.0}}) {
      const posterior_noise noise = make_noise({{1, 0.5, 3}, 60, method}, promise);
      for (const counts& truth : {counts{60, 0, 0}, counts{0, 0, 60}, counts{20, 20, 20}, counts{1, 57, 2}}) {
        INFO("method " << static_cast<int>(method) << ", epsilon " << promise.epsilon << ", truth " << truth[0]);
        CHECK_FALSE(test::meets_subnormals([&] { *noise.release(truth, bits); }));
      }
    }
  }
  const posterior_noise counted = make_noise({{1, 1}, 1000, M::geometric}, {10});
  for (double truth = 0; truth <= 1000; ++truth) {
    INFO("truth " << truth);
    REQUIRE_FALSE(test::meets_subnormals([&] { *counted.release({truth, 1000 - truth}, bits); }));
  }
}

}  // namespace posterior_draws_test
