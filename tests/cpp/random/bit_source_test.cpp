#include "random/bit_source.hpp"

#include <algorithm>
#include <new>
#include <stdexcept>
#include <vector>

#include "random/seeded_source.hpp"
#include "random/system_source.hpp"
#include "support/catch.hpp"

namespace bit_source_test {

using namespace inbounds;

namespace {

struct counter {
  std::uint64_t next = 1;
  int refills = 0;
  static void refill(void* context, std::span<std::uint64_t> block) {
    auto& self = *static_cast<counter*>(context);
    ++self.refills;
    for (auto& word : block) word = self.next++;
  }
};

void failing(void*, std::span<std::uint64_t>) { throw std::runtime_error("no entropy"); }

}  // namespace

TEST_CASE("every word is handed out once and in order", "[random]") {
  counter words;
  bit_source bits{counter::refill, &words};
  for (std::uint64_t expected = 1; expected <= 10000; ++expected) REQUIRE(bits.word() == expected);
  CHECK(words.refills > 1);
}

TEST_CASE("single bits come from words of their own, lowest first", "[random]") {
  counter words{.next = 0b1011};
  bit_source bits{counter::refill, &words};
  CHECK(bits.bit());
  CHECK(bits.word() == 0b1100);
  CHECK(bits.bit());
  CHECK_FALSE(bits.bit());
  CHECK(bits.bit());
}

TEST_CASE("a failing refill reaches the caller, again and again, and releases no word", "[random]") {
  bit_source bits{failing, nullptr};
  CHECK_THROWS_AS(bits.word(), std::runtime_error);
  CHECK_THROWS_AS(bits.bit(), std::runtime_error);
}

TEST_CASE("words are wiped when used and when the source ends", "[random]") {
  counter words{.next = 0x5a5a5a5a5a5a5a5a};
  alignas(bit_source) static std::byte memory[sizeof(bit_source)];
  auto* bits = new (memory) bit_source{counter::refill, &words};
  (void)bits->word();
  const auto traces = [&] {
    // Words count upwards from 0x5a5a5a5a5a5a5a5a, so their upper seven bytes betray them.
    int found = 0;
    for (std::size_t at = 0; at + 4 <= sizeof memory; at += 4) {
      found += std::all_of(memory + at, memory + at + 4, [](std::byte b) { return b == std::byte{0x5a}; });
    }
    return found;
  };
  const int before = traces();
  (void)bits->word();
  CHECK(traces() < before);
  bits->~bit_source();
  CHECK(traces() == 0);
}

TEST_CASE("the system's generator gives words that differ from block to block", "[random]") {
  std::vector<std::uint64_t> first(300);
  std::vector<std::uint64_t> second(300);
  refill_from_system(nullptr, first);
  refill_from_system(nullptr, second);
  std::vector<std::uint64_t> all = first;
  all.insert(all.end(), second.begin(), second.end());
  std::sort(all.begin(), all.end());
  CHECK(std::adjacent_find(all.begin(), all.end()) == all.end());  // a repeat has probability 2^-46
}

TEST_CASE("the seeded words are those of the standard's own check", "[random]") {
  // [rand.predef]: the 10000th invocation of a default-constructed mt19937_64 gives this value; its seed is 5489.
  seeded_words words{5489};
  std::vector<std::uint64_t> block(10000);
  seeded_words::refill(&words, block);
  CHECK(block.back() == 9981545732273789042u);
}

}  // namespace bit_source_test
