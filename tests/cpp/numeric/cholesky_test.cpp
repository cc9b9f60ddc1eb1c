#include "numeric/cholesky.hpp"

#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include "numeric/dot.hpp"
#include "support/catch.hpp"
#include "support/precise.hpp"
#include "support/random.hpp"

namespace cholesky_test {

using namespace inbounds;
using Catch::Approx;
using inbounds::test::precise;
using inbounds::test::uniform;

namespace {

/// The products of random rows with each other: positive semidefinite, of a rank of at most `rank`.
symmetric_matrix products(std::mt19937_64& random, std::size_t size, std::size_t rank) {
  std::vector<std::vector<double>> rows(size, std::vector<double>(rank));
  for (auto& row : rows) {
    for (double& entry : row) entry = 2 * uniform(random) - 1;
  }
  symmetric_matrix matrix(size);
  for (std::size_t at = 0; at < size; ++at) {
    for (std::size_t before = 0; before <= at; ++before)
      matrix(at, before) = dot(rows[at].data(), rows[before].data(), rank);
  }
  return matrix;
}

double entry(const symmetric_matrix& matrix, std::size_t at, std::size_t other) {
  return at < other ? matrix(other, at) : matrix(at, other);
}

/// How far (matrix + ridge) x is from the right-hand side, at most, in fifty digits.
double largest_residual(const symmetric_matrix& matrix, double ridge, const std::vector<double>& x,
                        const std::vector<double>& right) {
  double largest = 0;
  for (std::size_t at = 0; at < matrix.size(); ++at) {
    precise sum = precise(ridge) * x[at] - right[at];
    for (std::size_t other = 0; other < matrix.size(); ++other) sum += precise(entry(matrix, at, other)) * x[other];
    largest = std::max(largest, std::fabs(static_cast<double>(sum)));
  }
  return largest;
}

std::vector<double> random_numbers(std::mt19937_64& random, std::size_t count) {
  std::vector<double> numbers(count);
  for (double& number : numbers) number = 2 * uniform(random) - 1;
  return numbers;
}

}  // namespace

TEST_CASE("products are summed in four lanes, in this order and no other", "[numeric]") {
  std::mt19937_64 random(701);
  for (std::size_t count = 0; count < 40; ++count) {
    const std::vector<double> one = random_numbers(random, count);
    const std::vector<double> other = random_numbers(random, count);
    double lanes[4] = {0, 0, 0, 0};
    const std::size_t whole = count / 4 * 4;
    for (std::size_t at = 0; at < whole; ++at) lanes[at % 4] += one[at] * other[at];
    for (std::size_t at = whole; at < count; ++at) lanes[0] += one[at] * other[at];
    REQUIRE(dot(one.data(), other.data(), count) == (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]));
  }
}

TEST_CASE("a symmetric matrix keeps each of its entries, and sums its diagonal", "[numeric]") {
  symmetric_matrix matrix(5);
  CHECK(matrix.size() == 5);
  CHECK(matrix.trace() == 0);
  for (std::size_t at = 0; at < 5; ++at) {
    for (std::size_t before = 0; before <= at; ++before) matrix(at, before) = static_cast<double>(10 * at + before);
  }
  for (std::size_t at = 0; at < 5; ++at) {
    for (std::size_t before = 0; before <= at; ++before) {
      CHECK(std::as_const(matrix)(at, before) == static_cast<double>(10 * at + before));
      CHECK(std::as_const(matrix).row(at) + before == &matrix(at, before));
    }
  }
  CHECK(matrix.trace() == 0 + 11 + 22 + 33 + 44);
}

TEST_CASE("what is solved for fits its equations to the last digits", "[numeric]") {
  std::mt19937_64 random(702);
  for (int trial = 0; trial < 300; ++trial) {
    const std::size_t size = 1 + random() % 30;
    const symmetric_matrix matrix = products(random, size, size + 5);
    const double ridge = trial % 3 == 0 ? 0 : test::log_uniform(random, 1e-6, 10) * matrix.trace();
    const std::vector<double> right = random_numbers(random, size);
    std::vector<double> found = right;
    cholesky(matrix, ridge).solve(found);
    double norm = 0;
    for (const double each : found) norm = std::max(norm, std::fabs(each));
    INFO(size << " unknowns, ridge " << ridge);
    // Backward stability (Higham, "Accuracy and stability of numerical algorithms", theorem 10.4), with room.
    const auto unknowns = static_cast<double>(size);
    REQUIRE(largest_residual(matrix, ridge, found, right) <=
            1e-15 * unknowns * (matrix.trace() + ridge) * norm + 1e-15);
  }
}

TEST_CASE("small systems have the solutions that are known", "[numeric]") {
  symmetric_matrix matrix(2);
  matrix(0, 0) = 4;
  matrix(1, 0) = 2;
  matrix(1, 1) = 5;
  std::vector<double> right{8, 12};  // 4x + 2y = 8, 2x + 5y = 12
  cholesky(matrix, 0).solve(right);
  CHECK(right[0] == Approx(1).epsilon(1e-15));
  CHECK(right[1] == Approx(2).epsilon(1e-15));
  right = {11, 19};  // the same with 3 more on the diagonal: x = 50/52, y = 111/52
  cholesky(matrix, 3).solve(right);
  CHECK(right[0] == Approx(50.0 / 52).epsilon(1e-15));
  CHECK(right[1] == Approx(111.0 / 52).epsilon(1e-15));
}

TEST_CASE("of a matrix that is singular but for the ridge, nothing becomes NaN or infinite", "[numeric]") {
  // The pivots are roundings of 0, of either sign; the ridge stands in for them.
  std::mt19937_64 random(703);
  for (int trial = 0; trial < 300; ++trial) {
    const std::size_t size = 2 + random() % 60;
    const symmetric_matrix matrix = products(random, size, 1 + random() % 3);
    const double ridge = 1e-15 * matrix.trace();
    std::vector<double> along(size);  // in the range of the matrix, which is what is asked for
    for (std::size_t at = 0; at < size; ++at) along[at] = entry(matrix, at, 0);
    std::vector<double> found = along;
    cholesky(matrix, ridge).solve(found);
    for (const double each : found) REQUIRE(std::isfinite(each));
    INFO(size << " unknowns, ridge " << ridge);
    double norm = 0;
    for (const double each : found) norm = std::max(norm, std::fabs(each));
    REQUIRE(largest_residual(matrix, ridge, found, along) <= 1e-13 * matrix.trace() * (1 + norm));
  }
}

}  // namespace cholesky_test
