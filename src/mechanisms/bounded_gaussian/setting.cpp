#include "mechanisms/bounded_gaussian/setting.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "numeric/rounding.hpp"

namespace inbounds {
namespace {

/// The square of the sensitivity, rounded up. One whose square is no double is most likely a root (hypot(4, 2)), which
/// may have been rounded down; then that is made up for. Where all truths are neighbours, nothing is excluded.
double square_in(const box& where, double sensitivity) {
  if (covers(where, sensitivity)) return std::numeric_limits<double>::infinity();
  const double square = sensitivity * sensitivity;
  return rounding_of_product(sensitivity, sensitivity) == 0 ? square : square * (1 + 0x1p-50);
}

bool have_one_step(const std::vector<lattice>& points) {
  const double step = points.front().grain.step;
  return std::all_of(points.begin(), points.end(), [&](const lattice& side) { return side.grain.step == step; });
}

// Truths n steps apart after rounding were more than n - 1 steps apart before it. So the squares of n - 1 add up to
// less than that of the sensitivity in steps; with one step for all sides they are whole numbers, and the last one
// below it will do (bounded_gaussian/PROOF.md, Lemma 4).
double square_on(const box& where, const std::vector<lattice>& points, double sensitivity) {
  double square = square_in(where, sensitivity);
  // Lengths are worked out with the doubles next to 1/n, which may be a last place wider.
  const auto is_part = [](const lattice& side) { return side.grain.per_unit > 0; };
  if (std::any_of(points.begin(), points.end(), is_part)) square *= 1 + 0x1p-50;
  if (!have_one_step(points)) return square;
  const double step = points.front().grain.step;
  const double in_steps = steps_up(steps_up(square_in(where, sensitivity), points.front().grain), points.front().grain);
  return in_steps < 0x1p50 ? product_up(product_up(std::ceil(in_steps) - 1, step), step) : square;
}

}  // namespace

gaussian_box lattice_box(const box& where, const std::vector<lattice>& points, double sensitivity) {
  gaussian_box steps{std::vector<gaussian_side>(points.size()), square_on(where, points, sensitivity), support::points};
  for (std::size_t at = 0; at < points.size(); ++at) {
    const domain& side = where.sides[at];
    const double longest = std::min(sensitivity, width_rounded_up(side.hull()));
    const auto max = static_cast<double>(index_sensitivity(side, points[at], longest).within);
    steps.sides[at] = {static_cast<double>(points[at].steps()), points[at].grain.step, max, std::min(1.0, max)};
  }
  return steps;
}

gaussian_box line_box(const box& where, double sensitivity) {
  gaussian_box line{std::vector<gaussian_side>(where.sides.size()), square_in(where, sensitivity), support::line};
  for (std::size_t at = 0; at < where.sides.size(); ++at) {
    const double width = width_rounded_up(where.sides[at].hull());
    line.sides[at] = {width, 1, std::min(width, sensitivity), 0};
  }
  return line;
}

double diagonal_of(const gaussian_box& where) {
  double squares = 0;
  for (const gaussian_side& side : where.sides) squares += std::pow(side.steps * side.step, 2);
  return std::sqrt(squares);
}

double max_distance_of(const gaussian_box& where) {
  double max = 0;
  double spare = 0;
  for (const gaussian_side& side : where.sides) {
    max += std::pow(side.max_distance * side.step, 2);
    spare += std::pow(side.spare * side.step, 2);
  }
  return std::min(std::sqrt(max), std::sqrt(where.square) + std::sqrt(spare));
}

}  // namespace inbounds
