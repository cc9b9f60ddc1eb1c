#include "numeric/lambert_w.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/catch.hpp"
#include "support/precise.hpp"

namespace lambert_w_test {

using namespace inbounds;
using inbounds::test::precise;

namespace {

// z > -1 with log(1 + z) - z = log_depth, on the side of 0 that the branch asks for.
precise exact_offset(lambert_branch branch, double log_depth) {
  const auto below = [&](const precise& z) -> precise { return log1p(z) - z - log_depth; };
  if (branch == lambert_branch::principal) return test::bisect(below, precise(-1) + precise(1e-48), precise(0));
  return test::bisect([&](const precise& z) -> precise { return -below(z); }, precise(0), precise(4 - 2 * log_depth));
}

double relative_error(double computed, const precise& exact) {
  return static_cast<double>(abs((precise(computed) - exact) / exact));
}

}  // namespace

TEST_CASE("both branches of W invert w e^w", "[numeric]") {
  for (const double w : {-0.999, -0.9, -0.5, -0.1, -1e-3, -1e-9, 0.5, 3.0}) {
    INFO("w = " << w);
    // dw/w = dx/x / (1 + w): the rounding of x counts that much more towards the branch point
    CHECK(std::abs(lambert_w0(w * std::exp(w)) / w - 1) < 8e-16 / std::min(1.0, 1 + w));
  }
  for (const double w : {-1.001, -1.5, -3.0, -40.0, -600.0}) {
    INFO("w = " << w);
    CHECK(std::abs(lambert_wm1(w * std::exp(w)) / w - 1) < 4e-16 * (1 + 1 / std::abs(1 + w)));
  }
}

TEST_CASE("arguments that rounding pushed below -1/e count as -1/e", "[numeric]") {
  for (const double x : {-0.36787944117144233, -0.3678794411714424, -0.37}) {
    CHECK(lambert_w0(x) == -1);
    CHECK(lambert_wm1(x) == -1);
  }
  CHECK(lambert_w0(0) == 0);
  CHECK(lambert_wm1(0) == -std::numeric_limits<double>::infinity());
}

TEST_CASE("W of a logarithm keeps its digits at the branch point and where x underflows", "[numeric]") {
  for (const auto branch : {lambert_branch::principal, lambert_branch::lower}) {
    for (const double log_depth :
         {-1e-30, -1e-20, -1e-15, -1e-10, -1e-5, -0.00999, -0.01001, -0.1, -0.7, -1.0, -3.0, -30.0}) {
      const precise exact = -(1 + exact_offset(branch, log_depth));
      INFO("log_depth = " << log_depth);
      CHECK(relative_error(lambert_w_of_log(branch, log_depth), exact) < 3e-15);
    }
  }
  for (const double log_depth : {-600.0, -689.0, -691.0, -800.0, -1e5, -1e12}) {
    INFO("log_depth = " << log_depth);
    const precise exact = -(1 + exact_offset(lambert_branch::lower, log_depth));
    CHECK(relative_error(lambert_w_of_log(lambert_branch::lower, log_depth), exact) < 1e-15);
  }
  CHECK(lambert_w_of_log(lambert_branch::principal, 0) == -1);
  CHECK(lambert_w_of_log(lambert_branch::lower, 0) == -1);
  // what a rounded x would make of it: half of the digits
  CHECK(std::abs(lambert_w0(-std::exp(-1e-17 - 1)) - lambert_w_of_log(lambert_branch::principal, -1e-17)) > 1e-9);
}

TEST_CASE("log(1 + x) - x has no cancellation", "[numeric]") {
  for (const double x :
       {-0.999, -0.75, -0.5001, -0.4999, -0.1, -1e-4, -1e-9, 1e-150, 1e-12, 1e-3, 0.3, 0.4999, 0.5001, 2.0, 1e6}) {
    INFO("x = " << x);
    const precise exact = abs(x) < 1e-20 ? -precise(x) * x / 2 : precise(log1p(precise(x)) - x);
    CHECK(relative_error(log1p_minus(x), exact) < 2e-15);
  }
  CHECK(log1p_minus(0) == 0);
}

}  // namespace lambert_w_test
