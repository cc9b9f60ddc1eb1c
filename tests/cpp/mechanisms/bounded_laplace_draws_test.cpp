#include <cmath>
#include <limits>
#include <vector>

#include "mechanisms/bounded_laplace/bounded_laplace.hpp"
#include "random/seeded_source.hpp"
#include "random/system_source.hpp"
#include "support/catch.hpp"
#include "support/chi_square.hpp"
#include "support/vectors.hpp"

using namespace inbounds;
using inbounds::test::number;

namespace {

std::optional<double> optional_number(const boost::json::object& fields, const char* name) {
  const auto* value = fields.if_contains(name);
  if (value == nullptr) return {};
  return number(*value);
}

}  // namespace

TEST_CASE("the same seed gives the outputs on file, which WebAssembly gives too", "[mechanisms]") {
  const auto file = test::vectors("seeded_draws.json");
  for (const auto& entry : file.as_array()) {
    const auto& fields = entry.as_object();
    const bounded_laplace_spec spec{{number(fields.at("lower")), number(fields.at("upper"))},
                                    optional_number(fields, "sensitivity"),
                                    optional_number(fields, "granularity")};
    const auto mechanism = calibrate(spec, {number(fields.at("epsilon"))});
    REQUIRE(mechanism);
    CHECK(mechanism->rate == number(fields.at("rate")));
    seeded_words words{static_cast<std::uint64_t>(number(fields.at("seed")))};
    bit_source bits{seeded_words::refill, &words};
    const auto& truths = fields.at("truths").as_array();
    const auto& outputs = fields.at("outputs").as_array();
    REQUIRE(truths.size() == outputs.size());
    for (std::size_t at = 0; at < truths.size(); ++at) {
      REQUIRE(*privatise(*mechanism, number(truths[at]), bits) == number(outputs[at]));
    }
  }
}

TEST_CASE("private values have the law of their truth", "[mechanisms]") {
  seeded_words words{71};
  bit_source bits{seeded_words::refill, &words};
  const auto mechanism = *calibrate({{0, 120}, 12, 1}, {1});
  for (const double truth : {0.0, 37.4, 119.5}) {
    const auto law = law_at(mechanism, truth);
    constexpr int draws = 100000;
    std::vector<double> expected;
    for (std::int64_t k = 0; k <= 120; ++k) expected.push_back(pmf(law, k) * draws);
    std::vector<std::uint64_t> counts(121);
    for (int i = 0; i < draws; ++i) ++counts.at(static_cast<std::size_t>(*privatise(mechanism, truth, bits)));
    CHECK(test::chi_square_p_value(expected, counts) > test::alpha);
  }
}

TEST_CASE("private values of a fine lattice have the law of their truth", "[mechanisms]") {
  seeded_words words{72};
  bit_source bits{seeded_words::refill, &words};
  const auto mechanism = *calibrate({{0, 1}, 0.1}, {1});
  for (const double truth : {0.0, 0.3, 1.0}) {
    const auto law = law_at(mechanism, truth);
    constexpr int draws = 100000;
    constexpr int cells = 100;  // equally probable, by the quantiles of the law
    std::vector<std::uint64_t> counts(cells);
    for (int i = 0; i < draws; ++i) {
      const std::int64_t point = snap(mechanism.points, *privatise(mechanism, truth, bits));
      ++counts.at(std::min<std::size_t>(cells - 1, static_cast<std::size_t>(cells * cdf(law, point))));
    }
    CHECK(test::chi_square_p_value(std::vector<double>(cells, draws / cells), counts) > test::alpha);
  }
}

TEST_CASE("every private value is a lattice value inside the domain, whatever the truth", "[mechanisms]") {
  bit_source bits{refill_from_system, nullptr};
  const bounded_laplace_spec specs[] = {
      {{0.1, 0.7}, {}, 0.1}, {{-2.5, 2.5}, 1, 2}, {{1e12, 1e12 + 1}}, {{0, 1e10}, 1}, {{-0.3, 0.3}, 0.01}};
  for (const auto& spec : specs) {
    const auto mechanism = *calibrate(spec, {0.5});
    constexpr double infinity = std::numeric_limits<double>::infinity();
    for (const double truth : {-infinity, -1e300, spec.domain.lower, 0.0, spec.domain.upper, 1e300, infinity}) {
      for (int i = 0; i < 200; ++i) {
        const double value = *privatise(mechanism, truth, bits);
        REQUIRE(value >= spec.domain.lower);
        REQUIRE(value <= spec.domain.upper);
        REQUIRE(mechanism.points.value(snap(mechanism.points, value)) == value);
        REQUIRE_FALSE((value == 0 && std::signbit(value)));
      }
    }
  }
}

TEST_CASE("a NaN among the truths is refused before anything is drawn or changed", "[mechanisms]") {
  seeded_words words{73};
  bit_source bits{seeded_words::refill, &words};
  const auto mechanism = *calibrate({{0, 1}}, {1});
  std::vector<double> truths{0.25, 0.5, NAN};
  const auto why = privatise_all(mechanism, truths, bits);
  REQUIRE(why);
  CHECK(message(*why) == "truth must be a number, got NaN");
  CHECK(truths[0] == 0.25);
  CHECK_FALSE(privatise(mechanism, NAN, bits));

  seeded_words fresh{73};
  bit_source fresh_bits{seeded_words::refill, &fresh};
  CHECK(bits.word() == fresh_bits.word());

  truths.pop_back();
  CHECK_FALSE(privatise_all(mechanism, truths, bits));
  CHECK_FALSE(privatise_all(mechanism, {}, bits));
}
