#include "numeric/ball_maximum.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace inbounds {
namespace {

constexpr double precise = 0x1p-24;    // of the place; errors of the value go with its square
constexpr double last_step = 0x1p-22;  // of Newton's: its error goes with the square, too
constexpr int max_steps = 200;

/// For a multiplier l: where the sum less l times the squares is largest. Each coordinate has a maximum of its own,
/// where its slope is 2 l x, or at its cap.
struct relaxed {
  double square = 0;  ///< of the place
  double change = 0;  ///< of the square with the multiplier
  double missed = 0;  ///< what the value at the place may be short of the maximum
};

struct step {
  double curvature;
  double missed;
  bool capped;
};

/// Newton's method between bounds that close in; the slope less 2 l x falls throughout. What it may have missed:
/// bounded_gaussian/PROOF.md, Theorem 2
step climb(const separable& sum, std::size_t at, double multiplier, double& x) {
  const double cap = sum.cap(at);
  double below = 0;
  double above = std::numeric_limits<double>::infinity();
  x = std::clamp(x, 0.0, cap);
  for (int steps = 0;; ++steps) {
    const auto [value, curvature] = sum.slope_at(at, x);
    const double excess = value - 2 * multiplier * x;
    const double bend = curvature + 2 * multiplier;
    if (x == cap && excess >= 0) return {bend, 0, true};
    const double next = x + excess / bend;
    if (std::fabs(next - x) <= last_step * x || steps == max_steps) {
      // A function that bends by at least 2 l is nowhere higher than this above a point with that slope, and the last
      // step does not lead down.
      x = std::min(next, cap);
      return {bend, excess * excess / (4 * multiplier), false};
    }
    (excess > 0 ? below : above) = x;
    x = !(next > below && next < above) ? below / 2 + std::min(above, cap) / 2 : std::min(next, cap);
  }
}

relaxed climb_all(const separable& sum, double multiplier, std::vector<double>& at) {
  relaxed all;
  for (std::size_t i = 0; i < at.size(); ++i) {
    const auto [bend, missed, capped] = climb(sum, i, multiplier, at[i]);
    all.square += at[i] * at[i];
    if (!capped) all.change -= 4 * at[i] * at[i] / bend;
    all.missed += missed;
  }
  return all;
}

double first_multiplier(const separable& sum, double square, const std::vector<double>& at) {
  double slopes = 0;
  for (std::size_t i = 0; i < at.size(); ++i) slopes += std::pow(sum.slope_at(i, at[i]).value, 2);
  return std::sqrt(slopes / square) / 2;
}

double value_of(const separable& sum, const std::vector<double>& at) {
  double value = 0;
  for (std::size_t i = 0; i < at.size(); ++i) value += sum.value_at(i, at[i]);
  return value;
}

}  // namespace

ball_maximum maximum_in_ball(const separable& sum, double square, ball_maximum guess) {
  std::vector<double> at = std::move(guess.at);
  std::vector<double> caps(sum.size());
  double of_caps = 0;
  for (std::size_t i = 0; i < caps.size(); ++i) {
    caps[i] = sum.cap(i);
    of_caps += caps[i] * caps[i];
  }
  if (square == 0) caps.assign(caps.size(), 0);
  if (of_caps <= square || square == 0) {
    const double value = value_of(sum, caps);
    return {value, std::move(caps), 0};
  }
  if (at.size() != caps.size()) {
    at = caps;
    for (double& x : at) x *= std::sqrt(square / of_caps);
    guess.multiplier = 0;
  }
  double multiplier = guess.multiplier > 0 ? guess.multiplier : first_multiplier(sum, square, at);
  double below = 0;
  double above = std::numeric_limits<double>::infinity();
  relaxed found;
  for (int steps = 1;; ++steps) {
    found = climb_all(sum, multiplier, at);
    if (std::fabs(found.square / square - 1) <= precise || steps == max_steps) break;
    (found.square > square ? below : above) = multiplier;
    // 1/|x| is nearly linear in the multiplier (as in trust-region methods), hence Newton's method on that.
    const double missing = 1 / std::sqrt(square) - 1 / std::sqrt(found.square);
    const double next = multiplier - 2 * missing * found.square * std::sqrt(found.square) / found.change;
    multiplier = next > below && next < above ? next : std::isinf(above) ? 2 * multiplier : below / 2 + above / 2;
  }
  // bounded_gaussian/PROOF.md, Theorem 2
  // The Lagrangian's maximum at any multiplier bounds the sum from above, wherever the search ended.
  const double slack = multiplier * (square - found.square) + found.missed;
  return {value_of(sum, at) + slack, std::move(at), multiplier};
}

}  // namespace inbounds
