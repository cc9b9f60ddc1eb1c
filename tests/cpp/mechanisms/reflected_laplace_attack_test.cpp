#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "mechanisms/laplace_cases.hpp"
#include "mechanisms/reflected_laplace/reflected_laplace.hpp"
#include "support/catch.hpp"
#include "support/exact_steps.hpp"
#include "support/folded_law.hpp"

// Attacks on what reflected noise promises: pairs of raw truths around every tie and every end, snapped by the library
// itself, and every output of small lattices; the law is that of support/folded_law.hpp.

using namespace inbounds;
using Catch::Approx;
using inbounds::test::folded_points;
using inbounds::test::log_uniform;
using inbounds::test::random_delta;

namespace {

using rows = std::vector<std::vector<long double>>;

constexpr closeness metric = closeness::metric;
// What the oracle's long doubles make of a loss, and of a delta.
constexpr long double oracle = 1e-17L;

struct target {
  std::vector<point_range> ranges;  // of points that can be released, counted here
  laplace_spec spec;

  std::int64_t lowest() const { return ranges.front().first; }
  std::int64_t steps() const { return ranges.back().last - lowest(); }
};

std::ostream& operator<<(std::ostream& out, const target& shown) {
  out.precision(17);
  for (const auto& [lower, upper] : shown.spec.where.spans) out << "[" << lower << ", " << upper << "] ";
  return out << "sensitivity " << *shown.spec.sensitivity << ", granularity " << *shown.spec.granularity << ": "
             << test::text_of(shown.ranges);
}

/// The points between two numbers: those whose released double lies there, found by trying.
point_range counted(const granularity& grain, const span& one) {
  auto first = static_cast<std::int64_t>(one.lower / grain.step) - 3;
  while (grain.value(static_cast<double>(first)) < one.lower) ++first;
  std::int64_t last = first - 1;
  while (grain.value(static_cast<double>(last + 1)) <= one.upper) ++last;
  return {first, last};
}

/// Powers of two, whole numbers and 1/n; ends on and off the lattice; up to four spans.
target random_target(std::mt19937_64& random, std::int64_t most_points, std::size_t most_spans) {
  constexpr double steps[] = {1, 0.0625, 4, 3, 7, 0.1, 0.01, 1.0 / 3, 1.0 / 12};
  while (true) {
    const double step = steps[random() % std::size(steps)];
    const granularity grain = *granularity_from(step);
    std::vector<span> spans;
    for (const auto& [first, last] : test::random_ranges(random, most_points, most_spans)) {
      double below = random() % 3 == 0 ? 0 : static_cast<double>(random() % 8) / 16;
      const double above = random() % 3 == 0 ? 0 : static_cast<double>(random() % 8) / 16;
      if (first == last && below + above == 0) below = 0.25;
      spans.push_back({grain.value(static_cast<double>(first)) - below * step,
                       grain.value(static_cast<double>(last)) + above * step});
    }
    const auto where = domain_of_spans(spans);
    if (!where) continue;
    target drawn{{}, {*where, {}, step}};
    for (const span& one : where->spans) drawn.ranges.push_back(counted(grain, one));
    const bool odd = std::any_of(drawn.ranges.begin(), drawn.ranges.end(),
                                 [](const point_range& one) { return one.first > one.last; });
    if (odd || drawn.steps() < 1) continue;
    const double quarters = log_uniform(random, 1, 4 * static_cast<double>(drawn.steps()) + 3);
    drawn.spec.sensitivity = random() % 5 == 0 ? where->upper() - where->lower() : step * std::floor(quarters) / 4;
    if (!check_sensitivity(*where, *drawn.spec.sensitivity)) return drawn;
  }
}

/// |q - other| <= s in real numbers: the rounding error of the difference decides where that is s.
bool at_most_apart(double q, double other, double s) {
  const double high = std::max(q, other);
  const double low = std::min(q, other);
  const double apart = high - low;
  const double part = apart - high;
  const double lost = (high - (apart - part)) + (-low - part);
  return apart < s || (apart == s && lost <= 0);
}

/// Which points neighbouring truths can be snapped to: around every tie, at every end, and a sensitivity away from
/// those.
std::vector<std::vector<char>> pairs_of(const target& given, const laplace_noise& noise) {
  const double s = *given.spec.sensitivity;
  const double step = noise.points.grain.step;
  std::vector<double> truths;
  const auto add = [&](double truth) {
    for (const double moved : {0.0, s, -s}) {
      const double at = truth + moved;
      truths.insert(truths.end(), {std::nextafter(at, -INFINITY), at, std::nextafter(at, INFINITY)});
    }
  };
  for (std::int64_t point = 0; point < given.steps(); ++point)
    add((static_cast<double>(given.lowest() + point) + 0.5) * step);
  for (const auto& [lower, upper] : given.spec.where.spans) {
    add(lower);
    add(upper);
  }
  std::vector<std::size_t> points;
  for (const double truth : truths) {
    const std::int64_t point = snap(noise.where, noise.points, truth) - given.lowest();
    REQUIRE(point >= 0);
    REQUIRE(point <= given.steps());
    points.push_back(static_cast<std::size_t>(point));
  }
  const auto count = static_cast<std::size_t>(given.steps()) + 1;
  std::vector<std::vector<char>> near(count, std::vector<char>(count));
  for (std::size_t i = 0; i < truths.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (near[points[i]][points[j]] != 0 || !at_most_apart(truths[i], truths[j], s)) continue;
      near[points[i]][points[j]] = near[points[j]][points[i]] = 1;
    }
  }
  return near;
}

