#pragma once

#include <cstdint>

#include "numeric/exact_exp.hpp"
#include "random/bit_source.hpp"

namespace inbounds {

/// A real number in (0, 1), computable to any precision as a quotient; no dyadic number (then a comparison ends).
class computable {
 public:
  struct quotient {
    scaled_bounds numerator;
    scaled_bounds denominator;
  };

  virtual quotient at(int bits) const = 0;

 protected:
  ~computable() = default;
};

/// A uniform number in [0, 1) of which as many bits are drawn as somebody asks for.
class lazy_uniform {
 public:
  /// The first 64 bits have been drawn already.
  lazy_uniform(std::uint64_t first, bit_source& bits) : prefix_(first), bits_(&bits) {}

  /// Whether the number lies below the threshold, exactly. Further bits are drawn only if those so far are the
  /// threshold's own: how many are used depends on the threshold alone, not on how it was approximated before.
  bool below(const computable& threshold);

 private:
  natural prefix_;
  int drawn_ = 64;
  bit_source* bits_;
};

}  // namespace inbounds
