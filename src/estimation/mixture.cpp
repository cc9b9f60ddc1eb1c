#include "estimation/mixture.hpp"

#include <algorithm>
#include <cmath>

#include "numeric/cholesky.hpp"
#include "numeric/dot.hpp"

namespace inbounds {
namespace {

constexpr int em_steps = 20;
constexpr int max_newton_steps = 60;

/// The objective at some shares: sum of counts ln(expected) + sum of pseudo ln(shares).
struct objective {
  const std::vector<report_group>& groups;
  const std::vector<double>& pseudo;

  std::vector<std::vector<double>> predict(const std::vector<double>& shares) const {
    std::vector<std::vector<double>> all;
    all.reserve(groups.size());
    for (const report_group& group : groups) all.push_back(expected_reports(group.of_cells, shares));
    return all;
  }

  double log_likelihood(const std::vector<std::vector<double>>& expected) const {
    double sum = 0;
    for (std::size_t at = 0; at < groups.size(); ++at) {
      for (std::size_t bin = 0; bin < expected[at].size(); ++bin) {
        if (groups[at].counts[bin] > 0) sum += groups[at].counts[bin] * std::log(expected[at][bin]);
      }
    }
    return sum;
  }

  /// What the objective gains, term by term, since the difference of two sums would drown in their rounding.
  double gain(const std::vector<double>& from, const std::vector<std::vector<double>>& expected_from,
              const std::vector<double>& to, const std::vector<std::vector<double>>& expected_to) const {
    double sum = 0;
    for (std::size_t at = 0; at < groups.size(); ++at) {
      for (std::size_t bin = 0; bin < expected_to[at].size(); ++bin) {
        const double count = groups[at].counts[bin];
        if (count > 0)
          sum += count * std::log1p((expected_to[at][bin] - expected_from[at][bin]) / expected_from[at][bin]);
      }
    }
    for (std::size_t cell = 0; cell < to.size(); ++cell) {
      if (pseudo[cell] > 0) sum += pseudo[cell] * std::log1p((to[cell] - from[cell]) / from[cell]);
    }
    return sum;
  }

  /// Shares times the slope: how many people the reports (and the pseudo ones) put into each cell. Their sum is that of
  /// all counts, whatever the shares.
  std::vector<double> people(const std::vector<double>& shares,
                             const std::vector<std::vector<double>>& expected) const {
    std::vector<double> sums = pseudo;
    for (std::size_t at = 0; at < groups.size(); ++at) {
      std::vector<double> ratio(expected[at].size());
      for (std::size_t bin = 0; bin < ratio.size(); ++bin) ratio[bin] = groups[at].counts[bin] / expected[at][bin];
      for (std::size_t cell = 0; cell < shares.size(); ++cell) {
        const auto row = groups[at].of_cells.row(cell);
        sums[cell] += shares[cell] * dot(row.data(), ratio.data(), row.size());
      }
    }
    return sums;
  }

