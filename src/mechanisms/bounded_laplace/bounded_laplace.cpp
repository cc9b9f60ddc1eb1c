#include "mechanisms/bounded_laplace/bounded_laplace.hpp"

#include <optional>
#include <utility>

#include "mechanisms/laplace/truncated_model.hpp"
#include "privacy/pure_loss.hpp"

namespace inbounds {
namespace {

result<laplace_places> on_lattice(const domain& where, lattice points, double sensitivity, privacy_notion notion) {
  result<std::unique_ptr<const laplace_model>> model = truncated_on(where, points, sensitivity, notion);
  if (!model) return model.error();
  return laplace_places{std::move(points), *std::move(model)};
}

std::unique_ptr<const laplace_model> on_line(const domain& where, double sensitivity, const guarantee& promise) {
  return std::make_unique<truncated_model>(truncated_on_line(where, {}, sensitivity, rate_hint(sensitivity, promise)));
}

// On a bounded interval the fixed point of Holohan et al., Theorem 4.4: the scale whose loss is epsilon - ln(1 -
// delta). Everywhere else the uniform scale of Croft et al., section 3.4, which keeps the metric guarantee and so dp.
// bounded_laplace/PROOF.md, Lemma 14
result<double> published_scale(const domain& where, double sensitivity, const guarantee& promise) {
  const bool interval = where.spans.size() == 1 && where.is_bounded() && promise.kind == privacy_notion::dp;
  if (!interval && promise.delta > 0) {
    return parameter_error{"delta",
                           "0 for the published calibration of several spans or infinite bounds",
                           promise.delta,
                           {},
                           "use the tight calibration"};
  }
  const guarantee pure{pure_epsilon(promise), 0, interval ? privacy_notion::dp : privacy_notion::metric};
  const std::optional<double> scale = tight_scale(*on_line(where, sensitivity, pure), pure);
  if (scale) return *scale;
  return parameter_error{
      "epsilon", "a number for which the calibration converges", promise.epsilon, {}, "please report this"};
}

}  // namespace

const laplace_kind bounded_laplace{any_domain, on_lattice, on_line, published_scale};

}  // namespace inbounds
