#pragma once

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "estimation/mixture.hpp"

// The estimator of linear_estimator.hpp written down from its definition with loops and elimination, in long doubles:
// what is counted for a report in each bin of each group, and what follows from that alone.

namespace inbounds::test {

class plain_estimator {
 public:
  plain_estimator(const std::vector<report_group>& groups, const mixture_fit& fit, const truth_grid& grid,
                  std::vector<double> function, double ridge)
      : groups_(groups), fit_(fit), function_(std::move(function)) {
    const std::size_t size = grid.points.size();
    for (std::size_t cell = 0; cell < grid.cells.size(); ++cell) {
      for (const auto& [point, share] : grid.cells[cell]) known_ += share * fit.shares[cell] * function_[point];
    }
    std::vector<std::vector<long double>> matrix(size, std::vector<long double>(size + 1));
    for (std::size_t a = 0; a < size; ++a) {
      for (std::size_t b = 0; b < size; ++b) {
        for (std::size_t at = 0; at < groups.size(); ++at) {
          for (std::size_t bin = 0; bin < fit.expected[at].size(); ++bin) {
            matrix[a][b] += static_cast<long double>(groups[at].total) * groups[at].of_points.row(a)[bin] *
                            groups[at].of_points.row(b)[bin] / fit.expected[at][bin];
          }
        }
      }
      matrix[a][a] += ridge;
      matrix[a][size] = function_[a] - known_;
    }
    weights_ = eliminate(std::move(matrix));
    for (std::size_t at = 0; at < groups.size(); ++at) {
      counted_.emplace_back(fit.expected[at].size());
      for (std::size_t bin = 0; bin < fit.expected[at].size(); ++bin) {
        for (std::size_t point = 0; point < size; ++point) {
          counted_[at][bin] += weights_[point] * groups[at].of_points.row(point)[bin] / fit.expected[at][bin];
        }
      }
    }
  }

  /// mu.
  std::vector<double> weights() const { return {weights_.begin(), weights_.end()}; }

  /// The estimate, and its mean if all truths are at a point, and if they are those that were fitted.
  double value() const {
    return with([&](std::size_t at, std::size_t bin) -> long double { return groups_[at].counts[bin]; });
  }
  double mean_at(std::size_t point) const {
    return with([&](std::size_t at, std::size_t bin) -> long double {
      return static_cast<long double>(groups_[at].total) * groups_[at].of_points.row(point)[bin];
    });
  }
  double foreseen() const {
    return with([&](std::size_t at, std::size_t bin) -> long double {
      return static_cast<long double>(groups_[at].total) * fit_.expected[at][bin];
    });
  }

  /// The root of the sum of the variances of independent reports, and of their second moments.
  double error() const { return static_cast<double>(std::sqrt(std::max(0.0L, moments(true)))); }
  double second_moment() const { return static_cast<double>(moments(false)); }

  double sum_of_squared_biases() const {
    double sum = 0;
    for (std::size_t point = 0; point < function_.size(); ++point) {
      const double bias = mean_at(point) - function_[point];
      sum += bias * bias;
    }
    return sum;
  }

  /// Counts a little more or less for a bin.
  void change(std::size_t group, std::uint64_t which, double by) {
    long double largest = 0;
    for (const long double one : counted_[group]) largest = std::max(largest, std::fabs(one));
    counted_[group][which % counted_[group].size()] += by * largest;
  }

 private:
  template <class Reports>
  double with(const Reports& reports) const {
    long double sum = known_;
    for (std::size_t at = 0; at < groups_.size(); ++at) {
      for (std::size_t bin = 0; bin < counted_[at].size(); ++bin) sum += reports(at, bin) * counted_[at][bin];
    }
    return static_cast<double>(sum);
  }

  long double moments(bool centre) const {
    long double sum = 0;
    for (std::size_t at = 0; at < groups_.size(); ++at) {
      long double mean = 0;
      long double square = 0;
      for (std::size_t bin = 0; bin < counted_[at].size(); ++bin) {
        mean += fit_.expected[at][bin] * counted_[at][bin];
        square += fit_.expected[at][bin] * counted_[at][bin] * counted_[at][bin];
      }
      sum += groups_[at].total * (square - (centre ? mean * mean : 0));
    }
    return sum;
  }

  static std::vector<long double> eliminate(std::vector<std::vector<long double>> rows) {
    const std::size_t size = rows.size();
    for (std::size_t at = 0; at < size; ++at) {
      for (std::size_t below = 0; below < size; ++below) {
        if (below == at) continue;
        const long double factor = rows[below][at] / rows[at][at];
        for (std::size_t column = at; column <= size; ++column) rows[below][column] -= factor * rows[at][column];
      }
    }
    std::vector<long double> solution(size);
    for (std::size_t at = 0; at < size; ++at) solution[at] = rows[at][size] / rows[at][at];
    return solution;
  }

  const std::vector<report_group>& groups_;
  const mixture_fit& fit_;
  std::vector<double> function_;
  long double known_ = 0;
  std::vector<long double> weights_;
  std::vector<std::vector<long double>> counted_;
};

}  // namespace inbounds::test
