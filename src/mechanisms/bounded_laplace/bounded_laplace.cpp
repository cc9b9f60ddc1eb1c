#include "mechanisms/bounded_laplace/bounded_laplace.hpp"

#include <optional>

#include "mechanisms/laplace/calibrate.hpp"

namespace inbounds {
namespace {

// On a bounded interval the fixed point of Holohan et al., Theorem 4.4: the scale whose loss is epsilon - ln(1 -
// delta). Everywhere else the uniform scale of Croft et al., section 3.4, which keeps the metric guarantee and so dp.
// bounded_laplace/PROOF.md, Lemma 14
result<double> published_scale(const laplace_spec& spec, double sensitivity, const guarantee& promise) {
  const bool interval = spec.where.spans.size() == 1 && spec.where.is_bounded() && promise.kind == privacy_notion::dp;
  if (!interval && promise.delta > 0) {
    return parameter_error{"delta",
                           "0 for the published calibration of several spans or infinite bounds",
                           promise.delta,
                           {},
                           "use the tight calibration"};
  }
  const guarantee pure{pure_epsilon(promise), 0, interval ? privacy_notion::dp : privacy_notion::metric};
  const std::optional<double> scale = tight_scale_on_line(spec.where, {}, sensitivity, pure);
  if (scale) return *scale;
  return parameter_error{
      "epsilon", "a number for which the calibration converges", promise.epsilon, {}, "please report this"};
}

}  // namespace

const laplace_mechanism bounded_laplace{ends::bounded, published_scale};

}  // namespace inbounds
