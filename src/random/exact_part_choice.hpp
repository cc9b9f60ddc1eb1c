#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/span.hpp"
#include "random/lazy_uniform.hpp"

namespace inbounds {

/// Weights e^(-rate |k - centre|) on parts of which the first goes on for ever below its last point if the lower end is
/// open, and the last above its first point if the upper end is.
struct parted_law {
  std::span<const point_range> parts;
  open_ends open;
  double rate;
  std::int64_t centre;
};

/// Whether a uniform number lies below the probability of the first `count` parts, some but not all of them: with
/// integers only, to as many bits as it takes.
bool below_first_parts(const parted_law& law, std::size_t count, lazy_uniform& number);

}  // namespace inbounds
