#include "distributions/weighted_part.hpp"

#include "numeric/exponential_sums.hpp"

namespace inbounds {

void weighted_part::join(const weighted_part& other) {
  if (other.weight == 0) return;
  const double sum = weight + other.weight;
  const double difference = other.mean - mean;
  squares += other.squares + difference * difference * (weight / sum) * other.weight;
  mean = mean * (weight / sum) + other.mean * (other.weight / sum);  // no difference of far and near: bias is small
  weight = sum;
}

weighted_part exponential_part(double length, double rate, support on) {
  if (on == support::line) {
    // In scales, so that neither squares nor weights leave the range of a double.
    const double weight = exponential_moment(0, rate * length);
    const double mean = exponential_moment(1, rate * length) / weight;
    const double square = 2 * exponential_moment(2, rate * length) / weight;
    return {weight, mean, weight * (square - mean * mean)};
  }
  const double weight = geometric_moment(0, length, rate);
  const double first = geometric_moment(1, length, rate) / weight;
  const double square = 2 * geometric_moment(2, length, rate) / weight + first;  // j^2 = 2 C(j,2) + C(j,1)
  const double seen = weight * one_minus_exp(rate);
  return {seen, first, seen * (square - first * first)};
}

}  // namespace inbounds
