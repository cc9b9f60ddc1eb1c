#include "mechanisms/bounded_gaussian/calibrate.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "mechanisms/bounded_gaussian/setting.hpp"
#include "numeric/rounding.hpp"
#include "numeric/solve.hpp"
#include "privacy/pure_loss.hpp"

namespace inbounds {
namespace {

constexpr double bracket_slack = 0x1p-30;

/// The largest sum of distance * length over the sides is not below this.
double min_product(const gaussian_box& where) {
  const double diagonal = diagonal_of(where);
  double min = std::min(std::sqrt(where.square), diagonal) * diagonal;
  for (const gaussian_side& side : where.sides) {
    min = std::max(min, side.max_distance * side.step * (side.steps * side.step));
  }
  return min;
}

// Along each side, the loss is between a half and all of distance * length/scale^2 (bounded_gaussian/PROOF.md,
// Proposition 3).
std::optional<double> tight_pure_scale(const gaussian_box& where, double epsilon) {
  const double largest = std::sqrt(max_distance_of(where) / epsilon) * std::sqrt(diagonal_of(where));
  const double smallest = std::sqrt(min_product(where) / 2) / std::sqrt(epsilon);
  // Every step starts from the same place, so that asking twice gives the same answer. The logarithm of the loss is
  // nearly linear in that of the scale, which saves steps.
  const bool searched = where.sides.size() > 1;
  const gaussian_worst_case start = searched ? worst_loss(where, std::sqrt(smallest * largest)) : gaussian_worst_case{};
  const auto scale_at = [&](double x) { return largest * std::exp(-x) * (1 + bracket_slack); };
  const auto excess = [&](double x) { return std::log(worst_loss(where, scale_at(x), start).loss / epsilon); };
  const std::optional<double> x = solve_on_safe_side(excess, 0, std::log(largest / smallest) + 4 * bracket_slack);
  if (!x) return {};
  // Where a search starts leaves its trace in the last digits, and audits start elsewhere.
  double scale = scale_at(*x);
  for (int steps = 0; worst_loss(where, scale).loss > epsilon; ++steps) {
    if (steps == 100) return {};
    scale *= 1 + 0x1p-47;
  }
  return scale;
}

/// From the least number whose delta was seen to fit, a little upwards to one whose certificate fits, up to `max`.
/// What was seen is nearly always all there is. A certificate costs milliseconds, so a few digits may be lost where it
/// is hard to come by: where delta is small against what it is a difference of.
template <class Fits>
std::optional<double> certify_from(double by_sight, double max, const Fits& fits) {
  const double unit = by_sight > 0 ? by_sight : max;
  for (const double margin : {0.0, 0x1p-34, 0x1p-29, 0x1p-24, 0x1p-19, 0x1p-14, 0x1p-9, 0x1p-4}) {
    if (const double likely = by_sight + unit * margin; likely < max && fits(likely)) return likely;
  }
  if (fits(max)) return max;
  return {};
}

}  // namespace

// bounded_gaussian/PROOF.md, main theorem
bool keeps(const gaussian_box& where, const guarantee& promise, double scale) {
  if (worst_loss(where, scale).loss <= pure_epsilon(promise)) return true;
  return promise.delta > 0 && delta_at(where, promise.epsilon, scale).delta <= promise.delta;
}

std::optional<double> tight_scale(const gaussian_box& where, const guarantee& promise) {
  const std::optional<double> holds = tight_pure_scale(where, pure_epsilon(promise));
  if (promise.delta == 0 || !holds) return holds;
  const gaussian_side& side = where.sides.front();
  const auto excess_by_sight = [&](double scale) {
    return find_delta(side, where.on, scale, promise.epsilon).seen - promise.delta;
  };
  double fails = *holds;
  do fails /= 2;
  while (excess_by_sight(fails) <= 0 && fails > *holds * 0x1p-60);
  const std::optional<double> by_sight = solve_on_safe_side(excess_by_sight, *holds, fails);
  if (!by_sight) return holds;
  const auto keeps_it = [&](double scale) { return keeps(where, promise, scale); };
  return certify_from(*by_sight, *holds, keeps_it).value_or(*holds);
}

gaussian_delta delta_at(const gaussian_box& where, double epsilon, double scale) {
  const double loss = worst_loss(where, scale).loss;
  if (loss <= epsilon) return {};
  gaussian_delta worst = worst_delta(where.sides.front(), where.on, scale, epsilon);
  worst.delta = std::min(delta_from_loss(loss, epsilon), worst.delta);
  return worst;
}

double epsilon_at(const gaussian_box& where, double delta, double scale) {
  const double pure = worst_loss(where, scale).loss;
  if (delta == 0) return pure;
  const double max = std::min(pure, largest_epsilon);
  const gaussian_side& side = where.sides.front();
  const auto excess_by_sight = [&](double epsilon) { return find_delta(side, where.on, scale, epsilon).seen - delta; };
  const double by_sight = solve_on_safe_side(excess_by_sight, max, 0).value_or(max);
  const auto keeps_it = [&](double epsilon) { return delta_at(where, epsilon, scale).delta <= delta; };
  return certify_from(by_sight, max, keeps_it).value_or(pure);
}

}  // namespace inbounds
