#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace inbounds {

/// Random bits as an argument: nothing in the library reaches for randomness by itself.
///
/// Words come from a refill function in blocks; each is handed out once and wiped. A refill fills the whole block or
/// does not return (it throws or ends the program): no draw can go on with bits that are not random.
class bit_source {
 public:
  using refill = void (*)(void* context, std::span<std::uint64_t> block);

  bit_source(refill fill, void* context) : fill_(fill), context_(context) {}
  ~bit_source();

  // A copy would hand the same bits out twice.
  bit_source(const bit_source&) = delete;
  bit_source& operator=(const bit_source&) = delete;

  /// 64 fresh bits.
  std::uint64_t word() {
    if (used_ == block_words) refill_block();
    const std::uint64_t fresh = block_[used_];
    block_[used_++] = 0;
    return fresh;
  }

  /// Many fresh words.
  void words(std::span<std::uint64_t> fresh);

  /// One fresh bit.
  bool bit();

 private:
  void refill_block();

  static constexpr std::size_t block_words = 8192;  // 64 KiB, the most that crypto.getRandomValues gives at once

  refill fill_;
  void* context_;
  std::array<std::uint64_t, block_words> block_{};
  std::size_t used_ = block_words;
  std::uint64_t loose_bits_ = 0;
  int loose_count_ = 0;
};

}  // namespace inbounds
