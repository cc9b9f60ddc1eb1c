#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/domain.hpp"
#include "core/guarantee.hpp"
#include "core/lattice.hpp"
#include "core/span.hpp"
#include "distributions/law.hpp"
#include "numeric/solve.hpp"
#include "privacy/laplace_delta.hpp"
#include "privacy/laplace_loss.hpp"
#include "privacy/neighbours.hpp"
#include "random/bit_source.hpp"

// What the Laplace mechanisms share: everything that follows from the exact loss, in whichever direction it is solved.
// What happens at the ends of the domain, and so the loss itself, is a model's, which a kind chooses once.

namespace inbounds {

/// On which spans, in which unit, and which truths are neighbours. The lattice (in steps) and the line are two settings
/// of one kind.
struct laplace_setting {
  std::vector<span> spans;
  open_ends open;
  support on;
  double sensitivity;  ///< in the unit of the spans
  max_distances max_distance;
};

laplace_setting lattice_setting(const lattice& points, const sensitivity_in_steps& in_steps, double sensitivity);

/// What a rate makes of a model on a lattice: laws, and draws from them.
class released_noise {
 public:
  virtual ~released_noise() = default;

  /// For a point that a truth was snapped to. The noise must outlive the law.
  virtual std::unique_ptr<const law> law_around(double point) const = 0;

  /// For a number inside a domain that is no lattice, between these open ends and with this rate.
  virtual std::unique_ptr<const law> limit_around(double number, const domain& where, open_ends open,
                                                  double rate) const = 0;

  /// See mechanism::cosine_left.
  virtual std::optional<double> cosine_left(double /*half_sine*/) const { return {}; }

  /// Replaces points that truths were snapped to by private ones.
  virtual void draw_all(std::span<std::int64_t> points, bit_source& bits) const = 0;
};

/// Everything about Laplace noise but its rate.
class laplace_model {
 public:
  virtual ~laplace_model() = default;

  const laplace_setting& where() const { return where_; }

  /// The exact privacy loss at a rate, rounded up, and where it is reached; for the metric guarantee, the loss per
  /// sensitivity of distance.
  virtual worst_pair loss_at(privacy_notion kind, double rate) const = 0;

  /// What escapes epsilon, where the loss exceeds it.
  virtual worst_delta_case escaping(double epsilon, double rate) const = 0;

  /// The largest rate (the least noise) that keeps the guarantee; nothing if none was found.
  virtual std::optional<double> tight_rate(const guarantee& promise) const = 0;

  /// The widest distance that the guarantee speaks of: the loss is between once and twice this, in scales, or
  /// (reflected) less.
  double widest(privacy_notion kind) const {
    return kind == privacy_notion::metric ? where_.sensitivity : widest_pair();
  }

  /// On a lattice.
  virtual std::unique_ptr<const released_noise> at_rate(double rate) const = 0;

 protected:
  explicit laplace_model(laplace_setting where);

  virtual double widest_pair() const = 0;
  /// The points of the spans.
  std::vector<point_range> ranges() const;

 private:
  laplace_setting where_;
};

/// Whether the law at this rate keeps the guarantee: the one place where privacy is decided.
bool keeps(const laplace_model& model, const guarantee& promise, double rate);

/// The smallest delta that the rate keeps together with this epsilon, under dp, and where it is reached.
worst_delta_case delta_at(const laplace_model& model, double epsilon, double rate);

/// The smallest epsilon that the rate keeps together with this delta.
double epsilon_at(const laplace_model& model, privacy_notion kind, double delta, double rate);

/// Draws take rates of up to 2^10 per step, and down to 2^-900.
inline constexpr double largest_rate = 1000;
inline constexpr double smallest_rate = 1e-270;

/// On the line there is no step, hence no such limit.
double largest_rate_on(support on);

/// Whether the loss of a rate need be looked at: it is at least the widest distance in scales, but that reflected noise
/// loses up to ln 2 less, and where a delta may escape, epsilon is smaller by up to -2 ln(1 - delta). What is twice the
/// largest epsilon is too much in any case.
bool may_be_small_enough(const laplace_model& model, privacy_notion kind, double rate);

/// The smallest double that gives back no larger rate when the step is divided by it.
double scale_of(double step, double rate);

/// A rate above `holds` that does not keep the guarantee, or the largest there is.
double failing_rate(const function_ref& excess, double holds, double largest);

/// s/(epsilon - ln(1 - delta)): what suffices where the loss is at most s/scale (Holohan et al. 2020, section 2.3).
double textbook_scale(double sensitivity, const guarantee& promise);

/// The tight scale on the line, rounded up; for guarantees that were checked.
std::optional<double> tight_scale(const laplace_model& line, const guarantee& promise);

}  // namespace inbounds
