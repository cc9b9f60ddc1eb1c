#include "random/interval_geometric.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/either.hpp"
#include "numeric/wipe.hpp"
#include "random/constant_time_exp.hpp"
#include "random/filter.hpp"
#include "random/geometric_distances.hpp"
#include "random/lazy_uniform.hpp"

// With u the uniform number, r = e^-rate, N the steps and c the centre, the weights r^|k-c| sum up to
//   left = 1 - r^(c+1)      over the points up to the centre,
//   right = r - r^(N-c+1)   over those after it, both over 1 - r, which cancels.
// Up to the centre, the first k with P(K <= k) > u is at the largest distance below -ln(u (left + right) + r^(c+1)) /
// rate from it; after it, at the mirror image with 1 - u. Where the law is almost flat, those logarithms are all close
// to 0 and have lost what distinguishes them; there, the same point is at log1p(u (left + right) / r^(c+1)) / rate from
// the end of the range.

namespace inbounds {
namespace {

constexpr std::size_t block = geometric_distances::block;

// How far a law that is almost flat decays over the whole range, at most: up to there, log1p takes the same way for
// every argument. It is the same for every centre, so the way taken does not tell it.
constexpr double flat_decay = 0.25;

/// The law of interval_geometric: weights e^(-rate |k - centre|) on 0..steps; with open ends, what lies beyond them
/// counts as the end points.
struct geometric_law {
  std::int64_t steps;
  double rate;
  std::int64_t centre;
  bool open;
};

// P(K <= point) = (r^(c-point) - r^(c+1)) / Z up to the centre c and 1 - (r^(point+1-c) - r^(N-c+1)) / Z after it, with
// Z = 1 + r - r^(c+1) - r^(N-c+1); both over 1 - r, which cancels. With open ends, nothing is subtracted.
class cumulative final : public computable {
 public:
  cumulative(const geometric_law& law, std::int64_t point) : law_(law), point_(point) {}

  quotient at(int bits) const override {
    const scaled_bounds left_end = beyond(law_.centre + 1, bits);
    const scaled_bounds right_end = beyond(law_.steps - law_.centre + 1, bits);
    const scaled_bounds ratio = power(1, bits);
    const natural one = natural::power_of_two(bits);
    const scaled_bounds total{one + ratio.low - left_end.high - right_end.high,
                              one + ratio.high - left_end.low - right_end.low};
    if (point_ <= law_.centre) {
      const scaled_bounds at_point = power(law_.centre - point_, bits);
      return {{at_point.low - left_end.high, at_point.high - left_end.low}, total};
    }
    const scaled_bounds after = power(point_ + 1 - law_.centre, bits);
    return {{one + ratio.low - left_end.high - after.high, one + ratio.high - left_end.low - after.low}, total};
  }

 private:
  scaled_bounds beyond(std::int64_t exponent, int bits) const {
    return law_.open ? scaled_bounds{} : power(exponent, bits);
  }

  scaled_bounds power(std::int64_t exponent, int bits) const {
    return exp_minus(exact_product(law_.rate, static_cast<std::uint64_t>(exponent)), bits);
  }

  geometric_law law_;
  std::int64_t point_;
};

/// The first point, of those from low to high, whose cumulative probability exceeds the uniform number that starts with
/// the word: with integers only, to as many bits as it takes. The point is known to be one of them.
// random/PROOF.md, Theorem 4
std::int64_t draw_exact_geometric(const geometric_law& law, std::int64_t low, std::int64_t high, std::uint64_t word,
                                  bit_source& bits) {
  lazy_uniform uniform(word, bits);
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    if (uniform.below(cumulative(law, middle))) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

}  // namespace

/// The sums on both sides of a centre, and the weights just beyond both ends of the range: r^(c+1) and r^(N-c+1).
struct interval_geometric::ends {
  double left;
  double right;
  double beyond_left;
  double beyond_right;

