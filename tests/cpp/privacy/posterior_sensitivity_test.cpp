#include "privacy/posterior_sensitivity.hpp"

#include <algorithm>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/precise.hpp"
#include "support/random.hpp"

namespace posterior_sensitivity_test {

// Against the definitions, with ln Gamma itself in fifty digits, for all pairs of all counts.

using namespace inbounds;
using inbounds::test::precise;

namespace {

struct setup {
  std::vector<double> prior;
  double trials;
};

const std::vector<setup> setups{
    {{1, 1}, 1},        {{1, 1}, 2},           {{1, 1}, 13},         {{0.5, 3}, 12},          {{3, 0.5}, 9},
    {{0.01, 0.01}, 14}, {{1e-9, 1e-9}, 6},     {{1e-9, 1e12}, 7},    {{1e6, 0.01}, 8},        {{1e12, 1e12}, 9},
    {{1e6, 1e6}, 20},   {{123456.7, 0.1}, 5},  {{1, 1, 1}, 1},       {{1, 1, 1}, 5},          {{0.5, 1, 3}, 5},
    {{50, 50, 50}, 5},  {{1e-9, 1, 1e6}, 4},   {{3, 1e12, 1}, 4},    {{1e12, 1e12, 1e12}, 4}, {{0.01, 0.01, 3}, 5},
    {{1, 1, 1, 1}, 3},  {{9, 0.2, 1e6, 1}, 3}, {{2, 2, 1, 1e-9}, 2}, {{1, 2, 3, 4, 5}, 2},
};

/// All distances between all counts, and who is how many moves away.
class exact_family {
 public:
  explicit exact_family(const setup& of) : all_{of.prior.size(), of.trials}, size_(all_.size()) {
    std::vector<std::map<double, precise>> log_gammas(of.prior.size());
    const auto log_gamma = [&](std::size_t at, double half_moves) -> const precise& {
      auto [found, is_new] = log_gammas[at].try_emplace(half_moves);
      if (is_new) found->second = boost::math::lgamma(precise(of.prior[at]) + precise(half_moves));
      return found->second;
    };
    for (std::size_t a = 0; a < size_; ++a) {
      const counts first = all_.at(a);
      for (std::size_t b = 0; b < size_; ++b) {
        const counts second = all_.at(b);
        precise log_affinity = 0;
        double sum = 0;
        for (std::size_t at = 0; at < first.size(); ++at) {
          log_affinity +=
              log_gamma(at, (first[at] + second[at]) / 2) - (log_gamma(at, first[at]) + log_gamma(at, second[at])) / 2;
          sum += std::fabs(first[at] - second[at]);
        }
        distances_.push_back(a == b ? precise(0) : precise(sqrt(-expm1(log_affinity))));
        moves_.push_back(sum / 2);
      }
    }
  }

  std::size_t size() const { return size_; }
  counts at(std::size_t place) const { return all_.at(place); }
  const precise& distance(std::size_t a, std::size_t b) const { return distances_[a * size_ + b]; }
  double moves(std::size_t a, std::size_t b) const { return moves_[a * size_ + b]; }

  precise local(std::size_t place) const {
    precise max = 0;
    for (std::size_t other = 0; other < size_; ++other) {
      if (moves(place, other) == 1) max = std::max(max, distance(place, other));
    }
    return max;
  }

  /// By how much the distance from a candidate changes between neighbours.
  precise varying(std::size_t candidate) const {
    precise max = 0;
    for (std::size_t a = 0; a < size_; ++a) {
      for (std::size_t b = 0; b < a; ++b) {
        if (moves(a, b) == 1) max = std::max<precise>(max, abs(distance(candidate, a) - distance(candidate, b)));
      }
    }
    return max;
  }

