#pragma once

#include "mechanisms/laplace/noise.hpp"

namespace inbounds {

/// Laplace noise that is reflected at the ends of the domain, as if there were mirrors, and out of gaps. Nothing is
/// renormalised and nothing piles up, so it needs the least noise of all where the sensitivity is small against the
/// domain. A truth may lie in a gap. The proof of its guarantees is in PROOF.md beside this file.
extern const laplace_kind reflected_laplace;

}  // namespace inbounds
