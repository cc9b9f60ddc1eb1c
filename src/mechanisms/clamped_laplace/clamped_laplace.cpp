#include "mechanisms/clamped_laplace/clamped_laplace.hpp"

#include <optional>
#include <utility>

#include "mechanisms/laplace/truncated_model.hpp"

namespace inbounds {
namespace {

constexpr open_ends both_open{true, true};

std::optional<parameter_error> on_one_span(const domain& where) {
  if (where.spans.size() == 1) return {};
  return parameter_error{"spans", "a single one, without gaps: clamping knows none",
                         static_cast<double>(where.spans.size())};
}

// What falls beyond an open end is released as that end: nothing is left to renormalise.
// clamped_laplace/PROOF.md, Theorem 1
result<laplace_places> on_lattice(const domain& where, lattice points, double sensitivity, privacy_notion notion) {
  points.open = both_open;
  result<std::unique_ptr<const laplace_model>> model = truncated_on(where, points, sensitivity, notion);
  if (!model) return model.error();
  return laplace_places{std::move(points), *std::move(model)};
}

std::unique_ptr<const laplace_model> on_line(const domain& where, double sensitivity, const guarantee& promise) {
  const double hint = rate_hint(sensitivity, promise);
  return std::make_unique<truncated_model>(truncated_on_line(where, both_open, sensitivity, hint));
}

// Holohan et al. 2020, section 2.3.
// clamped_laplace/PROOF.md, Theorem 1
result<double> published_scale(const domain& /*where*/, double sensitivity, const guarantee& promise) {
  return textbook_scale(sensitivity, promise);
}

}  // namespace

const laplace_kind clamped_laplace{on_one_span, on_lattice, on_line, published_scale};

}  // namespace inbounds
