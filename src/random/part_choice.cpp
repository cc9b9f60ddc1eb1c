#include "random/part_choice.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/either.hpp"
#include "numeric/exponential_sums.hpp"
#include "numeric/wipe.hpp"
#include "random/constant_time_exp.hpp"
#include "random/filter.hpp"
#include "random/lazy_uniform.hpp"

// With u the uniform number, r = e^-rate, c the centre and Z the mass of everything, u is below F if and only if u Z is
// below the mass of what lies below the boundary. Below the centre, that is r^(c - last_below) times a mass of the
// tables, so logarithms are compared: -ln(u Z) with rate (c - last_below) - ln(mass). Above the centre, the mirror
// image: 1 - u with what lies above. So it is always the tail away from the centre that is compared, and a small one
// keeps its precision; nor do logarithms underflow, whatever the distance.

namespace inbounds {
namespace {

/// For each of some searches, how many of the boundaries 1..count it passes: all up to some boundary and none after it.
/// The number of steps depends on the count alone (a search that does not pass keeps one boundary more than it has to),
/// and each step is made for all searches, so that they overlap.
template <class Passes>
void search_all(std::size_t count, std::span<std::size_t> passed, const Passes& passes) {
  std::fill(passed.begin(), passed.end(), std::size_t{0});
  for (std::size_t open = count; open > 0; open /= 2) {
    const std::size_t half = (open + 1) / 2;
    for (std::size_t i = 0; i < passed.size(); ++i) {
      const auto step = static_cast<std::size_t>(passes(i, passed[i] + half));
      passed[i] += half & (std::size_t{0} - step);
    }
  }
}

/// In whole numbers first: above 2^53, doubles would lose a step.
double distance(std::int64_t from, std::int64_t to) { return static_cast<double>(to - from); }

/// Weights e^(-rate |k - centre|) on parts of which the first goes on for ever below its last point if the lower end is
/// open, and the last above its first point if the upper end is.
struct parted_law {
  std::span<const point_range> parts;
  open_ends open;
  double rate;
  std::int64_t centre;
};

// With r = e^-rate, a part from a to b has the weight r^(a-c) - r^(b+1-c) above the centre c, r^(c-b) - r^(c+1-a) below
// it and 1 + r - r^(c+1-a) - r^(b+1-c) around it, all over 1 - r, which cancels. What goes on for ever has no second
// power.
// random/PROOF.md, Theorem 7
class first_parts final : public computable {
 public:
  first_parts(const parted_law& law, std::size_t count) : law_(law), count_(count) {}

  quotient at(int bits) const override {
    scaled_bounds below{};
    scaled_bounds total{};
    for (std::size_t part = 0; part < law_.parts.size(); ++part) {
      const auto [low, high] = weight(part, bits);
      total = {total.low + low, total.high + high};
      if (part + 1 == count_) below = total;
    }
    return {below, total};
  }

 private:
  scaled_bounds weight(std::size_t part, int bits) const {
    const auto [first, last] = law_.parts[part];
    const std::int64_t centre = law_.centre;
    if (last < centre) {
      const scaled_bounds nearest = power(centre - last, bits);
      if (part == 0 && law_.open.below) return nearest;
      return difference(nearest, power(centre + 1 - first, bits));
    }
    if (first > centre) {
      const scaled_bounds nearest = power(first - centre, bits);
      if (part + 1 == law_.parts.size() && law_.open.above) return nearest;
      return difference(nearest, power(last + 1 - centre, bits));
    }
    const natural one = natural::power_of_two(bits);
    const scaled_bounds ratio = power(1, bits);
    const scaled_bounds left = difference({one, one}, power(centre + 1 - first, bits));
    const scaled_bounds right = difference(ratio, power(last + 1 - centre, bits));
    return {left.low + right.low, left.high + right.high};
  }

  // The lower bound stops at 0, which the weight is never below.
  static scaled_bounds difference(const scaled_bounds& larger, const scaled_bounds& smaller) {
    return {larger.low - smaller.high, larger.high - smaller.low};
  }

