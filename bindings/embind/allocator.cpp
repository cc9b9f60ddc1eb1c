#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

// Memory in blocks of powers of two, with a list of free ones of each size: blocks are neither split nor joined. What
// the module keeps is bounded (memory.hpp), and comes and goes in the same sizes, so an allocator for everything would
// be code without use: .5 kB gzip.

namespace {

/// What stands before a block that is in use: its size, as a power of two. Keeps blocks aligned.
constexpr std::size_t header = 16;

struct free_block {
  free_block* next;
};
std::array<free_block*, 32> free_blocks;

int power_for(std::size_t size) {
  constexpr std::size_t too_much = std::size_t{1} << 30;  // and the end of what a shift can count
  if (size > too_much) std::abort();
  int power = 5;
  while ((std::size_t{1} << power) < size + header) ++power;
  return power;
}

/// Where the linker says that memory is free to use; aligned.
extern "C" std::byte __heap_base;
std::byte* unused = &__heap_base;

/// Where there is no more memory, in a trap: nothing here catches exceptions. Asking WebAssembly itself, instead of
/// Emscripten's sbrk, takes .2 kB gzip off.
void* new_block(int power) {
  constexpr std::size_t page = 65536;
  const std::size_t size = std::size_t{1} << power;
  std::byte* const end = reinterpret_cast<std::byte*>(__builtin_wasm_memory_size(0) * page);
  const auto left = static_cast<std::size_t>(end - unused);
  if (left < size && __builtin_wasm_memory_grow(0, (size - left + page - 1) / page) == std::size_t(-1)) std::abort();
  void* const block = unused;
  unused += size;
  return block;
}

}  // namespace

void* operator new(std::size_t size) {
  const int power = power_for(size);
  free_block*& first = free_blocks[static_cast<std::size_t>(power)];
  void* block = first;
  if (block != nullptr) {
    first = first->next;
  } else {
    block = new_block(power);
  }
  *static_cast<int*>(block) = power;
  return static_cast<std::byte*>(block) + header;
}

void operator delete(void* memory) noexcept {
  if (memory == nullptr) return;
  void* const block = static_cast<std::byte*>(memory) - header;
  free_block*& first = free_blocks[static_cast<std::size_t>(*static_cast<int*>(block))];
  first = new (block) free_block{first};
}

void operator delete(void* memory, std::size_t /*size*/) noexcept { operator delete(memory); }

/// For whatever else a release of Emscripten brings along: two allocators would take the same memory. Nothing here
/// calls it.
extern "C" void* malloc(std::size_t size) { return operator new(size); }

/// Emscripten exports it together with embind, which has nothing to free here.
extern "C" void free(void* memory) { operator delete(memory); }