/// Whether the lowest or the highest point can only be what noise made it, not what a gap gave it.
bool has_untouched_end(const std::vector<point_range>& ranges) {
  if (ranges.size() == 1) return true;
  const auto points = [](const point_range& one) { return one.last - one.first + 1; };
  const std::int64_t first_gap = ranges[1].first - ranges[0].last - 1;
  const std::int64_t last_gap = ranges.back().first - ranges[ranges.size() - 2].last - 1;
  return points(ranges.front()) > (first_gap + 1) / 2 || points(ranges.back()) > last_gap / 2;
}

std::size_t index_of(const target& given, double value) {
  return static_cast<std::size_t>(std::llround(value / *given.spec.granularity) - given.lowest());
}

/// What the audit names loses what it says, on all points between the ends: folding gaps away comes after that.
void check_audit(const target& given, const laplace_noise& noise) {
  const folded_points<long double> law({{given.lowest(), given.lowest() + given.steps()}}, {}, noise.rate);
  const laplace_audit report = audit(noise);
  const auto truth = law.hull(given.lowest() + static_cast<std::int64_t>(index_of(given, report.truth)));
  const auto neighbour = law.hull(given.lowest() + static_cast<std::int64_t>(index_of(given, report.neighbour)));
  const std::size_t output = index_of(given, report.output);
  if (noise.promised.delta == 0) {
    const long double unit = noise.promised.kind == metric ? *given.spec.sensitivity / *given.spec.granularity : 1;
    const long double loss = std::log1p((truth.at(output) - neighbour.at(output)) / neighbour.at(output)) * unit;
    REQUIRE(report.epsilon == Approx(static_cast<double>(loss)).epsilon(1e-11).margin(1e-16));
    return;
  }
  if (report.delta == 0) return;
  REQUIRE(report.truth < report.neighbour);
  long double sum = 0;
  for (std::size_t k = 0; k <= output; ++k)
    sum += truth[k] - std::exp(static_cast<long double>(noise.promised.epsilon)) * neighbour[k];
  REQUIRE(report.delta == Approx(static_cast<double>(sum)).epsilon(1e-9).margin(5e-13));
}

