#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <span>

#include "random/gaussian.hpp"
#include "random/interval_geometric.hpp"
#include "random/reflected_geometric.hpp"
#include "random/seeded_source.hpp"

// Nanoseconds per draw of the native build, as JSON. The laws, the blocks and the seeded bits are those that
// sampling.bench.mjs gives to the same code in WebAssembly: with the platform's bits, two generators would be compared.

namespace {

using namespace inbounds;

constexpr std::int64_t steps = std::int64_t{1} << 24;
constexpr double laplace_rate = 0x1p-24;                                 // the scale is the width
constexpr double gaussian_rate = 4.5 / (double{steps} * double{steps});  // the standard deviation is a third of it
constexpr int draws = 1 << 20;

std::array<double, 4096> block;

template <class Law>
void draw_block(const Law& law, bit_source& bits) {
  std::array<std::int64_t, 256> points;
  for (std::size_t from = 0; from < block.size(); from += points.size()) {
    const auto part = std::span(block).subspan(from, points.size());
    for (std::size_t at = 0; at < part.size(); ++at) points[at] = static_cast<std::int64_t>(part[at]);
    law.draw_all(points, bits);
    for (std::size_t at = 0; at < part.size(); ++at) part[at] = static_cast<double>(points[at]);
  }
}

/// Words that lead to hardly any noise (near the middle of their range), or to five scales of it.
template <std::uint64_t First>
void refill_around(void* /*context*/, std::span<std::uint64_t> words) {
  std::uint64_t next = First;
  for (std::uint64_t& word : words) word = next += 0x9e3779b97f;
}
constexpr std::uint64_t little_noise = std::uint64_t{1} << 63;
constexpr std::uint64_t much_noise = std::uint64_t{1} << 56;

template <class Law>
double nanoseconds(const Law& law, bit_source& bits) {
  const auto started = std::chrono::steady_clock::now();
  for (int drawn = 0; drawn < draws; drawn += static_cast<int>(block.size())) {
    block.fill(double{steps / 2});
    draw_block(law, bits);
  }
  const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - started;
  return taken.count() / draws;
}

/// The same draws by turns, so that both see the same machine; the fastest of each.
struct by_noise {
  double little = INFINITY;
  double much = INFINITY;
};
by_noise compare(const reflected_geometric& law) {
  bit_source little{refill_around<little_noise>, nullptr};
  bit_source much{refill_around<much_noise>, nullptr};
  by_noise min;
  for (int round = 0; round < 9; ++round) {
    min.little = std::min(min.little, nanoseconds(law, little));
    min.much = std::min(min.much, nanoseconds(law, much));
  }
  return min;
}

}  // namespace

int main() {
  seeded_words words{1};
  bit_source bits{seeded_words::refill, &words};
  const reflected_geometric sampler({{0, steps}}, {}, laplace_rate);
  const double geometric = nanoseconds(interval_geometric(steps, laplace_rate), bits);
  const double reflected = nanoseconds(sampler, bits);
  const double gaussian = nanoseconds(truncated_gaussian(steps, gaussian_rate), bits);
  const auto [little, much] = compare(reflected_geometric({{0, steps}}, {}, 64 * laplace_rate));
  std::printf("{\"geometric\": %.2f, \"reflected\": %.2f, \"gaussian\": %.2f, \"little\": %.3f, \"much\": %.3f}\n",
              geometric, reflected, gaussian, little, much);
}
