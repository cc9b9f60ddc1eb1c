#include "mechanisms/laplace/truncated_model.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "numeric/exponential_sums.hpp"
#include "numeric/rounding.hpp"
#include "numeric/solve.hpp"
#include "privacy/pure_loss.hpp"
#include "random/truncated_geometric.hpp"

namespace inbounds {
namespace {

// Widens brackets by more than what rounding can do to the loss at their ends.
constexpr double bracket_slack = 0x1p-40;
// On several spans the loss may rise and fall with the rate; this many rates are tried for the first that passes.
constexpr int scanned_rates = 12;
constexpr double certificate_slack = 0x1p-42;
// A certificate takes a few dozen cells, as a rule. Searches ask for a hundred of them, so that where it takes more
// than these, what is left open counts: otherwise they would take seconds.
constexpr int max_cells = 4000;
constexpr double far_in_scales = 64;  // e^-64 is below every rounding error

class truncated_noise final : public released_noise {
 public:
  truncated_noise(const laplace_setting& where, std::vector<point_range> ranges, double rate)
      : family_(where.spans, where.open, rate, where.on), noise_(std::move(ranges), where.open, rate) {}

  std::unique_ptr<const law> law_around(double point) const override {
    return std::make_unique<law_of<laplace_law>>(laplace_law{family_, family_.at(point)});
  }

  std::unique_ptr<const law> limit_around(double number, const domain& where, open_ends open,
                                          double rate) const override {
    // Between infinite bounds the continuous law has no ends at all.
    const open_ends finite{open.below && std::isfinite(where.lower()), open.above && std::isfinite(where.upper())};
    auto family = std::make_unique<const truncated_laplace>(where.spans, finite, rate, support::line);
    const laplace_law around{*family, family->at(number)};
    return std::make_unique<law_with_family<truncated_laplace, laplace_law>>(std::move(family), around);
  }

  void draw_all(std::span<std::int64_t> points, bit_source& bits) const override { noise_.draw_all(points, bits); }

 private:
  truncated_laplace family_;
  truncated_geometric noise_;
};

/// The loss less epsilon, for root finding: where a pair seen before exceeds epsilon already, the rest is not looked
/// at.
class excess_loss {
 public:
  excess_loss(const truncated_model& model, privacy_notion kind, double epsilon)
      : model_(model), kind_(kind), epsilon_(epsilon) {}

  double operator()(double rate) const {
    for (std::size_t at = 0; at + 1 < known_.size(); at += 2) {
      if (known_[at] == rate) return known_[at + 1];
    }
    const double excess = compute(rate);
    known_.push_back(rate);
    known_.push_back(excess);
    return excess;
  }

 private:
  double compute(double rate) const {
    const truncated_laplace family = model_.family(rate);
    const total_changes changes(family);
    if (kind_ == privacy_notion::dp) {
      double seen = 0;
      for (const neighbours& pair : std::span(suspects_).first(suspected_)) {
        seen = std::max(seen, loss_between(family, changes, pair).loss);
      }
      if (seen > epsilon_) return seen - epsilon_;
    }
    const worst_pair worst = model_.loss_of(kind_, family, changes);
    if (kind_ == privacy_notion::dp && suspected_ < suspects_.size()) suspects_[suspected_++] = worst.pair;
    return worst.loss - epsilon_;
  }

