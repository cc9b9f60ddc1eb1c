#include "published/holohan.hpp"

#include <cmath>
#include <limits>
#include <random>

#include "support/catch.hpp"
#include "support/precise.hpp"
#include "support/vectors.hpp"

namespace holohan_test {

using namespace inbounds::published;
using Catch::Approx;
using inbounds::test::precise;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

// Lemma 3.2 with the factor 1/2 left out, at fifty digits.
precise exact_c(const precise& q, const precise& width, const precise& scale) {
  return -expm1(-q / scale) - expm1(-(width - q) / scale);
}

precise exact_delta_c(const bounded_query& query, const precise& scale) {
  return exact_c(query.sensitivity, query.width, scale) / exact_c(0, query.width, scale);
}

precise exact_log_alpha(const bounded_query& query) { return precise(query.epsilon) - log(1 - precise(query.delta)); }

// The b with s/b + log Delta C(b) = epsilon - log(1 - delta), by bisection in 1/b.
precise exact_fixed_point(const bounded_query& query) {
  const precise target = exact_log_alpha(query);
  const precise rate = inbounds::test::bisect(
      [&](const precise& x) -> precise { return x * query.sensitivity + log(exact_delta_c(query, 1 / x)) - target; },
      target / query.sensitivity / 3, target / query.sensitivity * 1.5);
  return 1 / rate;
}

double relative_error(double computed, const precise& exact) {
  return static_cast<double>(abs((precise(computed) - exact) / exact));
}

// Algorithm 1 on the formulas as they are printed, with nothing done about cancellation.
double printed_fixed_point(const bounded_query& query) {
  const auto f = [&](double b) {
    const double c = (2 - std::exp(-query.sensitivity / b) - std::exp(-(query.width - query.sensitivity) / b)) /
                     (1 - std::exp(-query.width / b));
    return query.sensitivity / (query.epsilon - std::log(c) - std::log(1 - query.delta));
  };
  double left = query.sensitivity / (query.epsilon - std::log(1 - query.delta));
  double right = f(left);
  double size = (left + right) * 2;
  double b = left;
  while (size > right - left) {
    size = right - left;
    b = (left + right) / 2;
    if (f(b) >= b) left = b;
    if (f(b) <= b) right = b;
  }
  return b;
}

}  // namespace

TEST_CASE("b0, b* and the effective epsilon are those of the reference vectors", "[published]") {
  const auto cases = inbounds::test::vectors("bounded_laplace.json");
  REQUIRE(cases.as_array().size() >= 20);
  for (const auto& value : cases.as_array()) {
    const auto& one = value.as_object();
    const auto read = [&](const char* name) { return inbounds::test::number(one.at(name)); };
    const bounded_query query{read("width"), read("sensitivity"), read("epsilon"), read("delta")};
    INFO("width " << query.width << ", sensitivity " << query.sensitivity << ", epsilon " << query.epsilon << ", delta "
                  << query.delta);
    CHECK(standard_scale(query) == Approx(read("b0")).epsilon(1e-14));
    CHECK(fixed_point(query).scale == Approx(read("b_paper")).epsilon(1e-14));
    CHECK(effective_epsilon(query) == Approx(read("effective_epsilon")).epsilon(1e-14));
  }
}

TEST_CASE("b* has its digits at the extremes of width, epsilon and delta", "[published]") {
  for (const double width : {1.0, 1.0 + 1e-9, 1.5, 120.0, 1e6, 1e12}) {
    for (const double epsilon : {0.0, 1e-9, 1e-4, 0.3, 1.0, 30.0, 700.0}) {
      for (const double delta : {0.0, 1e-12, 1e-3, 0.5, 1 - 1e-9}) {
        if (epsilon == 0 && delta == 0) continue;
        const bounded_query query{width, 1, epsilon, delta};
        const auto found = fixed_point(query);
        INFO("width " << width << ", epsilon " << epsilon << ", delta " << delta);
        CHECK(relative_error(found.scale, exact_fixed_point(query)) < 1e-14);
        CHECK(found.halvings <= 100);
      }
    }
  }
}

TEST_CASE("b* is found even where f(b0) is lost to rounding", "[published]") {
  const bounded_query query{1e30, 1, 1e-17};
  CHECK_FALSE(std::isfinite(fixed_point_operator(query, standard_scale(query))));
  CHECK(relative_error(fixed_point(query).scale, exact_fixed_point(query)) < 1e-14);
}

TEST_CASE("Delta C has its digits from narrow to wide noise", "[published]") {
  for (const double scale : {1e-3, 0.1, 1.0, 50.0, 1e6, 1e12}) {
    const bounded_query query{10, 3, 1};
    INFO("scale " << scale);
    CHECK(relative_error(delta_c(10, 3, scale), exact_delta_c(query, scale)) < 1e-15);
  }
  CHECK(delta_c(10, 10, 2) == 1);
}

TEST_CASE("Algorithm 1 as it is printed gives the same b*, until it cancels", "[published]") {
  for (const double epsilon : {0.05, 0.5, 2.0, 10.0}) {
    for (const double delta : {0.0, 0.01, 0.4}) {
      const bounded_query query{4, 1, epsilon, delta};
      CHECK(fixed_point(query).scale == Approx(printed_fixed_point(query)).epsilon(1e-10));
    }
  }
  const bounded_query small{4, 1, 1e-7};
  CHECK(relative_error(printed_fixed_point(small), exact_fixed_point(small)) > 1e-6);
  CHECK(relative_error(fixed_point(small).scale, exact_fixed_point(small)) < 1e-14);
}

