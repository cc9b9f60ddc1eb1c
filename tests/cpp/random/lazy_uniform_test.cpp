#include "random/lazy_uniform.hpp"

#include <vector>

#include "support/catch.hpp"
#include "support/words.hpp"

namespace lazy_uniform_test {

using namespace inbounds;

namespace {

/// A third, with bounds as wide as the precision asked for allows.
class third final : public computable {
 public:
  quotient at(int bits) const override {
    const natural one = natural::power_of_two(bits);
    return {{one - 2, one + 2}, {one * 3 - 2, one * 3 + 2}};
  }
};

constexpr std::uint64_t third_word = 0x5555555555555555;  // the bits of 1/3, again and again

bool below_third(std::uint64_t first, std::vector<std::uint64_t> more = {}) {
  return test::with_words(std::move(more), [&](bit_source& bits) { return lazy_uniform(first, bits).below(third{}); });
}

}  // namespace

TEST_CASE("a word that differs from the threshold's first bits decides by itself", "[random]") {
  CHECK(below_third(0));
  CHECK(below_third(third_word - 1));
  CHECK_FALSE(below_third(third_word + 1));
  CHECK_FALSE(below_third(~std::uint64_t{0}));
}

// random/PROOF.md, Lemma 1
TEST_CASE("a word that is the threshold's own is continued, as often as it takes", "[random]") {
  CHECK(below_third(third_word, {0}));
  CHECK(below_third(third_word, {third_word - 1}));
  CHECK_FALSE(below_third(third_word, {third_word + 1}));
  CHECK(below_third(third_word, {third_word, third_word, third_word - 1}));
  CHECK_FALSE(below_third(third_word, {third_word, third_word, third_word + 1}));
}

TEST_CASE("the bits drawn once stay for the next comparison", "[random]") {
  const bool both = test::with_words({third_word - 1, third_word + 1}, [](bit_source& bits) {
    lazy_uniform uniform(third_word, bits);
    const bool first = uniform.below(third{});
    return first && uniform.below(third{});  // the second word would say no
  });
  CHECK(both);
}

}  // namespace lazy_uniform_test
