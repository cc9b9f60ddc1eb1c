#pragma once

#include <cstdint>

namespace inbounds {

/// `chosen ? one : other` without a branch. A branch on a truth, or on which way its noise goes, would tell by its
/// time, and by whether the processor had foreseen it.
template <class Value>
Value either(bool chosen, Value one, Value other) {
  auto mask = std::uint64_t{0} - static_cast<std::uint64_t>(chosen);
  asm("" : "+r"(mask));  // otherwise the compiler recognises a selection, and the browser's compiler makes it a branch
  return __builtin_bit_cast(
      Value, (__builtin_bit_cast(std::uint64_t, one) & mask) | (__builtin_bit_cast(std::uint64_t, other) & ~mask));
}

}  // namespace inbounds
