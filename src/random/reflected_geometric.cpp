#include "random/reflected_geometric.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/gap_reflection.hpp"
#include "numeric/wipe.hpp"

namespace inbounds {
namespace {

/// All bits of a negative number's mask are set, none of another's: additions and selections without branches.
std::int64_t mask_if_negative(std::int64_t number) { return number >> 63; }

std::int64_t period_of(std::int64_t steps) { return 2 * (steps + 1); }

interval_geometric::range range_of(open_ends open) {
  return open.below || open.above ? interval_geometric::range::open : interval_geometric::range::closed;
}

}  // namespace

// Between two mirrors, noise that differs by a period is reflected to the same point, and the sums of e^(-rate |y|)
// over y, y - period, y + period, ... are those over 0, 1, ... periods upwards and downwards, one geometric series
// each. So the law modulo the period is that of a two-sided geometric number conditioned to lie from -period to period
// - 1. With an open end, whatever is further away than a period counts as the end (random/PROOF.md, Theorem 5).
reflected_geometric::reflected_geometric(std::vector<point_range> ranges, open_ends open, double rate)
    : ranges_(std::move(ranges)),
      open_(open),
      lowest_(ranges_.front().first),
      steps_(ranges_.back().last - lowest_),
      period_(period_of(steps_)),
      noise_(2 * period_ - 1, rate, range_of(open)) {}

// `moved` counts from the lowest point and lies from -period to period + steps - 1.
std::int64_t reflected_geometric::reflect(std::int64_t moved) const {
  if (open_.below || open_.above) {
    const std::int64_t last = steps_;
    // -1 is the image of 0 in the mirror below, last + 1 that of last in the mirror above.
    if (!open_.below) moved ^= mask_if_negative(moved);
    if (!open_.above) moved += (2 * (last - moved) + 1) & mask_if_negative(last - moved);
    moved &= ~mask_if_negative(moved);
    return moved + ((last - moved) & mask_if_negative(last - moved));
  }
  moved += period_ & mask_if_negative(moved);
  moved -= period_;
  moved += period_ & mask_if_negative(moved);
  return moved + ((period_ - 1 - 2 * moved) & mask_if_negative(steps_ - moved));
}

std::int64_t reflected_geometric::draw(std::int64_t centre, bit_source& bits) const {
  draw_all({&centre, 1}, bits);
  return centre;
}

void reflected_geometric::draw_all(std::span<std::int64_t> centres, bit_source& bits) const {
  std::array<std::int64_t, 256> drawn;
  const auto used = std::span(drawn).first(std::min(drawn.size(), centres.size()));
  while (!centres.empty()) {
    const auto part = centres.first(std::min(used.size(), centres.size()));
    const auto noise = used.first(part.size());
    noise_.draw_around(period_, noise, bits);
    for (std::size_t i = 0; i < part.size(); ++i) {
      const std::int64_t from_lowest = part[i] - lowest_;
      part[i] = lowest_ + reflect(from_lowest + (noise[i] - period_));
    }
    // What the noise made of the truth is private already: its time may depend on it.
    if (ranges_.size() > 1) {
      // reflected_laplace/PROOF.md, Proposition 10
      for (std::int64_t& point : part) point = reflect_out_of_gap(ranges_, point);
    }
    centres = centres.subspan(part.size());
  }
  wipe(used);  // as telling as the truth
}

}  // namespace inbounds
