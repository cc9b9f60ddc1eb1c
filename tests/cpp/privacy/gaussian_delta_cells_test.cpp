#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "mechanisms/laplace_cases.hpp"
#include "support/catch.hpp"
#include "support/gaussian_law.hpp"

// What section 5 of the bounded Gaussian's proof says about variances and cells, attacked as it is written there.

using namespace inbounds;
using inbounds::test::log_uniform;
using inbounds::test::uniform;

namespace {

using row = std::vector<long double>;

long double variance_up_to(const row& weights, std::size_t z) {
  long double mass = 0;
  long double mean = 0;
  for (std::size_t k = 0; k <= z; ++k) mass += weights[k];
  for (std::size_t k = 0; k <= z; ++k) mean += weights[k] / mass * static_cast<long double>(k);
  long double variance = 0;
  for (std::size_t k = 0; k <= z; ++k)
    variance += weights[k] / mass * std::pow(static_cast<long double>(k) - mean, 2.0L);
  return variance;
}

/// The laws of a small lattice: F_a(z), and how far the mean of what is at most z is below that of all.
struct small_lattice {
  std::vector<row> law;
  double epsilon;
  std::int64_t apart;

  std::int64_t steps() const { return static_cast<std::int64_t>(law.size()) - 1; }
  long double growth() const { return std::exp(static_cast<long double>(epsilon)); }

  long double cdf(std::int64_t a, std::int64_t z) const {
    long double sum = 0;
    for (std::int64_t k = 0; k <= std::min(z, steps()); ++k) sum += of(a, k);
    return sum;
  }
  long double lead(std::int64_t a, std::int64_t z) const {
    long double mean = 0;
    long double part = 0;
    for (std::int64_t k = 0; k <= steps(); ++k) mean += of(a, k) * static_cast<long double>(k);
    for (std::int64_t k = 0; k <= z; ++k) part += of(a, k) * static_cast<long double>(k);
    return z < 0 ? mean : mean - part / cdf(a, z);
  }

  struct best {
    long double delta;
    std::int64_t z;
  };
  best delta(std::int64_t a) const {
    best found{0, -1};
    for (std::int64_t z = 0; z <= steps(); ++z) {
      const long double here = cdf(a, z) - growth() * cdf(a + apart, z);
      if (here > found.delta) found = {here, z};
    }
    return found;
  }

  /// max_y [F_a1(a1 + y) - e^epsilon F_(a0+S)(a0 + y)], over all y.
  long double by_place(std::int64_t a0, std::int64_t a1) const {
    long double most = 0;
    for (std::int64_t y = -2 * steps(); y <= 2 * steps(); ++y)
      most = std::max(most, cdf(a1, a1 + y) - growth() * cdf(a0 + apart, a0 + y));
    return most;
  }

  long double by_slope(std::int64_t a0, std::int64_t a1, long double rate) const {
    const auto [at_first, z0] = delta(a0);
    const auto [at_last, z1] = delta(a1);
    const long double rise = growth() * cdf(a0 + apart, z1) * lead(a1 + apart, z0) - cdf(a1, z0) * lead(a0, z1);
    const long double fall = cdf(a0, z1) * lead(a1, z0) - growth() * cdf(a1 + apart, z0) * lead(a0 + apart, z1);
    const long double width = 2 * rate * static_cast<long double>(a1 - a0);
    return std::min(at_first + std::max(0.0L, rise) * width, at_last + std::max(0.0L, fall) * width);
  }

 private:
  long double of(std::int64_t a, std::int64_t k) const {
    return law[static_cast<std::size_t>(a)][static_cast<std::size_t>(k)];
  }
};

}  // namespace

// bounded_gaussian/PROOF.md, Lemma 7
TEST_CASE("what a log-concave law has up to a point varies more, the farther that is", "[privacy]") {
  std::mt19937_64 random(181);
  for (int trial = 0; trial < 500; ++trial) {
    // Logarithms of the weights whose slopes fall, sometimes all at once.
    row weights{1};
    long double slope = 4 * uniform(random) - 1;
    const std::size_t size = 2 + random() % 25;
    while (weights.size() < size) {
      if (random() % 3 != 0) slope -= log_uniform(random, 1e-6, 3);
      weights.push_back(weights.back() * std::exp(slope));
    }
    for (std::size_t z = 1; z < size; ++z) {
      INFO("trial " << trial << ", z " << z);
      REQUIRE(variance_up_to(weights, z) >= variance_up_to(weights, z - 1) * (1 - 1e-15L));
    }
  }
  // It does not hold without log-concavity.
  CHECK(variance_up_to({1, 0.001L, 1, 100}, 3) < variance_up_to({1, 0.001L, 1, 100}, 2));
}

// bounded_gaussian/PROOF.md, Lemma 6 and Lemma 8
TEST_CASE("no truth in a cell exceeds either bound of the cell", "[privacy]") {
  std::mt19937_64 random(182);
  int useful = 0;
  for (int trial = 0; trial < 250; ++trial) {
    const auto steps = static_cast<std::int64_t>(3 + random() % 22);
    const auto apart = static_cast<std::int64_t>(log_uniform(random, 1, static_cast<double>(steps) - 1));
    const double deviation = log_uniform(random, 0.4, 2 * static_cast<double>(steps));
    const double loss = static_cast<double>(apart * steps) / deviation / deviation;
    const double epsilon = trial % 5 == 0 ? 0 : std::min(10.0, loss * log_uniform(random, 1e-3, 0.7));
    const small_lattice lattice{test::gaussian_matrix<long double>(steps, 1 / static_cast<long double>(deviation)),
                                epsilon, apart};
    const auto last = static_cast<std::uint64_t>(steps - apart);
    for (int cell = 0; cell < 4; ++cell) {
      auto a0 = static_cast<std::int64_t>(random() % (last + 1));
      auto a1 = static_cast<std::int64_t>(random() % (last + 1));
      if (a0 > a1) std::swap(a0, a1);
      INFO(steps << " steps, " << apart << " apart, deviation " << deviation << ", epsilon " << epsilon << ", cell "
                 << a0 << ".." << a1);
      const long double place = lattice.by_place(a0, a1);
      const long double slope =
          lattice.by_slope(a0, a1, 1 / (2 * static_cast<long double>(deviation) * static_cast<long double>(deviation)));
      for (std::int64_t a = a0; a <= a1; ++a) {
        const long double exact = lattice.delta(a).delta;
        REQUIRE(exact <= place + 1e-17L);
        REQUIRE(exact <= slope + 1e-17L);
        useful += exact > 1e-6L && slope < 2 * exact ? 1 : 0;
      }
    }
  }
  CHECK(useful > 100);  // not empty words
}
