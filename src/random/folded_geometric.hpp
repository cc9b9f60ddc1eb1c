#pragma once

#include <cstdint>

#include "random/bit_source.hpp"
#include "random/geometric.hpp"

namespace inbounds {

/// Draws points 0..steps as centre + Y, folded back at both ends, where Y is a two-sided geometric number: P(Y = y)
/// proportional to e^(-rate |y|). Reflection is at the half-samples, so -1 folds to 0 and steps + 1 to steps.
///
/// The noise is drawn without knowing the centre, modulo the fold's period 2 (steps + 1), and folded by integer
/// arithmetic.
class folded_geometric {
 public:
  /// steps from 1 to 2^52; rate above 0, at most 2^10.
  folded_geometric(std::int64_t steps, double rate) : steps_(steps), rate_(rate), noise_(2 * steps + 1, rate) {}

  std::int64_t draw(std::int64_t centre, bit_source& bits) const;

 private:
  std::int64_t steps_;
  double rate_;
  truncated_geometric noise_;
};

}  // namespace inbounds
