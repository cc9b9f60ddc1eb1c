#pragma once

#include <cstdint>
#include <vector>

#include "random/bit_source.hpp"
#include "support/catch.hpp"

namespace inbounds::test {

/// What a draw makes of these words. Asking for more of them than there are fails the test.
template <class Draw>
auto with_words(std::vector<std::uint64_t> words, const Draw& draw) {
  struct script {
    std::vector<std::uint64_t> words;
    bool used = false;
    static void refill(void* context, std::span<std::uint64_t> block) {
      auto& self = *static_cast<script*>(context);
      REQUIRE_FALSE(self.used);  // blocks are larger than any list of words here
      self.used = true;
      for (std::size_t at = 0; at < block.size(); ++at)
        block[at] = at < self.words.size() ? self.words[at] : 0xdeadbeef;
    }
  } source{std::move(words)};
  bit_source bits{script::refill, &source};
  const auto drawn = draw(bits);
  return drawn;
}

}  // namespace inbounds::test
