#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/domain.hpp"
#include "core/guarantee.hpp"
#include "core/lattice.hpp"
#include "core/result.hpp"
#include "distributions/law.hpp"
#include "random/bit_source.hpp"

// What every mechanism answers, whichever it is. Hosts and estimates know mechanisms by this alone.

namespace inbounds {

/// One coordinate of what is released, as hosts show it.
struct described_side {
  std::vector<span> spans;
  double step;
  double origin;
  double steps;  ///< from the lowest to the highest value
  double lowest;
  double highest;
};

/// A mechanism in numbers. What a kind does not have is left out.
struct description {
  guarantee promised;
  std::optional<double> sensitivity{};
  std::optional<double> scale{};
  std::optional<double> rate{};
  std::optional<double> temperature{};
  std::optional<double> alpha{};
  std::optional<double> smoothing{};
  std::optional<double> candidates{};  ///< how many counts can be released
  std::vector<described_side> sides{};
  std::vector<double> rates{};  ///< for each truth, where the noise depends on it
};

/// What is lost at most, and where: no pair of neighbours and no set of outputs does worse. With delta = 0, epsilon is
/// log P_truth(output) - log P_neighbour(output); otherwise delta is what the promised epsilon leaves. Truth, neighbour
/// and output have a number for each coordinate or category; the output may be left out.
struct worst_case {
  double epsilon;
  double delta;
  std::vector<double> truth;
  std::vector<double> neighbour;
  std::vector<double> output;
};

/// One coordinate of a mechanism for numbers; it lives as long as the mechanism.
struct coordinate {
  const domain& where;    ///< of truths
  const lattice& points;  ///< what they are snapped to
  double scale;           ///< how narrow the noise is: infinite if all truths have the same law
};

/// What a mechanism on counts releases.
struct counting {
  std::size_t categories;
  double trials;  ///< what the counts sum to
  /// If it is two-sided geometric noise on the first of two counts, clamped to the ends: its rate. There, estimates
  /// have a closed form.
  std::optional<double> clamped_rate{};
};

/// A mechanism that was accepted; immutable. It is for numbers (then it has sides) or for counts, and refuses questions
/// about what it is not for.
class mechanism {
 public:
  virtual ~mechanism() = default;

  virtual description describe() const = 0;
  virtual worst_case audit() const = 0;

  /// What the same mechanism would lose at another scale (left out: its own), with this delta; and the delta that it
  /// would need for this epsilon.
  virtual result<double> epsilon_of(std::optional<double> scale, double delta) const;
  virtual result<double> delta_of(std::optional<double> scale, double epsilon) const;

  // Numbers, one for each side. Outside the bounds they may lie; they are then taken for the nearer one.

  virtual std::size_t sides() const { return 0; }
  virtual result<coordinate> along(std::size_t side) const;

  /// A truth may not be NaN, nor what else a kind refuses.
  virtual std::optional<parameter_error> check_truth(double truth, std::size_t side) const;

  /// The law of what is released along a side, in steps from the origin of its lattice; and its limit for ever finer
  /// lattices, in the unit of the values. The mechanism must outlive the law.
  virtual result<std::unique_ptr<const law>> law_at(double truth, std::size_t side) const;
  virtual result<std::unique_ptr<const law>> continuous_law_at(double truth, std::size_t side) const;

  /// Where cosines are the eigenfunctions of the law along a side (PROOF.md of the reflected Laplace, 8), what is left
  /// of one, its eigenvalue; otherwise nothing. It is told by the sine of half its frequency per step, so that only who
  /// estimates has to bring a sine along: 5 kB gzip.
  virtual std::optional<double> cosine_left(std::size_t side, double half_sine) const;

  /// Replaces truths that were checked by private values: vectors, one after the other, of which the first may have
  /// only the coordinates from `first_side` on, and the last one only some. What cannot be drawn becomes NaN, so that
  /// no truth is left. (If the source of bits throws on the way, the rest still holds truths.)
  virtual void draw_all(std::span<double> truths, bit_source& bits, std::size_t first_side = 0) const;

  /// The same for whole vectors, after the checks. If one truth is refused, it is named and nothing is drawn or
  /// changed.
  std::optional<parameter_error> privatise_all(std::span<double> truths, bit_source& bits) const;
  /// One number.
  result<double> privatise(double truth, bit_source& bits) const;

  // Counts, a number for each category.

  virtual result<counting> on_counts() const;
  virtual std::optional<parameter_error> check_counts(const std::vector<double>& truth) const;

  /// The probability of every candidate, in their order, and the mean distance of what is released; and what is
  /// released. Counts are checked.
  virtual result<std::vector<double>> probabilities(const std::vector<double>& truth) const;
  virtual result<double> expected_distance(const std::vector<double>& truth) const;
  virtual result<std::vector<double>> release(const std::vector<double>& truth, bit_source& bits) const;

 protected:
  mechanism() = default;
  mechanism(const mechanism&) = default;
  mechanism(mechanism&&) = default;
  mechanism& operator=(const mechanism&) = default;
  mechanism& operator=(mechanism&&) = default;
};

/// A mechanism in a place of its own, as the registry hands it out.
template <class Kind>
result<std::unique_ptr<const mechanism>> to_pointer(result<Kind>&& noise) {
  if (!noise) return noise.error();
  return std::unique_ptr<const mechanism>(std::make_unique<Kind>(*std::move(noise)));
}

}  // namespace inbounds
