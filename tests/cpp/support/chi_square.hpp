#pragma once

#include <boost/math/special_functions/gamma.hpp>
#include <cstdint>
#include <vector>

namespace inbounds::test {

/// Statistical tests use fixed seeds, so they either always pass or always fail; this is the chance that a correct
/// sampler and an untried seed fail.
inline constexpr double alpha = 1e-6;

/// The probability of counts at least this far from the expected ones: Pearson's chi-square, Q(df/2, x/2). Neighbouring
/// cells with fewer than ten expected counts are pooled, as the approximation asks.
inline double chi_square_p_value(const std::vector<double>& expected, const std::vector<std::uint64_t>& counts) {
  double statistic = 0;
  double pooled_expected = 0;
  double pooled_count = 0;
  int cells = 0;
  const auto close_cell = [&] {
    statistic += (pooled_count - pooled_expected) * (pooled_count - pooled_expected) / pooled_expected;
    pooled_expected = pooled_count = 0;
    ++cells;
  };
  for (std::size_t cell = 0; cell < expected.size(); ++cell) {
    pooled_expected += expected[cell];
    pooled_count += static_cast<double>(counts[cell]);
    if (pooled_expected >= 10) close_cell();
  }
  if (pooled_expected > 0) close_cell();
  return cells < 2 ? 1.0 : boost::math::gamma_q((cells - 1) / 2.0, statistic / 2);
}

/// The same for draws of points 0..steps whose probabilities are proportional to weight(point).
template <class Weight, class Draw>
double p_value_of_draws(std::int64_t steps, int draws, const Weight& weight, const Draw& draw) {
  std::vector<double> expected;
  double total = 0;
  for (std::int64_t point = 0; point <= steps; ++point) {
    expected.push_back(weight(point));
    total += expected.back();
  }
  for (double& cell : expected) cell *= draws / total;
  std::vector<std::uint64_t> counts(expected.size());
  for (int i = 0; i < draws; ++i) ++counts.at(static_cast<std::size_t>(draw()));
  return chi_square_p_value(expected, counts);
}

}  // namespace inbounds::test
