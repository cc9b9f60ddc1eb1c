#pragma once

#include <cstdint>
#include <cstring>

// Two numbers at a time: with GCC's and Clang's vectors, which are SSE2 on x86, Neon on ARM and SIMD128 in WebAssembly.
// Everything here takes the same operations for all arguments, and rounds as scalar code does.

namespace inbounds::paired {

inline constexpr std::size_t lanes = 2;

using numbers = double __attribute__((vector_size(16)));
using words = std::uint64_t __attribute__((vector_size(16)));
using masks = std::int64_t __attribute__((vector_size(16)));

inline numbers all(double value) { return numbers{value, value}; }

inline words bits_of(numbers value) { return __builtin_bit_cast(words, value); }
inline numbers number_of(words bits) { return __builtin_bit_cast(numbers, bits); }

/// `chosen ? one : other`, lane by lane.
inline numbers either(masks chosen, numbers one, numbers other) {
  const auto mask = __builtin_bit_cast(words, chosen);
  return number_of((bits_of(one) & mask) | (bits_of(other) & ~mask));
}

template <class Pair>
Pair loaded(const void* from) {
  Pair pair;
  std::memcpy(&pair, from, sizeof pair);
  return pair;
}
template <class Pair>
void store(const Pair& pair, void* to) {
  std::memcpy(to, &pair, sizeof pair);
}

inline constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63;

inline numbers magnitude(numbers value) { return number_of(bits_of(value) & ~sign_bit); }

/// A magnitude with the sign of another number.
inline numbers signed_like(numbers sign, numbers value) {
  return number_of(bits_of(value) | (bits_of(sign) & sign_bit));
}

/// Whole numbers below 2^51 in magnitude as integers: behind the bits of a large number, which is then subtracted.
inline masks integer(numbers whole) {
  const numbers large = all(0x1.8p52);
  return __builtin_bit_cast(masks, bits_of(whole + large) - bits_of(large));
}

/// `value` where kept, otherwise the smallest integer there is.
inline masks smallest_unless(masks kept, masks value) {
  const auto smallest = static_cast<std::int64_t>(sign_bit);
  return (value & kept) | (masks{smallest, smallest} & ~kept);
}

/// A power of two that is at least 1/x, and at most 2/x, for positive normal x: from the bits of its exponent alone.
inline numbers reciprocal_bound(numbers x) {
  constexpr std::uint64_t exponent = std::uint64_t{0x7ff} << 52;
  return number_of((std::uint64_t{2 * 1023} << 52) - (bits_of(x) & exponent));
}

/// What filter::number makes of words: (word >> 1) * 2^-63, rounded once. Both halves are put behind the bits of a
/// power of two, which is then subtracted: there is no instruction for the conversion.
inline numbers number(words word) {
  constexpr std::uint64_t two_to_52 = 0x4330000000000000;
  constexpr std::uint64_t two_to_84 = 0x4530000000000000;
  const numbers low = number_of(((word >> 1) & 0xffffffff) | two_to_52) - all(0x1p52);
  const numbers high = number_of((word >> 33) | two_to_84) - all(0x1p84);
  return (high + low) * all(0x1p-63);
}

/// floor(x) for 0 <= x < 2^51.
inline numbers floor(numbers x) {
  const numbers nearest = (x + all(0x1p52)) - all(0x1p52);
  return nearest - either(nearest > x, all(1), all(0));
}

/// The natural logarithm of normal numbers, to within a unit in the last place or so: FreeBSD's log.c (Copyright (C)
/// 1993 by Sun Microsystems, Inc.; see THIRD_PARTY_NOTICES.md), without its branches. With x = 2^k (1 + f), 1 + f
/// between sqrt(1/2) and sqrt(2), and s = f/(2 + f): ln(1 + f) = f - f^2/2 + s (f^2/2 + R(s^2)).
inline numbers log(numbers x) {
  constexpr std::uint64_t root_half = 0x3fe6a09e667f3bcd;
  constexpr std::uint64_t one = 0x3ff0000000000000;
  constexpr std::uint64_t fraction = (std::uint64_t{1} << 52) - 1;
  const words shifted = bits_of(x) + (one - root_half);
  const numbers f = number_of((shifted & fraction) + root_half) - all(1);
  const numbers k = number_of((shifted >> 52) | 0x4330000000000000) - all(0x1p52 + 1023);
  const numbers s = f / (all(2) + f);
  const numbers z = s * s;
  const numbers w = z * z;
  const numbers odd =
      z *
      (all(6.666666666666735130e-01) +
       w * (all(2.857142874366239149e-01) + w * (all(1.818357216161805012e-01) + w * all(1.479819860511658591e-01))));
  const numbers even =
      w * (all(3.999999999940941908e-01) + w * (all(2.222219843214978396e-01) + w * all(1.531383769920937332e-01)));
  const numbers half_square = all(0.5) * f * f;
  const numbers low = s * (half_square + (odd + even)) + k * all(1.90821492927058770002e-10);
  return ((low - half_square) + f) + k * all(6.93147180369123816490e-01);
}

}  // namespace inbounds::paired
