#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "mechanisms/bounded_gaussian/calibrate.hpp"
#include "mechanisms/gaussian_cases.hpp"
#include "support/catch.hpp"
#include "support/exact_steps.hpp"

namespace bounded_gaussian_attack_test {

// Pairs of real truths that are neighbours by exact arithmetic, snapped, and what they then lose: the attack knows
// nothing of where worst cases lie.

using namespace inbounds;
using Catch::Approx;
using inbounds::test::box_spec;
using inbounds::test::cpp_rational;
using inbounds::test::log_uniform;
using inbounds::test::make_noise;
using inbounds::test::uniform;

namespace {

using vector = std::vector<double>;

/// ln Z of all truths of a side, and hence the loss of pairs.
class side_losses {
 public:
  side_losses(std::int64_t steps, long double unit) : steps_(steps), rate_(unit * unit / 2) {
    std::vector<long double> sums{0};  // of the bell, over distances below the index
    for (std::int64_t d = 0; d <= steps; ++d) sums.push_back(sums.back() + std::exp(-rate_ * square(d)));
    for (std::int64_t a = 0; a <= steps; ++a)
      log_total_.push_back(std::log(sums[index(a + 1)] + sums[index(steps - a + 1)] - 1));
  }

  /// The largest of the outputs' losses, which are linear in the output: at one of the ends.
  long double between(std::int64_t a, std::int64_t b) const {
    const long double totals = log_total_[index(b)] - log_total_[index(a)];
    const long double low = rate_ * (square(b) - square(a));
    const long double high = rate_ * (square(steps_ - b) - square(steps_ - a));
    return std::max(low, high) + totals;
  }

 private:
  static std::size_t index(std::int64_t at) { return static_cast<std::size_t>(at); }
  static long double square(std::int64_t n) { return static_cast<long double>(n) * static_cast<long double>(n); }

  std::int64_t steps_;
  long double rate_;
  std::vector<long double> log_total_;
};

struct attacker {
  explicit attacker(const gaussian_noise& target) : noise(&target) {
    for (const lattice& points : target.points)
      sides.emplace_back(points.steps(), static_cast<long double>(points.grain.step) / target.scale);
  }

  const span bounds(std::size_t i) const { return noise->where.sides[i].hull(); }

  long double loss(const vector& q, const vector& other) const {
    long double sum = 0;
    for (std::size_t i = 0; i < q.size(); ++i) {
      const lattice& points = noise->points[i];
      const domain& side = noise->where.sides[i];
      sum +=
          sides[i].between(snap(side, points, q[i]) - points.lowest(), snap(side, points, other[i]) - points.lowest());
    }
    return sum;
  }

  /// As real numbers, at most the sensitivity apart.
  bool near(const vector& q, const vector& other) const {
    long double sum = 0;
    for (std::size_t i = 0; i < q.size(); ++i) {
      const long double distance = static_cast<long double>(q[i]) - static_cast<long double>(other[i]);
      sum += distance * distance;
    }
    const long double max = static_cast<long double>(noise->sensitivity) * static_cast<long double>(noise->sensitivity);
    if (sum < max * (1 - 1e-15L)) return true;
    if (sum > max * (1 + 1e-15L)) return false;
    cpp_rational exact = 0;
    for (std::size_t i = 0; i < q.size(); ++i) {
      const cpp_rational distance = cpp_rational(q[i]) - cpp_rational(other[i]);
      exact += distance * distance;
    }
    return exact <= cpp_rational(noise->sensitivity) * cpp_rational(noise->sensitivity);
  }

  double random_place(std::size_t i, std::mt19937_64& random) const {
    const auto [lower, upper] = bounds(i);
    return std::clamp(lower + uniform(random) * (upper - lower), lower, upper);
  }

  /// To where rounding changes its mind: the lowest that goes up, or the last that goes down.
  double at_a_tie(std::size_t i, double place, bool up) const {
    const double step = noise->points[i].grain.step;
    const double tie = (std::floor(place / step) + 0.5) * step;
    const auto [lower, upper] = bounds(i);
    return std::clamp(up ? tie : std::nextafter(tie, -INFINITY), lower, upper);
  }

