#include <algorithm>
#include <cmath>
#include <random>
#include <span>
#include <vector>

#include "mechanisms/gaussian_cases.hpp"
#include "random/seeded_source.hpp"
#include "support/catch.hpp"
#include "support/chi_square.hpp"
#include "support/exact_steps.hpp"
#include "support/gaussian_law.hpp"

namespace bounded_gaussian_draws_test {

using namespace inbounds;
using Catch::Approx;
using inbounds::test::box_spec;
using inbounds::test::make_noise;
using inbounds::test::uniform;

namespace {

/// The probabilities along a side around a coordinate of a truth, from the definitions of clamping, snapping and the
/// law; `first` and `last` are the lattice's multiples of the step.
std::vector<double> exact_law(std::int64_t first, std::int64_t last, double step, double scale, double truth) {
  const double inside = std::clamp(truth, static_cast<double>(first) * step, static_cast<double>(last) * step);
  const std::int64_t point = std::clamp(test::exact_nearest(inside, step), first, last);
  const auto rows = test::gaussian_matrix<long double>(last - first, static_cast<long double>(step) / scale);
  const auto& row = rows[static_cast<std::size_t>(point - first)];
  return {row.begin(), row.end()};
}

std::size_t cell_of(double value, std::int64_t first, double step) {
  const double multiple = std::nearbyint(value / step);
  return static_cast<std::size_t>(multiple - static_cast<double>(first));
}

struct side {
  double lower, upper, step;
  std::int64_t first, last;
};

// Off the lattice, tenths, whole numbers, a power of two.
const std::vector<side> sides{{-1.05, 1.3, 0.1, -10, 13}, {0, 7, 1, 0, 7}, {-2.2, 0.9, 0.25, -8, 3}};

gaussian_spec spec_of_sides(double s) {
  std::vector<double> lower, upper, steps;
  for (const side& one : sides) {
    lower.push_back(one.lower);
    upper.push_back(one.upper);
    steps.push_back(one.step);
  }
  return box_spec(lower, upper, s, steps);
}

}  // namespace

TEST_CASE("each coordinate of a private vector has the law of its side, for truths in and outside the box",
          "[mechanisms]") {
  seeded_words words{231};
  bit_source bits{seeded_words::refill, &words};
  constexpr int draws = 20000;
  for (const double epsilon : {0.05, 1.0, 25.0}) {
    const gaussian_noise noise = make_noise(spec_of_sides(2), {epsilon});
    for (const auto& truth : std::vector<std::vector<double>>{
             {-1.05, 0, -2.2}, {0.449, 3.5, -0.625}, {1.3, 7, 0.9}, {5, -100, HUGE_VAL}, {-HUGE_VAL, 6.51, 0.124}}) {
      std::vector<double> values;
      for (int i = 0; i < draws; ++i) values.insert(values.end(), truth.begin(), truth.end());
      REQUIRE_FALSE(noise.privatise_all(values, bits));
      for (std::size_t at = 0; at < sides.size(); ++at) {
        const auto [lower, upper, step, first, last] = sides[at];
        std::vector<double> expected = exact_law(first, last, step, noise.scale, truth[at]);
        for (double& cell : expected) cell *= draws;
        std::vector<std::uint64_t> counts(expected.size());
        for (std::size_t i = at; i < values.size(); i += sides.size()) {
          REQUIRE(values[i] >= lower);
          REQUIRE(values[i] <= upper);
          ++counts.at(cell_of(values[i], first, step));
        }
        INFO("epsilon " << epsilon << ", side " << at << ", truth " << truth[at]);
        CHECK(test::chi_square_p_value(expected, counts) > test::alpha);
      }
    }
  }
}

TEST_CASE("the coordinates of a private vector are independent", "[mechanisms]") {
  seeded_words words{232};
  bit_source bits{seeded_words::refill, &words};
  const gaussian_noise noise = make_noise(box_spec({2, 3, 2}, 2, {1.0}), {1});
  const std::vector<double> truth{0, 1, 2};
  constexpr int draws = 60000;
  std::vector<double> values;
  for (int i = 0; i < draws; ++i) values.insert(values.end(), truth.begin(), truth.end());
  REQUIRE_FALSE(noise.privatise_all(values, bits));
  const auto x = exact_law(0, 2, 1, noise.scale, truth[0]);
  const auto y = exact_law(0, 3, 1, noise.scale, truth[1]);
  const auto z = exact_law(0, 2, 1, noise.scale, truth[2]);
  std::vector<double> expected;
  for (const double a : x) {
    for (const double b : y) {
      for (const double c : z) expected.push_back(draws * a * b * c);
    }
  }
  std::vector<std::uint64_t> joint(expected.size());
  for (std::size_t i = 0; i < values.size(); i += 3)
    ++joint.at(static_cast<std::size_t>(values[i] * 12 + values[i + 1] * 3 + values[i + 2]));
  CHECK(test::chi_square_p_value(expected, joint) > test::alpha);
  // One vector and the next.
  std::vector<double> pairs;
  for (const double a : x) {
    for (const double b : x) pairs.push_back(draws / 2 * a * b);
  }
  std::vector<std::uint64_t> successive(pairs.size());
  for (std::size_t i = 0; i + 3 < values.size(); i += 6)
    ++successive.at(static_cast<std::size_t>(values[i] * 3 + values[i + 3]));
  CHECK(test::chi_square_p_value(pairs, successive) > test::alpha);
}

TEST_CASE("vectors drawn in parts that begin anywhere have the laws of their sides", "[mechanisms]") {
  seeded_words words{233};
  bit_source bits{seeded_words::refill, &words};
  const gaussian_noise noise = make_noise(spec_of_sides(2), {1});
  const std::vector<double> truth{0.3, 2, -1};
  constexpr std::size_t draws = 20000;
  std::vector<double> values;
  for (std::size_t i = 0; i < draws; ++i) values.insert(values.end(), truth.begin(), truth.end());
  // Parts of all sizes, shorter than a vector and longer than the buffers inside.
  std::mt19937_64 random(234);
  for (std::size_t from = 0; from < values.size();) {
    const std::size_t size = std::min<std::size_t>(values.size() - from, random() % (random() % 4 == 0 ? 3000 : 5));
    noise.draw_all(std::span(values).subspan(from, size), bits, from % sides.size());
    from += size;
  }
  for (std::size_t at = 0; at < sides.size(); ++at) {
    const auto [lower, upper, step, first, last] = sides[at];
    std::vector<double> expected = exact_law(first, last, step, noise.scale, truth[at]);
    for (double& cell : expected) cell *= draws;
    std::vector<std::uint64_t> counts(expected.size());
    for (std::size_t i = at; i < values.size(); i += sides.size()) ++counts.at(cell_of(values[i], first, step));
    INFO("side " << at);
    CHECK(test::chi_square_p_value(expected, counts) > test::alpha);
  }
  noise.draw_all({}, bits);
  noise.draw_all({}, bits, 2);
}

TEST_CASE("every private vector lies in its box, from the narrowest bells to flat ones", "[mechanisms]") {
  seeded_words words{235};
  bit_source bits{seeded_words::refill, &words};
  std::mt19937_64 random(236);
  for (const double epsilon : {1e-15, 1e-3, 1.0, 100.0, 700.0}) {
    for (const gaussian_spec& spec : {box_spec({-1, 5}, {1, 5.5}), box_spec({1e-12, 1e9}, 1e3, {0x1p-60, 0.5}),
                                      box_spec({100}, 0.01), box_spec({0.05}, {0.95}, 0.3, {0.1})}) {
      const gaussian_noise noise = make_noise(spec, {epsilon});
      const std::size_t size = noise.points.size();
      std::vector<double> values;
      for (std::size_t i = 0; i < 400 * size; ++i) {
        const span whole = spec.where.sides[i % size].hull();
        const double width = whole.upper - whole.lower;
        values.push_back(i % 10 == 0 ? HUGE_VAL : whole.lower + (3 * uniform(random) - 1) * width);
      }
      REQUIRE_FALSE(noise.privatise_all(values, bits));
      for (std::size_t i = 0; i < values.size(); ++i) {
        const span whole = spec.where.sides[i % size].hull();
        const granularity& grain = noise.points[i % size].grain;
        INFO("epsilon " << epsilon << ", value " << values[i]);
        REQUIRE(values[i] >= whole.lower);
        REQUIRE(values[i] <= whole.upper);
        REQUIRE(values[i] == grain.value(std::nearbyint(values[i] / grain.step)));
        REQUIRE_FALSE((values[i] == 0 && std::signbit(values[i])));
      }
    }
  }
}

TEST_CASE("a vector with NaN, or part of a vector, is refused before anything is drawn", "[mechanisms]") {
  const gaussian_noise noise = make_noise(box_spec({1, 2}), {1});
  seeded_words words{237};
  bit_source bits{seeded_words::refill, &words};
  std::vector<double> values{0.5, 1, 0.25, 2, 0.75, NAN};
  const std::vector<double> before = values;
  const auto why = noise.privatise_all(values, bits);
  REQUIRE(why);
  CHECK(message(*why) == "truth must be a number, got NaN");
  for (std::size_t i = 0; i + 1 < values.size(); ++i) CHECK(values[i] == before[i]);
  std::vector<double> part{0.5, 1, 0.25};
  const auto parts = noise.privatise_all(part, bits);
  REQUIRE(parts);
  CHECK(message(*parts) == "truths must be whole vectors of 2 numbers, got 3");
  CHECK(part == std::vector<double>{0.5, 1, 0.25});
  // The stream has not moved.
  std::vector<double> next{0.5, 1};
  std::vector<double> same{0.5, 1};
  REQUIRE_FALSE(noise.privatise_all(next, bits));
  seeded_words fresh_words{237};
  bit_source fresh{seeded_words::refill, &fresh_words};
  REQUIRE_FALSE(noise.privatise_all(same, fresh));
  CHECK(next == same);
}

TEST_CASE("the law that a Gaussian names is the one it draws, and tends to the continuous one", "[mechanisms]") {
  const gaussian_noise noise = make_noise(spec_of_sides(2), {1});
  for (const double truth : {-9.0, -1.0, 0.2, 0.75, 40.0}) {
    for (std::size_t at = 0; at < sides.size(); ++at) {
      const auto [lower, upper, step, first, last] = sides[at];
      const auto exact = exact_law(first, last, step, noise.scale, truth);
      const auto law = *noise.law_at(truth, at);
      const auto lowest = static_cast<double>(noise.points[at].lowest());
      INFO("side " << at << ", truth " << truth);
      for (std::size_t k = 0; k < exact.size(); ++k)
        REQUIRE(law->density(lowest + static_cast<double>(k)) == Approx(exact[k]).epsilon(1e-13));
    }
  }
  const gaussian_noise fine = make_noise(box_spec({-1, 0}, {2, 1}, 0.5), {1});
  for (const double truth : {-3.0, 0.0, 0.7, 9.0}) {
    for (const std::size_t at : {0, 1}) {
      const auto points = *fine.law_at(truth, at);
      const auto line = *fine.continuous_law_at(truth, at);
      const double step = fine.points[at].grain.step;
      INFO("side " << at << ", truth " << truth);
      for (const double y : {0.0, 0.1, 0.5, 0.9}) {
        const double value = fine.where.sides[at].lower() + y;
        CHECK(points->cdf(value / step) == Approx(line->cdf(value)).margin(4 * step));
      }
      CHECK(points->around_centre().variance * step * step == Approx(line->around_centre().variance).epsilon(1e-5));
    }
  }
}

}  // namespace bounded_gaussian_draws_test
