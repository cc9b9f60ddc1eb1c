#include "privacy/gaussian_delta.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "mechanisms/laplace_cases.hpp"
#include "support/catch.hpp"
#include "support/gaussian_law.hpp"
#include "support/precise.hpp"
#include "support/reflected_law.hpp"

namespace gaussian_delta_test {

using namespace inbounds;
using Catch::Approx;
using inbounds::test::log_uniform;
using inbounds::test::precise;

namespace {

using rows = std::vector<std::vector<long double>>;

// What the code adds for rounding: a share of probabilities whose sum is at most 2, more of far tails, which go with
// e^-epsilon here.
double allowance(double epsilon) { return 0x1p-43 * (1 + epsilon / 16); }

gaussian_side side_of(std::int64_t steps, std::int64_t max_distance) {
  return {static_cast<double>(steps), 1, static_cast<double>(max_distance), 1};
}

/// P_truth(A) - e^epsilon P_neighbour(A) for the named pair and A the outputs from the lowest up to the named one.
template <class Number>
Number of_named_set(const std::vector<std::vector<Number>>& law, const gaussian_delta& found, double epsilon) {
  using std::exp;
  const auto& of_truth = law.at(static_cast<std::size_t>(found.truth));
  const auto& of_neighbour = law.at(static_cast<std::size_t>(found.neighbour));
  Number sum = 0;
  for (std::size_t k = 0; static_cast<double>(k) <= found.output; ++k)
    sum += of_truth.at(k) - exp(Number(epsilon)) * of_neighbour.at(k);
  return sum;
}

/// The largest delta of all pairs exactly S apart on a long lattice, with prefix sums, since all bells have one shape.
class long_lattice {
 public:
  long_lattice(std::int64_t steps, long double unit) : steps_(steps), unit_(unit) {
    for (std::int64_t d = 0; d <= steps; ++d)
      bell_.push_back(std::exp(-unit * unit / 2 * static_cast<long double>(d) * static_cast<long double>(d)));
    above_.assign(bell_.size() + 1, 0);
    for (std::size_t d = bell_.size(); d-- > 0;) above_[d] = above_[d + 1] + bell_[d];
    below_.push_back(0);
    for (const long double height : bell_) below_.push_back(below_.back() + height);
  }

  /// The weight of the points up to z around a truth.
  long double mass(std::int64_t truth, std::int64_t z) const {
    if (z < 0) return 0;
    const auto at = [](std::int64_t index) { return static_cast<std::size_t>(index); };
    if (z < truth) return above_[at(truth - z)] - above_[at(truth + 1)];
    return below_[at(truth + 1)] + below_[at(z - truth + 1)] - bell_[0];
  }

  long double largest_delta(std::int64_t max_distance, long double epsilon) const {
    const long double growth = std::exp(epsilon);
    long double best = 0;
    for (std::int64_t a = 0; a + max_distance <= steps_; ++a) {
      const std::int64_t b = a + max_distance;
      const long double all_a = mass(a, steps_);
      const long double all_b = mass(b, steps_);
      const auto s = static_cast<long double>(max_distance);
      const long double crossing =
          static_cast<long double>(a + b) / 2 - (epsilon - std::log(all_b / all_a)) / (unit_ * unit_ * s);
      const auto z = static_cast<std::int64_t>(std::clamp(crossing, -1.0L, static_cast<long double>(steps_)));
      for (std::int64_t near = std::max<std::int64_t>(0, z - 1); near <= std::min(steps_, z + 1); ++near)
        best = std::max(best, mass(a, near) / all_a - growth * mass(b, near) / all_b);
    }
    return best;
  }

 private:
  std::int64_t steps_;
  long double unit_;
  std::vector<long double> bell_;
  std::vector<long double> above_;
  std::vector<long double> below_;
};

/// On the line, in deviations: from the nearer tail, so that small probabilities keep their digits.
struct long_line {
  long double width;