  scaled_bounds power(std::int64_t exponent, int bits) const {
    return exp_minus(exact_product(law_.rate, static_cast<std::uint64_t>(exponent)), bits);
  }

  parted_law law_;
  std::size_t count_;
};

/// Whether a uniform number lies below the probability of the first `count` parts, some but not all of them: with
/// integers only, to as many bits as it takes.
bool below_first_parts(const parted_law& law, std::size_t count, lazy_uniform& number) {
  return number.below(first_parts(law, count));
}

}  // namespace

/// A centre, the part it lies in, and what the numbers below and above a word weigh: as decay, with its slack.
struct part_choice::place {
  std::int64_t centre;
  std::size_t part;
  double decay_below;
  double decay_above;
  double slack_below;
  double slack_above;
};

// What lies beyond the number outweighs what lies beyond the boundary, or the other way round, by more than the slack.
bool part_choice::reading::certain() const { return std::abs(to_number - to_boundary) > slack; }
bool part_choice::reading::passes() const { return (to_number < to_boundary) == downwards; }

part_choice::part_choice(std::span<const point_range> ranges, open_ends open, double rate)
    : parts_(ranges.size() + (open.below ? 1 : 0) + (open.above ? 1 : 0)),
      open_(open),
      rate_(rate),
      ratio_(bounded_exp_minus(rate)) {
  if (open.below) parts_.front() = {ranges.front().first - 1, ranges.front().first - 1};
  std::copy(ranges.begin(), ranges.end(), parts_.begin() + (open.below ? 1 : 0));
  if (open.above) parts_.back() = {ranges.back().last + 1, ranges.back().last + 1};
  additions_ = static_cast<double>(parts_.size());
  weigh();
}

/// Fills the tables, once upwards and once downwards: sums of positive terms only.
void part_choice::weigh() {
  const std::size_t count = parts_.size();
  boundaries_ = std::vector<boundary_table>(count + 1);
  for (std::size_t at = 0; at <= count; ++at) {
    boundaries_[at].last_below = at > 0 ? parts_[at - 1].last : parts_.front().first - 1;
    boundaries_[at].first_above = at < count ? parts_[at].first : parts_.back().last + 1;
  }
  const auto decay_between = [&](std::int64_t from, std::int64_t to) {
    return bounded_exp_minus(rate_ * distance(from, to));
  };
  const auto own = [&](std::size_t part) {
    if ((part == 0 && open_.below) || (part + 1 == count && open_.above)) return 1.0;
    return one_minus_exp(rate_ * distance(parts_[part].first, parts_[part].last + 1));
  };
  double mass = 0;
  for (std::size_t at = 1; at <= count; ++at) {
    boundary_table& here = boundaries_[at];
    mass = own(at - 1) + decay_between(boundaries_[at - 1].last_below, here.last_below) * mass;
    here.decay_below = -std::log(mass);
    here.mass_below = decay_between(here.last_below, here.first_above - 1) * mass;
  }
  mass = 0;
  for (std::size_t at = count; at-- > 0;) {
    boundary_table& here = boundaries_[at];
    mass = own(at) + decay_between(here.first_above, boundaries_[at + 1].first_above) * mass;
    here.decay_above = -std::log(mass);
    here.mass_above = decay_between(here.last_below, here.first_above) * mass;
  }
}

void part_choice::find_parts(std::span<const std::int64_t> centres, std::span<std::size_t> found) const {
  search_all(parts() - 1, found,
             [&](std::size_t i, std::size_t boundary) { return boundaries_[boundary].first_above <= centres[i]; });
}

// One loop per stage, as in interval_geometric.cpp.
void part_choice::place_all(std::span<const std::int64_t> centres, std::span<const std::size_t> parts,
                            const std::uint64_t* words, place* places) const {
  const std::size_t count = centres.size();
  std::array<double, 2 * block> decays;
  std::array<constant_time_exp, 2 * block> around;
  const auto both = std::span(decays).first(2 * count);
  for (std::size_t i = 0; i < count; ++i) {
    decays[2 * i] = rate_ * distance(boundaries_[parts[i]].first_above, centres[i] + 1);
    decays[2 * i + 1] = rate_ * distance(centres[i], boundaries_[parts[i] + 1].last_below);
  }
  compute_exps(both, around.data());
  for (std::size_t i = 0; i < count; ++i) {
    const constant_time_exp& down = around[2 * i];
    const constant_time_exp& up = around[2 * i + 1];
    // The mass of everything: what lies in the centre's part, up to the centre and after it, and beyond the part.
    const double total = (down.lost + up.lost * ratio_) + (down.kept * boundaries_[parts[i]].mass_below +
                                                           up.kept * boundaries_[parts[i] + 1].mass_above);
    decays[2 * i] = filter::number(words[i]) * total;
    decays[2 * i + 1] = filter::number(~words[i]) * total;
  }
  take_decays(both);
  const auto slack = [&](double number, double decay) {
    const double known = (additions_ + decay) * filter::relative_error + filter::unknown_bits / number;
    return either(number < filter::smallest_weight, HUGE_VAL, known);
  };
  for (std::size_t i = 0; i < count; ++i) {
    const double below = decays[2 * i];
    const double above = decays[2 * i + 1];
    places[i] = {centres[i],
                 parts[i],
                 below,
                 above,
                 slack(filter::number(words[i]), below),
                 slack(filter::number(~words[i]), above)};
  }
}

part_choice::reading part_choice::compare(const place& here, std::size_t boundary) const {
  const boundary_table& table = boundaries_[boundary];
  const bool downwards = boundary <= here.part;
  const std::int64_t steps = either(downwards, here.centre - table.last_below, table.first_above - here.centre);
  const double from_there = either(downwards, table.decay_below, table.decay_above);
  return {downwards, rate_ * static_cast<double>(steps) + from_there,
          either(downwards, here.decay_below, here.decay_above), either(downwards, here.slack_below, here.slack_above)};
}

// One loop per stage, as in interval_geometric.
void part_choice::draw_all(std::span<const std::int64_t> centres, std::span<std::size_t> chosen,
                           bit_source& bits) const {
  const std::size_t count = centres.size();
  std::array<std::uint64_t, block> words;
  std::array<place, block> places;
  std::array<bool, block> certain;
  bits.words(std::span(words).first(count));
  find_parts(centres, chosen);
  place_all(centres, chosen, words.data(), places.data());
  certain.fill(true);
  search_all(parts() - 1, chosen, [&](std::size_t i, std::size_t boundary) {
    const reading seen = compare(places[i], boundary);
    certain[i] &= seen.certain();
    return seen.passes();
  });
  for (std::size_t i = 0; i < count; ++i) {
    if (!certain[i]) chosen[i] = draw_uncertain(places[i], words[i], bits);
  }
  wipe(std::span(words).first(count));
}

/// The same search, with the comparisons that floating point cannot decide made exactly. Out of line: it is hardly ever
/// called.
[[gnu::noinline]] std::size_t part_choice::draw_uncertain(const place& here, std::uint64_t word,
                                                          bit_source& bits) const {
  lazy_uniform number(word, bits);
  std::size_t chosen = 0;
  search_all(parts() - 1, {&chosen, 1}, [&](std::size_t, std::size_t boundary) {
    const reading seen = compare(here, boundary);
    if (seen.certain()) return seen.passes();
    return !below_first_parts({parts_, open_, rate_, here.centre}, boundary, number);
  });
  return chosen;
}

part_choice::reading part_choice::read(std::int64_t centre, std::uint64_t word, std::size_t boundary) const {
  std::size_t part = 0;
  find_parts({&centre, 1}, {&part, 1});
  place here;
  place_all({&centre, 1}, {&part, 1}, &word, &here);
  return compare(here, boundary);
}

}  // namespace inbounds
