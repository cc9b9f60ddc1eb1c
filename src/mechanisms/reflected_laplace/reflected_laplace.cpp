#include "mechanisms/reflected_laplace/reflected_laplace.hpp"

#include "mechanisms/laplace/calibrate.hpp"

namespace inbounds {
namespace {

// Reflection is post-processing of Laplace noise, so the scale of the latter suffices: what others use (diffprivlib's
// LaplaceFolded).
result<double> published_scale(const laplace_spec& /*spec*/, double sensitivity, const guarantee& promise) {
  return textbook_scale(sensitivity, promise);
}

}  // namespace

const laplace_mechanism reflected_laplace{ends::reflected, published_scale};

}  // namespace inbounds
