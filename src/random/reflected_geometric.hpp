#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/span.hpp"
#include "random/bit_source.hpp"
#include "random/interval_geometric.hpp"

namespace inbounds {

/// Draws points as centre + Y, reflected at both ends, where Y is a two-sided geometric number: P(Y = y) proportional
/// to e^(-rate |y|). Mirrors stand half a step beyond the ends, so a step too far leads to the end itself. At an open
/// end there is no mirror, and what falls beyond counts as the end. What lands in a gap between ranges is reflected out
/// of it.
///
/// One word a draw. The noise is drawn without knowing the centre, modulo the period of the reflection, and added and
/// reflected by integer arithmetic without branches: the centre has no influence on which words are used, nor on the
/// time.
class reflected_geometric {
 public:
  /// Ranges from below; at most 2^52 steps from the first to the last point, or 2^53 with an open end; rate above 0, at
  /// most 2^10.
  reflected_geometric(std::vector<point_range> ranges, open_ends open, double rate);

  std::int64_t draw(std::int64_t centre, bit_source& bits) const;

  /// A draw for each centre, in place; the same as one by one, and faster.
  void draw_all(std::span<std::int64_t> centres, bit_source& bits) const;

 private:
  std::int64_t reflect(std::int64_t moved) const;

  std::vector<point_range> ranges_;
  open_ends open_;
  std::int64_t lowest_;
  std::int64_t steps_;
  std::int64_t period_;  ///< of the reflection; the noise is drawn from -period to period - 1
  interval_geometric noise_;
};

}  // namespace inbounds
