#pragma once

#include "numeric/natural.hpp"

namespace inbounds {

/// The number mantissa * 2^exponent, exactly.
struct dyadic {
  natural mantissa;
  int exponent = 0;
};

/// rate * count, exactly, for a finite rate >= 0.
dyadic exact_product(double rate, const natural& count);

/// A real number times 2^bits lies between low and high.
struct scaled_bounds {
  natural low;
  natural high;
};

/// e^-x * 2^bits to within a unit or two, for as many bits as are asked for: integer arithmetic with every rounding
/// counted, so the bounds are proved and not estimated, as no library's are (random/PROOF.md, 3).
scaled_bounds exp_minus(const dyadic& x, int bits);

}  // namespace inbounds