void attack(const target& given, const guarantee& asked, calibration method) {
  INFO(given << "epsilon " << asked.epsilon << ", delta " << asked.delta << (asked.kind == metric ? ", metric" : "")
             << (method == calibration::published ? ", published" : ""));
  const auto noise = test::made(reflected_laplace, given.spec, asked, method);
  INFO("rate " << noise.rate);
  const noise_law anywhere = law_at(noise, given.spec.where.lower());
  const auto& named = std::get<folded_law>(anywhere).family.spans();
  REQUIRE(named.size() == given.ranges.size());
  for (std::size_t at = 0; at < named.size(); ++at) {
    REQUIRE(named[at].lower == static_cast<double>(given.ranges[at].first));
    REQUIRE(named[at].upper == static_cast<double>(given.ranges[at].last));
  }
  const rows law = folded_points<long double>(given.ranges, {}, noise.rate).matrix();
  const auto pairs = pairs_of(given, noise);
  const auto near = [&](std::size_t i, std::size_t j) { return pairs[i][j] != 0; };
  // Points as many steps apart as the sensitivity has, rounded up: what is promised. Whether doubles reach that far
  // apart is a matter of luck where the step is 1/n.
  const std::int64_t apart =
      std::min(test::exact_ceiling(*given.spec.sensitivity, *given.spec.granularity), given.steps());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    for (std::size_t j = 0; j < pairs.size(); ++j) REQUIRE((!near(i, j) || test::at_most(apart)(i, j)));
  }
  const bool tight = method == calibration::tight && has_untouched_end(given.ranges);
  check_audit(given, noise);
  if (asked.kind == metric) {
    const long double unit = *given.spec.sensitivity / *given.spec.granularity;
    const auto every = [](std::size_t, std::size_t) { return true; };
    const long double loss = test::largest_loss(law, every, true).value * unit;
    REQUIRE(loss <= asked.epsilon * (1 + 1e-15L) + oracle * (1 + unit));
    if (tight) REQUIRE(loss >= asked.epsilon * 0.999L);
    REQUIRE(audit(noise).epsilon <= asked.epsilon);
  } else if (asked.delta == 0) {
    const long double loss = test::largest_loss(law, near).value;
    REQUIRE(loss <= asked.epsilon * (1 + 1e-15L) + oracle);
    if (tight) REQUIRE(test::largest_loss(law, test::at_most(apart)).value >= asked.epsilon * 0.999L);
    REQUIRE(audit(noise).epsilon <= asked.epsilon);
  } else {
    const long double epsilon = asked.epsilon;
    const long double delta = test::largest_delta(law, near, epsilon).value;
    REQUIRE(delta <= asked.delta * (1 + 1e-15L) + oracle * std::exp(epsilon) * 1e-3L + oracle);
    REQUIRE(audit(noise).delta <= asked.delta);
    const double short_of = asked.delta * (1 - 1e-3) - 1e-12 * (1 + asked.epsilon);
    if (tight && given.ranges.size() == 1 && noise.rate < 900)
      REQUIRE(test::largest_delta(law, test::at_most(apart), epsilon).value >= short_of);
  }
  if (method == calibration::tight && noise.rate < 900) {
    REQUIRE(keeps(noise.setting, asked, noise.rate));
    REQUIRE_FALSE(keeps(noise.setting, asked, noise.rate * 1.001));
  }
}

guarantee random_guarantee(std::mt19937_64& random, int trial) {
  const double epsilon = log_uniform(random, 1e-6, 20);
  switch (trial % 3) {
    case 0: return {epsilon};
    case 1: return {trial % 4 == 0 ? 0 : epsilon, random_delta(random)};
    default: return {epsilon, 0, metric};
  }
}

}  // namespace

// reflected_laplace/PROOF.md, main theorem and Theorem 4
TEST_CASE("no pair of truths between reflecting ends does worse than promised, and one does as badly", "[mechanisms]") {
  std::mt19937_64 random(131);
  for (int trial = 0; trial < 1000; ++trial) {
    const target given = random_target(random, 40, 1);
    attack(given, random_guarantee(random, trial), calibration::tight);
  }
}

// reflected_laplace/PROOF.md, main theorem and Proposition 10
TEST_CASE("the same with gaps, whatever falls into them", "[mechanisms]") {
  std::mt19937_64 random(132);
  int untouched = 0;
  for (int trial = 0; trial < 900; ++trial) {
    const target given = random_target(random, 45, 4);
    untouched += given.ranges.size() > 1 && has_untouched_end(given.ranges) ? 1 : 0;
    attack(given, random_guarantee(random, trial), calibration::tight);
  }
  CHECK(untouched > 200);
}

TEST_CASE("the scale that others use is always kept, on coarse lattices too", "[mechanisms]") {
  std::mt19937_64 random(133);
  for (int trial = 0; trial < 400; ++trial) {
    const target given = random_target(random, trial % 2 == 0 ? 6 : 40, trial % 3 == 0 ? 3 : 1);
    attack(given, random_guarantee(random, trial), calibration::published);
  }
}
