#include "numeric/linear_system.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "support/catch.hpp"
#include "support/precise.hpp"
#include "support/random.hpp"

namespace linear_system_test {

using namespace inbounds;
using Catch::Approx;
using inbounds::test::precise;
using inbounds::test::uniform;

TEST_CASE("systems with several right-hand sides fit their equations", "[numeric]") {
  std::mt19937_64 random(711);
  for (int trial = 0; trial < 300; ++trial) {
    const std::size_t size = 1 + random() % 25;
    const std::size_t sides = 1 + random() % 4;
    std::vector<double> matrix(size * size);
    std::vector<double> right(size * sides);
    for (double& entry : matrix) entry = 2 * uniform(random) - 1;
    for (double& entry : right) entry = 2 * uniform(random) - 1;
    if (trial % 4 == 0) matrix[0] = 0;  // cannot be the first pivot
    std::vector<double> found = right;
    INFO(size << " unknowns, " << sides << " sides");
    const bool solved = solve_system(matrix, found, size, sides);
    REQUIRE(solved == !(size == 1 && matrix[0] == 0));
    if (!solved) continue;
    double norm = 0;
    for (const double each : found) norm = std::max(norm, std::fabs(each));
    for (std::size_t row = 0; row < size; ++row) {
      for (std::size_t side = 0; side < sides; ++side) {
        precise left = -precise(right[row * sides + side]);
        for (std::size_t at = 0; at < size; ++at) left += precise(matrix[row * size + at]) * found[at * sides + side];
        REQUIRE(std::fabs(static_cast<double>(left)) <= 1e-14 * static_cast<double>(size) * (1 + norm));
      }
    }
  }
}

TEST_CASE("rows are exchanged where the diagonal is 0 or tiny", "[numeric]") {
  std::vector<double> right{3, 5};
  REQUIRE(solve_system({0, 1, 1, 0}, right, 2, 1));
  CHECK(right == std::vector<double>{5, 3});
  right = {1, 2};  // without pivoting, x would be 0: 1e-20 x + y = 1, x + y = 2
  REQUIRE(solve_system({1e-20, 1, 1, 1}, right, 2, 1));
  CHECK(right[0] == Approx(1).epsilon(1e-15));
  CHECK(right[1] == Approx(1).epsilon(1e-15));
  right = {7, 1, 8, 2, 9, 3};  // a cycle of three rows, and two sides
  REQUIRE(solve_system({0, 1, 0, 0, 0, 1, 1, 0, 0}, right, 3, 2));
  CHECK(right == std::vector<double>{9, 3, 7, 1, 8, 2});
}

TEST_CASE("a pivot of 0 is told", "[numeric]") {
  std::vector<double> right{1, 1};
  CHECK_FALSE(solve_system({0, 0, 0, 0}, right, 2, 1));
  right = {1, 1};
  CHECK_FALSE(solve_system({1, 2, 2, 4}, right, 2, 1));
  right = {1, 1, 1};
  CHECK_FALSE(solve_system({1, 0, 1, 0, 0, 1, 2, 0, 3}, right, 3, 1));  // an empty column
}

TEST_CASE("the Hilbert matrix loses no more digits than its condition", "[numeric]") {
  // Of order 8: condition 1.5e10, and the inverse is whole numbers; the sum of all of its entries is 64.
  constexpr std::size_t size = 8;
  std::vector<double> matrix;
  for (std::size_t row = 0; row < size; ++row) {
    for (std::size_t at = 0; at < size; ++at) matrix.push_back(1 / static_cast<double>(row + at + 1));
  }
  std::vector<double> right(size, 1.0);
  REQUIRE(solve_system(matrix, right, size, 1));
  double sum = 0;
  for (const double each : right) sum += each;
  CHECK(sum == Approx(64).epsilon(1e-5));
}

}  // namespace linear_system_test
