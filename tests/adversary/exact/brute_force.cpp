#include "brute_force.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>

#include "rows.hpp"

namespace adversary {

std::int64_t out_of_gap(const std::vector<run>& runs, std::int64_t point) {
  for (std::size_t at = 0; at < runs.size(); ++at) {
    if (point >= runs[at].first && point <= runs[at].last) return point;
    if (at + 1 == runs.size() || point >= runs[at + 1].first) continue;
    const bool to_lower = point - runs[at].last <= runs[at + 1].first - point;
    const auto [first, last] = runs[to_lower ? at : at + 1];
    while (point < first || point > last) point = point > last ? 2 * last + 1 - point : 2 * first - 1 - point;
    return point;
  }
  return point;
}

namespace {

using extended = long double;

/// The largest loss of one row against another, as a ratio.
template <class Real>
Real largest_ratio(const std::vector<Real>& one, const std::vector<Real>& other) {
  Real largest = 0;
  for (std::size_t k = 0; k < one.size(); ++k) {
    if (!(other[k] > 0))
      throw std::runtime_error("a probability that vanishes");  // 0/0 would be the largest of nothing
    largest = std::max<Real>(largest, one[k] / other[k]);
  }
  return largest;
}

/// What exceeds e^epsilon times the other row.
template <class Real>
Real excess(const std::vector<Real>& one, const std::vector<Real>& other, const Real& factor) {
  Real sum = 0;
  for (std::size_t k = 0; k < one.size(); ++k) sum += std::max<Real>(0, one[k] - factor * other[k]);
  return sum;
}

/// How bad a pair is: its delta, its loss, or its loss per distance, times the sensitivity.
template <class Real>
Real badness(const claim& statement, const std::vector<Real>& one, const std::vector<Real>& other, std::int64_t steps) {
  using std::exp;
  using std::log;
  if (statement.delta > 0) return excess<Real>(one, other, exp(Real(statement.epsilon)));
  const Real loss = log(largest_ratio(one, other));
  if (!statement.metric) return loss;
  return loss * Real(statement.sensitivity) / (Real(steps) * exact<Real>(step_of(statement.sides[0].granularity)));
}

struct pair {
  std::size_t one = 0;
  std::size_t other = 0;
  extended badness = 0;
};

struct small_domain {
  small_lattice where;
  std::vector<cell> cells;
  std::vector<std::size_t> farthest;
};

/// How far one has to look at an infinite end: a sensitivity beyond where e^-50 of the noise reaches.
std::int64_t window_of(const claim& statement, const side& one) {
  const double steps = std::ceil(statement.sensitivity / one.granularity);
  return static_cast<std::int64_t>(2 * steps + std::ceil(50 / statement.parameter) + 2);
}

small_domain domain_of(const claim& statement, const side& one) {
  const bool open_below = std::isinf(one.lower());
  const bool open_above = std::isinf(one.upper());
  const std::int64_t window = open_below || open_above ? window_of(statement, one) : 0;
  small_domain small{{statement.kind, one.granularity, runs_of(one, window), open_below, open_above}, {}, {}};
  small.cells = cells_of(one, small.where.runs, statement.kind == noise::reflected, window);
  small.farthest = farthest_neighbours(small.cells, statement.sensitivity);
  return small;
}

pair worst_pair(const claim& statement, const small_domain& small, double parameter) {
  const rows<extended> law(small.where, parameter);
  std::vector<std::vector<extended>> all;
  for (const cell& truths : small.cells) all.push_back(law.row(truths.point));
  pair worst;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::size_t last = statement.metric ? all.size() - 1 : small.farthest[i];
    for (std::size_t j = i + 1; j <= last; ++j) {
      const std::int64_t steps = small.cells[j].point - small.cells[i].point;
      const extended up = badness(statement, all[i], all[j], steps);
      const extended down = badness(statement, all[j], all[i], steps);
      if (up > worst.badness) worst = {i, j, up};
      if (down > worst.badness) worst = {j, i, down};
    }
  }
  return worst;
}

number exact_badness(const claim& statement, const small_domain& small, const pair& worst) {
  const rows<number> law(small.where, statement.parameter);
  const std::int64_t one = small.cells[worst.one].point;
  const std::int64_t other = small.cells[worst.other].point;
  return badness<number>(statement, law.row(one), law.row(other), std::llabs(one - other));
}

double with_smaller_scale(const claim& statement) {
  return statement.kind == noise::gaussian ? statement.parameter / 1.001 : statement.parameter * 1.001;
}

/// Whether the mechanism's own rows are those of the law: the truths were rounded rightly, and nothing is left out.
std::string wrong_rows(const claim& statement, const small_domain& small) {
  const rows<extended> law(small.where, statement.parameter);
  for (const auto& [truth, stated] : statement.rows) {
    const std::vector<extended> exact = law.row(small.cells[cell_of(small.cells, truth)].point);
    std::ostringstream wrong;
    wrong.precision(17);
    if (stated.size() != exact.size()) {
      wrong << "released values: " << stated.size() << " instead of " << exact.size();
      return wrong.str();
    }
    for (std::size_t k = 0; k < exact.size(); ++k) {
      // What is told is a double: below the smallest normal one it has fewer digits, or is 0.
      if (std::fabs(static_cast<extended>(stated[k]) - exact[k]) <= 1e-12L * exact[k] + 0x1p-1022L) continue;
      wrong << "truth " << truth << ", released value " << k << ": probability " << stated[k] << " instead of "
            << static_cast<double>(exact[k]);
      return wrong.str();
    }
  }
  return {};
}

}  // namespace

