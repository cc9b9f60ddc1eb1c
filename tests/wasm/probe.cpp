#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "entropy.hpp"
#include "published/croft.hpp"
#include "published/croft_audit.hpp"
#include "published/holohan.hpp"
#include "random/filter.hpp"
#include "random/gaussian.hpp"
#include "random/interval_geometric.hpp"
#include "random/part_choice.hpp"
#include "random/reflected_geometric.hpp"

// Raw exports, as in bindings/embind/draws.cpp. Whole numbers up to 2^53 cross the border as doubles, words as halves.

namespace {

using namespace inbounds;
using inbounds::bindings::module_bits;

constexpr std::size_t block_size = 4096;  // that of the package's module

std::array<double, block_size> block;
std::array<double, 5> answer;

std::int64_t whole(double number) { return static_cast<std::int64_t>(number); }

std::uint64_t join_words(std::uint32_t low, std::uint32_t high) { return (std::uint64_t{high} << 32) | low; }

/// Two words, over and over: more than two are hardly ever asked for.
struct two_words {
  std::array<std::uint64_t, 2> words{};

  static void refill(void* context, std::span<std::uint64_t> fresh) {
    for (std::size_t at = 0; at < fresh.size(); ++at) fresh[at] = static_cast<two_words*>(context)->words[at % 2];
  }
};

// Not on the stack, which in newer releases of Emscripten is no larger than one of these.
two_words script;
std::optional<bit_source> scripted;

/// The block holds centres before and points after. As draw_all of the mechanisms does.
template <class Law>
void draw_in_parts(const Law& law, int count) {
  std::array<std::int64_t, 256> points;
  for (auto rest = std::span(block).first(static_cast<std::size_t>(count)); !rest.empty();) {
    const auto part = rest.first(std::min(points.size(), rest.size()));
    for (std::size_t at = 0; at < part.size(); ++at) points[at] = whole(part[at]);
    law.draw_all(std::span(points).first(part.size()), module_bits());
    for (std::size_t at = 0; at < part.size(); ++at) part[at] = static_cast<double>(points[at]);
    rest = rest.subspan(part.size());
  }
}

/// The ends of ranges or spans, which JavaScript has written to the block.
template <class Pair, class Number>
std::vector<Pair> pairs_in_block(int count, const Number& number) {
  std::vector<Pair> pairs;
  for (std::size_t at = 0; at < static_cast<std::size_t>(count); ++at)
    pairs.push_back({number(block[2 * at]), number(block[2 * at + 1])});
  return pairs;
}

}  // namespace

extern "C" {

/// left, from_centre, decay, slack.
double* probe_read(double steps, double rate, double centre, std::uint32_t low, std::uint32_t high) {
  const auto [left, from_centre, decay, slack] =
      interval_geometric(whole(steps), rate).read(whole(centre), join_words(low, high));
  answer = {left ? 1.0 : 0.0, from_centre ? 1.0 : 0.0, decay, slack};
  return answer.data();
}

/// Of the ranges in the block: downwards, to_boundary, to_number, slack.
double* probe_read_part(int ranges, bool open_below, bool open_above, double rate, double centre, std::uint32_t low,
                        std::uint32_t high, int boundary) {
  const part_choice choice(pairs_in_block<point_range>(ranges, whole), {open_below, open_above}, rate);
  const auto [downwards, to_boundary, to_number, slack] =
      choice.read(whole(centre), join_words(low, high), static_cast<std::size_t>(boundary));
  answer = {downwards ? 1.0 : 0.0, to_boundary, to_number, slack};
  return answer.data();
}

double probe_relative_error() { return filter::relative_error; }

double probe_smallest_weight() { return filter::smallest_weight; }

double probe_unknown_bits() { return filter::unknown_bits; }

/// As in bernoulli.cpp.
double probe_exp_minus(double rate, double count, double times) {
  const double x = rate * count * times;
  return std::exp(-x);
}

/// The draw that these two words lead to.
double probe_draw_at(double steps, double rate, double centre, std::uint32_t low, std::uint32_t high,
                     std::uint32_t next_low, std::uint32_t next_high) {
  script.words = {join_words(low, high), join_words(next_low, next_high)};
  scripted.emplace(two_words::refill, &script);
  return static_cast<double>(interval_geometric(whole(steps), rate).draw(whole(centre), *scripted));
}

double* probe_block() { return block.data(); }

int probe_block_size() { return static_cast<int>(block.size()); }

void probe_draw_geometric(double steps, double rate, int count) {
  draw_in_parts(interval_geometric(whole(steps), rate), count);
}

void probe_draw_reflected(double steps, double rate, int count) {
  draw_in_parts(reflected_geometric({{0, whole(steps)}}, {}, rate), count);
}

void probe_draw_gaussian(double steps, double rate, int count) {
  draw_in_parts(truncated_gaussian(whole(steps), rate), count);
}

// The formulas of the papers: in this module only, and in no package.

double probe_standard_scale(double width, double sensitivity, double epsilon, double delta) {
  return published::standard_scale({width, sensitivity, epsilon, delta});
}

double probe_fixed_point(double width, double sensitivity, double epsilon, double delta) {
  return published::fixed_point({width, sensitivity, epsilon, delta}).scale;
}

double probe_effective_epsilon(double width, double sensitivity, double epsilon, double delta) {
  return published::effective_epsilon({width, sensitivity, epsilon, delta});
}

double probe_clamped_scale(double sensitivity, double epsilon, double delta) {
  return published::clamped_scale(sensitivity, epsilon, delta);
}

double probe_position_dependent_scale(double distance, double sensitivity, double epsilon) {
  return published::position_dependent_scale(distance, sensitivity, epsilon);
}

/// Of the spans in the block.
double probe_uniform_scale(int spans, double sensitivity, double epsilon) {
  const auto same = [](double number) { return number; };
  return published::uniform_scale(pairs_in_block<published::feasible_span>(spans, same), sensitivity, epsilon);
}

double probe_position_dependent_pair_loss(double truth, double neighbour, double output, double sensitivity,
                                          double epsilon, double window) {
  return published::position_dependent_pair_loss(truth, neighbour, output, sensitivity, epsilon, window);
}

/// loss, at_most, truth, neighbour, output.
double* probe_position_dependent_loss(double sensitivity, double epsilon, double window) {
  const auto [loss, at_most, truth, neighbour, output] =
      published::position_dependent_loss(sensitivity, epsilon, window);
  answer = {loss, at_most, truth, neighbour, output};
  return answer.data();
}

}  // extern "C"
