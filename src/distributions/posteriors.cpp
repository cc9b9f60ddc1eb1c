#include "distributions/posteriors.hpp"

#include <cmath>

#include "numeric/gamma_gaps.hpp"

namespace inbounds {
namespace {

/// A row of numbers for each category, one for each count: those of counts from 0 to `max`.
struct table {
  std::vector<double> numbers;
  std::size_t row;

  table(std::size_t categories, double max)
      : numbers(categories * (static_cast<std::size_t>(max) + 1)), row(static_cast<std::size_t>(max) + 1) {}

  std::span<double> of(std::size_t category) { return std::span(numbers).subspan(category * row, row); }
};

/// The sums over the categories for all candidates. One category after the other; the last two share what is left.
double* sum_up(const double* numbers, std::size_t row, std::size_t categories, std::size_t left, double sum,
               double* into) {
  for (std::size_t count = 0; count <= left; ++count) {
    const double here = sum + numbers[count];
    if (categories > 2) {
      into = sum_up(numbers + row, row, categories - 1, left - count, here, into);
    } else {
      *into++ = here + numbers[row + left - count];
    }
  }
  return into;
}

void sum_up(const table& of, std::span<double> into) {
  sum_up(of.numbers.data(), of.row, of.numbers.size() / of.row, of.row - 1, 0, into.data());
}

}  // namespace

double hellinger_distance(double log_affinity) { return std::sqrt(-std::expm1(log_affinity)); }

// The affinity of two Dirichlet laws with the same total is a product over their parameters, and its logarithm the sum
// of the gaps of ln Gamma between them.
void posteriors::distances_from(const counts& here, std::span<double> distances) const {
  table gaps(prior.size(), trials);
  for (std::size_t at = 0; at < prior.size(); ++at) {
    gamma_gaps_around(prior[at], static_cast<std::size_t>(here[at]), gaps.of(at));
  }
  sum_up(gaps, distances);
  for (double& distance : distances) distance = hellinger_distance(distance);
}

void posteriors::moves_from(const counts& here, std::span<double> moves) const {
  table halves(prior.size(), trials);
  for (std::size_t at = 0; at < halves.numbers.size(); ++at) {
    const auto count = static_cast<double>(at % halves.row);
    halves.numbers[at] = std::fabs(count - here[at / halves.row]) / 2;
  }
  sum_up(halves, moves);
}

double posteriors::step_distance(const counts& here, std::size_t from, std::size_t to) const {
  return hellinger_distance(gamma_gap(prior[from] + (here[from] - 1)) + gamma_gap(prior[to] + here[to]));
}

}  // namespace inbounds
