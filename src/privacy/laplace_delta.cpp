#include "privacy/laplace_delta.hpp"

#include <algorithm>
#include <cmath>
#include <queue>
#include <vector>

#include "numeric/maximise.hpp"
#include "privacy/delta_between.hpp"
#include "privacy/delta_bounds.hpp"

namespace inbounds {
namespace {

constexpr std::size_t usual_cells = 1000;
constexpr double negligible = 0x1p-43;  // cells that could hold this much more than the best pair are left alone

/// One direction: low is the truth. Branch and bound, best first.
class delta_search {
 public:
  delta_search(const truncated_laplace& family, double epsilon, int max_cells)
      : family_(family),
        changes_(family),
        epsilon_(epsilon),
        bounds_(family_, changes_, epsilon),
        max_cells_(static_cast<std::size_t>(max_cells)) {}

  void consider(const moving_neighbours& pairs) {
    const delta_reading first = at(pairs, pairs.first);
    if (pairs.first < pairs.last) open(pairs, first, at(pairs, pairs.last));
  }

  /// Halves the cell that could hold most, until none could hold more than the worst pair. After more cells than usual,
  /// the rounding of that pair counts once more: where delta is flat and tiny, no end of halving would prove less.
  worst_delta_case result() {
    while (!queue_.empty() && queue_.top().bound > enough() && cells_.size() < max_cells_) {
      const cell here = cells_[queue_.top().index];
      queue_.pop();
      const double half = here.first.low + (here.last.low - here.first.low) / 2;
      const double middle = family_.on() == support::points ? std::floor(half) : half;
      if (!(middle > here.first.low && middle < here.last.low)) continue;  // nothing between the two
      const delta_reading between = at(here.pairs, middle);
      open(here.pairs, here.first, between);
      open(here.pairs, between, here.last);
    }
    worst_delta_case found = worst_;
    if (!queue_.empty()) found.delta = std::max(found.delta, queue_.top().bound);
    return found;
  }

 private:
  struct cell {
    moving_neighbours pairs;
    delta_reading first;
    delta_reading last;
  };

  struct bounded_cell {
    double bound;
    std::size_t index;
    friend bool operator<(const bounded_cell& a, const bounded_cell& b) { return a.bound < b.bound; }
  };

  delta_reading at(const moving_neighbours& pairs, double low) {
    const neighbours pair = pairs.at(low);
    const delta_reading found = delta_between(family_, changes_, pair, epsilon_);
    if (found.delta > worst_.delta) {
      worst_ = {found.delta, pair.low, pair.high, found.cut.at, pairs, low};
      rounding_ = found.rounding;
    }
    return found;
  }

  double enough() const { return worst_.delta * (1 + negligible) + (cells_.size() > usual_cells ? rounding_ : 0); }

  void open(const moving_neighbours& pairs, const delta_reading& first, const delta_reading& last) {
    const double bound = bounds_.between(pairs, first, last);
    if (bound <= worst_.delta) return;
    queue_.push({bound, cells_.size()});
    cells_.push_back({pairs, first, last});
  }

  const truncated_laplace& family_;
  total_changes changes_;
  double epsilon_;
  delta_bounds bounds_;
  std::size_t max_cells_;
  worst_delta_case worst_{};
  double rounding_ = 0;
  std::vector<cell> cells_;
  std::priority_queue<bounded_cell> queue_;
};

// bounded_laplace/PROOF.md, Proposition 8
worst_delta_case upwards(const truncated_laplace& family, const max_distances& max_distance, double epsilon,
                         int max_cells) {
  const candidate_pairs pairs = candidates(family.spans(), max_distance);
  delta_search search(family, epsilon, max_cells);
  for (const neighbours& pair : pairs.fixed) {
    search.consider({pair.low.span, pair.high.span, pair.low.at, pair.low.at, pair.distance});
  }
  for (const moving_neighbours& moving : pairs.moving) search.consider(moving);
  return search.result();
}

}  // namespace

worst_delta_case worst_delta(const truncated_laplace& family, const max_distances& max_distance, double epsilon,
                             int max_cells) {
  const worst_delta_case up = upwards(family, max_distance, epsilon, max_cells);
  const bool symmetric = family.count() == 1 && family.open().below == family.open().above;
  if (symmetric) return up;
  worst_delta_case down = upwards(family.mirror_image(), max_distance, epsilon, max_cells);
  if (!(down.delta > up.delta)) return up;
  down.truth = family.mirror(down.truth);
  down.neighbour = family.mirror(down.neighbour);
  down.output = -down.output;
  down.in_mirror_image = true;
  return down;
}

double delta_near(worst_delta_case& candidate, const truncated_laplace& family, double epsilon, double scales) {
  const moving_neighbours& pairs = candidate.among;
  const total_changes changes(family);
  const auto truth = [&](double low) { return family.on() == support::points ? std::floor(low) : low; };
  const auto at = [&](double low) { return delta_between(family, changes, pairs.at(truth(low)), epsilon).delta; };
  const double around = scales / family.rate();
  const peak found = find_peak(at, std::max(pairs.first, candidate.low - around), candidate.low,
                               std::min(pairs.last, candidate.low + around));
  candidate.low = truth(found.at);
  return found.height;
}

}  // namespace inbounds