 private:
  count_vectors all_;
  std::size_t size_;
  std::vector<precise> distances_;
  std::vector<double> moves_;
};

bool is_close(double value, const precise& expected, double relative) {
  return abs(precise(value) - expected) <= abs(expected) * relative;
}

std::string text_of(const setup& of) {
  std::string text = std::to_string(of.trials) + " trials, prior";
  for (const double weight : of.prior) text += " " + std::to_string(weight);
  return text;
}

}  // namespace

TEST_CASE("distances have nearly all digits of their definition, for all pairs and odd priors", "[privacy]") {
  for (const setup& each : setups) {
    const exact_family exact(each);
    const posteriors family{each.prior, each.trials};
    std::vector<double> row(exact.size());
    std::vector<double> moves(exact.size());
    for (std::size_t a = 0; a < exact.size(); ++a) {
      family.distances_from(exact.at(a), row);
      family.moves_from(exact.at(a), moves);
      for (std::size_t b = 0; b < exact.size(); ++b) {
        INFO(text_of(each) << ", places " << a << " and " << b << ": " << row[b] << " for " << exact.distance(a, b));
        REQUIRE(is_close(row[b], exact.distance(a, b), 2e-15));
        REQUIRE(moves[b] == exact.moves(a, b));
      }
    }
  }
}

TEST_CASE("sensitivities are the largest distances between neighbours", "[privacy]") {
  for (const setup& each : setups) {
    INFO(text_of(each));
    const exact_family exact(each);
    const posteriors family{each.prior, each.trials};
    const auto pairs = neighbours_in(family.candidates());
    const std::vector<double> local = local_sensitivities(family);
    const std::vector<double> varying = candidate_sensitivities(family, pairs);
    REQUIRE(local.size() == exact.size());
    REQUIRE(varying.size() == exact.size());
    precise global = 0;
    for (std::size_t place = 0; place < exact.size(); ++place) {
      const precise expected = exact.local(place);
      REQUIRE(is_close(local[place], expected, 2e-15));
      REQUIRE(is_close(varying[place], exact.varying(place), 1e-12));
      // A candidate is one of the counts that one answer moves away from it.
      REQUIRE(varying[place] >= local[place] * (1 - 1e-12));
      global = std::max(global, expected);
    }
    REQUIRE(is_close(global_sensitivity(family), global, 1e-13));
  }
}

// posterior/PROOF.md, Proposition 4
TEST_CASE("the global sensitivity in closed form is the largest local one", "[privacy]") {
  const double weights[] = {1e-9, 0.01, 0.5, 1, 3, 1e6, 1e12};
  for (const double a : weights) {
    for (const double b : weights) {
      for (const double trials : {1.0, 2.0, 3.0, 40.0}) {
        const posteriors two{{a, b}, trials};
        const std::vector<double> local = local_sensitivities(two);
        const double max = *std::max_element(local.begin(), local.end());
        INFO("Beta(" << a << ", " << b << "), " << trials << " trials");
        REQUIRE(global_sensitivity(two) == Catch::Approx(max).epsilon(1e-13).margin(0));
      }
      for (const double c : weights) {
        for (const double trials : {1.0, 4.0}) {
          const posteriors three{{a, b, c}, trials};
          const std::vector<double> local = local_sensitivities(three);
          const double max = *std::max_element(local.begin(), local.end());
          INFO("Dirichlet(" << a << ", " << b << ", " << c << "), " << trials << " trials");
          REQUIRE(global_sensitivity(three) == Catch::Approx(max).epsilon(1e-13).margin(0));
        }
      }
    }
  }
}

// posterior/PROOF.md, Proposition 8
TEST_CASE("smooth sensitivities are the smallest functions above the local ones that are smooth", "[privacy]") {
  for (const setup& each : setups) {
    const exact_family exact(each);
    const posteriors family{each.prior, each.trials};
    const auto pairs = neighbours_in(family.candidates());
    const std::vector<double> local = local_sensitivities(family);
    std::vector<precise> exact_local;
    for (std::size_t place = 0; place < exact.size(); ++place) exact_local.push_back(exact.local(place));
    for (const double step : {1e-6, 0.001, 0.05, 0.5, 1.0, 30.0, 1e6}) {
      std::vector<double> reciprocal = local;
      std::vector<double> logarithm = local;
      smooth_out(reciprocal, pairs, smoothness::reciprocal, step);
      smooth_out(logarithm, pairs, smoothness::logarithm, step);
      std::vector<precise> fall{1};
      for (double moves = 1; moves <= each.trials; ++moves) fall.push_back(exp(-precise(step) * moves));
      for (std::size_t place = 0; place < exact.size(); ++place) {
        precise min = 1 / exact_local[place];
        precise max = exact_local[place];
        for (std::size_t other = 0; other < exact.size(); ++other) {
          const double moves = exact.moves(place, other);
          min = std::min<precise>(min, 1 / exact_local[other] + precise(step) * moves);
          max = std::max<precise>(max, exact_local[other] * fall[static_cast<std::size_t>(moves)]);
        }
        INFO(text_of(each) << ", step " << step << ", place " << place);
        REQUIRE(is_close(reciprocal[place], 1 / min, 1e-13));
        REQUIRE(is_close(logarithm[place], max, 1e-13));
        REQUIRE(reciprocal[place] >= local[place] * (1 - 1e-15));
        REQUIRE(logarithm[place] >= local[place] * (1 - 1e-14));
      }
    }
  }
}

TEST_CASE("heights without any order are smoothed as well, however far the lowest is", "[privacy]") {
  std::mt19937_64 random(41);
  for (const count_vectors& all : {count_vectors{2, 30}, {3, 1}, {3, 7}, {4, 5}, {5, 3}}) {
    const auto pairs = neighbours_in(all);
    for (int round = 0; round < 20; ++round) {
      std::vector<double> given(all.size());
      for (double& value : given) value = test::log_uniform(random, 1e-6, 1);
      const double step = test::log_uniform(random, 0.01, 10);
      std::vector<double> reciprocal = given;
      std::vector<double> logarithm = given;
      smooth_out(reciprocal, pairs, smoothness::reciprocal, step);
      smooth_out(logarithm, pairs, smoothness::logarithm, step);
      std::vector<double> moves(all.size());
      for (std::size_t place = 0; place < all.size(); ++place) {
        posteriors{std::vector<double>(all.parts, 1), all.total}.moves_from(all.at(place), moves);
        double min = 1 / given[place];
        double max = given[place];
        for (std::size_t other = 0; other < all.size(); ++other) {
          min = std::min(min, 1 / given[other] + step * moves[other]);
          max = std::max(max, given[other] * std::exp(-step * moves[other]));
        }
        INFO(all.parts << " parts of " << all.total << ", step " << step << ", place " << place);
        REQUIRE(reciprocal[place] == Catch::Approx(1 / min).epsilon(1e-13).margin(0));
        REQUIRE(logarithm[place] == Catch::Approx(max).epsilon(1e-13).margin(0));
      }
    }
  }
}

TEST_CASE("what is smoothed changes by at most a step between neighbours", "[privacy]") {
  for (const setup& each :
       {setup{{0.01, 0.01}, 500}, setup{{1, 7}, 300}, setup{{50, 50, 50}, 25}, setup{{0.1, 3, 20}, 25}}) {
    const posteriors family{each.prior, each.trials};
    const auto pairs = neighbours_in(family.candidates());
    for (const double step : {0.01, 0.1, 1.0}) {
      for (const smoothness kind : {smoothness::reciprocal, smoothness::logarithm}) {
        std::vector<double> smooth = local_sensitivities(family);
        smooth_out(smooth, pairs, kind, step);
        for (double& value : smooth) value = kind == smoothness::reciprocal ? 1 / value : std::log(value);
        INFO(text_of(each) << ", step " << step);
        REQUIRE(largest_change(pairs, smooth) <= step * (1 + 1e-10));
        REQUIRE(largest_change(pairs, smooth) > 0);
      }
    }
  }
}

// posterior/PROOF.md, Proposition 3
TEST_CASE("local sensitivities are least in the middle of the prior and the trials, and rise outwards", "[privacy]") {
  for (const setup& each : {setup{{1, 1}, 100}, setup{{1, 1}, 101}, setup{{30, 2}, 60}, setup{{0.01, 5}, 37}}) {
    const std::vector<double> local = local_sensitivities(posteriors{each.prior, each.trials});
    const double middle = (each.trials + each.prior[1] - each.prior[0]) / 2;
    INFO(text_of(each));
    for (std::size_t place = 1; place + 2 < local.size(); ++place) {
      const auto here = static_cast<double>(place);
      if (here >= middle) REQUIRE(local[place] < local[place + 1]);
      if (here + 1 <= middle) REQUIRE(local[place] > local[place + 1]);
    }
    // At an end there is one neighbour only, and if that is on the same side, the step between them is its farthest.
    if (middle <= each.trials - 1) REQUIRE(local.back() == local[local.size() - 2]);
    if (middle >= 1) REQUIRE(local[0] == local[1]);
  }
}

TEST_CASE("the largest change is that of neighbours only", "[privacy]") {
  const auto line = neighbours_in({2, 3});
  CHECK(largest_change(line, {0, 1, 3, 2}) == 2);
  CHECK(largest_change(line, {5, 5, 5, 5}) == 0);
  CHECK(largest_change(line, {-4, 0, 0, 1}) == 4);
  CHECK(largest_change(neighbours_in({3, 1}), {1, 2, 4}) == 3);  // all three are neighbours
}

}  // namespace posterior_sensitivity_test
