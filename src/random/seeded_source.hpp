#pragma once

#include <cstdint>
#include <random>
#include <span>

namespace inbounds {

/// The words of a fixed seed, for tests and figures only: anyone who knows the seed can undo the noise.
///
/// std::mt19937_64, because the standard fixes its output to the bit on every platform.
class seeded_words {
 public:
  explicit seeded_words(std::uint64_t seed) : engine_(seed) {}

  /// A bit_source refill; the context is a seeded_words.
  static void refill(void* context, std::span<std::uint64_t> block) {
    for (std::uint64_t& word : block) word = static_cast<seeded_words*>(context)->engine_();
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace inbounds
