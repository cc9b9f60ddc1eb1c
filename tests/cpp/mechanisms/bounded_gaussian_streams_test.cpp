#include <cstdint>
#include <span>
#include <vector>

#include "mechanisms/bounded_gaussian/bounded_gaussian.hpp"
#include "random/seeded_source.hpp"
#include "support/catch.hpp"
#include "support/vectors.hpp"

namespace bounded_gaussian_streams_test {

using namespace inbounds;

namespace {

/// Numbers, however deep they are nested.
void append_numbers(const boost::json::value& value, std::vector<double>& list) {
  if (!value.is_array()) return list.push_back(test::number(value));
  for (const auto& part : value.as_array()) append_numbers(part, list);
}

/// A number or a list of them; none if there is no such field.
std::vector<double> numbers(const boost::json::object& fields, const char* name) {
  std::vector<double> list;
  if (const auto* value = fields.if_contains(name)) append_numbers(*value, list);
  return list;
}

}  // namespace

TEST_CASE("seeded Gaussian draws are those on file, which the package draws too", "[mechanisms]") {
  const auto file = test::vectors("gaussian_draws.json");
  REQUIRE(file.as_array().size() >= 5);
  for (const auto& entry : file.as_array()) {
    const auto& fields = entry.as_object();
    gaussian_spec spec{*box_of(numbers(fields, "lower"), numbers(fields, "upper"))};
    if (fields.contains("sensitivity")) spec.sensitivity = test::number(fields.at("sensitivity"));
    spec.granularity = numbers(fields, "granularity");
    const auto noise = with_scale(spec, test::number(fields.at("scale")));
    REQUIRE(noise);
    const auto seed = static_cast<std::uint64_t>(test::number(fields.at("seed")));

    // Vector by vector, and all of them at once.
    std::vector<double> singles = numbers(fields, "truths");
    seeded_words words{seed};
    bit_source bits{seeded_words::refill, &words};
    const std::size_t sides = noise->points.size();
    for (std::size_t at = 0; at < singles.size(); at += sides) {
      REQUIRE_FALSE(noise->privatise_all(std::span(singles).subspan(at, sides), bits));
    }
    CHECK((singles == numbers(fields, "singles")));

    std::vector<double> batch = numbers(fields, "truths");
    seeded_words again{seed};
    bit_source same_bits{seeded_words::refill, &again};
    REQUIRE_FALSE(noise->privatise_all(batch, same_bits));
    CHECK((batch == numbers(fields, "batch")));
  }
}

}  // namespace bounded_gaussian_streams_test
