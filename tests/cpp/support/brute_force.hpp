#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

// An oracle that attacks what the library claims about Laplace noise on ranges of points and unions of spans. It shares
// no code and no formula with src/: laws are summed or integrated as they are defined, and worst cases are found by
// trying pairs of truths, not by theorems about where they must lie. What a faster function assumes is stated at it,
// and a "_slowly" twin assumes nothing.

namespace brute_force {

/// A worst case: its value (a loss or a delta), the pair of truths and the output that reach it. If no two truths are
/// neighbours, the value is 0 and truth = neighbour.
template <class point>
struct worst_case {
  long double value;
  point truth;
  point neighbour;
  point output;  // for a delta: where the event ends on the neighbour's side
};

// --- The lattice law
// ---------------------------------------------------------------------------------------------------

/// The points first, first + 1, ..., last.
struct range {
  std::int64_t first;
  std::int64_t last;
};

/// P_i(k) = r^|k-i| / Z_i for the points k of all ranges, r = e^-rate. Where an end is open, the law goes on for ever
/// beyond the end point, and what falls there is released as the end point.
class lattice_law {
 public:
  /// Ranges in rising order that share no point. Throws std::invalid_argument on anything else.
  lattice_law(std::vector<range> ranges, long double rate, bool open_below = false, bool open_above = false);

  /// All points, rising: the outputs, and the possible truths.
  const std::vector<std::int64_t>& points() const { return points_; }

  /// P_truth over points(), every weight taken from the definition and divided by their sum.
  std::vector<long double> probabilities(std::int64_t truth) const;

  /// The largest ln P_i(k)/P_j(k) over neighbours i, j: at most same_range apart within a range, cross_range apart in
  /// different ones. O(n^2): of all outputs only k = i is tried, since |k-j| - |k-i| <= |i-j| is the triangle
  /// inequality.
  worst_case<std::int64_t> worst_loss(std::int64_t same_range, std::int64_t cross_range) const;

  /// The largest ln(P_i(k)/P_j(k)) / |i-j| over all pairs of points: the rate of metric privacy, per step. O(n^2).
  worst_case<std::int64_t> metric_loss() const;

  /// The largest sum_k max(0, P_i(k) - e^epsilon P_j(k)) over neighbours i, j. Every event "k <= m" and "k >= m" is
  /// tried for every pair, which is exact if losses are monotone in k; pairs whose largest loss is below epsilon are
  /// skipped. A delta is right to 1e-9 of itself: the pair is chosen within 1e-18, its value is a sum of positive
  /// terms.
  worst_case<std::int64_t> hockey_stick(long double epsilon, std::int64_t same_range, std::int64_t cross_range) const;

  /// The same three by their definitions in fifty digits: all pairs, all outputs, no assumption. Seconds for 200
  /// points.
  worst_case<std::int64_t> worst_loss_slowly(std::int64_t same_range, std::int64_t cross_range) const;
  worst_case<std::int64_t> metric_loss_slowly() const;
  worst_case<std::int64_t> hockey_stick_slowly(long double epsilon, std::int64_t same_range,
                                               std::int64_t cross_range) const;

 private:
  template <class visitor>
  void for_each_pair(std::int64_t same_range, std::int64_t cross_range, const visitor& visit) const;
  template <class scorer>
  worst_case<std::int64_t> largest_ratio(std::int64_t same_range, std::int64_t cross_range, const scorer& score) const;
  std::pair<long double, std::size_t> positive_part(std::size_t truth, std::size_t neighbour,
                                                    long double epsilon) const;
  long double log_growth(std::size_t from, std::size_t to) const;  // ln Z_to/Z_from

  std::vector<std::int64_t> points_;
  std::vector<std::size_t> range_of_;  // which range a point is in
  // ln Z_i/Z_first of the range, and between the first points of ranges: kept apart, so that truths that are neighbours
  // are compared in numbers as small as their loss, even if another range has totals of quite another size
  std::vector<long double> log_in_range_;
  std::vector<std::vector<long double>> log_between_;
  std::vector<long double> multiplicity_;  // 1, or at an open end 1 + sum_{t>=1} r^t
  long double rate_;
  bool open_below_;
  bool open_above_;
};

// --- The continuous law
// ------------------------------------------------------------------------------------------------

/// [low, high]; the first low may be -inf, the last high +inf.
struct span {
  double low;
  double high;
};

/// ln p_truth(y) - ln p_neighbour(y) for p_q(y) = e^(-|y-q|/sigma)/Z(q) on the spans, in fifty digits.
long double loss_of(const std::vector<span>& spans, double sigma, long double truth, long double neighbour,
                    long double output);

/// Integral of max(0, p_truth - e^epsilon p_neighbour), in fifty digits, as the largest P_truth(A) - e^epsilon
/// P_neighbour(A) over half-lines A: the one that ends where the loss crosses epsilon, and many others.
worst_case<long double> delta_of(const std::vector<span>& spans, double sigma, double epsilon, long double truth,
                                 long double neighbour);

/// The largest loss found between truths at most sensitivity apart. Tries pairs at and near span ends and span ends +-
/// sensitivity, then random pairs, and climbs from the best ones; budget is about how many pairs it looks at. A lower
/// bound of the true maximum whatever happens; with 20000 pairs and up to 6 spans within 0.01 % of it in all trials.
worst_case<long double> search_loss(const std::vector<span>& spans, double sensitivity, double sigma,
                                    std::uint64_t seed, int budget);

/// The same for delta at a given epsilon.
worst_case<long double> search_delta(const std::vector<span>& spans, double sensitivity, double sigma, double epsilon,
                                     std::uint64_t seed, int budget);

// --- Nasty configurations
// ------------------------------------------------------------------------------------------------

struct lattice_case {
  std::vector<range> ranges;
  bool open_below;
  bool open_above;
  std::int64_t same_range;
  std::int64_t cross_range;
  double epsilon;
  double rate;  // of the order of epsilon / same_range
};

struct span_case {
  std::vector<span> spans;
  double sensitivity;
  double epsilon;
  double sigma;  // of the order of sensitivity / epsilon
};

/// 1 to 6 ranges with at most max_points (>= 12) points, many of one point, gaps of 1 to 1e6 steps, ends open at times,
/// distances from 1 to the hull, epsilon from 1e-6 to 30; the same for the same state of the generator, everywhere.
lattice_case random_ranges(std::mt19937_64& random, std::int64_t max_points = 200);

/// The same where doubles are whole numbers, so that sums of positions and fractions are rounded.
lattice_case far_from_zero(lattice_case given);

/// 1 to 6 spans, lengths and gaps log-uniform from 1e-3 to 1e3, ends infinite at times, sensitivity from half the
/// shortest span to the hull, epsilon from 1e-3 to 10.
span_case random_spans(std::mt19937_64& random);

}  // namespace brute_force
