#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "mechanisms/laplace_cases.hpp"
#include "random/seeded_source.hpp"
#include "random/system_source.hpp"
#include "support/catch.hpp"
#include "support/chi_square.hpp"
#include "support/vectors.hpp"

namespace bounded_laplace_draws_test {

using namespace inbounds;
using inbounds::test::interval;
using inbounds::test::make_noise;
using inbounds::test::number;
using inbounds::test::spans_of;

namespace {

std::optional<double> optional_number(const boost::json::object& fields, const char* name) {
  const auto* value = fields.if_contains(name);
  if (value == nullptr) return {};
  return number(*value);
}

/// The probability of draws at least this far from the law, for every point of a lattice of whole numbers. The law is
/// the oracle's, and the point of the truth is given, not computed.
double p_value(const laplace_noise& noise, double truth, std::int64_t point, int draws, bit_source& bits) {
  std::vector<brute_force::range> ranges;
  for (const auto& [first, last] : noise.points.ranges) ranges.push_back({first, last});
  const brute_force::lattice_law law(ranges, noise.rate, noise.points.open.below, noise.points.open.above);
  std::vector<double> expected;
  for (const auto probability : law.probabilities(point)) expected.push_back(static_cast<double>(probability) * draws);
  std::vector<double> values(static_cast<std::size_t>(draws), truth);
  const auto half = static_cast<std::ptrdiff_t>(draws / 2);  // one by one, and then many at once
  std::for_each(values.begin(), values.begin() + half, [&](double& each) { each = *noise.privatise(each, bits); });
  REQUIRE_FALSE(noise.privatise_all(std::span(values).subspan(static_cast<std::size_t>(half)), bits));
  std::vector<std::uint64_t> counts(expected.size());
  for (const double value : values) {
    const auto at = std::lower_bound(law.points().begin(), law.points().end(), static_cast<std::int64_t>(value));
    REQUIRE(at != law.points().end());
    REQUIRE(static_cast<double>(*at) == value);
    ++counts[static_cast<std::size_t>(at - law.points().begin())];
  }
  return test::chi_square_p_value(expected, counts);
}

}  // namespace

TEST_CASE("the same seed gives the outputs on file, which WebAssembly gives too", "[mechanisms]") {
  const auto file = test::vectors("seeded_draws.json");
  for (const auto& entry : file.as_array()) {
    const auto& fields = entry.as_object();
    const laplace_spec spec = interval(number(fields.at("lower")), number(fields.at("upper")),
                                       optional_number(fields, "sensitivity"), optional_number(fields, "granularity"));
    const auto noise = make_noise(bounded_laplace, spec, {number(fields.at("epsilon"))});
    CHECK(noise.rate == number(fields.at("rate")));
    seeded_words words{static_cast<std::uint64_t>(number(fields.at("seed")))};
    bit_source bits{seeded_words::refill, &words};
    const auto& truths = fields.at("truths").as_array();
    const auto& outputs = fields.at("outputs").as_array();
    REQUIRE(truths.size() == outputs.size());
    for (std::size_t at = 0; at < truths.size(); ++at) {
      REQUIRE(*noise.privatise(number(truths[at]), bits) == number(outputs[at]));
    }
  }
}

TEST_CASE("private values have the law of their truth, at every point of the lattice", "[mechanisms]") {
  seeded_words words{71};
  bit_source bits{seeded_words::refill, &words};
  const laplace_spec ages = interval(0, 120, 12, 1);
  const laplace_spec gaps{spans_of({{0, 9.4}, {11.5, 12.5}, {20, 47}}), 3.0, 1.0};
  struct {
    laplace_spec spec;
    guarantee promise;
    std::vector<std::pair<double, std::int64_t>> truths;  // and the points they are snapped to
  } const cases[] = {
      {ages, {1}, {{0, 0}, {37.4, 37}, {37.5, 38}, {119.5, 120}, {-5, 0}, {INFINITY, 120}}},
      {ages, {1e-6}, {{0, 0}, {60, 60}}},  // flat
      {ages, {30}, {{0, 0}, {60, 60}}},    // steep
      {ages, {1, 0.1}, {{60, 60}}},
      {gaps, {1}, {{9.4, 9}, {11.5, 12}, {12.5, 12}, {20, 20}, {46.7, 47}, {1e9, 47}}},
      {gaps, {1e-6}, {{0, 0}, {12, 12}}},
      {gaps, {25}, {{0, 0}, {12, 12}, {20, 20}}},
      {gaps, {0.5, 0, privacy_notion::metric}, {{9, 9}, {30, 30}}},
  };
  for (const auto& [spec, promise, truths] : cases) {
    const auto noise = make_noise(bounded_laplace, spec, promise);
    for (const auto& [truth, point] : truths) {
      INFO(spec.where.spans.size() << " spans, epsilon " << promise.epsilon << ", truth " << truth);
      CHECK(p_value(noise, truth, point, 60000, bits) > test::alpha);
    }
  }
}

TEST_CASE("clamped values have the law of their truth, with mass at both ends", "[mechanisms]") {
  seeded_words words{74};
  bit_source bits{seeded_words::refill, &words};
  for (const double epsilon : {1e-4, 0.5, 5.0}) {
    const auto noise = make_noise(clamped_laplace, interval(-3.5, 20.5, 2, 1), {epsilon});
    for (const auto& [truth, point] : {std::pair<double, std::int64_t>{-3.5, -3}, {7.2, 7}, {20.5, 20}}) {
      INFO("epsilon " << epsilon << ", truth " << truth);
      CHECK(p_value(noise, truth, point, 60000, bits) > test::alpha);
    }
  }
}

TEST_CASE("private values of a fine lattice and of half-lines have the law of their truth", "[mechanisms]") {
  seeded_words words{72};
  bit_source bits{seeded_words::refill, &words};
  const laplace_spec specs[] = {interval(0, 1, 0.1),
                                interval(0, INFINITY, 0.1),
                                interval(-INFINITY, INFINITY, 0.1),
                                interval(0, INFINITY, 0.1, 0.1),
                                {spans_of({{-INFINITY, 0.1}, {0.2, 0.35}, {0.5, INFINITY}}), 0.1}};
  for (const laplace_spec& spec : specs) {
    const auto noise = make_noise(bounded_laplace, spec, {1});
    for (const double truth : {0.0, 0.3, 1.0}) {
      const auto law = *noise.law_at(truth);
      constexpr int draws = 50000;
      constexpr int cells = 100;  // by the quantiles of the law, so as good as equally probable
      std::vector<double> borders;
      for (int cell = 1; cell < cells; ++cell) borders.push_back(law->quantile(static_cast<double>(cell) / cells));
      std::vector<double> expected(cells);
      for (int cell = 0; cell < cells; ++cell) {
        const auto at = static_cast<std::size_t>(cell);
        const double upper = cell + 1 < cells ? law->cdf(borders[at]) : 1;
        expected[at] = draws * (upper - (cell > 0 ? law->cdf(borders[at - 1]) : 0));
      }
      std::vector<std::uint64_t> counts(cells);
      for (int i = 0; i < draws; ++i) {
        const auto point = static_cast<double>(snap(noise.where, noise.points, *noise.privatise(truth, bits)));
        ++counts[static_cast<std::size_t>(std::lower_bound(borders.begin(), borders.end(), point) - borders.begin())];
      }
      INFO(spec.where.lower() << " to " << spec.where.upper() << ", truth " << truth);
      CHECK(test::chi_square_p_value(expected, counts) > test::alpha);
    }
  }
}

TEST_CASE("every private value is a lattice value inside the domain, whatever the truth", "[mechanisms]") {
  bit_source bits{refill_from_system, nullptr};
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const laplace_spec specs[] = {interval(0.1, 0.7, {}, 0.1),
                                interval(-2.5, 2.5, 1, 2),
                                interval(1e12, 1e12 + 1),
                                interval(0, 1e10, 1),
                                interval(-0.3, 0.3, 0.01),
                                interval(-infinity, 3, 0.01),
                                interval(-infinity, infinity, 5, 3),
                                {spans_of({{0.1, 0.3}, {0.5, 0.7}}), 0.2, 0.1},
                                {spans_of({{-1, -0.2}, {-0.1, 0.1}, {7, infinity}}), 1.0}};
  for (const auto& spec : specs) {
    for (const guarantee promise : {guarantee{0.5}, guarantee{0, 0.3}, guarantee{50}}) {
      const auto noise = make_noise(bounded_laplace, spec, promise);
      for (const double truth :
           {-infinity, -1e300, spec.where.lower(), 0.1, 8.0, spec.where.upper(), 1e300, infinity}) {
        if (noise.check_truth(truth)) continue;
        for (int i = 0; i < 100; ++i) {
          const double value = *noise.privatise(truth, bits);
          REQUIRE(span_around(spec.where, value));
          REQUIRE(value >= spec.where.lower());
          REQUIRE(std::isfinite(value));
          REQUIRE(noise.points.value(snap(noise.where, noise.points, value)) == value);
          REQUIRE_FALSE((value == 0 && std::signbit(value)));
        }
      }
    }
  }
}

TEST_CASE("a truth near the end of a gap stays in its own span", "[mechanisms]") {
  const auto noise = make_noise(bounded_laplace, {spans_of({{0, 2.6}, {4.4, 9}}), 1.8, 1.0}, {700});
  bit_source bits{refill_from_system, nullptr};
  CHECK(noise.model->where().max_distance.within == 2);
  CHECK(noise.model->where().max_distance.across == 3);  // 2.6 and 4.4 are 1.8 apart, and become 2 and 5
  for (const auto& [truth, point] : {std::pair{2.5, 2.0}, {2.6, 2.0}, {4.4, 5.0}, {4.5, 5.0}, {1.5, 2.0}, {5.4, 5.0}}) {
    CHECK((*noise.law_at(truth))->centre() == point);
    CHECK(*noise.privatise(truth, bits) == point);  // steep enough that nothing else ever comes
  }
}

TEST_CASE("one bad truth is refused before anything is drawn or changed", "[mechanisms]") {
  const auto noise = make_noise(bounded_laplace, {spans_of({{0, 1}, {2, 3}}), 1.0}, {1});
  for (const double bad : {static_cast<double>(NAN), 1.5}) {
    seeded_words words{73};
    bit_source bits{seeded_words::refill, &words};
    std::vector<double> truths(600, 0.25);
    truths.back() = bad;
    const auto why = noise.privatise_all(truths, bits);
    REQUIRE(why);
    CHECK(message(*why) ==
          (std::isnan(bad) ? "truth must be a number, got NaN" : "truth must be possible, got a number in a gap"));
    CHECK(std::count(truths.begin(), truths.end(), 0.25) == 599);
    CHECK_FALSE(noise.privatise(bad, bits));
    seeded_words fresh{73};
    bit_source fresh_bits{seeded_words::refill, &fresh};
    CHECK(bits.word() == fresh_bits.word());

    truths.pop_back();
    CHECK_FALSE(noise.privatise_all(truths, bits));
    CHECK_FALSE(noise.privatise_all({}, bits));
  }
}

TEST_CASE("on an interval, many at once are the same as one by one", "[mechanisms]") {
  const laplace_spec specs[] = {interval(0, 1, 0.1), interval(-3, 7, 1.5, 0.1), interval(0, 1, 0.1, 0x1p-8)};
  for (const auto& spec : specs) {
    const auto noise = make_noise(bounded_laplace, spec, {1});
    std::vector<double> truths;
    for (int i = 0; i < 1000; ++i) truths.push_back(spec.where.lower() + i % 10 * 0.1);
    seeded_words words{75};
    bit_source bits{seeded_words::refill, &words};
    std::vector<double> single;
    for (const double truth : truths) single.push_back(*noise.privatise(truth, bits));
    seeded_words again{75};
    bit_source same_bits{seeded_words::refill, &again};
    CHECK_FALSE(noise.privatise_all(truths, same_bits));
    CHECK((truths == single));
  }
}

}  // namespace bounded_laplace_draws_test
