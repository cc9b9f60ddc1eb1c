#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "numeric/wipe.hpp"

namespace inbounds {

/// Whole numbers of any size, with just what exact draws need of them.
///
/// Some are made of random words and leave no copy in memory that was given back. Boost's cpp_int, which the tests
/// compare this with, keeps small numbers within itself, where no allocator wipes them.
class natural {
 public:
  natural(std::uint64_t value = 0);  // NOLINT: implicit on purpose

  static natural power_of_two(int exponent) { return natural(1) << exponent; }

  bool is_zero() const { return limbs_.empty(); }

  /// The number of binary digits; 0 has none.
  int bit_length() const;

  friend natural operator+(const natural& a, const natural& b);
  /// a - b, or 0 if that is negative.
  friend natural operator-(const natural& a, const natural& b);
  friend natural operator*(const natural& a, const natural& b);
  friend natural operator/(const natural& a, std::uint32_t divisor);
  friend natural operator<<(const natural& a, int bits);
  friend natural operator>>(const natural& a, int bits);
  friend std::strong_ordering operator<=>(const natural& a, const natural& b);
  friend bool operator==(const natural& a, const natural& b) { return a.limbs_ == b.limbs_; }

 private:
  void trim();

  using limbs = std::vector<std::uint32_t, wiping_allocator<std::uint32_t>>;

  limbs limbs_;  ///< least significant first, the last one not 0
};

}  // namespace inbounds
