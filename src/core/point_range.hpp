#pragma once

#include <cstdint>

namespace inbounds {

/// Neighbouring lattice points, both ends included: what a span of the domain keeps of the lattice.
struct point_range {
  std::int64_t first;
  std::int64_t last;
};

/// Which ends of a domain are open: there the law goes on for ever, and what falls beyond is released as the end point.
struct open_ends {
  bool below = false;
  bool above = false;
};

}  // namespace inbounds
