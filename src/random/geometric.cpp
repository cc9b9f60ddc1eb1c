#include "random/geometric.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/either.hpp"
#include "random/common_centre.hpp"
#include "random/exact_geometric.hpp"
#include "random/filter.hpp"

// With u the uniform number, r = e^-rate, N the steps and c the centre, the weights r^|k-c| sum up to
//   left = 1 - r^(c+1)      over the points up to the centre,
//   right = r - r^(N-c+1)   over those after it, both over 1 - r, which cancels.
// Up to the centre, the first k with P(K <= k) > u is at the largest distance below -ln(u (left + right) + r^(c+1)) /
// rate from it; after it, at the mirror image with 1 - u. Where the law is almost flat, those logarithms are all close
// to 0 and have lost what distinguishes them; there, the same point is at log1p(u (left + right) / r^(c+1)) / rate from
// the end of the range.

namespace inbounds {
namespace {

constexpr std::size_t block = 64;

}  // namespace

/// The sums on both sides of a centre, and the weights just beyond both ends of the range: r^(c+1) and r^(N-c+1).
struct truncated_geometric::ends {
  double left;
  double right;
  double beyond_left;
  double beyond_right;
};

/// The library calls for a centre; what they are called for is in `ends_from`.
struct truncated_geometric::powers {
  double left;
  double right;
};

template <truncated_geometric::shape Shape>
truncated_geometric::powers truncated_geometric::powers_around(std::int64_t centre) const {
  // The differences are whole numbers: above 2^53, doubles would lose a step.
  const auto up_to_centre = static_cast<double>(centre + 1);
  const auto after_centre = static_cast<double>(steps_ - centre);
  if constexpr (Shape == shape::flat) {
    return {std::expm1(-rate_ * up_to_centre), std::expm1(-rate_ * after_centre)};
  } else {
    const double left = std::exp(-rate_ * up_to_centre);
    if constexpr (Shape == shape::moderate) return {left, beyond_both_ / left};  // cheaper than another exponential
    return {conditioned_ * left, conditioned_ * std::exp(-rate_ * (after_centre + 1))};
  }
}

template <truncated_geometric::shape Shape>
truncated_geometric::ends truncated_geometric::ends_from(const powers& around) const {
  if constexpr (Shape == shape::flat) {
    return {-around.left, -around.right * ratio_, 1 + around.left, ratio_ + around.right * ratio_};
  } else {
    return {1 - around.left, ratio_ - around.right, around.left, around.right};
  }
}

/// Where the word leads: a side, the number whose logarithm is the decay, and the total of the weights.
struct truncated_geometric::place {
  bool left;
  double argument;
  double total;

  template <shape Shape>
  static place of(const ends& around, std::uint64_t word) {
    const double total = around.left + around.right;
    const double from_below = filter::number(word) * total;
    const double from_above = filter::number(~word) * total;
    const bool left = from_below < around.left;
    if constexpr (Shape == shape::flat) {
      const double mass = either(left, from_below, from_above);
      return {left, mass / either(left, around.beyond_left, around.beyond_right), total};
    }
    return {left, either(left, from_below + around.beyond_left, from_above + around.beyond_right), total};
  }

  template <shape Shape>
  double decay() const {
    return Shape == shape::flat ? std::log1p(argument) : -std::log(argument);
  }

