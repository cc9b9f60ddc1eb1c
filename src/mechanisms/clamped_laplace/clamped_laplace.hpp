#pragma once

#include "mechanisms/laplace/noise.hpp"

namespace inbounds {

/// Laplace noise of which what leaves the interval is released as its nearer end (Holohan et al.'s "truncated"
/// mechanism, Croft et al.'s "boundary snapping"): what people use today. Both ends carry mass. The proof of its
/// guarantees is in PROOF.md beside this file.
extern const laplace_kind clamped_laplace;

}  // namespace inbounds
