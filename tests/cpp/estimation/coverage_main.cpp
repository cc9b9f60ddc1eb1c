// How often a collector's intervals hold what they are for: a table, for more runs than the tests have time for.
//   collector_coverage [runs [reports [epsilon [bins [granularity [seed]]]]]]

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <optional>

#include "estimation/coverage.hpp"
#include "mechanisms/bounded_laplace/bounded_laplace.hpp"
#include "mechanisms/clamped_laplace/clamped_laplace.hpp"
#include "mechanisms/reflected_laplace/reflected_laplace.hpp"

namespace {

using namespace inbounds;

void print(const char* name, const test::survey_setup& with, const test::coverage_options& options) {
  std::vector<test::population> all = test::populations();
  for (test::population& hard : test::hard_populations(with.points.grain.step)) all.push_back(std::move(hard));
  for (const test::population& of : all) {
    const test::coverage seen = test::measure_coverage(with, of, options);
    const double percent = 100.0 / seen.runs;
    std::printf("| %s | %s | %.1f (%.3f) | %.1f (%.3f) |", name, of.name.c_str(), percent * seen.mean.held,
                seen.mean.width, percent * seen.variance.held, seen.variance.width);
    for (const test::tried_intervals& quartile : seen.quartiles)
      std::printf(" %.1f (%.2f) |", percent * quartile.held, quartile.width);
    std::printf(" %.1f, %.1f (%.2f) | %.4f | %d |\n", percent * seen.min_bins_held(), percent * seen.worst_bin(),
                seen.bin_width(), seen.mean_error, seen.warnings);
    std::fflush(stdout);
  }
}

}  // namespace

int main(int count, char** words) {
  const auto number = [&](int at, double otherwise) { return count > at ? std::atof(words[at]) : otherwise; };
  test::coverage_options options{.runs = static_cast<int>(number(1, 1000))};
  options.reports = static_cast<int>(number(2, options.reports));
  const double epsilon = number(3, 1);
  const auto bins = static_cast<std::size_t>(number(4, 20));
  const std::optional<double> granularity = count > 5 ? std::optional(number(5, 0)) : std::nullopt;
  options.seed = static_cast<std::uint64_t>(number(6, 1));
  std::printf(
      "%d runs of %d reports at epsilon %g, %zu bins; %% of intervals that hold what they are for, and (how wide they "
      "are). Of the bins on average, and the worst of them\n\n",
      options.runs, options.reports, epsilon, bins);
  std::printf(
      "| mechanism | truths | mean | variance | 25 %% | 50 %% | 75 %% | bins | error of the mean | warnings |\n");
  std::printf("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
  const std::pair<const char*, const laplace_kind*> mechanisms[] = {{"ReflectedLaplace", &reflected_laplace},
                                                                    {"BoundedLaplace", &bounded_laplace},
                                                                    {"ClampedLaplace", &clamped_laplace}};
  for (const auto& [name, mechanism] : mechanisms) {
    auto noise = calibrate(*mechanism, {.where = *domain_of({0, 1}), .granularity = granularity}, {epsilon});
    print(name, {*std::move(noise), bins}, options);
  }
  const std::vector<double> steps = granularity ? std::vector{*granularity} : std::vector<double>{};
  auto noise = calibrate(gaussian_spec{*box_of(std::vector{0.0}, std::vector{1.0}), {}, steps}, {epsilon});
  print("BoundedGaussian", {*std::move(noise), bins}, options);
}
