#pragma once

#include <cstdint>
#include <cstring>

// Two numbers at a time: with GCC's and Clang's vectors, which are SSE2 on x86, Neon on ARM and SIMD128 in WebAssembly.
// Everything here takes the same operations for all arguments, and rounds as scalar code does.

namespace inbounds::simd {

inline constexpr std::size_t lanes = 2;

using f64x2 = double __attribute__((vector_size(16)));
using u64x2 = std::uint64_t __attribute__((vector_size(16)));
using i64x2 = std::int64_t __attribute__((vector_size(16)));

inline f64x2 splat(double value) { return f64x2{value, value}; }

inline u64x2 bits_of(f64x2 value) { return __builtin_bit_cast(u64x2, value); }
inline f64x2 number_of(u64x2 bits) { return __builtin_bit_cast(f64x2, bits); }

/// `chosen ? one : other`, lane by lane.
inline f64x2 either(i64x2 chosen, f64x2 one, f64x2 other) {
  const auto mask = __builtin_bit_cast(u64x2, chosen);
  return number_of((bits_of(one) & mask) | (bits_of(other) & ~mask));
}

template <class Pair>
Pair load(const void* from) {
  Pair pair;
  std::memcpy(&pair, from, sizeof pair);
  return pair;
}
template <class Pair>
void store(const Pair& pair, void* to) {
  std::memcpy(to, &pair, sizeof pair);
}

inline constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63;

inline f64x2 magnitude(f64x2 value) { return number_of(bits_of(value) & ~sign_bit); }

/// A magnitude with the sign of another number.
inline f64x2 copy_sign(f64x2 sign, f64x2 value) { return number_of(bits_of(value) | (bits_of(sign) & sign_bit)); }

/// Whole numbers below 2^51 in magnitude as integers: behind the bits of a large number, which is then subtracted.
inline i64x2 integer(f64x2 whole) {
  const f64x2 large = splat(0x1.8p52);
  return __builtin_bit_cast(i64x2, bits_of(whole + large) - bits_of(large));
}

/// `value` where kept, otherwise the smallest integer there is.
inline i64x2 smallest_unless(i64x2 kept, i64x2 value) {
  const auto smallest = static_cast<std::int64_t>(sign_bit);
  return (value & kept) | (i64x2{smallest, smallest} & ~kept);
}

/// A power of two that is at least 1/x, and at most 2/x, for positive normal x: from the bits of its exponent alone.
inline f64x2 reciprocal_bound(f64x2 x) {
  constexpr std::uint64_t exponent = std::uint64_t{0x7ff} << 52;
  return number_of((std::uint64_t{2 * 1023} << 52) - (bits_of(x) & exponent));
}

/// What filter::number makes of words: (word >> 1) * 2^-63, rounded once. Both halves are put behind the bits of a
/// power of two, which is then subtracted: there is no instruction for the conversion.
inline f64x2 number(u64x2 word) {
  constexpr std::uint64_t two_to_52 = 0x4330000000000000;
  constexpr std::uint64_t two_to_84 = 0x4530000000000000;
  const f64x2 low = number_of(((word >> 1) & 0xffffffff) | two_to_52) - splat(0x1p52);
  const f64x2 high = number_of((word >> 33) | two_to_84) - splat(0x1p84);
  return (high + low) * splat(0x1p-63);
}

/// floor(x) for 0 <= x < 2^51.
inline f64x2 floor(f64x2 x) {
  const f64x2 nearest = (x + splat(0x1p52)) - splat(0x1p52);
  return nearest - either(nearest > x, splat(1), splat(0));
}

/// The natural logarithm of normal numbers, to within a unit in the last place or so: FreeBSD's log.c (Copyright (C)
/// 1993 by Sun Microsystems, Inc.; see THIRD_PARTY_NOTICES.md), without its branches. With x = 2^k (1 + f), 1 + f
/// between sqrt(1/2) and sqrt(2), and s = f/(2 + f): ln(1 + f) = f - f^2/2 + s (f^2/2 + R(s^2)).
inline f64x2 log(f64x2 x) {
  constexpr std::uint64_t root_half = 0x3fe6a09e667f3bcd;
  constexpr std::uint64_t one = 0x3ff0000000000000;
  constexpr std::uint64_t fraction = (std::uint64_t{1} << 52) - 1;
  const u64x2 shifted = bits_of(x) + (one - root_half);
  const f64x2 f = number_of((shifted & fraction) + root_half) - splat(1);
  const f64x2 k = number_of((shifted >> 52) | 0x4330000000000000) - splat(0x1p52 + 1023);
  const f64x2 s = f / (splat(2) + f);
  const f64x2 z = s * s;
  const f64x2 w = z * z;
  const f64x2 odd = z * (splat(6.666666666666735130e-01) +
                         w * (splat(2.857142874366239149e-01) +
                              w * (splat(1.818357216161805012e-01) + w * splat(1.479819860511658591e-01))));
  const f64x2 even = w * (splat(3.999999999940941908e-01) +
                          w * (splat(2.222219843214978396e-01) + w * splat(1.531383769920937332e-01)));
  const f64x2 half_square = splat(0.5) * f * f;
  const f64x2 low = s * (half_square + (odd + even)) + k * splat(1.90821492927058770002e-10);
  return ((low - half_square) + f) + k * splat(6.93147180369123816490e-01);
}

}  // namespace inbounds::simd