  double total() const { return left + right; }
};

void interval_geometric::look_around(std::span<const std::int64_t> centres, ends* around) const {
  const std::size_t count = centres.size();
  std::array<double, 2 * block> decays;
  std::array<constant_time_exp, 2 * block> over;
  // The differences are whole numbers: above 2^53, doubles would lose a step.
  for (std::size_t i = 0; i < count; ++i) {
    decays[2 * i] = rate_ * static_cast<double>(centres[i] + 1);
    decays[2 * i + 1] = rate_ * static_cast<double>(steps_ - centres[i]);
  }
  compute_exps(std::span(decays).first(2 * count), over.data());
  for (std::size_t i = 0; i < count; ++i) {
    const auto [beyond_left, left] = over[2 * i];
    const auto [beyond_right, right] = over[2 * i + 1];
    around[i] = {left + open_ * beyond_left, (right + open_ * beyond_right) * ratio_, (1 - open_) * beyond_left,
                 (1 - open_) * beyond_right * ratio_};
  }
}

interval_geometric::interval_geometric(std::int64_t steps, double rate, range kind)
    : steps_(steps),
      length_(static_cast<double>(steps)),
      rate_(rate),
      inverse_rate_(1 / rate),
      ratio_(bounded_exp_minus(rate)),
      open_(kind == range::open ? 1 : 0),
      is_flat_(kind == range::closed && rate * static_cast<double>(steps + 2) <= flat_decay) {}

// random/PROOF.md, Theorem 4
std::int64_t interval_geometric::draw(std::int64_t centre, bit_source& bits) const {
  draw_all({&centre, 1}, bits);
  return centre;
}

void interval_geometric::draw_all(std::span<std::int64_t> centres, bit_source& bits) const {
  std::array<std::uint64_t, block> words;
  std::array<ends, block> around;
  while (!centres.empty()) {
    const auto part = centres.first(std::min(block, centres.size()));
    const auto fresh = std::span(words).first(part.size());
    bits.words(fresh);
    look_around(part, around.data());
    if (is_flat_) {
      draw_flat(part, around.data(), words.data(), bits);
    } else {
      draw_steep(part, around.data(), words.data(), bits);
    }
    wipe(fresh);
    centres = centres.subspan(part.size());
  }
}

void interval_geometric::draw_steep(std::span<std::int64_t> centres, const ends* around, const std::uint64_t* words,
                                    bit_source& bits) const {
  const std::size_t count = centres.size();
  std::array<double, block + 1> weights;
  std::array<std::int64_t, block + 1> distances;
  for (std::size_t i = 0; i < count; ++i) {
    const double from_below = filter::number(words[i]) * around[i].total();
    const double from_above = filter::number(~words[i]) * around[i].total();
    weights[i] =
        either(from_below < around[i].left, -(from_below + around[i].beyond_left), from_above + around[i].beyond_right);
  }
  weights[count] = 1;  // in case that it completes a pair
  distances_of({weights.data(), count + count % 2}, inverse_rate_, distances.data());
  for (std::size_t i = 0; i < count; ++i) {
    centres[i] = draw_at(centres[i], centres[i] + distances[i], around[i], words[i], bits);
  }
}

// random/PROOF.md, Lemma 3
void interval_geometric::draw_flat(std::span<std::int64_t> centres, const ends* around, const std::uint64_t* words,
                                   bit_source& bits) const {
  for (std::size_t i = 0; i < centres.size(); ++i) {
    const reading here = read_around(around[i], words[i]);
    const double distance = here.decay * inverse_rate_;
    const double slack = here.slack * inverse_rate_;
    const double whole = std::floor(distance);
    const double fraction = distance - whole;
    const bool certain = fraction > slack && fraction < 1 - slack;
    const std::int64_t point = certain ? point_at(centres[i], here.left, whole) : geometric_distances::undecided;
    centres[i] = draw_at(centres[i], point, around[i], words[i], bits);
  }
}

/// The point that floating point found, unless it could not tell: then it is not in the range.
std::int64_t interval_geometric::draw_at(std::int64_t centre, std::int64_t point, const ends& around,
                                         std::uint64_t word, bit_source& bits) const {
  if (point >= 0 && point <= steps_) return point;
  return draw_uncertain(centre, read_around(around, word), word, bits);
}

// Where the law is not too flat, all draws around one centre are looked at together.
void interval_geometric::draw_around(std::int64_t centre, std::span<std::int64_t> drawn, bit_source& bits) const {
  constexpr std::size_t few = 8;  // for which a whole block is too much work
  if (is_flat_ || drawn.size() < few) {
    std::fill(drawn.begin(), drawn.end(), centre);
    return draw_all(drawn, bits);
  }
  ends known;
  look_around({&centre, 1}, &known);
  const common_centre law{known.left, known.total(), known.beyond_left, known.beyond_right, inverse_rate_};
  std::array<std::uint64_t, block> words{};
  std::array<std::int64_t, block> distances;
  while (!drawn.empty()) {
    const auto part = drawn.first(std::min(block, drawn.size()));
    const auto fresh = std::span(words).first(part.size());
    bits.words(fresh);
    law.draw(words, distances);
    for (std::size_t i = 0; i < part.size(); ++i) {
      part[i] = draw_at(centre, centre + distances[i], known, words[i], bits);
    }
    wipe(fresh);
    drawn = drawn.subspan(part.size());
  }
}

/// The point at a distance, in whole steps, from where distances are measured.
std::int64_t interval_geometric::point_at(std::int64_t centre, bool left, double distance) const {
  const std::int64_t from = is_flat_ ? either(left, std::int64_t{0}, steps_) : centre;
  const bool downwards = left != is_flat_;
  const std::int64_t sign = -static_cast<std::int64_t>(downwards);  // all bits set: what follows is a negation
  return from + ((static_cast<std::int64_t>(distance) ^ sign) - sign);
}

/// Out of line: it is hardly ever called.
[[gnu::noinline]] std::int64_t interval_geometric::draw_uncertain(std::int64_t centre, const reading& here,
                                                                  std::uint64_t word, bit_source& bits) const {
  std::int64_t low = here.left ? 0 : centre;
  std::int64_t high = here.left ? centre : steps_;
  if (here.slack < std::numeric_limits<double>::infinity()) {  // otherwise everything on this side is possible
    const auto point_after = [&](double decayed) {             // at most just outside the range
      return point_at(centre, here.left, std::floor(std::fmin(decayed * inverse_rate_, length_ + 1)));
    };
    const std::int64_t one = point_after(here.decay - here.slack);
    const std::int64_t other = point_after(here.decay + here.slack);
    // Products with the inverse rate are rounded, too.
    low = std::clamp<std::int64_t>(std::min(one, other) - 1, 0, steps_);
    high = std::clamp<std::int64_t>(std::max(one, other) + 1, 0, steps_);
  }
  return draw_exact_geometric({steps_, rate_, centre, open_ == 1}, low, high, word, bits);
}

interval_geometric::reading interval_geometric::read_around(const ends& around, std::uint64_t word) const {
  const double from_below = filter::number(word) * around.total();
  const double from_above = filter::number(~word) * around.total();
  const bool left = from_below < around.left;
  const double mass = either(left, from_below, from_above);
  const double beyond = either(left, around.beyond_left, around.beyond_right);
  if (is_flat_) {
    const double decay = std::log1p(mass / beyond);
    return {left, false, decay, decay * filter::relative_error + around.total() * filter::unknown_bits};
  }
  const double weight = mass + beyond;
  double decays[]{weight, weight};
  take_decays(decays);
  const double slack = (1 + *decays) * filter::relative_error + filter::unknown_bits / weight;
  return {left, true, *decays, weight < filter::smallest_weight ? std::numeric_limits<double>::infinity() : slack};
}

interval_geometric::reading interval_geometric::read(std::int64_t centre, std::uint64_t word) const {
  ends around;
  look_around({&centre, 1}, &around);
  return read_around(around, word);
}

}  // namespace inbounds