  static long double area(long double from, long double to) {
    const long double root = std::sqrt(2.0L);
    if (from >= 0) return std::erfc(from / root) - std::erfc(to / root);
    if (to <= 0) return std::erfc(-to / root) - std::erfc(-from / root);
    return std::erf(to / root) - std::erf(from / root);
  }
  long double cdf(long double q, long double y) const { return area(-q, y - q) / area(-q, width - q); }
  long double stick(long double q, long double s, long double y, long double epsilon) const {
    return cdf(q, y) - std::exp(epsilon) * cdf(q + s, y);
  }

  /// The largest over truths and cuts, on grids that close in on the best.
  long double search(long double s, long double epsilon) const {
    return std::max(search(s, epsilon, true), search(s, epsilon, false));
  }

  /// The best cut moves with the truth where the ends are far, and not at all where they are close.
  long double search(long double s, long double epsilon, bool with_truth) const {
    constexpr int cells_q = 12;
    constexpr int cells_y = 60;
    long double best = 0;
    long double at_q = 0.5L;
    long double at_y = 0.5L;
    for (long double half = 0.5L; half > 1e-8L; half /= 5) {
      const long double centre_q = at_q;
      const long double centre_y = at_y;
      for (int i = -cells_q; i <= cells_q; ++i) {
        for (int j = -cells_y; j <= cells_y; ++j) {
          const long double share_q = std::clamp(centre_q + half * i / cells_q, 0.0L, 1.0L);
          const long double share_y = std::clamp(centre_y + half * j / cells_y, 0.0L, 1.0L);
          const long double q = share_q * (width - s);
          const long double y = with_truth ? std::clamp(q + (2 * share_y - 1) * width, 0.0L, width) : share_y * width;
          const long double here = stick(q, s, y, epsilon);
          if (here <= best) continue;
          best = here;
          at_q = share_q;
          at_y = share_y;
        }
      }
    }
    return best;
  }
};

}  // namespace

// bounded_gaussian/PROOF.md, Theorem 5
TEST_CASE("fifty digits give the same delta on small Gaussian lattices, from tiny ones to nearly 1", "[privacy]") {
  std::mt19937_64 random(171);
  for (int trial = 0; trial < 600; ++trial) {
    const auto steps = static_cast<std::int64_t>(1 + random() % 8);
    const auto max_distance = static_cast<std::int64_t>(1 + random() % static_cast<std::uint64_t>(steps));
    const double epsilon = trial % 5 == 0 ? 0 : log_uniform(random, 1e-9, 700);
    // The loss is between a half and all of apart * steps * unit^2.
    const double loss = epsilon + log_uniform(random, 1e-9, 100);
    const double deviation =
        std::sqrt(static_cast<double>(max_distance * steps) / loss) * log_uniform(random, 0.6, 1.01);
    const auto law = test::gaussian_matrix<precise>(steps, 1 / precise(deviation));
    const precise exact = test::largest_delta<precise>(law, test::at_most(max_distance), epsilon).value;
    const gaussian_delta found = worst_delta(side_of(steps, max_distance), support::points, deviation, epsilon);
    INFO(steps << " steps, " << max_distance << " apart, deviation " << deviation << ", epsilon " << epsilon
               << ", delta " << exact << ", found " << found.delta - static_cast<double>(exact) << " more");
    REQUIRE(precise(found.delta) >= std::min(exact, precise(1)));
    REQUIRE(precise(found.delta) <= exact + precise(allowance(epsilon)));
    REQUIRE(found.neighbour - found.truth == static_cast<double>(max_distance));
    REQUIRE(of_named_set<precise>(law, found, epsilon) >= precise(found.delta) - precise(allowance(epsilon)));
  }
}

// bounded_gaussian/PROOF.md, Theorem 5
TEST_CASE("delta of larger Gaussian lattices is the largest of all pairs and sets", "[privacy]") {
  std::mt19937_64 random(172);
  int inside = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const auto steps = static_cast<std::int64_t>(log_uniform(random, 10, trial % 8 == 0 ? 120 : 50));
    const auto max_distance = static_cast<std::int64_t>(log_uniform(random, 1, static_cast<double>(steps) + 0.99));
    const double epsilon = trial % 6 == 0 ? 0 : log_uniform(random, 1e-6, 8);
    const double deviation = log_uniform(random, 0.3, 3 * static_cast<double>(steps));
    const rows law = test::gaussian_matrix<long double>(steps, 1 / static_cast<long double>(deviation));
    const long double exact = test::largest_delta<long double>(law, test::at_most(max_distance), epsilon).value;
    const gaussian_delta found = worst_delta(side_of(steps, max_distance), support::points, deviation, epsilon);
    INFO(steps << " steps, " << max_distance << " apart, deviation " << deviation << ", epsilon " << epsilon);
    REQUIRE(found.delta >= exact - 1e-17L);
    REQUIRE(found.delta <= exact + allowance(epsilon));
    if (found.delta > allowance(epsilon))
      REQUIRE(of_named_set(law, found, epsilon) >= found.delta - allowance(epsilon));
    inside += found.truth > 0 && found.neighbour < static_cast<double>(steps) ? 1 : 0;
  }
  CHECK(inside > 100);  // not at the border, as the loss is
}