  template <shape Shape>
  double slack(double decay) const {
    if constexpr (Shape == shape::flat) return decay * filter::relative_error + total * filter::unknown_bits;
    if (argument < filter::smallest_weight) return std::numeric_limits<double>::infinity();
    const double unknown =
        argument < filter::large_weight ? filter::unknown_bits / argument : filter::unknown_bits / filter::large_weight;
    return (1 + decay) * filter::relative_error + unknown;
  }
};

truncated_geometric::truncated_geometric(std::int64_t steps, double rate, range kind)
    : steps_(steps),
      length_(static_cast<double>(steps)),
      rate_(rate),
      inverse_rate_(1 / rate),
      ratio_(std::exp(-rate)),
      beyond_both_(std::exp(-rate * static_cast<double>(steps + 2))),
      conditioned_(kind == range::closed ? 1 : 0),
      shape_(kind == range::closed ? shape_of(rate * static_cast<double>(steps + 2)) : shape::steep) {}

// Up to a quarter, expm1 and log1p take the same way for every argument; up to 4, dividing the product of the weights
// beyond both ends by one of them is precise enough for the other.
truncated_geometric::shape truncated_geometric::shape_of(double decay) {
  return decay <= 0.25 ? shape::flat : decay <= 4 ? shape::moderate : shape::steep;
}

// random/PROOF.md, Theorem 4
std::int64_t truncated_geometric::draw(std::int64_t centre, bit_source& bits) const {
  draw_all({&centre, 1}, bits);
  return centre;
}

void truncated_geometric::draw_all(std::span<std::int64_t> centres, bit_source& bits) const {
  while (!centres.empty()) {
    const auto part = centres.first(std::min(block, centres.size()));
    switch (shape_) {
      case shape::flat: draw_block<shape::flat>(part, bits); break;
      case shape::moderate: draw_block<shape::moderate>(part, bits); break;
      case shape::steep: draw_block<shape::steep>(part, bits); break;
    }
    centres = centres.subspan(part.size());
  }
}

// One loop per stage, so that the stages of different draws overlap: within a draw, each waits for the one before.
template <truncated_geometric::shape Shape>
void truncated_geometric::draw_block(std::span<std::int64_t> centres, bit_source& bits) const {
  const std::size_t count = centres.size();
  std::array<std::uint64_t, block> words;
  std::array<powers, block> around;
  std::array<place, block> places;
  std::array<double, block> decays;
  bits.words(std::span(words).first(count));
  for (std::size_t i = 0; i < count; ++i) around[i] = powers_around<Shape>(centres[i]);
  for (std::size_t i = 0; i < count; ++i) places[i] = place::of<Shape>(ends_from<Shape>(around[i]), words[i]);
  for (std::size_t i = 0; i < count; ++i) decays[i] = places[i].template decay<Shape>();
  for (std::size_t i = 0; i < count; ++i) centres[i] = draw_at<Shape>(centres[i], places[i], decays[i], words[i], bits);
  wipe(std::span(words).first(count));
}

// random/PROOF.md, Lemma 3
template <truncated_geometric::shape Shape>
std::int64_t truncated_geometric::draw_at(std::int64_t centre, const place& here, double decay, std::uint64_t word,
                                          bit_source& bits) const {
  const double unlimited = decay * inverse_rate_;
  const double distance = unlimited < length_ + 1 ? unlimited : length_ + 1;  // a weight of 0 is infinitely far away
  const double slack = here.slack<Shape>(decay) * inverse_rate_;
  const double whole = std::floor(distance);
  const double fraction = distance - whole;
  const std::int64_t point = point_at<Shape>(centre, here.left, whole);
  const bool certain = fraction > slack && fraction < 1 - slack && point >= 0 && point <= steps_;
  return certain ? point : draw_uncertain<Shape>(centre, here, decay, word, bits);
}

// Where the law is not too flat, all draws around one centre are looked at as in a steep one.
void truncated_geometric::draw_around(std::int64_t centre, std::span<std::int64_t> drawn, bit_source& bits) const {
  constexpr std::size_t few = 8;  // for which a whole block is too much work
  if (shape_ == shape::flat || rate_ < common_centre::smallest_rate || drawn.size() < few) {
    std::fill(drawn.begin(), drawn.end(), centre);
    return draw_all(drawn, bits);
  }
  const ends known = ends_from<shape::steep>(powers_around<shape::steep>(centre));
  const auto furthest = static_cast<double>(std::min(centre, steps_ - centre));
  const common_centre law{known.left, known.left + known.right, known.beyond_left, known.beyond_right, inverse_rate_,
                          furthest};
  std::array<std::uint64_t, common_centre::block> words{};
  std::array<std::int64_t, common_centre::block> distances;
  while (!drawn.empty()) {
    const auto part = drawn.first(std::min(words.size(), drawn.size()));
    const auto fresh = std::span(words).first(part.size());
    bits.words(fresh);
    law.draw(words, distances);
    for (std::size_t i = 0; i < part.size(); ++i) {
      if (distances[i] != common_centre::undecided) {
        part[i] = centre + distances[i];
      } else {
        const place here = place::of<shape::steep>(known, words[i]);
        part[i] = draw_at<shape::steep>(centre, here, here.decay<shape::steep>(), words[i], bits);
      }
    }
    wipe(fresh);
    drawn = drawn.subspan(part.size());
  }
}

/// The point at a distance, in whole steps, from where distances are measured.
template <truncated_geometric::shape Shape>
std::int64_t truncated_geometric::point_at(std::int64_t centre, bool left, double distance) const {
  const std::int64_t from = Shape == shape::flat ? either(left, std::int64_t{0}, steps_) : centre;
  const bool downwards = left == (Shape != shape::flat);
  const std::int64_t sign = -static_cast<std::int64_t>(downwards);  // all bits set: what follows is a negation
  return from + ((static_cast<std::int64_t>(distance) ^ sign) - sign);
}

/// Out of line: it is hardly ever called.
template <truncated_geometric::shape Shape>
[[gnu::noinline]] std::int64_t truncated_geometric::draw_uncertain(std::int64_t centre, const place& here, double decay,
                                                                   std::uint64_t word, bit_source& bits) const {
  std::int64_t low = here.left ? 0 : centre;
  std::int64_t high = here.left ? centre : steps_;
  const double slack = here.slack<Shape>(decay);
  if (slack < std::numeric_limits<double>::infinity()) {  // otherwise everything on this side is possible
    const auto point_after = [&](double decayed) {        // at most just outside the range
      return point_at<Shape>(centre, here.left, std::floor(std::fmin(decayed * inverse_rate_, length_ + 1)));
    };
    const std::int64_t one = point_after(decay - slack);
    const std::int64_t other = point_after(decay + slack);
    // Products with the inverse rate are rounded, too.
    low = std::clamp<std::int64_t>(std::min(one, other) - 1, 0, steps_);
    high = std::clamp<std::int64_t>(std::max(one, other) + 1, 0, steps_);
  }
  return draw_exact_geometric({steps_, rate_, centre, conditioned_ == 0}, low, high, word, bits);
}

truncated_geometric::reading truncated_geometric::read(std::int64_t centre, std::uint64_t word) const {
  return shape_ == shape::flat       ? read_as<shape::flat>(centre, word)
         : shape_ == shape::moderate ? read_as<shape::moderate>(centre, word)
                                     : read_as<shape::steep>(centre, word);
}

template <truncated_geometric::shape Shape>
truncated_geometric::reading truncated_geometric::read_as(std::int64_t centre, std::uint64_t word) const {
  const place here = place::of<Shape>(ends_from<Shape>(powers_around<Shape>(centre)), word);
  const double decay = here.decay<Shape>();
  return {here.left, Shape != shape::flat, decay, here.slack<Shape>(decay)};
}

}  // namespace inbounds
