#include "core/box.hpp"

#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/precise.hpp"
#include "support/random.hpp"

namespace box_test {

using namespace inbounds;
using inbounds::test::log_uniform;
using inbounds::test::precise;
using inbounds::test::uniform;

namespace {

using numbers = std::vector<double>;

std::string refusal(const numbers& lower, const numbers& upper) {
  const result<box> answer = box_of(lower, upper);
  return answer ? "accepted" : message(answer.error());
}

std::string refusal(const std::optional<parameter_error>& why) { return why ? message(*why) : "accepted"; }

box box_between(const numbers& lower, const numbers& upper) {
  const result<box> answer = box_of(lower, upper);
  REQUIRE(answer);
  return *answer;
}

}  // namespace

TEST_CASE("a box has the sides that its bounds say", "[core]") {
  const box where = box_between({0, -3, 1e10}, {10, -1, 1e10 + 4});
  REQUIRE(where.sides.size() == 3);
  CHECK(where.sides[0].lower() == 0);
  CHECK(where.sides[0].upper() == 10);
  CHECK(where.sides[1].lower() == -3);
  CHECK(where.sides[1].upper() == -1);
  CHECK(where.sides[2].upper() == 1e10 + 4);
  CHECK(box_between({0}, {1}).sides.size() == 1);
}

TEST_CASE("a box has as many upper as lower bounds, and at least one", "[core]") {
  CHECK(refusal({}, {}) == "lower must be at least one number long, got 0");
  CHECK(refusal({}, {1}) == "lower must be at least one number long, got 0");
  CHECK(refusal({0, 0}, {1}) == "upper must be 2 numbers long, got 1");
  CHECK(refusal({0, 0}, {1, 1, 1}) == "upper must be 2 numbers long, got 3");
  CHECK(refusal({0}, {}) == "upper must be 1 numbers long, got 0");
}

TEST_CASE("every side of a box runs upwards between finite bounds", "[core]") {
  CHECK(refusal({0, 1}, {1, 1}) == "upper[1] must be greater than lower (1), got 1");
  CHECK(refusal({0, 5}, {1, 2}) == "upper[1] must be greater than lower (5), got 2");
  CHECK(refusal({2, 5}, {1, 2}) == "upper[0] must be greater than lower (2), got 1");
  CHECK(refusal({0, NAN}, {1, 1}) == "lower[1] must be a finite number, got NaN");
  CHECK(refusal({0, 0}, {NAN, 1}) == "upper[0] must be a finite number, got NaN");
  CHECK(refusal({0, 0, -INFINITY}, {1, 1, 1}) == "lower[2] must be a finite number, got -Infinity");
  CHECK(refusal({0, 0}, {1, INFINITY}) == "upper[1] must be a finite number, got Infinity");
  CHECK(refusal({0, 0}, {1, 5e-324}) ==
        "upper[1] must be such that upper - lower is from 1e-150 to 1e+150, got 5e-324");
  CHECK(refusal({0, -1e150}, {1, 1e150}) ==
        "upper[1] must be such that upper - lower is from 1e-150 to 1e+150, got 1e+150");
}

TEST_CASE("with one side, no index is named", "[core]") {
  CHECK(refusal({1}, {1}) == "upper must be greater than lower (1), got 1");
  CHECK(refusal({NAN}, {1}) == "lower must be a finite number, got NaN");
  CHECK(refusal({0}, {INFINITY}) == "upper must be a finite number, got Infinity");
}

TEST_CASE("the diagonal is off by no more than the roundings of its sum", "[core]") {
  std::mt19937_64 random(641);
  for (int trial = 0; trial < 3000; ++trial) {
    const std::size_t sides = trial % 50 == 0 ? 1000 : 1 + random() % 5;
    const double unit = trial % 10 == 0 ? log_uniform(random, 1e-149, 1e145) : log_uniform(random, 1e-3, 1e3);
    numbers lower;
    numbers upper;
    for (std::size_t i = 0; i < sides; ++i) {
      lower.push_back((uniform(random) - 0.5) * unit);
      upper.push_back(lower.back() + log_uniform(random, 0.1, 100) * unit);
    }
    const double found = box_between(lower, upper).diagonal();
    precise squares = 0;
    for (std::size_t i = 0; i < sides; ++i) squares += pow(precise(upper[i]) - lower[i], 2);
    const precise exact = sqrt(squares);
    INFO(sides << " sides, unit " << unit);
    // Each width, square and sum is rounded once; of n numbers, n halves of a unit in the last place, and a few more.
    const double share = (static_cast<double>(sides) / 4 + 2) * std::numeric_limits<double>::epsilon();
    REQUIRE(abs(found - exact) <= share * exact);
    REQUIRE(covers(box_between(lower, upper), found));
  }
  CHECK(box_between({-1}, {2}).diagonal() == 3);  // one side: its width
}

TEST_CASE("the sensitivity may be the distance of opposite corners, however that was rounded", "[core]") {
  std::mt19937_64 random(642);
  for (int trial = 0; trial < 2000; ++trial) {
    const double a = log_uniform(random, 0.01, 100);
    const double b = log_uniform(random, 0.01, 100);
    const box where = box_between({0, 0}, {a, b});
    for (const double whole : {std::hypot(a, b), std::sqrt(a * a + b * b), std::nextafter(std::hypot(a, b), 1e9)}) {
      INFO(a << " by " << b);
      REQUIRE(refusal(check_sensitivity(where, whole)) == "accepted");
    }
    REQUIRE(check_sensitivity(where, std::hypot(a, b) * (1 + 1e-13)));
    // Then all truths are neighbours, and not for anything less.
    REQUIRE(covers(where, std::hypot(a, b)));
    REQUIRE(covers(where, std::nextafter(std::hypot(a, b), 0)));
    REQUIRE_FALSE(covers(where, std::hypot(a, b) * (1 - 1e-13)));
  }
}

TEST_CASE("a sensitivity that no pair can have is refused", "[core]") {
  const box where = box_between({0, 1}, {3, 5});
  CHECK(refusal(check_sensitivity(where, 5)) == "accepted");
  CHECK(refusal(check_sensitivity(where, 1e-150)) == "accepted");
  const std::string allowed = "sensitivity must be at most the distance of opposite corners (5), got ";
  CHECK(refusal(check_sensitivity(where, 5.1)) == allowed + "5.1");
  CHECK(refusal(check_sensitivity(where, 1e150)) == allowed + "1e+150");
  CHECK(refusal(check_sensitivity(where, 0)) == "sensitivity must be greater than 0, got 0");
  CHECK(refusal(check_sensitivity(where, -1)) == "sensitivity must be greater than 0, got -1");
  CHECK(refusal(check_sensitivity(where, NAN)) == "sensitivity must be a finite number, got NaN");
  CHECK(refusal(check_sensitivity(where, INFINITY)) == "sensitivity must be a finite number, got Infinity");
  CHECK(refusal(check_sensitivity(where, 1e-151)) == "sensitivity must be from 1e-150 to 1e+150, got 1e-151");
}

TEST_CASE("with one side, the sensitivity is that of an interval", "[core]") {
  CHECK(refusal(check_sensitivity(box_between({0}, {1}), 2)) == "sensitivity must be at most upper - lower (1), got 2");
  CHECK(refusal(check_sensitivity(box_between({0.1}, {0.3}), 0.2)) == "accepted");  // above 0.3 - 0.1 in doubles
}

}  // namespace box_test