// bounded_gaussian/PROOF.md, Lemma 8
TEST_CASE("on lattices of thousands of points, where not all truths are tried, none has more delta", "[privacy]") {
  std::mt19937_64 random(173);
  int peaked = 0;
  for (int trial = 0; trial < 450; ++trial) {
    const auto steps = static_cast<std::int64_t>(1100 + random() % 1500);
    const auto max_distance = static_cast<std::int64_t>(log_uniform(random, 1, static_cast<double>(steps - 1040)));
    const double deviation = log_uniform(random, trial % 4 == 0 ? 0.3 : 200, 3 * static_cast<double>(steps));
    const double loss = static_cast<double>(max_distance * steps) / deviation / deviation;
    const double epsilon = trial % 9 == 0 ? 0 : std::min(30.0, loss * log_uniform(random, 1e-3, 0.6));
    const long double exact =
        long_lattice(steps, 1 / static_cast<long double>(deviation)).largest_delta(max_distance, epsilon);
    const gaussian_delta found = worst_delta(side_of(steps, max_distance), support::points, deviation, epsilon);
    INFO(steps << " steps, " << max_distance << " apart, deviation " << deviation << ", epsilon " << epsilon
               << ", delta " << exact << ", found " << found.delta);
    REQUIRE(found.delta >= exact * (1 - 1e-14L) - 1e-18L);
    REQUIRE(found.delta <= exact * (1 + 2e-9L) + allowance(epsilon));
    REQUIRE(std::min(1.0, found.seen) <= found.delta);
    peaked += exact > 1e-9L && found.truth > 0 && found.neighbour < static_cast<double>(steps) ? 1 : 0;
  }
  CHECK(peaked > 60);
}

TEST_CASE("no cut on the line between any pair of truths exceeds the Gaussian delta, and one comes close",
          "[privacy]") {
  std::mt19937_64 random(174);
  for (int trial = 0; trial < 40; ++trial) {
    const double width = log_uniform(random, 0.05, 40);
    const double s = trial % 7 == 0 ? width : width * log_uniform(random, 0.01, 1);
    const double loss = width * s;
    const double epsilon = trial % 5 == 0 ? 0 : std::min(20.0, loss * log_uniform(random, 1e-3, 0.5));
    const double deviation = log_uniform(random, 1e-3, 1e3);
    const gaussian_side side{width * deviation, 1, s * deviation, 0};
    const gaussian_delta found = worst_delta(side, support::line, deviation, epsilon);
    const long double best = long_line{width}.search(s, epsilon);
    INFO(width << " wide, " << s << " apart, epsilon " << epsilon << ", found " << found.delta << ", searched "
               << static_cast<double>(best));
    REQUIRE(found.delta >= best * (1 - 1e-15L));
    REQUIRE(found.delta <= best * (1 + 1e-6L) + allowance(epsilon));  // the search is no better than that
    const long double named = long_line{width}.stick(found.truth / deviation, s, found.output / deviation, epsilon);
    REQUIRE(named >= found.delta * (1 - 1e-8L) - allowance(epsilon));
  }
}