TEST_CASE("the lemmas on f hold: f falls, b* lies in [b0, f(b0)], and equals b0 only where s = D", "[published]") {
  std::mt19937_64 engine(41);
  std::uniform_real_distribution<double> unit(0, 1);
  for (int trial = 0; trial < 500; ++trial) {
    const bounded_query query{1, 0.01 + 0.98 * unit(engine), 8 * unit(engine), trial % 2 == 0 ? 0 : 0.9 * unit(engine)};
    const double b0 = standard_scale(query);
    const double star = fixed_point(query).scale;
    REQUIRE(star > b0);
    REQUIRE(star < fixed_point_operator(query, b0));
    REQUIRE(fixed_point_operator(query, star) == Approx(star).epsilon(1e-13));
    REQUIRE(fixed_point_operator(query, star * 1.01) < star);
    REQUIRE(fixed_point_operator(query, star * 0.99) > star);
  }
  const bounded_query whole{7, 7, 0.3, 0.2};
  CHECK(fixed_point(whole).scale == standard_scale(whole));
}

TEST_CASE("Figure 3: epsilon over effective epsilon runs from 1 to 2", "[published]") {
  for (const double epsilon : {0.01, 0.5, 3.0, 10.0}) CHECK(epsilon_ratio(1, epsilon) == Approx(1).epsilon(1e-15));
  CHECK(epsilon_ratio(1e-9, 1e-6) > 1.999);
  CHECK(epsilon_ratio(1e-9, 1e-6) < 2);
  // The surface falls along both axes; along the first one to the last digit where the other border is near enough to
  // count.
  for (double ratio = 0.05; ratio < 0.9; ratio += 0.05) {
    for (double epsilon = 0.1; epsilon < 5; epsilon += 0.2) {
      const double change = epsilon_ratio(ratio + 0.05, epsilon) - epsilon_ratio(ratio, epsilon);
      REQUIRE(change < (epsilon / ratio < 20 ? 0 : 1e-14));
      REQUIRE(epsilon_ratio(ratio, epsilon + 0.2) < epsilon_ratio(ratio, epsilon));
    }
  }
  // On a half-line, e^epsilon = 2 e^epsilon' - 1.
  for (const double epsilon : {0.1, 1.0, 4.0}) {
    CHECK(epsilon_ratio(1e-6, epsilon) == Approx(epsilon / std::log((1 + std::exp(epsilon)) / 2)).epsilon(1e-12));
  }
}

TEST_CASE("epsilon and delta of a scale are the inverses of b*", "[published]") {
  for (const double epsilon : {0.0, 1e-3, 0.7, 5.0}) {
    for (const double delta : {0.0, 1e-4, 0.3}) {
      if (epsilon == 0 && delta == 0) continue;
      const double scale = fixed_point({10, 2, epsilon, delta}).scale;
      CHECK(epsilon_of_scale(10, 2, scale, delta) == Approx(epsilon).epsilon(1e-12).margin(1e-15));
      CHECK(delta_of_scale(10, 2, scale, epsilon) == Approx(delta).epsilon(1e-10).margin(1e-14));
    }
  }
  // More noise than is needed: nothing is left to ask for.
  CHECK(epsilon_of_scale(10, 2, 1e6, 0.1) == 0);
  CHECK(delta_of_scale(10, 2, 1e6, 1) == 0);
}

TEST_CASE("the clamped mechanism has the scale of the standard one", "[published]") {
  CHECK(clamped_scale(3, 0.5) == 6);
  CHECK(clamped_scale(1, 0.1, 0.01) == Approx(9.08675100575064).epsilon(1e-14));
  CHECK(clamped_scale(1, 0, 1e-12) == Approx(1e12).epsilon(1e-9));
}

TEST_CASE("what the theorems do not speak of is answered with NaN", "[published]") {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const bounded_query& query :
       {bounded_query{1, 2, 1}, bounded_query{1, 0, 1}, bounded_query{1, -1, 1}, bounded_query{1, 1, 0, 0},
        bounded_query{1, 1, -1}, bounded_query{1, 1, 1, 1}, bounded_query{1, 1, 1, -0.1}, bounded_query{infinity, 1, 1},
        bounded_query{1, 1, infinity}, bounded_query{not_a_number, 1, 1}, bounded_query{1, not_a_number, 1},
        bounded_query{1, 1, not_a_number}, bounded_query{1, 1, 1, not_a_number}}) {
    CHECK(std::isnan(standard_scale(query)));
    CHECK(std::isnan(fixed_point(query).scale));
    CHECK(std::isnan(effective_epsilon(query)));
    CHECK(std::isnan(fixed_point_operator(query, 1)));
  }
  CHECK(std::isnan(delta_c(1, 0.5, 0)));
  CHECK(std::isnan(delta_c(1, 2, 1)));
  CHECK(std::isnan(epsilon_of_scale(1, 0.5, -1)));
  CHECK(std::isnan(epsilon_of_scale(1, 0.5, 1, 1)));
  CHECK(std::isnan(delta_of_scale(1, 0.5, 1, -1)));
  CHECK(std::isnan(clamped_scale(0, 1)));
  CHECK(std::isnan(clamped_scale(1, 0)));
}

}  // namespace holohan_test