finding brute_force(const claim& statement) {
  const small_domain small = domain_of(statement, statement.sides[0]);
  const pair worst = worst_pair(statement, small, statement.parameter);
  const pair closer = worst_pair(statement, small, with_smaller_scale(statement));
  const number exact = worst.badness > 0 ? exact_badness(statement, small, worst) : number(0);
  return {exact, closer.badness, wrong_rows(statement, small)};
}

namespace {

/// The largest loss of two truths so many points apart on one side.
template <class Real>
std::vector<Real> losses_by_distance(const claim& statement, const side& one, double parameter) {
  using std::log;
  const small_domain small = domain_of(statement, one);
  const rows<Real> law(small.where, parameter);
  std::vector<std::vector<Real>> all;
  for (const cell& truths : small.cells) all.push_back(law.row(truths.point));
  std::vector<Real> losses(all.size(), Real(0));
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = 0; j < all.size(); ++j) {
      Real& loss = losses[i < j ? j - i : i - j];
      loss = std::max<Real>(loss, log(largest_ratio(all[i], all[j])));
    }
  }
  return losses;
}

/// Truths n > 0 points apart are more than n - 1 steps apart, by as little more as one likes.
template <class Real>
Real worst_within(const claim& statement, const std::vector<std::vector<Real>>& losses, std::size_t at,
                  const rational& left) {
  if (at == losses.size()) return 0;
  Real worst = 0;
  for (std::size_t n = 0; n < losses[at].size(); ++n) {
    const rational distance = n == 0 ? rational(0) : rational(step_of(statement.sides[at].granularity) * (n - 1));
    const rational rest = left - distance * distance;
    if (rest <= 0) break;
    worst = std::max<Real>(worst, losses[at][n] + worst_within(statement, losses, at + 1, rest));
  }
  return worst;
}

template <class Real>
Real worst_in_box(const claim& statement, double parameter) {
  std::vector<std::vector<Real>> losses;
  for (const side& one : statement.sides) losses.push_back(losses_by_distance<Real>(statement, one, parameter));
  const rational max(statement.sensitivity);
  return worst_within(statement, losses, 0, rational(max * max));
}

}  // namespace

finding brute_force_box(const claim& statement) {
  return {worst_in_box<number>(statement, statement.parameter),
          worst_in_box<extended>(statement, with_smaller_scale(statement)),
          {}};
}

}  // namespace adversary
