#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace inbounds {

/// A symmetric matrix, of which only the rows up to the diagonal are kept, one after the other.
class symmetric_matrix {
 public:
  explicit symmetric_matrix(std::size_t size) : size_(size), entries_(size * (size + 1) / 2) {}

  std::size_t size() const { return size_; }
  double* row(std::size_t at) { return entries_.data() + at * (at + 1) / 2; }
  const double* row(std::size_t at) const { return entries_.data() + at * (at + 1) / 2; }
  double& operator()(std::size_t at, std::size_t before) { return row(at)[before]; }
  double operator()(std::size_t at, std::size_t before) const { return row(at)[before]; }

  double trace() const;

 private:
  std::size_t size_;
  std::vector<double> entries_;
};

/// The Cholesky factor of a matrix plus `ridge` times the identity, which has to be positive definite but for rounding:
/// a pivot that rounding has made too small is replaced by the ridge. (Boost has no Cholesky factor.)
class cholesky {
 public:
  cholesky(symmetric_matrix matrix, double ridge);

  /// Replaces the right-hand side by the solution.
  void solve(std::span<double> right) const;

 private:
  symmetric_matrix factor_;
};

}  // namespace inbounds
