#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/span.hpp"
#include "random/bit_source.hpp"
#include "random/interval_geometric.hpp"
#include "random/part_choice.hpp"

namespace inbounds {

/// Draws points k of several ranges with probability exactly proportional to e^(-rate |k - centre|): a two-sided
/// geometric number around the centre, conditioned to lie in one of the ranges. At an open end, the law goes on for
/// ever beyond the end point of all, and what falls there is released as that point: with one range open at both ends
/// this is the clamped geometric mechanism.
///
/// One closed range is interval_geometric, with the same words. Otherwise a first word chooses the part of the domain,
/// and a second one the point in it, seen from where the part is nearest to the centre: the law has no memory.
class truncated_geometric {
 public:
  /// Ranges from below, at least one, each ending before the next begins; points up to 2^53 on both sides of 0, at most
  /// 2^53 + 1 from the first to the last; rate from 2^-900 to 2^10.
  truncated_geometric(std::vector<point_range> ranges, open_ends open, double rate);

  /// The centre lies in one of the ranges.
  std::int64_t draw(std::int64_t centre, bit_source& bits) const;

  /// A draw for each centre, in place; faster than one by one. The words for the parts come before those for the
  /// points, 64 draws at a time, so the same words lead to other draws than one by one.
  void draw_all(std::span<std::int64_t> centres, bit_source& bits) const;

 private:
  /// The points that a part is released as. The law inside has one step at least, so a single point is the first of two
  /// of which the second is not taken.
  struct stretch {
    stretch(point_range released, double rate);

    std::int64_t point_near(std::int64_t centre) const;
    std::int64_t point_at(std::int64_t offset) const;

    point_range points;
    interval_geometric inside;
  };

  void draw_block(std::span<std::int64_t> centres, bit_source& bits) const;
  void draw_in_one(std::span<std::int64_t> centres, bit_source& bits) const;

  std::vector<stretch> stretches_;  ///< one for each part
  part_choice choice_;
};

}  // namespace inbounds