TEST_CASE("without epsilon, delta is the distance of the laws in the middle", "[privacy]") {
  // Around the middle, truths s apart: the mass within s/2 of the middle of their bells, of what is inside.
  for (const double width : {1.0, 6.0, 20.0}) {
    for (const double s : {0.05, 0.2, 0.9}) {
      const long double low = (width - s) / 2;
      const long double exact = long_line{width}.stick(low, s, width / 2, 0);
      CHECK(worst_delta({width, 1, s, 0}, support::line, 1, 0).delta ==
            Approx(static_cast<double>(exact)).epsilon(1e-8));
    }
  }
  // Opposite ends of a narrow bell have nothing in common.
  CHECK(worst_delta({100, 1, 100, 0}, support::line, 1, 0).delta == 1);
}

TEST_CASE("finer lattices have the delta of the line in the end", "[privacy]") {
  for (const double width : {0.5, 4.0, 25.0}) {
    for (const double share : {0.1, 0.5, 1.0}) {
      const double s = width * share;
      const double epsilon = 0.2 * s * width / (1 + s);
      const double limit = worst_delta({width, 1, s, 0}, support::line, 1, epsilon).delta;
      INFO(width << " wide, " << s << " apart, epsilon " << epsilon << ", delta " << limit);
      for (const double steps : {0x1p16, 0x1p24, 0x1p40}) {
        const gaussian_side side{steps, width / steps, std::ceil(share * steps), 1};
        CHECK(worst_delta(side, support::points, 1, epsilon).delta == Approx(limit).epsilon(200 / steps + 1e-8));
      }
    }
  }
}

namespace about_cells {

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
  std::int64_t max_distance;

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
      const long double here = cdf(a, z) - growth() * cdf(a + max_distance, z);
      if (here > found.delta) found = {here, z};
    }
    return found;
  }

  /// max_y [F_a1(a1 + y) - e^epsilon F_(a0+S)(a0 + y)], over all y.
  long double by_place(std::int64_t a0, std::int64_t a1) const {
    long double max = 0;
    for (std::int64_t y = -2 * steps(); y <= 2 * steps(); ++y)
      max = std::max(max, cdf(a1, a1 + y) - growth() * cdf(a0 + max_distance, a0 + y));
    return max;
  }

  long double by_slope(std::int64_t a0, std::int64_t a1, long double rate) const {
    const auto [at_first, z0] = delta(a0);
    const auto [at_last, z1] = delta(a1);
    const long double rise =
        growth() * cdf(a0 + max_distance, z1) * lead(a1 + max_distance, z0) - cdf(a1, z0) * lead(a0, z1);
    const long double fall =
        cdf(a0, z1) * lead(a1, z0) - growth() * cdf(a1 + max_distance, z0) * lead(a0 + max_distance, z1);
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
    const auto max_distance = static_cast<std::int64_t>(log_uniform(random, 1, static_cast<double>(steps) - 1));
    const double deviation = log_uniform(random, 0.4, 2 * static_cast<double>(steps));
    const double loss = static_cast<double>(max_distance * steps) / deviation / deviation;
    const double epsilon = trial % 5 == 0 ? 0 : std::min(10.0, loss * log_uniform(random, 1e-3, 0.7));
    const small_lattice lattice{test::gaussian_matrix<long double>(steps, 1 / static_cast<long double>(deviation)),
                                epsilon, max_distance};
    const auto last = static_cast<std::uint64_t>(steps - max_distance);
    for (int cell = 0; cell < 4; ++cell) {
      auto a0 = static_cast<std::int64_t>(random() % (last + 1));
      auto a1 = static_cast<std::int64_t>(random() % (last + 1));
      if (a0 > a1) std::swap(a0, a1);
      INFO(steps << " steps, " << max_distance << " apart, deviation " << deviation << ", epsilon " << epsilon
                 << ", cell " << a0 << ".." << a1);
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

}  // namespace about_cells

}  // namespace gaussian_delta_test