  /// Random pairs, and then changes that do not make it worse.
  long double find_best(std::mt19937_64& random, int rounds) const {
    const std::size_t size = sides.size();
    vector q(size);
    vector other(size);
    for (std::size_t i = 0; i < size; ++i) q[i] = other[i] = random_place(i, random);
    long double best = 0;
    for (int round = 0; round < rounds; ++round) {
      vector new_q = q;
      vector new_other = other;
      const double extent = noise->sensitivity * log_uniform(random, 1e-4, 1);
      const std::size_t only = random() % (2 * size);  // one side, or all
      for (std::size_t i = 0; i < size; ++i) {
        if (only < size && only != i) continue;
        const auto [lower, upper] = bounds(i);
        const auto shift = [&](double place) {
          return std::clamp(place + extent * (2 * uniform(random) - 1), lower, upper);
        };
        switch (random() % 6) {
          case 0: new_q[i] = shift(new_q[i]); break;
          case 1: new_other[i] = shift(new_other[i]); break;
          case 2: new_q[i] = at_a_tie(i, shift(new_q[i]), random() % 2 == 0); break;
          case 3: new_other[i] = at_a_tie(i, shift(new_other[i]), random() % 2 == 0); break;
          case 4: {
            // together, as far as it goes
            const double by = extent * (2 * uniform(random) - 1);
            new_q[i] = std::clamp(new_q[i] + by, lower, upper);
            new_other[i] = std::clamp(new_other[i] + by, lower, upper);
            break;
          }
          default: new_other[i] = random() % 2 == 0 ? lower : upper;
        }
      }
      pull_together(new_q, new_other);
      if (!near(new_q, new_other)) continue;
      const long double here = loss(new_q, new_other);
      if (here < best) continue;
      best = here;
      q = new_q;
      other = new_other;
    }
    return best;
  }

  /// The truth moves towards its neighbour until they are about the sensitivity apart.
  void pull_together(vector& q, const vector& other) const {
    double square = 0;
    for (std::size_t i = 0; i < q.size(); ++i) square += std::pow(q[i] - other[i], 2);
    const double factor = noise->sensitivity / std::sqrt(square) * (1 - 1e-13);
    if (!(factor < 1)) return;
    for (std::size_t i = 0; i < q.size(); ++i) q[i] = other[i] + (q[i] - other[i]) * factor;
  }

