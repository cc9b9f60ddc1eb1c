#include "privacy/gaussian_loss.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "numeric/normal_sums.hpp"
#include "numeric/quadrature.hpp"
#include "numeric/rounding.hpp"

namespace inbounds {
namespace {

/// Dozens of times what losses were ever too low by, against 50 digits; sums over many sides add one error each.
double round_up(double loss, std::size_t sides) {
  return next_up(loss * (1 + 0x1p-43 + 0x1p-51 * static_cast<double>(sides)));
}

/// The loss along one side, as a function of how far the truth is below the upper end. With h(q) = q^2/(2 sigma^2) +
/// ln C(q) it is h(end) - h(truth) (bounded_gaussian/PROOF.md, Theorem 1). Everything in standard deviations.
class loss_along {
 public:
  loss_along(const gaussian_side& side, double deviation, support on)
      : side_(&side), unit_(side.step / deviation), on_(on) {}

  double cap() const { return (side_->max_distance - side_->spare) * unit_; }

  /// h' is the mean of the law, its derivative the variance.
  separable::slope slope_at(double x) const {
    // Nearly flat laws have nearly the variance of the uniform one (on points, that of N + 1 of them), which is enough
    // for a step of Newton's.
    const double extra = on_ == support::points ? 2 * unit_ : 0;
    const normal_sums sums = sums_around(distance_at(x), is_flat() ? powers::up_to_one : powers::up_to_two);
    const double bias = sums.first / sums.mass;
    const double variance =
        is_flat() ? width() * (width() + extra) / 12 : std::max(0.0, sums.second / sums.mass - bias * bias);
    return {(side_->steps - distance_at(x)) * unit_ + bias, variance};
  }

  double value_at(double x) const {
    const double distance = distance_at(x);
    // Between close truths the logarithms would cancel.
    const auto mean = [&](double steps) { return mean_at(steps); };
    if (is_flat() || distance * unit_ <= 0x1p-3) return integral_of(mean, 0, distance) * unit_;
    const double squares = distance * (2 * side_->steps - distance) * unit_ * unit_ / 2;
    return squares + std::log(sums_around(0, powers::none).mass / sums_around(distance, powers::none).mass);
  }

  double distance_at(double x) const { return x >= cap() ? side_->max_distance : side_->spare + x / unit_; }

 private:
  double width() const { return side_->steps * unit_; }
  bool is_flat() const { return width() <= 0.5; }

  normal_sums sums_around(double distance, powers highest) const {
    return sums_over({distance - side_->steps, distance, unit_, on_}, highest);
  }

  double mean_at(double distance) const {
    const normal_sums sums = sums_around(distance, powers::up_to_one);
    return (side_->steps - distance) * unit_ + sums.first / sums.mass;
  }

  const gaussian_side* side_;
  double unit_;
  support on_;
};

class loss_of_box final : public separable {
 public:
  loss_of_box(const gaussian_box& where, double deviation) : where_(&where), deviation_(deviation) {}

  std::size_t size() const override { return where_->sides.size(); }
  double cap(std::size_t at) const override { return along(at).cap(); }
  slope slope_at(std::size_t at, double x) const override { return along(at).slope_at(x); }
  double value_at(std::size_t at, double x) const override { return along(at).value_at(x); }
  double distance_at(std::size_t at, double x) const { return along(at).distance_at(x); }

 private:
  loss_along along(std::size_t at) const { return {where_->sides[at], deviation_, where_->on}; }

  const gaussian_box* where_;
  double deviation_;
};

/// The place that was found, moved into the ball: the search ends a hair inside or outside it. (The bound holds
/// wherever it ends.) What is at its cap stays there.
std::vector<double> inside_ball(const separable& loss, double square, std::vector<double> at) {
  double capped = 0;
  double free = 0;
  for (std::size_t i = 0; i < at.size(); ++i) (at[i] >= loss.cap(i) ? capped : free) += at[i] * at[i];
  if (capped + free <= square || free == 0) return at;
  const double shrink = std::sqrt(std::max(0.0, square - capped) / free);
  for (std::size_t i = 0; i < at.size(); ++i) {
    if (at[i] < loss.cap(i)) at[i] *= shrink;
  }
  return at;
}

gaussian_worst_case worst_loss_from(const gaussian_box& where, double deviation, ball_maximum guess) {
  const loss_of_box loss(where, deviation);
  const double square = where.square / deviation / deviation;
  ball_maximum found = maximum_in_ball(loss, square, std::move(guess));
  std::vector<double> distances = inside_ball(loss, square, found.at);
  for (std::size_t i = 0; i < distances.size(); ++i) distances[i] = loss.distance_at(i, distances[i]);
  const double bound = round_up(found.bound, where.sides.size());
  return {bound, std::move(distances), std::move(found), deviation};
}

}  // namespace

gaussian_worst_case worst_loss(const gaussian_box& where, double deviation) {
  return worst_loss_from(where, deviation, {});
}

gaussian_worst_case worst_loss(const gaussian_box& where, double deviation, const gaussian_worst_case& similar) {
  ball_maximum guess = similar.found;
  for (double& x : guess.at) x *= similar.deviation / deviation;
  return worst_loss_from(where, deviation, std::move(guess));
}

}  // namespace inbounds
