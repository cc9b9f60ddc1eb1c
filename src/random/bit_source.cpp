#include "random/bit_source.hpp"

#include <algorithm>

#include "numeric/wipe.hpp"

namespace inbounds {

bit_source::~bit_source() {
  wipe(std::span(block_));
  wipe(std::span(&loose_bits_, 1));
}

void bit_source::refill_block() {
  fill_(context_, block_);
  used_ = 0;  // only now: if the refill does not return, the block stays used up
}

void bit_source::words(std::span<std::uint64_t> fresh) {
  while (!fresh.empty()) {
    if (used_ == block_words) refill_block();
    const auto part = std::span(block_).subspan(used_, std::min(fresh.size(), block_words - used_));
    for (std::size_t i = 0; i < part.size(); ++i) {
      fresh[i] = part[i];
      part[i] = 0;
    }
    used_ += part.size();
    fresh = fresh.subspan(part.size());
  }
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
