#include "core/domain.hpp"

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/precise.hpp"

namespace domain_test {

using namespace inbounds;
using inbounds::test::precise;

namespace {

using pairs = std::vector<std::pair<double, double>>;

pairs as_pairs(const result<domain>& answer) {
  REQUIRE(answer);
  pairs found;
  for (const auto& [lower, upper] : answer->spans) found.emplace_back(lower, upper);
  return found;
}

std::string refusal(const result<domain>& answer) { return answer ? "accepted" : message(answer.error()); }

std::string refusal(const std::optional<parameter_error>& why) { return why ? message(*why) : "accepted"; }

domain interval(double lower, double upper) {
  const result<domain> answer = domain_of({lower, upper});
  REQUIRE(answer);
  return *answer;
}

}  // namespace

TEST_CASE("an interval runs upwards", "[core]") {
  CHECK(as_pairs(domain_of({-1, 1})) == pairs{{-1, 1}});
  CHECK(refusal(domain_of({1, 1})) == "upper must be greater than lower (1), got 1");
  CHECK(refusal(domain_of({2, 1})) == "upper must be greater than lower (2), got 1");
  CHECK(refusal(domain_of({NAN, 1})) == "lower must be a finite number or -Infinity, got NaN");
  CHECK(refusal(domain_of({0, NAN})) == "upper must be a finite number or Infinity, got NaN");
  CHECK(refusal(domain_of({INFINITY, INFINITY})) == "lower must be a finite number or -Infinity, got Infinity");
  CHECK(refusal(domain_of({-INFINITY, -INFINITY})) == "upper must be a finite number or Infinity, got -Infinity");
}

TEST_CASE("the width of an interval has limits, both included", "[core]") {
  CHECK(domain_of({0, 1e150}));
  CHECK(domain_of({0, 1e-150}));
  CHECK(domain_of({-5e149, 5e149}));
  const std::string limits = "upper must be such that upper - lower is from 1e-150 to 1e+150, got ";
  CHECK(refusal(domain_of({0, 5e-324})) == limits + "5e-324");
  CHECK(refusal(domain_of({0, std::nextafter(1e150, INFINITY)})) == limits + "1.0000000000000002e+150");
  CHECK(refusal(domain_of({-1e150, 1e150})) == limits + "1e+150");
  CHECK(refusal(domain_of({-1.5e308, 1.5e308})) == limits + "1.5e+308");  // whose width is no double
}

TEST_CASE("an interval may go on for ever, but not from far away", "[core]") {
  for (const auto& [lower, upper] : pairs{{0, INFINITY}, {-INFINITY, 1e150}, {-INFINITY, INFINITY}}) {
    const domain endless = interval(lower, upper);
    CHECK_FALSE(endless.is_bounded());
    CHECK(endless.lower() == lower);
    CHECK(endless.upper() == upper);
  }
  CHECK(interval(0, 1).is_bounded());
  CHECK(refusal(domain_of({2e150, INFINITY})) == "lower must be from -1e+150 to 1e+150, got 2e+150");
  CHECK(refusal(domain_of({-INFINITY, -2e150})) == "upper must be from -1e+150 to 1e+150, got -2e+150");
}

TEST_CASE("the width is never rounded down", "[core]") {
  std::mt19937_64 engine(1);
  std::uniform_real_distribution<double> exponent(-30, 30);
  std::uniform_real_distribution<double> unit(-1, 1);
  for (int trial = 0; trial < 10000; ++trial) {
    const double a = unit(engine) * std::exp(exponent(engine));
    const double b = unit(engine) * std::exp(exponent(engine));
    if (a == b) continue;
    const span bounds{std::fmin(a, b), std::fmax(a, b)};
    const precise exact = precise(bounds.upper) - precise(bounds.lower);
    const double up = width_rounded_up(bounds);
    REQUIRE(precise(up) >= exact);
    REQUIRE(precise(std::nextafter(up, 0.0)) < exact);
  }
  CHECK(width_rounded_up({-1, INFINITY}) == INFINITY);
}

TEST_CASE("spans come out sorted, and those that touch are one", "[core]") {
  CHECK(as_pairs(domain_of_spans({{4, 5}, {-2, -1}, {0, 3}})) == pairs{{-2, -1}, {0, 3}, {4, 5}});
  CHECK(as_pairs(domain_of_spans({{2, 3}, {0, 1}, {1, 2}, {5, 6}})) == pairs{{0, 3}, {5, 6}});
  CHECK(as_pairs(domain_of_spans({{0.0, 1}, {-1, -0.0}})) == pairs{{-1, 1}});
  CHECK(as_pairs(domain_of_spans({{3, INFINITY}, {-INFINITY, 1}})) == pairs{{-INFINITY, 1}, {3, INFINITY}});
  CHECK(as_pairs(domain_of_spans({{1, INFINITY}, {-INFINITY, 1}})) == pairs{{-INFINITY, INFINITY}});
  const double next = std::nextafter(1.0, 2.0);
  CHECK(as_pairs(domain_of_spans({{0, 1}, {next, 2}})) == pairs{{0, 1}, {next, 2}});  // the smallest gap there is
  CHECK_FALSE(domain_of_spans({{-INFINITY, 1}, {2, 3}})->is_bounded());
  CHECK(domain_of_spans({{0, 1}, {2, 3}})->is_bounded());
}

TEST_CASE("spans that are no spans are refused, each with its own sentence and index", "[core]") {
  CHECK(refusal(domain_of_spans({})) == "spans must be at least one span, got 0");
  CHECK(refusal(domain_of_spans({{0, 1}, {2, 2}})) == "spans[1] must be from a number to a greater one (2), got 2");
  CHECK(refusal(domain_of_spans({{3, 2}})) == "spans[0] must be from a number to a greater one (2), got 3");
  CHECK(refusal(domain_of_spans({{INFINITY, INFINITY}})) ==
        "spans[0] must be from a number to a greater one (Infinity), got Infinity");
  CHECK(refusal(domain_of_spans({{0, 1}, {4, 5}, {2, NAN}})) == "spans[2] must be two numbers, got NaN");
  CHECK(refusal(domain_of_spans({{NAN, 1}})) == "spans[0] must be two numbers, got NaN");
  CHECK(refusal(domain_of_spans({{0, 1e-200}, {1, 2}})) == "spans[0] must be at least 1e-150 wide, got 1e-200");
}

TEST_CASE("overlapping spans are refused, whatever their order", "[core]") {
  CHECK(refusal(domain_of_spans({{0, 2}, {1, 3}})) == "spans[1] must be apart from the one from 0 to 2, got 1");
  CHECK(refusal(domain_of_spans({{1, 3}, {0, 2}})) == "spans[0] must be apart from the one from 0 to 2, got 1");
  CHECK(refusal(domain_of_spans({{0, 9}, {20, 21}, {3, 4}})) ==
        "spans[2] must be apart from the one from 0 to 9, got 3");
  CHECK(refusal(domain_of_spans({{5, INFINITY}, {7, 8}})) ==
        "spans[1] must be apart from the one from 5 to Infinity, got 7");
  CHECK(refusal(domain_of_spans({{0, std::nextafter(1.0, 2.0)}, {1, 2}})) ==
        "spans[1] must be apart from the one from 0 to 1.0000000000000002, got 1");
  CHECK_FALSE(domain_of_spans({{0, 1}, {0, 1}}));
}

TEST_CASE("the hull of spans has the limits of an interval", "[core]") {
  const std::string limits = "spans must be such that their hull is from 1e-150 to 1e+150 wide, got ";
  CHECK(refusal(domain_of_spans({{-1e150, -1}, {1, 1e150}})) == limits + "1e+150");
  const std::string ends = " must be from -1e+150 to 1e+150, or infinite, got ";
  CHECK(refusal(domain_of_spans({{0, 1}, {1e150, 2e150}})) == "spans[1]" + ends + "2e+150");
  CHECK(refusal(domain_of_spans({{2e150, INFINITY}})) == "spans[0]" + ends + "2e+150");
  CHECK(refusal(domain_of_spans({{-1.5e308, -1}, {1, 1.5e308}})) == "spans[0]" + ends + "-1.5e+308");
  CHECK(domain_of_spans({{0, 1}, {9e149, 1e150}}));
}

TEST_CASE("gaps leave the spans between them, and their ends are feasible", "[core]") {
  CHECK(as_pairs(domain_without({0, 10}, {})) == pairs{{0, 10}});
  CHECK(as_pairs(domain_without({0, 10}, {{6, 7}, {2, 3}})) == pairs{{0, 2}, {3, 6}, {7, 10}});
  CHECK(as_pairs(domain_without({-INFINITY, INFINITY}, {{-1, 1}})) == pairs{{-INFINITY, -1}, {1, INFINITY}});
  CHECK(as_pairs(domain_without({0, INFINITY}, {{2, 3}})) == pairs{{0, 2}, {3, INFINITY}});
}

TEST_CASE("gaps that leave nothing at an end or between them are refused", "[core]") {
  const std::string rule =
      " must be strictly inside the bounds and apart from other gaps, so that something is left at both ends, got ";
  CHECK(refusal(domain_without({0, 10}, {{0, 1}})) == "gaps[0]" + rule + "0");
  CHECK(refusal(domain_without({0, 10}, {{2, 3}, {9, 10}})) == "gaps[1]" + rule + "10");
  CHECK(refusal(domain_without({0, 10}, {{9, 11}})) == "gaps[0]" + rule + "11");
  CHECK(refusal(domain_without({0, 10}, {{-5, -4}})) == "gaps[0]" + rule + "-5");
  CHECK(refusal(domain_without({0, 10}, {{12, 13}})) == "gaps[0]" + rule + "13");
  CHECK(refusal(domain_without({0, 10}, {{3, 4}, {2, 3}})) == "gaps[0]" + rule + "3");  // touching
  CHECK(refusal(domain_without({-INFINITY, 0}, {{-INFINITY, -1}})) == "gaps[0]" + rule + "-Infinity");
  CHECK(refusal(domain_without({0, INFINITY}, {{1, INFINITY}})) == "gaps[0]" + rule + "Infinity");
  CHECK(refusal(domain_without({0, 10}, {{2, 5}, {4, 6}})) == "gaps[1] must be apart from the one from 2 to 5, got 4");
  CHECK(refusal(domain_without({0, 10}, {{4, 6}, {2, 5}})) == "gaps[0] must be apart from the one from 2 to 5, got 4");
  CHECK(refusal(domain_without({0, 10}, {{2, 3}, {5, 5}})) ==
        "gaps[1] must be from a number to a greater one (5), got 5");
  CHECK(refusal(domain_without({0, 10}, {{NAN, 5}})) == "gaps[0] must be two numbers, got NaN");
  CHECK(refusal(domain_without({3, 2}, {{NAN, 5}})) == "upper must be greater than lower (3), got 2");
}

TEST_CASE("a number lies in a span or in a gap", "[core]") {
  const domain where = *domain_of_spans({{-2, -1}, {0, 3}, {4, 5}});
  CHECK(span_around(where, -2) == 0);
  CHECK(span_around(where, -1) == 0);
  CHECK_FALSE(span_around(where, std::nextafter(-1.0, 0.0)));
  CHECK_FALSE(span_around(where, -5e-324));
  CHECK(span_around(where, 0) == 1);
  CHECK(span_around(where, 3) == 1);
  CHECK_FALSE(span_around(where, 3.5));
  CHECK(span_around(where, 4) == 2);
  CHECK(span_around(where, 5) == 2);
  const domain endless = *domain_of_spans({{-INFINITY, 1}, {2, INFINITY}});
  CHECK(span_around(endless, -INFINITY) == 0);
  CHECK(span_around(endless, -1e308) == 0);
  CHECK(span_around(endless, INFINITY) == 1);
  CHECK_FALSE(span_around(endless, 1.5));

  CHECK(span_at_or_below(where.spans, -7) == 0);
  CHECK(span_at_or_below(where.spans, -0.5) == 0);
  CHECK(span_at_or_below(where.spans, 0) == 1);
  CHECK(span_at_or_below(where.spans, 3.5) == 1);
  CHECK(span_at_or_below(where.spans, 7) == 2);
}

TEST_CASE("a sensitivity above the width is refused, but not for a rounding error", "[core]") {
  const domain ages = interval(0, 120);
  CHECK_FALSE(check_sensitivity(ages, 120));
  CHECK_FALSE(check_sensitivity(interval(0.1, 0.3), 0.2));  // 0.3 - 0.1 is 0.19999999999999998 in doubles
  CHECK(refusal(check_sensitivity(interval(0.1, 0.3), 0.2000000000000003)) ==
        "sensitivity must be at most upper - lower (0.19999999999999998), got 0.2000000000000003");
  CHECK(refusal(check_sensitivity(ages, 200)) == "sensitivity must be at most upper - lower (120), got 200");
  CHECK(refusal(check_sensitivity(ages, 0)) == "sensitivity must be greater than 0, got 0");
  CHECK(refusal(check_sensitivity(ages, -1)) == "sensitivity must be greater than 0, got -1");
  CHECK(refusal(check_sensitivity(ages, 1e-200)) == "sensitivity must be from 1e-150 to 1e+150, got 1e-200");
  CHECK(refusal(check_sensitivity(ages, NAN)) == "sensitivity must be a finite number, got NaN");
}

TEST_CASE("a sensitivity may reach over gaps, and between infinite bounds anywhere", "[core]") {
  const domain two_spans = *domain_of_spans({{0, 1}, {100, 101}});
  CHECK_FALSE(check_sensitivity(two_spans, 101));
  CHECK(refusal(check_sensitivity(two_spans, 102)) == "sensitivity must be at most upper - lower (101), got 102");
  CHECK_FALSE(check_sensitivity(interval(0, INFINITY), 1e150));
  CHECK(refusal(check_sensitivity(interval(0, INFINITY), 1e151)) ==
        "sensitivity must be from 1e-150 to 1e+150, got 1e+151");
  CHECK(refusal(check_sensitivity(interval(0, INFINITY), INFINITY)) ==
        "sensitivity must be a finite number, got Infinity");
}

}  // namespace domain_test
