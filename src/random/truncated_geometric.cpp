#include "random/truncated_geometric.hpp"

#include <algorithm>
#include <array>

#include "core/either.hpp"

namespace inbounds {

truncated_geometric::stretch::stretch(point_range released, double rate)
    : points(released), inside(std::max<std::int64_t>(released.last - released.first, 1), rate) {}

/// The centre, or the end of the stretch on its side: as an offset. On which side it lies is not for a branch to tell.
std::int64_t truncated_geometric::stretch::point_near(std::int64_t centre) const {
  const std::int64_t from_below = either(centre > points.first, centre, points.first);
  return either(from_below < points.last, from_below, points.last) - points.first;
}

std::int64_t truncated_geometric::stretch::point_at(std::int64_t offset) const {
  return std::min(points.first + offset, points.last);
}

truncated_geometric::truncated_geometric(std::vector<point_range> ranges, open_ends open, double rate)
    : choice_(ranges, open, rate) {
  const auto add = [&](const point_range& released) { stretches_.emplace_back(released, rate); };
  stretches_.reserve(choice_.parts());
  if (open.below) add({ranges.front().first, ranges.front().first});
  std::for_each(ranges.begin(), ranges.end(), add);
  if (open.above) add({ranges.back().last, ranges.back().last});
}

std::int64_t truncated_geometric::draw(std::int64_t centre, bit_source& bits) const {
  draw_all({&centre, 1}, bits);
  return centre;
}

void truncated_geometric::draw_all(std::span<std::int64_t> centres, bit_source& bits) const {
  while (!centres.empty()) {
    const auto part = centres.first(std::min(part_choice::block, centres.size()));
    if (stretches_.size() == 1) {
      draw_in_one(part, bits);
    } else {
      draw_block(part, bits);
    }
    centres = centres.subspan(part.size());
  }
}

void truncated_geometric::draw_in_one(std::span<std::int64_t> centres, bit_source& bits) const {
  const stretch& only = stretches_.front();
  for (std::int64_t& centre : centres) centre -= only.points.first;
  only.inside.draw_all(centres, bits);
  for (std::int64_t& offset : centres) offset = only.point_at(offset);
}

// A second word is drawn also where there is only one point to choose: how many words a draw takes must not tell where
// it went, neither through its time nor through the draws that follow it, nor through calls for more bits.
// random/PROOF.md, Theorem 7
void truncated_geometric::draw_block(std::span<std::int64_t> centres, bit_source& bits) const {
  std::array<std::size_t, part_choice::block> chosen;
  choice_.draw_all(centres, std::span(chosen).first(centres.size()), bits);
  for (std::size_t i = 0; i < centres.size(); ++i) {
    const stretch& here = stretches_[chosen[i]];
    centres[i] = here.point_at(here.inside.draw(here.point_near(centres[i]), bits));
  }
}

}  // namespace inbounds
