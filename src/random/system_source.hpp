#pragma once

#include <cstdint>
#include <span>

namespace inbounds {

/// A bit_source refill from the operating system's cryptographic generator; the context is not used.
/// Throws std::system_error if there is none. Not part of the WebAssembly build, where the host supplies the bits.
void refill_from_system(void* context, std::span<std::uint64_t> block);

}  // namespace inbounds
