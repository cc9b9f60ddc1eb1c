#include "mechanisms/reflected_laplace/reflected_laplace.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "distributions/reflected_laplace_family.hpp"
#include "distributions/reflected_spectrum.hpp"
#include "numeric/rounding.hpp"
#include "numeric/solve.hpp"
#include "privacy/pure_loss.hpp"
#include "privacy/reflected_delta.hpp"
#include "privacy/reflected_loss.hpp"
#include "random/reflected_geometric.hpp"

namespace inbounds {
namespace {

class reflected_noise final : public released_noise {
 public:
  reflected_noise(const laplace_setting& where, std::vector<point_range> ranges, double rate)
      : family_(where.spans, where.open, rate, where.on), noise_(std::move(ranges), where.open, rate) {}

  std::unique_ptr<const law> law_around(double point) const override {
    return std::make_unique<law_of<reflected_law>>(reflected_law{family_, point});
  }

  std::unique_ptr<const law> limit_around(double number, const domain& where, open_ends open,
                                          double rate) const override {
    auto family = std::make_unique<const reflected_laplace_family>(where.spans, open, rate, support::line);
    const reflected_law around{*family, number};
    return std::make_unique<law_with_family<reflected_laplace_family, reflected_law>>(std::move(family), around);
  }

  /// Between two mirrors, and without gaps.
  std::optional<double> cosine_left(double half_sine) const override {
    const auto [below, above] = family_.open();
    if (family_.spans().size() != 1 || below || above) return {};
    return eigenvalue_for(family_, half_sine);
  }

  void draw_all(std::span<std::int64_t> points, bit_source& bits) const override { noise_.draw_all(points, bits); }

 private:
  reflected_laplace_family family_;
  reflected_geometric noise_;
};

/// Whether a span of the lattice is no longer than the part of a gap that is reflected into it: then something is
/// reflected onto its far end.
bool is_covered(const span& points, double reflected_back) { return points.upper - points.lower + 1 <= reflected_back; }

reflected_hull hull_of(const laplace_setting& where) {
  const std::vector<span>& spans = where.spans;
  const span& first = spans.front();
  const span& last = spans.back();
  reflected_hull whole{{first.lower, last.upper}, where.open, where.on, where.max_distance.within};
  if (spans.size() > 1 && !where.open.above) {
    // The loss is reached at an end of the hull onto which nothing is reflected (reflected_laplace/PROOF.md,
    // Proposition 10).
    const double first_gap = spans[1].lower - first.upper - 1;
    const double last_gap = last.lower - spans[spans.size() - 2].upper - 1;
    whole.worst_above = is_covered(first, std::ceil(first_gap / 2)) && !is_covered(last, std::floor(last_gap / 2));
  }
  return whole;
}

/// Gaps and ends reflect the noise. Truths may lie in gaps, so how far apart neighbours are is a matter of the hull.
class reflected_model final : public laplace_model {
 public:
  explicit reflected_model(laplace_setting where) : laplace_model(std::move(where)), hull_(hull_of(this->where())) {}

  worst_pair loss_at(privacy_notion kind, double rate) const override {
    if (kind == privacy_notion::dp) return worst_loss(hull_, rate);
    worst_pair worst = worst_slope(hull_, rate);
    worst.loss = product_up(worst.loss, where().sensitivity);
    return worst;
  }

  worst_delta_case escaping(double epsilon, double rate) const override { return worst_delta(hull_, rate, epsilon); }

  std::optional<double> tight_rate(const guarantee& promise) const override {
    const std::optional<double> holds = tight_pure_rate(promise.kind, pure_epsilon(promise));
    if (promise.delta == 0 || !holds) return holds;
    // delta falls with the scale (reflected_laplace/PROOF.md, Theorem 5). If it is near the rounding error of its own
    // computation, the pure rate remains the answer.
    const auto excess = [&](double rate) { return delta_at(*this, promise.epsilon, rate).delta - promise.delta; };
    if (excess(*holds) > 0) return holds;
    return solve_on_safe_side(excess, *holds, failing_rate(excess, *holds, largest_rate_on(where().on)));
  }

  std::unique_ptr<const released_noise> at_rate(double rate) const override {
    return std::make_unique<reflected_noise>(where(), ranges(), rate);
  }

 private:
  double widest_pair() const override { return where().max_distance.within; }

  std::optional<double> tight_pure_rate(privacy_notion kind, double epsilon) const {
    const auto excess = [&](double rate) { return loss_at(kind, rate).loss - epsilon; };
    // Under the metric guarantee, the loss per sensitivity is that of neighbouring points (on the line: of neighbours
    // in the limit) times the sensitivity in steps.
    const span rates = kind == privacy_notion::dp ? rates_around_loss(hull_, epsilon)
                                                  : rates_around_slope(hull_, epsilon / where().sensitivity);
    return solve_on_safe_side(excess, rates.lower, rates.upper);
  }

  reflected_hull hull_;
};

/// Truths are snapped to all points of the hull; what is released lies in the spans.
result<laplace_places> on_lattice(const domain& where, lattice points, double sensitivity, privacy_notion /*notion*/) {
  lattice hull{points.grain, {{points.lowest(), points.highest()}}, points.open};
  const sensitivity_in_steps in_steps = index_sensitivity({{where.hull()}}, hull, sensitivity);
  return laplace_places{std::move(hull),
                        std::make_unique<reflected_model>(lattice_setting(points, in_steps, sensitivity))};
}

std::unique_ptr<const laplace_model> on_line(const domain& where, double sensitivity, const guarantee& /*promise*/) {
  // The loss rises with the width, so it is rounded up; a sensitivity in whole steps may exceed it by a rounding error.
  const double width = where.is_bounded() ? std::max(width_rounded_up(where.hull()), sensitivity) : sensitivity;
  const open_ends open{std::isinf(where.lower()), std::isinf(where.upper())};
  return std::make_unique<reflected_model>(
      laplace_setting{{{0, width}}, open, support::line, sensitivity, {sensitivity, sensitivity}});
}

// Reflecting is post-processing of Laplace noise, so the scale of the latter suffices: what others use (diffprivlib's
// LaplaceFolded).
result<double> published_scale(const domain& /*where*/, double sensitivity, const guarantee& promise) {
  return textbook_scale(sensitivity, promise);
}

}  // namespace

const laplace_kind reflected_laplace{any_domain, on_lattice, on_line, published_scale};

}  // namespace inbounds
