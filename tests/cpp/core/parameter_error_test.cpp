#include "core/parameter_error.hpp"

#include <cmath>

#include "core/checks.hpp"
#include "core/guarantee.hpp"
#include "support/catch.hpp"

namespace parameter_error_test {

using namespace inbounds;

TEST_CASE("an error reads as one sentence with parameter, rule, value and advice", "[core]") {
  CHECK(message({"epsilon", "greater than 0", -0.1}) == "epsilon must be greater than 0, got -0.1");
  CHECK(message({"x", "from {0} to {1}", 7, {0.5, 1e-9}}) == "x must be from 0.5 to 1e-09, got 7");
  CHECK(message({"x", "at most {0}", 2, {1}, "try {0}"}) == "x must be at most 1, got 2; try 1");
}

TEST_CASE("numbers in errors are the shortest that read back the same", "[core]") {
  CHECK(message({"x", "y", 0.1}) == "x must be y, got 0.1");
  CHECK(message({"x", "y", 0.1 + 0.2}) == "x must be y, got 0.30000000000000004");
  CHECK(message({"x", "y", NAN}) == "x must be y, got NaN");
  CHECK(message({"x", "y", -INFINITY}) == "x must be y, got -Infinity");
  CHECK(message({"x", "y", 700}) == "x must be y, got 700");
  CHECK(message({"x", "y", 0x1p-1074}) == "x must be y, got 5e-324");
}

TEST_CASE("checks accept what they allow and name what they refuse", "[core]") {
  CHECK_FALSE(check_finite("x", 0));
  CHECK(message(*check_finite("x", INFINITY)) == "x must be a finite number, got Infinity");
  CHECK_FALSE(check_positive("x", 5e-324));
  CHECK(message(*check_positive("x", 0)) == "x must be greater than 0, got 0");
  CHECK(message(*check_positive("x", NAN)) == "x must be a finite number, got NaN");
  CHECK_FALSE(check_within("x", 2, 1, 2));
  CHECK(message(*check_within("x", 2.5, 1, 2)) == "x must be from 1 to 2, got 2.5");
  CHECK_FALSE(check_probability("p", 1));
  CHECK(message(*check_probability("p", NAN)) == "p must be a probability from 0 to 1, got NaN");
}

TEST_CASE("an error about a member of a list names its index", "[core]") {
  CHECK(message({"spans", "apart", 2, {}, {}, 0}) == "spans[0] must be apart, got 2");
  CHECK(message({"gaps", "at most {0}", 2, {1}, "try {1}", 12}) == "gaps[12] must be at most 1, got 2; try 0");
}

TEST_CASE("of what must not be told the sentence has a few words, and the error the value", "[core]") {
  const parameter_error given{"truth", "from {0} to {1}", 130.5, {0, 120}, "", 3};
  const parameter_error secret = given.with_shown("a number outside");
  CHECK(message(secret) == "truth[3] must be from 0 to 120, got a number outside");
  CHECK(secret.value == 130.5);
  CHECK(message(given) == "truth[3] must be from 0 to 120, got 130.5");
  CHECK(message(parameter_error{"x", "y", 1, {2}, "try {0}"}.with_shown("another number")) ==
        "x must be y, got another number; try 2");
}

TEST_CASE("NaN is told: it is no value", "[core]") {
  CHECK(message(parameter_error{"counts", "whole", NAN, {}, "", 1}.with_shown("another number")) ==
        "counts[1] must be whole, got NaN");
}

TEST_CASE("a pure guarantee needs a positive epsilon in range", "[core]") {
  CHECK_FALSE(check_guarantee({1e-15}));
  CHECK_FALSE(check_guarantee({1e-9}));
  CHECK_FALSE(check_guarantee({700}));
  CHECK(message(*check_guarantee({0})) == "epsilon must be greater than 0, got 0");
  CHECK(message(*check_guarantee({-1})) == "epsilon must be greater than 0, got -1");
  CHECK(message(*check_guarantee({NAN})) == "epsilon must be a finite number, got NaN");
  CHECK(message(*check_guarantee({701})) == "epsilon must be from 1e-15 to 700, got 701");
  CHECK(message(*check_guarantee({1e-16})) == "epsilon must be from 1e-15 to 700, got 1e-16");
}

TEST_CASE("delta is at least 0 and below 1, and with it epsilon may be 0", "[core]") {
  CHECK_FALSE(check_guarantee({1, 0.1}));
  CHECK_FALSE(check_guarantee({0, 1e-15}));
  CHECK(message(*check_guarantee({0, 1e-16})) == "delta must be at least 1e-15 where epsilon is smaller, got 1e-16");
  CHECK_FALSE(check_guarantee({700, std::nextafter(1.0, 0.0)}));
  CHECK(message(*check_guarantee({1, 1})) == "delta must be at least 0 and below 1, got 1");
  CHECK(message(*check_guarantee({1, -0.1})) == "delta must be at least 0 and below 1, got -0.1");
  CHECK(message(*check_guarantee({1, NAN})) == "delta must be a finite number, got NaN");
  CHECK(message(*check_guarantee({-1, 0.1})) == "epsilon must be from 0 to 700, got -1");
  CHECK(message(*check_guarantee({701, 0.1})) == "epsilon must be from 0 to 700, got 701");
  CHECK(message(*check_guarantee({NAN, 0.1})) == "epsilon must be a finite number, got NaN");
  CHECK_FALSE(check_delta(0));
  CHECK(message(*check_delta(1)) == "delta must be at least 0 and below 1, got 1");
}

TEST_CASE("the metric guarantee knows no delta", "[core]") {
  CHECK_FALSE(check_guarantee({1, 0, privacy_notion::metric}));
  CHECK(message(*check_guarantee({1, 0.1, privacy_notion::metric})) ==
        "delta must be 0 with the metric guarantee, got 0.1");
  CHECK(message(*check_guarantee({0, 0, privacy_notion::metric})) == "epsilon must be greater than 0, got 0");
}

}  // namespace parameter_error_test
