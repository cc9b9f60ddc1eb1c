#pragma once

#include <cstdint>

#include "core/lattice.hpp"

namespace inbounds::bindings {

/// A lattice from the numbers that JavaScript keeps of it; all of them are whole or exact doubles.
inline lattice lattice_from(double step, double per_unit, double first, double steps) {
  return {{step, per_unit}, static_cast<std::int64_t>(first), static_cast<std::int64_t>(steps)};
}

}  // namespace inbounds::bindings