  const truncated_model& model_;
  privacy_notion kind_;
  double epsilon_;
  mutable std::array<neighbours, 8> suspects_{};
  mutable std::size_t suspected_ = 0;
  mutable std::vector<double> known_;  // rate and excess in turn: a search comes back to its ends
};

// bounded_laplace/PROOF.md, Lemma 13 and Lemma 15
std::optional<double> tight_pure_rate(const truncated_model& model, privacy_notion kind, double epsilon) {
  const double distance = model.widest(kind);
  const excess_loss excess(model, kind, epsilon);
  double fails = epsilon / distance;
  // No loss exceeds twice the distance in scales, and what rounded positions add to it.
  const double holds = fails / (2 + model.position_error() / distance) * (1 - bracket_slack);
  if (model.where().spans.size() == 1 || kind == privacy_notion::metric)
    return solve_on_safe_side(excess, holds, fails);
  // Their twelfth root, for the three quotients that rounding makes of one half less the slack: std::pow would be .7 kB
  // gzip of code for these two numbers.
  static_assert(scanned_rates == 12);
  const double ratio = holds / fails > (1 - bracket_slack) / 2 ? 0x1.e3437e71010cp-1 : 0x1.e3437e71010bfp-1;
  for (int tried = 1; tried < scanned_rates; ++tried) {
    const double rate = fails * ratio;
    if (excess(rate) <= 0) return solve_on_safe_side(excess, rate, fails);
    fails = rate;
  }
  return solve_on_safe_side(excess, holds, fails);
}

/// The certified delta less the one asked for.
double excess_delta(const laplace_model& model, const guarantee& promise, double rate) {
  return delta_at(model, promise.epsilon, rate).delta - promise.delta;
}

/// The same as a quick guess, from the candidates that were the worst so far.
class guessed_excess {
 public:
  guessed_excess(const truncated_model& model, const guarantee& promise) : model_(model), promise_(promise) {}

  static constexpr int max_rounds = 6;

  void suspect(const worst_delta_case& worst) { suspects_[suspected_++] = worst; }

  double operator()(double rate) const { return look(rate, 0); }

  /// The worst pair moves with the rate; peaks are about a scale wide.
  double follow(double rate) { return look(rate, 4); }

 private:
  double look(double rate, double scales_around) const {
    const truncated_laplace family = model_.family(rate);
    const truncated_laplace mirrored = family.mirror_image();
    double seen = 0;
    for (worst_delta_case& each : std::span(suspects_).first(suspected_)) {
      seen =
          std::max(seen, delta_near(each, each.in_mirror_image ? mirrored : family, promise_.epsilon, scales_around));
    }
    return seen + rate * model_.position_error() - promise_.delta;
  }