  /// Minus the second derivative, with shares as units: S K S + diag(pseudo).
  symmetric_matrix curvature(const std::vector<double>& shares,
                             const std::vector<std::vector<double>>& expected) const {
    const std::size_t size = shares.size();
    symmetric_matrix matrix(size);
    for (std::size_t at = 0; at < groups.size(); ++at) {
      const std::size_t bins = expected[at].size();
      std::vector<double> rows(size * bins);
      for (std::size_t cell = 0; cell < size; ++cell) {
        const auto row = groups[at].of_cells.row(cell);
        for (std::size_t bin = 0; bin < bins; ++bin) {
          rows[cell * bins + bin] = shares[cell] * row[bin] * std::sqrt(groups[at].counts[bin]) / expected[at][bin];
        }
      }
      for (std::size_t cell = 0; cell < size; ++cell) {
        const double* const mine = &rows[cell * bins];
        for (std::size_t other = 0; other <= cell; ++other) {
          matrix(cell, other) += dot(mine, &rows[other * bins], bins);
        }
      }
    }
    for (std::size_t cell = 0; cell < size; ++cell) matrix(cell, cell) += pseudo[cell];
    return matrix;
  }
};

/// No distribution exceeds the objective by more: the largest slope towards a cell, less the mean one.
/// estimation/PROOF.md, Theorem 1
double gap_of(const std::vector<double>& shares, const std::vector<double>& people, double all) {
  double steepest = 0;
  for (std::size_t cell = 0; cell < shares.size(); ++cell) {
    if (shares[cell] > 0) steepest = std::max(steepest, people[cell] / shares[cell]);
  }
  return steepest - all;
}

/// Newton's direction in relative changes of the shares, along which they go on summing to 1.
std::vector<double> newton_direction(const objective& target, const std::vector<double>& shares,
                                     const std::vector<std::vector<double>>& expected,
                                     const std::vector<double>& people) {
  symmetric_matrix matrix = target.curvature(shares, expected);
  const double ridge = 1e-15 * matrix.trace();
  const cholesky factor(std::move(matrix), ridge);
  std::vector<double> along = people;
  std::vector<double> across = shares;
  factor.solve(along);
  factor.solve(across);
  const double ratio =
      dot(shares.data(), along.data(), shares.size()) / dot(shares.data(), across.data(), shares.size());
  for (std::size_t cell = 0; cell < along.size(); ++cell) along[cell] -= ratio * across[cell];
  return along;
}

struct fitting {
  std::vector<double> shares;
  std::vector<std::vector<double>> expected;
};

/// The best of shorter and shorter steps, none of which empties a cell; nothing if none of them helps.
bool improve(const objective& target, fitting& now, const std::vector<double>& direction) {
  const double down = *std::min_element(direction.begin(), direction.end());
  double length = down < 0 ? std::min(1.0, -0.9 / down) : 1.0;
  for (int tries = 0; tries < 30; ++tries, length /= 2) {
    std::vector<double> shares = now.shares;
    double sum = 0;
    for (std::size_t cell = 0; cell < shares.size(); ++cell) sum += shares[cell] *= 1 + length * direction[cell];
    for (double& share : shares) share /= sum;
    auto expected = target.predict(shares);
    if (!(target.gain(now.shares, now.expected, shares, expected) > 0)) continue;
    now = {std::move(shares), std::move(expected)};
    return true;
  }
  return false;
}

}  // namespace

std::vector<double> expected_reports(const transition_matrix& of_cells, const std::vector<double>& shares) {
  std::vector<double> sums(of_cells.bins());
  for (std::size_t cell = 0; cell < shares.size(); ++cell) {
    const auto row = of_cells.row(cell);
    for (std::size_t bin = 0; bin < sums.size(); ++bin) sums[bin] += shares[cell] * row[bin];
  }
  return sums;
}

mixture_fit fit_mixture(const std::vector<report_group>& groups, const std::vector<double>& spread, double smoothing) {
  double reports = 0;
  for (const report_group& group : groups) reports += group.total;
  std::vector<double> pseudo(spread.size());
  fitting now{spread, {}};
  int steps = 0;
  double gap = 0;
  // Plain likelihood has its maximum where shares are 0; it is approached with ever fewer people added, the last of
  // whom move it by no more than the gap that is allowed.
  // estimation/PROOF.md, Corollary 2
  for (double added = std::max(smoothing, 10.0);; added = std::max(smoothing, added / 10)) {
    for (std::size_t cell = 0; cell < spread.size(); ++cell) pseudo[cell] = added * spread[cell];
    const objective target{groups, pseudo};
    now.expected = target.predict(now.shares);
    for (int tries = 0; tries < em_steps + max_newton_steps; ++tries) {
      const std::vector<double> people = target.people(now.shares, now.expected);
      gap = gap_of(now.shares, people, reports + added);
      if (gap <= largest_gap / 2) break;
      ++steps;
      if (steps > em_steps && improve(target, now, newton_direction(target, now.shares, now.expected, people)))
        continue;
      // A step of EM: first of all, and where rounding has spoiled Newton's.
      for (std::size_t cell = 0; cell < people.size(); ++cell) now.shares[cell] = people[cell] / (reports + added);
      now.expected = target.predict(now.shares);
    }
    if (added <= std::max(smoothing, largest_gap / 2)) break;
  }
  const double log_likelihood = objective{groups, pseudo}.log_likelihood(now.expected);
  return {std::move(now.shares), std::move(now.expected), log_likelihood, gap, steps};
}

}  // namespace inbounds
