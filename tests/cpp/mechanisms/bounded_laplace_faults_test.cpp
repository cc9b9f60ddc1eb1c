#include <cmath>
#include <string>

#include "mechanisms/bounded_laplace/bounded_laplace.hpp"
#include "support/catch.hpp"

using namespace inbounds;

namespace {

std::string refusal(const bounded_laplace_spec& spec, double epsilon, double delta = 0) {
  const auto refused = calibrate(spec, {epsilon, delta});
  return refused ? "accepted" : message(refused.error());
}

std::string scale_refusal(const bounded_laplace_spec& spec, double scale) {
  const auto refused = with_scale(spec, scale);
  return refused ? "accepted" : message(refused.error());
}

}  // namespace

TEST_CASE("impossible parameters are refused by name, value and rule", "[mechanisms]") {
  CHECK(refusal({{0, 1}}, 0) == "epsilon must be greater than 0, got 0");
  CHECK(refusal({{0, 1}}, NAN) == "epsilon must be a finite number, got NaN");
  CHECK(refusal({{0, 1}}, INFINITY) == "epsilon must be a finite number, got Infinity");
  CHECK(refusal({{0, 1}}, 1000) == "epsilon must be from 1e-15 to 700, got 1000");
  CHECK(refusal({{0, 1}}, 1, 0.1) == "delta must be 0, got 0.1; this mechanism is offered with pure epsilon only");
  CHECK(refusal({{1, 0}}, 1) == "upper must be greater than lower (1), got 0");
  CHECK(refusal({{-INFINITY, 0}}, 1) == "lower must be a finite number, got -Infinity");
  CHECK(refusal({{0, 120}, 200}, 1) == "sensitivity must be at most upper - lower (120), got 200");
  CHECK(refusal({{0, 120}, -1}, 1) == "sensitivity must be greater than 0, got -1");
  CHECK(refusal({{0, 1}, {}, 0.3}, 1) ==
        "granularity must be a power of two, a whole number, or 1/n for a whole number n, got 0.3");
  CHECK(refusal({{0.25, 0.75}, {}, 1}, 1) ==
        "granularity must be fine enough for two multiples of it between lower (0.25) and upper (0.75), got 1");
  CHECK(refusal({{1e15, 1e15 + 1}}, 1) ==
        "upper must be at least 2 above lower, where doubles are 0.125 apart, got 1000000000000001; or choose a "
        "granularity");
  CHECK(refusal({{0, 1}}, 1) == "accepted");
}

TEST_CASE("impossible scales are refused by name, value and rule", "[mechanisms]") {
  CHECK(scale_refusal({{0, 1}}, 0) == "scale must be greater than 0, got 0");
  CHECK(scale_refusal({{0, 1}}, NAN) == "scale must be a finite number, got NaN");
  CHECK(scale_refusal({{0, 1}}, 1e-9) == "scale must be large enough that epsilon is at most 700, got 1e-09");
  CHECK(scale_refusal({{0, 1}}, 1e300) == "scale must be small enough that epsilon is at least 1e-15, got 1e+300");
  CHECK(scale_refusal({{0, 1}}, 1.5e15) == "scale must be small enough that epsilon is at least 1e-15, got 1.5e+15");
  CHECK(scale_refusal({{0, 1}}, 9e14) == "accepted");
  CHECK(scale_refusal({{0, 1}}, 1) == "accepted");
  CHECK(message(scale_for({{0, 1}}, {0}).error()) == "epsilon must be greater than 0, got 0");
  CHECK(message(epsilon_of(*calibrate({{0, 1}}, {1}), -1).error()) == "scale must be greater than 0, got -1");
}
