#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <span>

namespace inbounds {

/// Overwrites used random words, what was made of them, or truths; also where a plain loop would be optimised away
/// (before the end of an object's life).
template <std::integral Number, std::size_t Count>
void wipe(std::span<Number, Count> numbers) {
  for (Number& number : numbers) *static_cast<volatile Number*>(&number) = 0;
}

/// For containers of what nobody should find in free memory: it is wiped before it is given back.
template <std::integral Number>
struct wiping_allocator {
  using value_type = Number;

  wiping_allocator() = default;
  template <class Other>
  wiping_allocator(const wiping_allocator<Other>& /*other*/) {}  // NOLINT: implicit, as containers want it

  Number* allocate(std::size_t count) { return std::allocator<Number>().allocate(count); }
  void deallocate(Number* memory, std::size_t count) {
    wipe(std::span(memory, count));
    std::allocator<Number>().deallocate(memory, count);
  }

  friend bool operator==(const wiping_allocator& /*a*/, const wiping_allocator& /*b*/) { return true; }
};

}  // namespace inbounds
