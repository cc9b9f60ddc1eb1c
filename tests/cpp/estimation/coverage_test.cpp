#include "estimation/coverage.hpp"

#include "mechanisms/laplace_cases.hpp"
#include "mechanisms/reflected_laplace/reflected_laplace.hpp"
#include "support/catch.hpp"

namespace coverage_test {

using namespace inbounds;

// estimation/PROOF.md, Proposition 5
TEST_CASE("intervals hold what they are for, for truths of five kinds", "[estimation][long]") {
  // Of 100 intervals that hold with a chance of 95 %, 81 or fewer do with a chance of 5e-7; all 100 of them do once in
  // 170 times, so there is no upper limit. Bins and quantiles are conservative.
  const auto noise = test::made(reflected_laplace, test::interval(0, 1), {1});
  for (const test::population& of : test::populations()) {
    const test::coverage seen = test::covered(noise, of, {.runs = 100, .bins = 10});
    INFO(seen.name << ": mean " << seen.mean << ", variance " << seen.variance << ", quantiles " << seen.quantiles
                   << ", bins " << seen.bins << ", warnings " << seen.warnings);
    CHECK(seen.runs == 100);
    CHECK(seen.mean >= 82);
    CHECK(seen.variance >= 82);
    CHECK(seen.quantiles >= 93);
    CHECK(seen.bins >= 93);
    CHECK(seen.warnings <= 4);  // fits below a thousandth: more than 4 of 100 with a chance of 7e-8
    CHECK(seen.mean_width < 0.2);
    CHECK(seen.variance_width < 0.2);
  }
}

}  // namespace coverage_test
