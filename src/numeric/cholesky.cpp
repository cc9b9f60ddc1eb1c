#include "numeric/cholesky.hpp"

#include <cmath>
#include <utility>

#include "numeric/dot.hpp"

namespace inbounds {

double symmetric_matrix::trace() const {
  double sum = 0;
  for (std::size_t at = 0; at < size_; ++at) sum += row(at)[at];
  return sum;
}

cholesky::cholesky(symmetric_matrix matrix, double ridge) : factor_(std::move(matrix)) {
  const std::size_t size = factor_.size();
  for (std::size_t at = 0; at < size; ++at) {
    double* const mine = factor_.row(at);
    for (std::size_t other = 0; other < at; ++other) {
      const double* const theirs = factor_.row(other);
      mine[other] = (mine[other] - dot(theirs, mine, other)) / theirs[other];
    }
    const double pivot = mine[at] + ridge - dot(mine, mine, at);
    mine[at] = std::sqrt(pivot > ridge / 2 ? pivot : ridge);
  }
}

void cholesky::solve(std::span<double> right) const {
  const std::size_t size = factor_.size();
  for (std::size_t at = 0; at < size; ++at) {
    const double* const mine = factor_.row(at);
    right[at] = (right[at] - dot(mine, right.data(), at)) / mine[at];
  }
  // Backwards by rows, which lie in memory one after the other: each unknown is taken off those before it.
  for (std::size_t at = size; at-- > 0;) {
    const double* const mine = factor_.row(at);
    const double found = right[at] /= mine[at];
    for (std::size_t before = 0; before < at; ++before) right[before] -= found * mine[before];
  }
}

}  // namespace inbounds
