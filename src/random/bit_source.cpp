#include "random/bit_source.hpp"

namespace inbounds {
namespace {

// A plain loop before the end of an object's life may be optimised away.
void wipe(std::uint64_t& word) { *static_cast<volatile std::uint64_t*>(&word) = 0; }

}  // namespace

bit_source::~bit_source() {
  for (std::uint64_t& word : block_) wipe(word);
  wipe(loose_bits_);
}

std::uint64_t bit_source::word() {
  if (used_ == block_words) {
    fill_(context_, block_);
    used_ = 0;  // only now: if the refill does not return, the block stays used up
  }
  const std::uint64_t fresh = block_[used_];
  block_[used_++] = 0;
  return fresh;
}

bool bit_source::bit() {
  if (loose_count_ == 0) {
    loose_bits_ = word();
    loose_count_ = 64;
  }
  const bool fresh = (loose_bits_ & 1) != 0;
  loose_bits_ >>= 1;
  --loose_count_;
  return fresh;
}

}  // namespace inbounds
