#include "estimation/cosine_shares.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <numeric>

namespace inbounds {
namespace {

constexpr std::int64_t max_cosines = 64;

struct coefficient {
  double mean;      ///< of the k-th cosine of the truths
  double variance;  ///< of that estimate
};

/// Points are counted from the mirror below, so that those from `first` to `last` fill what lies from first to last
/// + 1.
double mean_cosine(double frequency, double first, double last) {
  const double half = frequency / 2;
  return (std::sin(frequency * (last + 1)) - std::sin(frequency * first)) / (2 * std::sin(half) * (last + 1 - first));
}

coefficient coefficient_of(double frequency, double eigenvalue, const report_bins& bins, std::int64_t lowest,
                           const std::vector<double>& counts, double total) {
  double sum = 0;
  double squares = 0;
  double first = 0;
  for (std::size_t bin = 0; bin < bins.count(); ++bin) {
    const auto last = static_cast<double>(bins.last[bin] - lowest);
    const double cosine = mean_cosine(frequency, first, last);
    sum += counts[bin] * cosine;
    squares += counts[bin] * cosine * cosine;
    first = last + 1;
  }
  const double mean = sum / total;
  return {mean / eigenvalue, (squares / total - mean * mean) / total / (eigenvalue * eigenvalue)};
}

/// The nearest distribution (Held, Wolfe & Crowder 1974, "Validation of subgradient optimization").
void project(std::vector<double>& shares) {
  std::vector<double> sorted = shares;
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  double sum = 0;
  double level = 0;
  for (std::size_t at = 0; at < sorted.size(); ++at) {
    sum += sorted[at];
    const double next = (sum - 1) / static_cast<double>(at + 1);
    if (sorted[at] > next) level = next;
  }
  for (double& share : shares) share = std::max(0.0, share - level);
}

}  // namespace

std::optional<std::vector<double>> cosine_shares(const mechanism& noise, std::size_t side, const report_bins& bins,
                                                 const std::vector<double>& counts, const truth_grid& grid) {
  const result<coordinate> along = noise.along(side);
  if (!along || !noise.cosine_left(side, 1)) return {};
  const lattice& points = along->points;
  const auto length = static_cast<double>(points.steps() + 1);
  const double total = std::accumulate(counts.begin(), counts.end(), 0.0);
  std::vector<coefficient> kept;
  double gain = 0;
  double max = 0;
  std::size_t best = 0;
  for (std::int64_t k = 1; k <= std::min(max_cosines, points.steps()); ++k) {
    const double frequency = std::numbers::pi * static_cast<double>(k) / length;
    kept.push_back(coefficient_of(frequency, *noise.cosine_left(side, std::sin(frequency / 2)), bins, points.lowest(),
                                  counts, total));
    // Keeping it gains mean^2 - variance, which it tells, and costs variance: 2 variances in all. With 4 of them, high
    // cosines, whose gains are mostly chance, are not kept by mistake.
    gain += kept.back().mean * kept.back().mean - 4 * kept.back().variance;
    if (gain <= max) continue;
    max = gain;
    best = kept.size();
  }
  const double lowest = points.value(points.lowest()) - points.grain.step / 2;
  const double width = length * points.grain.step;
  std::vector<double> shares(grid.cells.size());
  for (std::size_t cell = 0; cell < shares.size(); ++cell) {
    const double margin = grid.complete ? points.grain.step / 2 : 0;
    const double from = (grid.ends[cell].lower - margin - lowest) / width;
    const double to = (grid.ends[cell].upper + margin - lowest) / width;
    shares[cell] = to - from;
    for (std::size_t at = 0; at < best; ++at) {
      const double turns = std::numbers::pi * static_cast<double>(at + 1);
      // At a single value, or on average over a cell.
      const double cosine = grid.complete ? std::cos(turns * (from / 2 + to / 2)) * (to - from)
                                          : (std::sin(turns * to) - std::sin(turns * from)) / turns;
      shares[cell] += 2 * kept[at].mean * cosine;
    }
  }
  project(shares);
  return shares;
}

}  // namespace inbounds
