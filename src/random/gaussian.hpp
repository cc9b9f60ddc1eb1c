#pragma once

#include <cstdint>
#include <span>

#include "random/bit_source.hpp"
#include "random/interval_geometric.hpp"

namespace inbounds {

/// Draws points k from 0 to steps with probability exactly proportional to e^(-rate (k - centre)^2).
///
/// Two-sided geometric proposals, of which between a half and all are accepted. How many depends a little on the
/// centre, so the time does, too.
class truncated_gaussian {
 public:
  /// steps from 1 to 2^52; rate above 0, at most 2^10.
  truncated_gaussian(std::int64_t steps, double rate);

  std::int64_t draw(std::int64_t centre, bit_source& bits) const;

  /// A draw for each centre, in place: what was refused is proposed again, together.
  void draw_all(std::span<std::int64_t> centres, bit_source& bits) const;

 private:
  bool accept(std::int64_t centre, std::int64_t point, bit_source& bits) const;

  double rate_;
  std::int64_t tangent_;  ///< where the proposal touches the bell; 0 stands for one half
  interval_geometric proposal_;
};

}  // namespace inbounds
