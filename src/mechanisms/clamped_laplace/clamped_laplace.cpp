#include "mechanisms/clamped_laplace/clamped_laplace.hpp"

#include "mechanisms/laplace/calibrate.hpp"

namespace inbounds {
namespace {

// Holohan et al. 2020, section 2.3.
// clamped_laplace/PROOF.md, Theorem 1
result<double> published_scale(const laplace_spec& /*spec*/, double sensitivity, const guarantee& promise) {
  return textbook_scale(sensitivity, promise);
}

}  // namespace

const laplace_mechanism clamped_laplace{ends::clamped, published_scale};

}  // namespace inbounds
