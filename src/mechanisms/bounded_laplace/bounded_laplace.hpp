#pragma once

#include "mechanisms/laplace/noise.hpp"

namespace inbounds {

/// Laplace noise truncated to a union of spans (Holohan et al. 2020 for an interval; Croft, Sack, Shi for spans and
/// half-lines). The proof of its guarantees is in PROOF.md beside this file.
extern const laplace_kind bounded_laplace;

}  // namespace inbounds
