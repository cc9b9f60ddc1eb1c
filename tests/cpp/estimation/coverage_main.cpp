// How often a collector's intervals hold what they are for: a table, for more runs than the tests have time for.
//   collector_coverage [runs [reports [epsilon [bins [seed]]]]]

#include <cstdio>
#include <cstdlib>

#include "estimation/coverage.hpp"
#include "mechanisms/bounded_laplace/bounded_laplace.hpp"
#include "mechanisms/clamped_laplace/clamped_laplace.hpp"
#include "mechanisms/reflected_laplace/reflected_laplace.hpp"

int main(int count, char** words) {
  using namespace inbounds;
  const auto number = [&](int at, double otherwise) { return count > at ? std::atof(words[at]) : otherwise; };
  test::coverage_options options{.runs = static_cast<int>(number(1, 1000))};
  options.reports = static_cast<int>(number(2, options.reports));
  const double epsilon = number(3, 1);
  options.bins = static_cast<std::size_t>(number(4, static_cast<double>(options.bins)));
  options.seed = static_cast<std::uint64_t>(number(5, 1));
  const std::pair<const char*, const laplace_mechanism*> mechanisms[] = {{"ReflectedLaplace", &reflected_laplace},
                                                                         {"BoundedLaplace", &bounded_laplace},
                                                                         {"ClampedLaplace", &clamped_laplace}};
  std::printf(
      "%d runs of %d reports at epsilon %g, %zu bins; %% of intervals that hold what they are for, and (how wide they "
      "are)\n\n",
      options.runs, options.reports, epsilon, options.bins);
  std::printf("| mechanism | truths | mean | variance | quartiles | bins | error of the mean | warnings |\n");
  std::printf("| --- | --- | --- | --- | --- | --- | --- | --- |\n");
  for (const auto& [name, mechanism] : mechanisms) {
    const auto noise = calibrate(*mechanism, {*domain_of({0, 1})}, {epsilon});
    for (const auto& of : test::populations()) {
      const test::coverage seen = covered(*noise, of, options);
      const double percent = 100.0 / seen.runs;
      std::printf("| %s | %s | %.1f (%.3f) | %.1f (%.3f) | %.1f (%.2f) | %.1f (%.2f) | %.4f | %d |\n", name,
                  of.name.c_str(), percent * seen.mean, seen.mean_width, percent * seen.variance, seen.variance_width,
                  percent * seen.quantiles, seen.quantile_width, percent * seen.bins, seen.bin_width, seen.mean_error,
                  seen.warnings);
      std::fflush(stdout);
    }
  }
}
