#pragma once

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "claim.hpp"
#include "points.hpp"

// The law of what is released on a small lattice, one row for each truth, added up term by term from its definition: no
// closed form but the geometric series.

namespace adversary {

struct small_lattice {
  noise kind;
  double step;
  std::vector<run> runs;  ///< what can be released
  bool open_below;
  bool open_above;

  std::int64_t lowest() const { return runs.front().first; }
  std::int64_t highest() const { return runs.back().last; }
};

/// Where a point between the runs is reflected to: back at the nearer end (from the middle: the lower one), mirrors
/// half a step beyond both ends of that run.
std::int64_t out_of_gap(const std::vector<run>& runs, std::int64_t point);

template <class Real>
class rows {
 public:
  rows(const small_lattice& where, double parameter) : where_(where) {
    using std::exp;
    const auto extent = static_cast<std::size_t>(2 * (where.highest() - where.lowest()) + 4);
    if (where.kind == noise::gaussian) {
      const Real t = Real(where.step) * where.step / (2 * Real(parameter) * parameter);
      for (std::size_t d = 0; d < extent; ++d) decay_.push_back(exp(-t * Real(d) * Real(d)));
    } else {
      const Real ratio = exp(-Real(parameter));
      Real power = 1;
      for (std::size_t d = 0; d < extent; ++d, power *= ratio) decay_.push_back(power);
      beyond_ = 1 / (1 - ratio);
    }
  }

  /// The probabilities of all released points, in order, for a truth at this point.
  std::vector<Real> row(std::int64_t truth) const {
    std::vector<Real> masses;
    switch (where_.kind) {
      case noise::bounded: masses = truncated_row(truth); break;
      case noise::gaussian: masses = truncated_row(truth); break;
      case noise::clamped: masses = clamped_row(truth); break;
      case noise::reflected: masses = reflected_row(truth); break;
    }
    Real total = 0;
    for (const Real& mass : masses) total += mass;
    for (Real& mass : masses) mass /= total;
    return masses;
  }

 private:
  const Real& at(std::int64_t distance) const { return decay_[static_cast<std::size_t>(std::llabs(distance))]; }

  std::vector<Real> truncated_row(std::int64_t truth) const {
    std::vector<Real> masses;
    for (const run& points : where_.runs) {
      for (std::int64_t k = points.first; k <= points.last; ++k) masses.push_back(at(k - truth));
    }
    add_tails(masses, truth, where_.open_below, where_.open_above);
    return masses;
  }

  std::vector<Real> clamped_row(std::int64_t truth) const {
    std::vector<Real> masses;
    for (std::int64_t k = where_.lowest(); k <= where_.highest(); ++k) masses.push_back(at(k - truth));
    add_tails(masses, truth, true, true);
    return masses;
  }

  /// What lies beyond an end is released as that end.
  void add_tails(std::vector<Real>& masses, std::int64_t truth, bool below, bool above) const {
    if (below) masses.front() += at(truth - where_.lowest() + 1) * beyond_;
    if (above) masses.back() += at(where_.highest() - truth + 1) * beyond_;
  }

  /// The sources are the truth and its images in the mirrors; between two of them the images repeat with a period.
  std::vector<Real> reflected_row(std::int64_t truth) const {
    const std::int64_t low = where_.lowest();
    const std::int64_t high = where_.highest();
    const std::int64_t below = 2 * low - 1 - truth;
    const std::int64_t above = 2 * high + 1 - truth;
    const std::int64_t period = 2 * (high - low + 1);
    std::vector<Real> hull;
    for (std::int64_t k = low; k <= high; ++k) {
      Real mass = at(k - truth);
      if (!where_.open_below && !where_.open_above) {
        mass += at(period - std::llabs(k - truth)) + at(k - below) + at(above - k);
      } else if (!where_.open_below) {
        mass += at(k - below);
      } else if (!where_.open_above) {
        mass += at(above - k);
      }
      hull.push_back(mass);
    }
    if (where_.open_below) {
      hull.front() += at(truth - low + 1) * beyond_;
      if (!where_.open_above) hull.front() += at(above - low + 1) * beyond_;
    }
    if (where_.open_above) {
      hull.back() += at(high - truth + 1) * beyond_;
      if (!where_.open_below) hull.back() += at(high - below + 1) * beyond_;
    }
    return move_out_of_gaps(hull);
  }

  std::vector<Real> move_out_of_gaps(const std::vector<Real>& hull) const {
    const std::int64_t low = where_.lowest();
    std::vector<Real> all(hull.size(), Real(0));
    for (std::int64_t k = low; k <= where_.highest(); ++k) {
      all[static_cast<std::size_t>(out_of_gap(where_.runs, k) - low)] += hull[static_cast<std::size_t>(k - low)];
    }
    std::vector<Real> masses;
    for (const run& points : where_.runs) {
      for (std::int64_t k = points.first; k <= points.last; ++k)
        masses.push_back(all[static_cast<std::size_t>(k - low)]);
    }
    return masses;
  }

  small_lattice where_;
  std::vector<Real> decay_;  ///< the weight at a distance
  Real beyond_ = 0;          ///< the sum of the weights from 0 on
};

}  // namespace adversary
