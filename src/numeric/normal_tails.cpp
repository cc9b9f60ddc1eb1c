#include "numeric/normal_tails.hpp"

#include <cmath>
#include <numbers>

#include "numeric/solve.hpp"

namespace inbounds {
namespace {

constexpr double farthest = 38;  ///< beyond it, tails are below the smallest double

double upper_tail(double z) { return std::erfc(z / std::numbers::sqrt2) / 2; }

}  // namespace

double normal_quantile(double probability) {
  // By the smaller tail, which doubles tell precisely.
  const double tail = std::fmin(probability, 1 - probability);
  const double away =
      solve_on_safe_side([&](double z) { return upper_tail(z) - tail; }, farthest, 0).value_or(farthest);
  return probability < 0.5 ? -away : away;
}

double biased_normal_bound(double bias, double probability) {
  const double away = std::fabs(bias);
  const double plain = normal_quantile((1 + probability) / 2);
  const double missed = 1 - probability;
  const auto excess = [&](double bound) { return upper_tail(bound - away) + upper_tail(bound + away) - missed; };
  // At plain + bias, one tail has half of what may be missed, and the other one less.
  return solve_on_safe_side(excess, away + plain, plain).value_or(away + plain);
}

double chi_square_survival(double statistic, double degrees) {
  if (!(statistic > 0)) return 1;
  if (statistic == INFINITY) return 0;
  // Q(degrees/2, statistic/2) for a whole number of degrees: a sum with a term for every second of them (Abramowitz &
  // Stegun 26.4.4 and 26.4.5), with logarithms, since the first terms may be too small for doubles.
  const double half = statistic / 2;
  const bool odd = std::fmod(degrees, 2) != 0;
  double sum = odd ? std::erfc(std::sqrt(half)) : 0;
  double order = odd ? 0.5 : 0;
  double logarithm = odd ? std::log(half / std::numbers::pi) / 2 + std::log(2.0) - half : -half;
  for (; order < degrees / 2; logarithm += std::log(half / (order += 1))) sum += std::exp(logarithm);
  return std::fmin(sum, 1);
}

}  // namespace inbounds