  const gaussian_noise* noise;
  std::vector<side_losses> sides;
};

/// Steps that are powers of two, whole numbers and parts of one.
double random_step(std::mt19937_64& random) {
  switch (random() % 3) {
    case 0: return std::ldexp(1, static_cast<int>(random() % 5) - 3);
    case 1: return static_cast<double>(1 + random() % 3);
    default: return 1 / static_cast<double>(2 + random() % 9);
  }
}

gaussian_spec random_target(std::mt19937_64& random, double max_steps) {
  const std::size_t size = 1 + random() % 6;
  const bool one_step = random() % 2 == 0;
  vector lower;
  vector upper;
  vector steps{random_step(random)};
  double squares = 0;
  for (std::size_t i = 0; i < size; ++i) {
    if (i > 0 && !one_step) steps.push_back(random_step(random));
    const double width = (2 + std::floor(log_uniform(random, 1, max_steps)) + uniform(random)) * steps.back();
    lower.push_back(random() % 2 == 0 ? 0 : 20 * uniform(random) - 10);
    upper.push_back(lower.back() + width);
    squares += width * width;
  }
  const double share = random() % 6 == 0 ? 0.999 : log_uniform(random, 0.01, 0.9);
  return box_spec(lower, upper, std::sqrt(squares) * share, steps);
}

}  // namespace

// bounded_gaussian/PROOF.md, main theorem and Lemma 4
TEST_CASE("no neighbours in a random box lose more than epsilon once they are snapped", "[mechanisms]") {
  std::mt19937_64 random(201);
  int close = 0;
  for (int trial = 0; trial < 500; ++trial) {
    const gaussian_spec spec = random_target(random, 40);
    const double epsilon = log_uniform(random, 1e-6, 50);
    const gaussian_noise noise = make_noise(spec, {epsilon});
    INFO("trial " << trial << ", " << noise.points.size() << " sides, epsilon " << epsilon << ", scale "
                  << noise.scale);
    const long double best = attacker(noise).find_best(random, 3000);
    REQUIRE(best <= epsilon * (1 + 1e-15L));
    close += best > 0.9L * epsilon ? 1 : 0;
    REQUIRE(noise.audit().epsilon <= epsilon);
    REQUIRE(noise.audit().epsilon >= epsilon * (1 - 1e-12));
    REQUIRE_FALSE(keeps(noise.setting, {epsilon}, noise.scale * 0.999));
  }
  CHECK(close > 200);  // on coarse lattices, the bound need not be reached
}

// bounded_gaussian/PROOF.md, main theorem
TEST_CASE("on fine lattices neighbours are found that lose nearly epsilon", "[mechanisms]") {
  std::mt19937_64 random(202);
  for (int trial = 0; trial < 36; ++trial) {
    const std::size_t size = 1 + static_cast<std::size_t>(trial) % 6;
    vector widths(size);
    double squares = 0;
    for (double& width : widths) {
      width = log_uniform(random, 1, 8);
      squares += width * width;
    }
    const double s = std::sqrt(squares) * log_uniform(random, 0.2, 1);
    const double epsilon = log_uniform(random, 1e-3, 20);
    const gaussian_noise noise = make_noise(box_spec(widths, s, {trial % 2 == 0 ? 0x1p-10 : 1e-3}), {epsilon});
    INFO("trial " << trial << ", " << size << " sides, s " << s << ", epsilon " << epsilon);
    const long double best = attacker(noise).find_best(random, 4000);
    REQUIRE(best <= epsilon * (1 + 1e-15L));
    REQUIRE(best >= 0.99L * epsilon);
  }
}

TEST_CASE("rounded roots as sensitivities cover the truths that they stand for", "[mechanisms]") {
  int below = 0;
  for (const double step : {1.0, 0.5, 0x1p-4, 0.1, 2.0}) {
    for (int along = 0; along <= 6; ++along) {
      for (int across = 1; across <= 6; ++across) {
        const double s = std::hypot(along, across);
        // The root was rounded down: truths (along, across) apart are a little farther than s.
        below += cpp_rational(s) * cpp_rational(s) < along * along + across * across ? 1 : 0;
        const gaussian_noise noise = make_noise(box_spec({20, 16}, s, {step}), {1});
        const attacker attack(noise);
        for (int tie = 0; tie < 400; ++tie) {
          const double x = tie % 20 * step / 4;
          const double y = tie / 20 * step / 4;
          // Exact sums of eighths; with tenths, rounded ones may be an ulp too far, which the contract leaves out.
          const vector q{x, y};
          const vector other{x + along, y + across};
          if (step == 0.1 && !attack.near(q, other)) continue;
          INFO("step " << step << ", " << along << " and " << across << " apart, from " << x << ", " << y);
          REQUIRE(attack.loss(q, other) <= 1);
          REQUIRE(attack.loss(other, q) <= 1);
        }
      }
    }
  }
  CHECK(below > 20);
}

// bounded_gaussian/PROOF.md, Lemma 4
TEST_CASE("whole numbers in the plane that differ by 1 are at most one step apart along each side", "[mechanisms]") {
  for (const std::size_t size : {1, 2, 3, 6}) {
    const gaussian_noise noise = make_noise(box_spec(vector(size, 10), 1, {1.0}), {1});
    const worst_case worst = noise.audit();
    CHECK(worst.neighbour == vector(size, 10));
    CHECK(worst.truth == vector(size, 9));
    CHECK(worst.output == vector(size, 0));
    CHECK(attacker(noise).loss(worst.truth, worst.neighbour) == Approx(1).epsilon(1e-12));
    // Truths on both sides of all ties reach that, and are as close as doubles can be.
    const vector below(size, std::nextafter(9.5, 0));
    const vector above(size, 9.5);
    REQUIRE(attacker(noise).near(below, above));
    CHECK(attacker(noise).loss(below, above) == Approx(1).epsilon(1e-12));
  }
}

}  // namespace bounded_gaussian_attack_test
