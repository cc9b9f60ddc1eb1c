#include "distributions/lattice_laplace.hpp"

#include <cmath>
#include <limits>

#include "numeric/exponential_sums.hpp"
#include "random/geometric.hpp"

namespace inbounds {
namespace {

double left_of(const lattice_laplace& law) { return static_cast<double>(law.centre); }
double right_of(const lattice_laplace& law) { return static_cast<double>(law.steps - law.centre); }

// Sums of e^(-rate |k - centre|) over some points are written as one_minus_exp(rate * count) times a power, over
// 1 - e^-rate; that common divisor cancels wherever two of them are divided. This is the sum over all points.
double total(const lattice_laplace& law) {
  return one_minus_exp(law.rate * (left_of(law) + 1)) + std::exp(-law.rate) * one_minus_exp(law.rate * right_of(law));
}

double distance(const lattice_laplace& law, std::int64_t point) {
  return std::fabs(static_cast<double>(point - law.centre));
}

bool outside(const lattice_laplace& law, std::int64_t point) { return point < 0 || point > law.steps; }

lattice_laplace mirrored(const lattice_laplace& law) { return {law.steps, law.steps - law.centre, law.rate}; }

// E (K - centre)^2 is a sum of j^2 e^(-rate j) on both sides, and j^2 = 2 C(j,2) + C(j,1).
double sum_of_squares(double n, double rate) { return 2 * geometric_moment(2, n, rate) + geometric_moment(1, n, rate); }

}  // namespace

double pmf(const lattice_laplace& law, std::int64_t point) {
  if (outside(law, point)) return 0;
  return std::exp(-law.rate * distance(law, point)) * one_minus_exp(law.rate) / total(law);
}

double log_pmf(const lattice_laplace& law, std::int64_t point) {
  if (outside(law, point)) return -std::numeric_limits<double>::infinity();
  return -law.rate * distance(law, point) + std::log(one_minus_exp(law.rate) / total(law));
}

double cdf(const lattice_laplace& law, std::int64_t point) {
  if (point < 0) return 0;
  if (point >= law.steps) return 1;
  const double part = point <= law.centre ? std::exp(-law.rate * distance(law, point)) *
                                                one_minus_exp(law.rate * (static_cast<double>(point) + 1))
                                          : one_minus_exp(law.rate * (left_of(law) + 1)) +
                                                std::exp(-law.rate) * one_minus_exp(law.rate * distance(law, point));
  return std::fmin(1.0, part / total(law));
}

double survival(const lattice_laplace& law, std::int64_t point) {
  if (point < 0) return 1;
  if (point >= law.steps) return 0;
  return cdf(mirrored(law), law.steps - 1 - point);
}

std::int64_t quantile(const lattice_laplace& law, double probability) {
  // The smaller of the two tails is compared, so that the far end keeps its precision too. Bisection ends after 52
  // steps whatever rounding does to neighbouring values.
  const auto reached = [&](std::int64_t point) {
    return probability <= 0.5 ? cdf(law, point) >= probability : survival(law, point) <= 1 - probability;
  };
  std::int64_t before = -1;
  std::int64_t at = law.steps;
  while (at - before > 1) {
    const std::int64_t middle = before + (at - before) / 2;
    (reached(middle) ? at : before) = middle;
  }
  return at;
}

double bias(const lattice_laplace& law) {
  const double right = geometric_moment(1, right_of(law), law.rate);
  const double left = geometric_moment(1, left_of(law), law.rate);
  return (right - left) * one_minus_exp(law.rate) / total(law);
}

double mean_squared_error(const lattice_laplace& law) {
  const double squares = sum_of_squares(left_of(law), law.rate) + sum_of_squares(right_of(law), law.rate);
  return squares * one_minus_exp(law.rate) / total(law);
}

double variance(const lattice_laplace& law) {
  const double shift = bias(law);
  return mean_squared_error(law) - shift * shift;
}

std::int64_t draw(const lattice_laplace& law, bit_source& bits) {
  return truncated_geometric(law.steps, law.rate).draw(law.centre, bits);
}

}  // namespace inbounds
