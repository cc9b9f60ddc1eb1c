#include "mechanisms/laplace/truncated_calibrate.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "mechanisms/laplace/calibrate.hpp"
#include "numeric/exponential_sums.hpp"
#include "numeric/solve.hpp"

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

/// The loss less epsilon, for root finding: where a pair seen before exceeds epsilon already, the rest is not looked
/// at.
class excess_loss {
 public:
  excess_loss(const laplace_setting& where, privacy_notion kind, double epsilon)
      : where_(where), kind_(kind), epsilon_(epsilon) {}

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
    const truncated_laplace family = where_.family(rate);
    const total_changes changes(family);
    if (kind_ == privacy_notion::dp) {
      double seen = 0;
      for (const neighbours& pair : std::span(suspects_).first(suspected_)) {
        seen = std::max(seen, loss_between(family, changes, pair).loss);
      }
      if (seen > epsilon_) return seen - epsilon_;
    }
    const worst_case worst = loss_of(where_, kind_, family, changes);
    if (kind_ == privacy_notion::dp && suspected_ < suspects_.size()) suspects_[suspected_++] = worst.pair;
    return worst.loss - epsilon_;
  }

  const laplace_setting& where_;
  privacy_notion kind_;
  double epsilon_;
  mutable std::array<neighbours, 8> suspects_{};
  mutable std::size_t suspected_ = 0;
  mutable std::vector<double> known_;  // rate and excess in turn: a search comes back to its ends
};

// bounded_laplace/PROOF.md, Lemma 13 and Lemma 15
std::optional<double> tight_pure_rate(const laplace_setting& where, privacy_notion kind, double epsilon) {
  const double distance = widest(where, kind);
  const excess_loss excess(where, kind, epsilon);
  double fails = epsilon / distance;
  // No loss exceeds twice the distance in scales, and what rounded positions add to it.
  const double holds = fails / (2 + where.position_error / distance) * (1 - bracket_slack);
  if (where.spans.size() == 1 || kind == privacy_notion::metric) return solve_on_safe_side(excess, holds, fails);
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
double excess_delta(const laplace_setting& where, const guarantee& promise, double rate) {
  return delta_at(where, promise.epsilon, rate).delta - promise.delta;
}

/// The same as a quick guess, from the candidates that were the worst so far.
class excess_guess {
 public:
  excess_guess(const laplace_setting& where, const guarantee& promise) : where_(where), promise_(promise) {}

  static constexpr int max_rounds = 6;

  void suspect(const worst_delta_case& worst) { suspects_[suspected_++] = worst; }

  double operator()(double rate) const { return look(rate, 0); }

  /// The worst pair moves with the rate; peaks are about a scale wide.
  double follow(double rate) { return look(rate, 4); }

 private:
  double look(double rate, double scales_around) const {
    const truncated_laplace family = where_.family(rate);
    const truncated_laplace mirror_image = family.mirror_image();
    double seen = 0;
    for (worst_delta_case& each : std::span(suspects_).first(suspected_)) {
      seen = std::max(seen,
                      delta_near(each, each.in_mirror_image ? mirror_image : family, promise_.epsilon, scales_around));
    }
    return seen + rate * where_.position_error - promise_.delta;
  }

  const laplace_setting& where_;
  const guarantee& promise_;
  mutable std::array<worst_delta_case, max_rounds + 1> suspects_{};  // the first one, and one a round
  std::size_t suspected_ = 0;
};

// Certificates are costly, so the rate is first solved for the pairs that are suspected to be the worst. Then it is
// certified, or the true culprit joins the suspects.
std::optional<double> tight_rate_with_delta(const laplace_setting& where, const guarantee& promise) {
  constexpr int first_look = 60;  // cells: enough to see where the trouble is
  constexpr int max_moves = 8;    // each has the square of the error of the one before
  const double largest = largest_rate_on(where.on);
  // A pure loss of epsilon - ln(1 - delta) is enough. (If delta is near the rounding error of its own computation, this
  // remains the answer.)
  const std::optional<double> holds = tight_pure_rate(where, privacy_notion::dp, pure_epsilon(promise));
  if (!holds) return {};
  excess_guess guess(where, promise);
  guess.suspect(worst_delta(where.family(*holds), where.max_distance, promise.epsilon, first_look));
  double slack = certificate_slack;
  for (int round = 0; round < excess_guess::max_rounds && guess(*holds) <= 0; ++round) {
    double rate = failing_rate(guess, *holds, largest);
    int moves = 0;
    do {
      const std::optional<double> solved = solve_on_safe_side(guess, *holds, rate);
      // Certified values are a little above guesses, by what was seen before.
      rate = std::max(solved.value_or(*holds) * (1 - slack), *holds);
    } while (guess.follow(rate) > 0 && ++moves < max_moves);
    const worst_delta_case worst = delta_at(where, promise.epsilon, rate);
    if (worst.delta <= promise.delta) return rate;
    guess.suspect(worst);
    const double guessed = guess(rate) + promise.delta;
    if (guessed > 0) slack = std::max(slack, std::min(4 * (worst.delta / guessed - 1), 0.01));
  }
  const auto excess = [&](double tried) { return excess_delta(where, promise, tried); };
  return solve_on_safe_side(excess, *holds, failing_rate(excess, *holds, largest)).value_or(*holds);
}

}  // namespace

std::optional<double> tight_truncated_rate(const laplace_setting& where, const guarantee& promise) {
  if (promise.delta > 0) return tight_rate_with_delta(where, promise);
  return tight_pure_rate(where, promise.kind, promise.epsilon);
}

worst_delta_case truncated_delta_at(const laplace_setting& where, double epsilon, double rate) {
  worst_delta_case worst = worst_delta(where.family(rate), where.max_distance, epsilon, max_cells);
  worst.delta += rate * where.position_error;
  return worst;
}

}  // namespace inbounds
