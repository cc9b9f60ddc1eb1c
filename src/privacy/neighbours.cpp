#include "privacy/neighbours.hpp"

#include <algorithm>

namespace inbounds {
namespace {

void add_fixed(candidate_pairs& found, const place& low, const place& high) {
  const double distance = high.at - low.at;
  found.fixed.push_back({low, high, distance});
  found.widest = std::max(found.widest, distance);
}

void add_moving(candidate_pairs& found, const moving_neighbours& pairs) {
  found.moving.push_back(pairs);
  found.widest = std::max(found.widest, pairs.distance);
}

void add_within(candidate_pairs& found, std::size_t at, const span& one, double distance) {
  const auto [lower, upper] = one;
  if (upper - lower > distance) {
    add_moving(found, {at, at, lower, upper - distance, distance});
  } else if (upper > lower) {
    add_fixed(found, {at, lower}, {at, upper});
  }
}

// Both indices only ever go up, so this takes O(k).
void add_moving_across(candidate_pairs& found, const std::vector<span>& spans, double distance) {
  std::size_t high = 1;
  for (std::size_t low = 0; low + 1 < spans.size(); ++low) {
    high = std::max(high, low + 1);
    while (high < spans.size() && spans[high].upper < spans[low].lower + distance) ++high;
    for (std::size_t at = high; at < spans.size() && spans[at].lower <= spans[low].upper + distance; ++at) {
      add_moving(found, {low, at, std::max(spans[low].lower, spans[at].lower - distance),
                         std::min(spans[low].upper, spans[at].upper - distance), distance});
    }
  }
}

// For the upper end of each span, the lowest neighbour, if it is the lower end of another.
void add_fixed_across(candidate_pairs& found, const std::vector<span>& spans, double distance) {
  std::size_t low = 0;
  for (std::size_t high = 1; high < spans.size(); ++high) {
    while (spans[low].upper < spans[high].upper - distance) ++low;
    if (low < high && spans[low].lower >= spans[high].upper - distance) {
      add_fixed(found, {low, spans[low].lower}, {high, spans[high].upper});
    }
  }
}

}  // namespace

// bounded_laplace/PROOF.md, Lemma 3
candidate_pairs candidates(const std::vector<span>& spans, const max_distances& max_distance) {
  candidate_pairs found;
  for (std::size_t at = 0; at < spans.size(); ++at) add_within(found, at, spans[at], max_distance.within);
  add_moving_across(found, spans, max_distance.across);
  add_fixed_across(found, spans, max_distance.across);
  return found;
}

}  // namespace inbounds
