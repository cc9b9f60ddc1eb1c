#include "mechanisms/posterior/posterior.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <vector>

#include "support/catch.hpp"

namespace posterior_test {

using namespace inbounds;
using Catch::Approx;

namespace {

using M = posterior_method;
using row = std::vector<double>;
constexpr M methods[] = {M::geometric, M::global, M::smooth, M::varying, M::local};
constexpr M released[] = {M::geometric, M::global, M::smooth, M::varying};
constexpr auto published = calibration::published;

struct data {
  std::vector<double> prior;
  double trials;
};
const data cases[] = {{{1, 1}, 1},    {{1, 1}, 10},   {{0.3, 4}, 17},    {{0.01, 0.01}, 30},  {{1e6, 20}, 9},
                      {{1, 1, 1}, 1}, {{2, 2, 2}, 6}, {{0.1, 40, 1}, 7}, {{1, 3, 0.5, 8}, 4}, {{1, 2, 3, 4, 5}, 2}};

posterior_noise make_noise(const posterior_spec& spec, const guarantee& promise,
                           calibration method = calibration::tight) {
  auto noise = calibrate(spec, promise, method);
  INFO((noise ? "" : message(noise.error())));
  REQUIRE(noise);
  return *std::move(noise);
}

/// What a file would hold, read back.
result<posterior_noise> rebuild(const posterior_noise& from, basis known) {
  posterior_spec spec{from.prior, from.trials, from.method};
  if (from.method == M::smooth) spec.smoothing = from.smoothing;
  return with_temperature(spec, from.temperature, known, from.promised);
}

double moves(const counts& a, const counts& b) {
  double sum = 0;
  for (std::size_t at = 0; at < a.size(); ++at) sum += std::fabs(a[at] - b[at]);
  return sum / 2;
}

/// All rows, written down from the definition of each method with loops over all counts.
std::vector<row> define_rows(const posterior_noise& noise) {
  const count_vectors all = noise.candidates();
  const std::size_t size = all.size();
  std::vector<row> distance(size, row(size));
  const posteriors family{noise.prior, noise.trials};
  for (std::size_t a = 0; a < size; ++a) family.distances_from(all.at(a), distance[a]);
  const auto changes_between = [&](std::size_t a, std::size_t b) { return moves(all.at(a), all.at(b)); };
  row local(size);
  row varying(size);
  for (std::size_t a = 0; a < size; ++a) {
    for (std::size_t b = 0; b < size; ++b) {
      if (changes_between(a, b) != 1) continue;
      local[a] = std::max(local[a], distance[a][b]);
      for (std::size_t r = 0; r < size; ++r) {
        varying[r] = std::max(varying[r], std::fabs(distance[a][r] - distance[b][r]));
      }
    }
  }
  const double global = *std::max_element(local.begin(), local.end());
  const auto smooth = [&](std::size_t a) {
    double max = 0;
    for (std::size_t b = 0; b < size; ++b) {
      const double fall = noise.smoothing * changes_between(a, b);
      max = std::max(max, noise.promised.delta > 0 ? local[b] * std::exp(-fall) : 1 / (1 / local[b] + fall));
    }
    return max;
  };
  std::vector<row> rows(size, row(size));
  for (std::size_t a = 0; a < size; ++a) {
    const double scale = noise.method == M::global ? global : noise.method == M::local ? local[a] : smooth(a);
    for (std::size_t r = 0; r < size; ++r) {
      const double slope = noise.method == M::geometric
                               ? changes_between(a, r)
                               : distance[a][r] / (noise.method == M::varying ? varying[r] : scale);
      rows[a][r] = std::exp(-noise.temperature * slope);
    }
    if (!noise.laws) {
      // What lies beyond an end counts as that end: a geometric series.
      rows[a].front() /= -std::expm1(-noise.temperature);
      rows[a].back() /= -std::expm1(-noise.temperature);
    }
    const double sum = std::accumulate(rows[a].begin(), rows[a].end(), 0.0);
    for (double& each : rows[a]) each /= sum;
  }
  return rows;
}

}  // namespace

TEST_CASE("every method has the rows of its definition, and their mean distance", "[mechanisms]") {
  for (const auto& [prior, trials] : cases) {
    for (const M method : methods) {
      for (const guarantee promise : {guarantee{0.3}, guarantee{4}, guarantee{1, 0.01}}) {
        const posterior_noise noise = make_noise({prior, trials, method}, promise);
        const std::vector<row> definition = define_rows(noise);
        const count_vectors all = noise.candidates();
        const posteriors family{prior, trials};
        row distances(all.size());
        for (std::size_t truth = 0; truth < all.size(); ++truth) {
          const row found = *noise.probabilities(all.at(truth));
          REQUIRE(found.size() == all.size());
          REQUIRE(std::accumulate(found.begin(), found.end(), 0.0) == Approx(1).epsilon(1e-14));
          family.distances_from(all.at(truth), distances);
          double mean = 0;
          for (std::size_t at = 0; at < found.size(); ++at) {
            INFO("method " << static_cast<int>(method) << ", truth " << truth << ", output " << at << ": " << found[at]
                           << " instead of " << definition[truth][at]);
            REQUIRE(std::fabs(found[at] - definition[truth][at]) <= 1e-11 * definition[truth][at] + 0x1p-58);
            REQUIRE(found[at] > 0);
            mean += definition[truth][at] * distances[at];
          }
          REQUIRE(*noise.expected_distance(all.at(truth)) == Approx(mean).epsilon(1e-11));
        }
      }
    }
  }
}

TEST_CASE("published temperatures are those of the theorems", "[mechanisms]") {
  for (const auto& [prior, trials] : cases) {
    for (const double epsilon : {0.1, 2.0}) {
      for (const M method : methods) {
        const double rate = method == M::geometric && prior.size() == 2 ? epsilon
                            : method == M::smooth                       ? epsilon / 2.5
                                                                        : epsilon / 2;
        CHECK(make_noise({prior, trials, method}, {epsilon}, published).temperature == Approx(rate).epsilon(1e-15));
      }
      CHECK(make_noise({prior, trials, M::smooth, 3}, {epsilon}, published).temperature ==
            Approx(epsilon / 5).epsilon(1e-15));
      const double others = count_vectors{prior.size(), trials}.how_many() - 1;
      const posterior_noise by_theorem = make_noise({prior, trials, M::smooth}, {epsilon, 1e-5}, published);
      CHECK(by_theorem.temperature == Approx(epsilon / 4).epsilon(1e-12));
      CHECK(by_theorem.smoothing == Approx(std::log1p(epsilon / 2 / std::log(others / 1e-5))).epsilon(1e-14));
      const double step = 0.3 * by_theorem.smoothing;
      const double rest = epsilon - std::expm1(step) * std::log(others / 1e-5);
      CHECK(make_noise({prior, trials, M::smooth, std::max(1e-6, step)}, {epsilon, 1e-5}, published).temperature ==
            Approx(rest / 2).epsilon(1e-9));
    }
  }
  // Noise on a count: e^-epsilon (1 - delta) is its ratio, and the tight one is (1 - delta)/(e^epsilon + delta).
  const posterior_spec count{{1, 1}, 20, M::geometric};
  CHECK(std::exp(-make_noise(count, {1, 0.1}, published).temperature) == Approx(0.9 * std::exp(-1)).epsilon(1e-14));
  CHECK(std::exp(-make_noise(count, {1, 0.1}).temperature) == Approx(0.9 / (std::exp(1) + 0.1)).epsilon(1e-11));
}

TEST_CASE("smoothing is by one half or by Theorem A, and zero where there is none", "[mechanisms]") {
  for (const M method : methods) {
    CHECK(make_noise({{1, 1}, 9, method}, {1}).smoothing == (method == M::smooth ? 0.5 : 0));
    CHECK((make_noise({{1, 1}, 9, method}, {1, 0.01}).smoothing > 0) == (method == M::smooth));
  }
  CHECK(make_noise({{1, 1}, 9, M::smooth, 0.125}, {1, 0.01}).smoothing == 0.125);
  // Hardly smooth at all is local, and smooth throughout is global.
  const auto row_of = [](M method, std::optional<double> smoothing) {
    return *with_temperature({{0.2, 3}, 12, method, smoothing}, 0.7)->probabilities({4, 8});
  };
  const row local = row_of(M::local, {});
  const row global = row_of(M::global, {});
  const row sharp = row_of(M::smooth, 1e6);
  const row blunt = row_of(M::smooth, 1e-6);
  for (std::size_t at = 0; at < local.size(); ++at) {
    CHECK(sharp[at] == Approx(local[at]).epsilon(1e-12));
    CHECK(blunt[at] == Approx(global[at]).epsilon(1e-4));
  }
  CHECK(sharp[4] > blunt[4] * 1.05);
}

TEST_CASE("a temperature is taken with the epsilon it costs, or for one that it keeps, or as known", "[mechanisms]") {
  for (const M method : methods) {
    for (const std::vector<double>& prior : {std::vector<double>{1, 2}, {1, 2, 0.5}}) {
      const posterior_spec spec{prior, 6, method};
      const auto costs = with_temperature(spec, 0.8);
      REQUIRE(costs);
      CHECK(costs->temperature == 0.8);
      CHECK(costs->promised.epsilon == costs->audit().epsilon);
      CHECK(costs->promised.epsilon >= 0.8 * (1 - 1e-15));
      for (const guarantee promise : {guarantee{1}, guarantee{1, 1e-3}}) {
        const posterior_noise tight = make_noise(spec, promise);
        CHECK(with_temperature(spec, tight.temperature, basis::record, promise));
        const double more = tight.temperature * 1.001;
        const auto refused = with_temperature(spec, more, basis::record, promise);
        CHECK(static_cast<bool>(refused) == (method == M::local));  // for audits only, so nothing is claimed
        const auto known = with_temperature(spec, more, basis::trusted, promise);
        REQUIRE(known);
        CHECK(known->promised.epsilon == 1);
        CHECK(known->promised.delta == promise.delta);
        const worst_case worse = known->audit();
        CHECK((worse.epsilon > 1 || worse.delta > promise.delta));
      }
    }
  }
}

TEST_CASE("the draft's temperature for local sensitivity is made, and its audit says what it loses", "[mechanisms]") {
  const posterior_noise two = make_noise({{0.01, 0.01}, 100, M::local}, {0.5}, published);
  CHECK(two.temperature == 0.25);
  CHECK(two.audit().epsilon == Approx(0.52572490390028679).epsilon(1e-12));  // fifty digits, independently
  CHECK(make_noise({{10, 10, 10}, 20, M::local}, {0.1}, published).audit().epsilon > 0.1);
}

TEST_CASE("what was made is made again from its numbers, to the bit", "[mechanisms]") {
  for (const auto& [prior, trials] : cases) {
    for (const M method : methods) {
      for (const guarantee promise : {guarantee{0.01}, guarantee{1}, guarantee{1, 1e-6}, guarantee{20, 0.2}}) {
        for (const calibration how : {calibration::tight, published}) {
          const posterior_noise first = make_noise({prior, trials, method}, promise, how);
          const counts truth = first.candidates().at(first.candidates().size() / 2);
          for (const basis claimed : {basis::record, basis::trusted}) {
            const auto again = rebuild(first, claimed);
            REQUIRE(again);
            REQUIRE(*again->probabilities(truth) == *first.probabilities(truth));
            REQUIRE(again->smoothing == first.smoothing);
            REQUIRE(again->promised.epsilon == first.promised.epsilon);
          }
        }
      }
    }
  }
}

TEST_CASE("what was made at the limits can be made again, too", "[mechanisms]") {
  const auto check = [](const posterior_noise& first) {
    const auto again = rebuild(first, basis::trusted);
    INFO("method " << static_cast<int>(first.method) << ", epsilon " << first.promised.epsilon << ", delta "
                   << first.promised.delta << ": " << (again ? "" : message(again.error())));
    CHECK(again);
  };
  for (const M method : methods) {
    for (const guarantee promise : {guarantee{1e-6}, guarantee{40}, guarantee{40, 0.5}, guarantee{1e-6, 1e-12},
                                    guarantee{1e-6, 1e-6}, guarantee{0.1, 0.999}}) {
      const auto noise = calibrate(posterior_spec{{1, 1}, 5, method}, promise);
      CHECK(noise);
      if (noise) check(*noise);
    }
    for (const double temperature : {1e-10, 1e-9, 30.0, 40.0}) {
      const auto noise = with_temperature({{1, 1}, 5, method}, temperature);
      if (noise) check(*noise);
    }
  }
  check(make_noise({{1e12, 1e12, 1e12}, 5, M::smooth, 1e6}, {1e-6}, published));
}

TEST_CASE("priors that are the same for all categories give rows that are the same for all orders", "[mechanisms]") {
  for (const M method : methods) {
    for (const guarantee promise : {guarantee{1}, guarantee{0.5, 0.05}}) {
      const posterior_noise two = make_noise({{2.5, 2.5}, 11, method}, promise);
      for (double k = 0; k <= 11; ++k) {
        const row left = *two.probabilities({k, 11 - k});
        row right = *two.probabilities({11 - k, k});
        std::reverse(right.begin(), right.end());
        for (std::size_t at = 0; at < left.size(); ++at) CHECK(left[at] == Approx(right[at]).epsilon(1e-12));
      }
      // In general, the weights of the prior and the counts may change places together.
      const posterior_noise three = make_noise({{1, 0.2, 7}, 4, method}, promise);
      const posterior_noise turned = make_noise({{7, 1, 0.2}, 4, method}, promise);
      CHECK(turned.temperature == Approx(three.temperature).epsilon(1e-10));
      const auto turn = [](const counts& of) { return counts{of[2], of[0], of[1]}; };
      const count_vectors all = three.candidates();
      for (std::size_t truth = 0; truth < all.size(); ++truth) {
        const row before = *three.probabilities(all.at(truth));
        const row after = *turned.probabilities(turn(all.at(truth)));
        for (std::size_t at = 0; at < before.size(); ++at) {
          CHECK(after[all.place_of(turn(all.at(at)))] == Approx(before[at]).epsilon(1e-9));
        }
      }
    }
  }
}

TEST_CASE("more epsilon or more delta makes the answer better", "[mechanisms]") {
  for (const M method : released) {
    for (const std::vector<double>& prior : {std::vector<double>{1, 1}, {1, 2, 0.5}}) {
      double before = 2;
      for (const guarantee promise : {guarantee{0.01}, guarantee{0.1}, guarantee{1}, guarantee{3}, guarantee{10}}) {
        const posterior_noise noise = make_noise({prior, 8, method}, promise);
        const double mean = *noise.expected_distance(noise.candidates().at(3));
        CHECK(mean < before);
        CHECK(mean > 0);
        before = mean;
      }
      if (method == M::smooth) continue;  // with delta, another kind of smoothness
      double temperature = make_noise({prior, 8, method}, {1}).temperature * (1 - 1e-9);
      for (const double delta : {1e-9, 1e-4, 0.01, 0.3, 0.9}) {
        const posterior_noise noise = make_noise({prior, 8, method}, {1, delta});
        CHECK(noise.temperature > temperature);
        temperature = noise.temperature;
      }
    }
  }
}

}  // namespace posterior_test
