#include "numeric/natural.hpp"

#include <algorithm>
#include <bit>

namespace inbounds {
namespace {

constexpr int limb_bits = 32;

std::uint32_t low_limb(std::uint64_t value) { return static_cast<std::uint32_t>(value); }

}  // namespace

// Without a list of both limbs, which would be a copy on the stack.
natural::natural(std::uint64_t value) : limbs_(2) {
  limbs_[0] = low_limb(value);
  limbs_[1] = low_limb(value >> limb_bits);
  trim();
}

void natural::trim() {
  while (!limbs_.empty() && limbs_.back() == 0) limbs_.pop_back();
}

int natural::bit_length() const {
  if (is_zero()) return 0;
  return static_cast<int>(limbs_.size()) * limb_bits - std::countl_zero(limbs_.back());
}

std::strong_ordering operator<=>(const natural& a, const natural& b) {
  if (a.limbs_.size() != b.limbs_.size()) return a.limbs_.size() <=> b.limbs_.size();
  for (std::size_t i = a.limbs_.size(); i-- > 0;) {
    if (a.limbs_[i] != b.limbs_[i]) return a.limbs_[i] <=> b.limbs_[i];
  }
  return std::strong_ordering::equal;
}

natural operator+(const natural& a, const natural& b) {
  const bool a_longer = a.limbs_.size() >= b.limbs_.size();
  const natural& longer = a_longer ? a : b;
  const natural& shorter = a_longer ? b : a;
  natural sum;
  sum.limbs_ = natural::limbs(longer.limbs_.size() + 1);
  std::uint64_t carry = 0;
  for (std::size_t i = 0; i < longer.limbs_.size(); ++i) {
    carry += longer.limbs_[i];
    if (i < shorter.limbs_.size()) carry += shorter.limbs_[i];
    sum.limbs_[i] = low_limb(carry);
    carry >>= limb_bits;
  }
  sum.limbs_.back() = low_limb(carry);
  sum.trim();
  return sum;
}

natural operator-(const natural& a, const natural& b) {
  if (a <= b) return {};
  natural difference = a;
  std::uint64_t borrow = 0;
  for (std::size_t i = 0; i < difference.limbs_.size(); ++i) {
    const std::uint64_t subtracted = borrow + (i < b.limbs_.size() ? b.limbs_[i] : 0);
    const std::uint64_t limb = difference.limbs_[i];
    difference.limbs_[i] = low_limb(limb - subtracted);
    borrow = limb < subtracted ? 1 : 0;
  }
  difference.trim();
  return difference;
}

natural operator*(const natural& a, const natural& b) {
  natural product;
  product.limbs_ = natural::limbs(a.limbs_.size() + b.limbs_.size());
  for (std::size_t i = 0; i < a.limbs_.size(); ++i) {
    std::uint64_t carry = 0;
    for (std::size_t j = 0; j < b.limbs_.size(); ++j) {
      carry += std::uint64_t{a.limbs_[i]} * b.limbs_[j] + product.limbs_[i + j];
      product.limbs_[i + j] = low_limb(carry);
      carry >>= limb_bits;
    }
    product.limbs_[i + b.limbs_.size()] = low_limb(carry);
  }
  product.trim();
  return product;
}

natural operator/(const natural& a, std::uint32_t divisor) {
  natural quotient = a;
  std::uint64_t remainder = 0;
  for (std::size_t i = quotient.limbs_.size(); i-- > 0;) {
    remainder = (remainder << limb_bits) | quotient.limbs_[i];
    quotient.limbs_[i] = low_limb(remainder / divisor);
    remainder %= divisor;
  }
  quotient.trim();
  return quotient;
}

natural operator<<(const natural& a, int bits) {
  if (bits < 0) return a >> -bits;
  if (a.is_zero()) return a;
  natural shifted;
  const auto added = static_cast<std::size_t>(bits / limb_bits);
  shifted.limbs_ = natural::limbs(added + a.limbs_.size() + 1);
  std::uint64_t carry = 0;
  for (std::size_t i = 0; i < a.limbs_.size(); ++i) {
    carry |= std::uint64_t{a.limbs_[i]} << (bits % limb_bits);
    shifted.limbs_[added + i] = low_limb(carry);
    carry >>= limb_bits;
  }
  shifted.limbs_.back() = low_limb(carry);
  shifted.trim();
  return shifted;
}

natural operator>>(const natural& a, int bits) {
  if (bits < 0) return a << -bits;
  const auto dropped = static_cast<std::size_t>(bits / limb_bits);
  if (dropped >= a.limbs_.size()) return {};
  natural shifted;
  shifted.limbs_ = natural::limbs(a.limbs_.size() - dropped);
  for (std::size_t i = dropped; i < a.limbs_.size(); ++i) {
    const std::uint64_t next = i + 1 < a.limbs_.size() ? a.limbs_[i + 1] : 0;
    shifted.limbs_[i - dropped] = low_limb(((next << limb_bits) | a.limbs_[i]) >> (bits % limb_bits));
  }
  shifted.trim();
  return shifted;
}

}  // namespace inbounds