  const truncated_model& model_;
  const guarantee& promise_;
  mutable std::array<worst_delta_case, max_rounds + 1> suspects_{};  // the first one, and one a round
  std::size_t suspected_ = 0;
};

// Certificates are costly, so the rate is first solved for the pairs that are suspected to be the worst. Then it is
// certified, or the true culprit joins the suspects.
std::optional<double> tight_rate_with_delta(const truncated_model& model, const guarantee& promise) {
  constexpr int first_look = 60;  // cells: enough to see where the trouble is
  constexpr int max_moves = 8;    // each has the square of the error of the one before
  const double largest = largest_rate_on(model.where().on);
  // A pure loss of epsilon - ln(1 - delta) is enough. (If delta is near the rounding error of its own computation, this
  // remains the answer.)
  const std::optional<double> holds = tight_pure_rate(model, privacy_notion::dp, pure_epsilon(promise));
  if (!holds) return {};
  guessed_excess guess(model, promise);
  guess.suspect(worst_delta(model.family(*holds), model.where().max_distance, promise.epsilon, first_look));
  double slack = certificate_slack;
  for (int round = 0; round < guessed_excess::max_rounds && guess(*holds) <= 0; ++round) {
    double rate = failing_rate(guess, *holds, largest);
    int moves = 0;
    do {
      const std::optional<double> solved = solve_on_safe_side(guess, *holds, rate);
      // Certified values are a little above guesses, by what was seen before.
      rate = std::max(solved.value_or(*holds) * (1 - slack), *holds);
    } while (guess.follow(rate) > 0 && ++moves < max_moves);
    const worst_delta_case worst = delta_at(model, promise.epsilon, rate);
    if (worst.delta <= promise.delta) return rate;
    guess.suspect(worst);
    const double guessed = guess(rate) + promise.delta;
    if (guessed > 0) slack = std::max(slack, std::min(4 * (worst.delta / guessed - 1), 0.01));
  }
  const auto excess = [&](double tried) { return excess_delta(model, promise, tried); };
  return solve_on_safe_side(excess, *holds, failing_rate(excess, *holds, largest)).value_or(*holds);
}

}  // namespace

truncated_model::truncated_model(laplace_setting where, double position_error)
    : laplace_model(std::move(where)),
      pairs_(candidates(laplace_model::where().spans, laplace_model::where().max_distance)),
      position_error_(position_error) {}

truncated_laplace truncated_model::family(double rate) const { return {where().spans, where().open, rate, where().on}; }

worst_pair truncated_model::loss_of(privacy_notion kind, const truncated_laplace& family,
                                    const total_changes& changes) const {
  worst_pair worst;
  if (kind == privacy_notion::dp) {
    worst = worst_loss(family, changes, pairs_);
  } else {
    worst = worst_slope(family, changes);
    worst.loss = product_up(worst.loss, where().sensitivity);
  }
  worst.loss = sum_up(worst.loss, family.rate() * position_error_);
  return worst;
}

worst_pair truncated_model::loss_at(privacy_notion kind, double rate) const {
  const truncated_laplace at_rate = family(rate);
  return loss_of(kind, at_rate, total_changes(at_rate));
}

worst_delta_case truncated_model::escaping(double epsilon, double rate) const {
  worst_delta_case worst = worst_delta(family(rate), where().max_distance, epsilon, max_cells);
  worst.delta += rate * position_error_;
  return worst;
}

std::optional<double> truncated_model::tight_rate(const guarantee& promise) const {
  if (promise.delta > 0) return tight_rate_with_delta(*this, promise);
  return tight_pure_rate(*this, promise.kind, promise.epsilon);
}

std::unique_ptr<const released_noise> truncated_model::at_rate(double rate) const {
  return std::make_unique<truncated_noise>(where(), ranges(), rate);
}

result<std::unique_ptr<const laplace_model>> truncated_on(const domain& where, const lattice& points,
                                                          double sensitivity, privacy_notion kind) {
  const sensitivity_in_steps in_steps = index_sensitivity(where, points, sensitivity);
  auto model = std::make_unique<truncated_model>(lattice_setting(points, in_steps, sensitivity));
  if (kind == privacy_notion::dp && model->pairs().widest == 0) {
    return parameter_error{"sensitivity", "large enough that two of the values are neighbours", sensitivity};
  }
  return std::unique_ptr<const laplace_model>(std::move(model));
}

truncated_model truncated_on_line(const domain& where, open_ends open, double sensitivity, double rate_hint) {
  std::vector<span> spans = where.spans;
  // Counted from an end, so that positions are as precise as distances.
  const double origin = std::isfinite(where.lower())   ? where.lower()
                        : std::isfinite(where.upper()) ? where.upper()
                        : spans.size() > 1             ? spans.front().upper
                                                       : 0;
  for (auto& [lower, upper] : spans) {
    lower -= origin;
    upper -= origin;
  }
  // The loss rises with the width, so it is rounded up; a sensitivity in whole steps may exceed it by a rounding error.
  if (spans.size() == 1 && where.is_bounded()) {
    spans.front().upper = std::max(width_rounded_up(where.hull()), sensitivity);
  }
  // Truths far away from everything lose what they would lose on a line without ends, so it is enough to look at those
  // that are not; the law goes on.
  const double far = 2 * sensitivity + far_in_scales / rate_hint;
  const bool whole_line = spans.size() == 1 && std::isinf(where.lower()) && std::isinf(where.upper());
  if (std::isinf(where.lower())) {
    spans.front().lower = (whole_line ? 0 : spans.front().upper) - far;
    open.below = true;
  }
  if (std::isinf(where.upper())) {
    spans.back().upper = (whole_line ? 0 : spans.back().lower) + far;
    open.above = true;
  }
  // On several spans, ends and the pairs between them were rounded.
  const double farthest = std::max(std::fabs(spans.front().lower), std::fabs(spans.back().upper));
  const double position_error = spans.size() > 1 ? 8 * (next_up(farthest) - farthest) : 0;
  return truncated_model({std::move(spans), open, support::line, sensitivity, {sensitivity, sensitivity}},
                         position_error);
}

double rate_hint(double sensitivity, const guarantee& promise) { return pure_epsilon(promise) / (2 * sensitivity); }

}  // namespace inbounds
