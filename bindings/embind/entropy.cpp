#include "entropy.hpp"

#include <cstdint>

// In entropy.js: calls `fillEntropy`, which is given by bindings/js/engine.js. That fills the bytes or throws; the
// exception then leaves through every frame here, no value is released, and the engine restores the stack pointer.
// Never std::random_device or getentropy: Emscripten 3.1.6 makes one host call per byte of them.
extern "C" void inbounds_fill_entropy(void* bytes, int count);

namespace inbounds::bindings {
namespace {

void refill(void* /*context*/, std::span<std::uint64_t> block) {
  inbounds_fill_entropy(block.data(), static_cast<int>(block.size_bytes()));
}

}  // namespace

bit_source& module_bits() {
  static bit_source bits{refill, nullptr};
  return bits;
}

}  // namespace inbounds::bindings
