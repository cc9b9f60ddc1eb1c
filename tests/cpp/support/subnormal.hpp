#pragma once

#include <cfenv>
#include <cstdint>
#include <random>
#include <span>
#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

// Processors take longer for subnormal numbers, and note that they met some.

namespace inbounds::test {

/// Whether a call has an operation with a subnormal result that was rounded, or (where the processor tells) with a
/// subnormal operand. Only calls into other files: the compiler may move arithmetic past the questions here.
template <class Call>
bool meets_subnormals(const Call& call) {
#if defined(__SSE2__)
  _mm_setcsr(_mm_getcsr() & ~unsigned{_MM_EXCEPT_MASK});
  call();
  return (_mm_getcsr() & (_MM_EXCEPT_DENORM | _MM_EXCEPT_UNDERFLOW)) != 0;
#else
  std::feclearexcept(FE_UNDERFLOW);
  call();
  return std::fetestexcept(FE_UNDERFLOW) != 0;
#endif
}

/// Words from all over, and from both ends.
class odd_words {
 public:
  explicit odd_words(std::uint64_t seed) : random_(seed) {}

  /// A bit_source refill; the context is one of these.
  static void refill(void* context, std::span<std::uint64_t> block) {
    auto& random = static_cast<odd_words*>(context)->random_;
    for (std::uint64_t& word : block) {
      word = random();
      const std::uint64_t kind = random();
      if (kind % 16 == 0) word >>= kind >> 58;
      if (kind % 32 == 0) word = ~word;
    }
  }

 private:
  std::mt19937_64 random_;
};

}  // namespace inbounds::test
