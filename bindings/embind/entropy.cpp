#include "entropy.hpp"

#include <cstdint>
#include <optional>

#include "random/seeded_source.hpp"

// In entropy.js: calls `fillEntropy`, which is given by bindings/js/engine.js. That fills the bytes or throws; the
// exception then leaves through every frame here, no value is released, and the engine restores the stack pointer.
// Never std::random_device or getentropy: Emscripten 3.1.6 makes one host call per byte of them.
extern "C" void inbounds_fill_entropy(void* bytes, int count);

namespace inbounds::bindings {
namespace {

std::optional<seeded_words> seeded;

void refill(void* /*context*/, std::span<std::uint64_t> block) {
  if (seeded) return seeded_words::refill(&*seeded, block);
  inbounds_fill_entropy(block.data(), static_cast<int>(block.size_bytes()));
}

}  // namespace

bit_source& module_bits() {
  static bit_source bits{refill, nullptr};
  return bits;
}

}  // namespace inbounds::bindings

// For `inbounds/testing` only, before anything is drawn. 64-bit integers do not cross the border without BigInt
// support.
extern "C" void inbounds_use_seed(std::uint32_t low, std::uint32_t high) {
  inbounds::bindings::seeded.emplace((std::uint64_t{high} << 32) | low);
}
