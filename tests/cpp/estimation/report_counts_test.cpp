#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "estimation/collecting.hpp"
#include "estimation/report_bins.hpp"
#include "support/catch.hpp"

namespace report_counts_test {

using namespace inbounds;
using inbounds::test::interval;
using inbounds::test::make_noise;
using inbounds::test::refusal;
using inbounds::test::spans_of;

TEST_CASE("reports are added to the counts of their bins", "[estimation]") {
  const auto noise = make_noise(reflected_laplace, interval(0, 4, 1, 1), {1});
  const report_bins bins = *bins_on(noise.points, {});
  std::vector<double> counts(bins.count());
  REQUIRE_FALSE(add_reports(bins, std::vector<double>{0, 4, 4, 2, 0.4, 3.6}, counts));
  CHECK(counts == std::vector<double>{2, 0, 1, 0, 3});
  REQUIRE_FALSE(add_reports(bins, std::vector<double>{1}, counts));
  REQUIRE_FALSE(add_reports(bins, std::vector<double>{}, counts));
  CHECK(counts == std::vector<double>{2, 1, 1, 0, 3});
}

TEST_CASE("reports of every mechanism are accepted, and rounding on their way does not matter", "[estimation]") {
  test::simulation people(811);
  for (const auto* mechanism : {&bounded_laplace, &clamped_laplace, &reflected_laplace}) {
    for (const laplace_spec& spec : {interval(0, 1), interval(-2, 7, 1, 0.1), interval(0, 1000, {}, 1)}) {
      const auto noise = make_noise(*mechanism, spec, {0.5});
      const report_bins bins = *bins_on(noise.points, {});
      std::vector<double> exact(bins.count());
      std::vector<double> rounded(bins.count());
      std::vector<double> reports = people.reports(
          noise, 2000, [&](double p) { return spec.where.lower() + p * (spec.where.upper() - spec.where.lower()); });
      REQUIRE_FALSE(add_reports(bins, reports, exact));
      for (double& report : reports)
        report += 0.49 * noise.points.grain.step * (2 * test::uniform(people.random()) - 1);
      REQUIRE_FALSE(add_reports(bins, reports, rounded));
      CHECK(exact == rounded);
      CHECK(test::sum_of(exact) == 2000);
    }
  }
}

TEST_CASE("one report that cannot be is refused by place and value, and nothing is counted", "[estimation]") {
  const auto noise = make_noise(reflected_laplace, interval(0, 4, 1, 1), {1});
  const report_bins bins = *bins_on(noise.points, {});
  std::vector<double> counts{5, 6, 7, 8, 9};
  const std::vector<double> before = counts;
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double wrong :
       {-0.500001, 4.500001, std::nextafter(4.5, 5), -1e300, static_cast<double>(NAN), infinity, -infinity}) {
    const std::vector<double> reports{1, 2, wrong, 3, -99};
    const auto why = add_reports(bins, reports, counts);
    REQUIRE(why);
    CHECK(why->index == 2);
    CHECK((why->value == wrong || (std::isnan(wrong) && std::isnan(why->value))));
    CHECK(counts == before);
  }
  CHECK(message(*add_reports(bins, std::vector<double>{1, 7}, counts)) ==
        "reports[1] must be a value that the mechanism can release, from 0 to 4, got a number outside");
  CHECK(message(*add_reports(bins, std::vector<double>{NAN}, counts)) ==
        "reports[0] must be a value that the mechanism can release, from 0 to 4, got NaN");
  // Half a step is what rounding may have added.
  REQUIRE_FALSE(add_reports(bins, std::vector<double>{-0.5, 4.5}, counts));
  CHECK(counts == std::vector<double>{6, 6, 7, 8, 10});
}

TEST_CASE("a report in a gap is refused, whichever gap it is", "[estimation]") {
  const auto noise = make_noise(bounded_laplace, {spans_of({{0, 2}, {4, 6}, {8, 9}}), 1.0, 1.0}, {1});
  const report_bins bins = *bins_on(noise.points, {}, &noise.where);
  std::vector<double> counts(bins.count());
  for (const double wrong : {2.75, 3.0, 7.0}) {
    const auto why = add_reports(bins, std::vector<double>{1, wrong}, counts);
    REQUIRE(why);
    CHECK(message(*why) == "reports[1] must be a value that the mechanism can release, got a number in a gap");
    CHECK(why->value == wrong);
    CHECK(why->limits == std::array<double, 2>{});
  }
}

TEST_CASE("a range has to hold two values", "[estimation]") {
  const auto noise = make_noise(bounded_laplace, interval(0, INFINITY, 1, 1), {1});
  CHECK(bins_on(noise.points, span{0, 1}));
  CHECK(bins_on(noise.points, span{-50, 1.5}));
  for (const span range : {span{0.25, 1.75}, span{-5, 0.5}, span{3, 3}, span{-9, -3}, span{4, 2}}) {
    const auto answer = bins_on(noise.points, range);
    REQUIRE_FALSE(answer);
    CHECK(answer.error().parameter == std::string("range"));
    CHECK(answer.error().value == range.upper);
  }
  CHECK(refusal(bins_on(noise.points, span{3, 3})) ==
        "range must be a pair of bounds with at least two values of the mechanism between them, up to "
        "4503599627370496, got 3");
}

}  // namespace report_counts_test
