#include <cmath>

#include "distributions/confined_laplace.hpp"
#include "numeric/exponential_sums.hpp"

// Moments part by part, put together with the law of total variance: parts far away from q would cancel otherwise.

namespace inbounds {
namespace {

/// The weight of a part of the law, its mean and the sum of weighted squares around it.
struct part {
  double weight = 0;
  double mean = 0;
  double squares = 0;

  /// Chan, Golub, LeVeque 1983.
  void join(const part& other) {
    if (other.weight == 0) return;
    const double sum = weight + other.weight;
    const double apart = other.mean - mean;
    squares += other.squares + apart * apart * (weight / sum) * other.weight;
    mean = mean * (weight / sum) + other.mean * (other.weight / sum);  // no difference of far and near: bias is small
    weight = sum;
  }
};

/// e^-t on [distance, distance + length], in scales.
part piece_of_line(double distance, double length) {
  const double weight = exponential_moment(0, length);
  const double mean = exponential_moment(1, length) / weight;
  const double square = 2 * exponential_moment(2, length) / weight;
  const double seen = weight * std::exp(-distance);
  return {seen, distance + mean, seen * (square - mean * mean)};
}

/// e^(-rate t) on the whole numbers from distance to distance + length.
part row_of_points(double distance, double length, double rate) {
  const double weight = geometric_moment(0, length, rate);
  const double first = geometric_moment(1, length, rate) / weight;
  const double square = 2 * geometric_moment(2, length, rate) / weight + first;  // j^2 = 2 C(j,2) + C(j,1)
  const double seen = weight * std::exp(-rate * distance) * one_minus_exp(rate);
  return {seen, distance + first, seen * (square - first * first)};
}

}  // namespace

moments moments_of(const laplace_law& law) {
  const confined_laplace& family = law.family;
  const place& centre = law.centre;
  const bool on_line = family.on() == support::line;
  const double unit = on_line ? 1 / family.rate() : 1;
  part all;
  const auto add = [&](double from, double to, double sign) {
    // On the line everything is counted in scales, so that neither squares nor weights leave the range of a double.
    if (on_line ? !(to > from) : to < from) return;
    part one = on_line ? piece_of_line(from / unit, (to - from) / unit) : row_of_points(from, to - from, family.rate());
    one.mean *= sign;
    all.join(one);
  };
  const auto add_atom = [&](bool open, double distance, double sign) {
    if (!open) return;
    all.join({family.rest_weight() * std::exp(-family.rate() * distance), sign * distance / unit, 0});
  };
  for (std::size_t each = 0; each < family.count(); ++each) {
    const auto [lower, upper] = family.sums(each).ends;
    if (each < centre.span) add(centre.at - upper, centre.at - lower, -1);
    if (each == centre.span) add(0, centre.at - lower, -1);
    if (each == centre.span) add(on_line ? 0 : 1, upper - centre.at, +1);  // the centre itself is counted once
    if (each > centre.span) add(lower - centre.at, upper - centre.at, +1);
  }
  add_atom(family.open().below, centre.at - family.lowest(), -1);
  add_atom(family.open().above, family.highest() - centre.at, +1);
  return {all.mean * unit, all.squares / all.weight * unit * unit};
}

}  // namespace inbounds
