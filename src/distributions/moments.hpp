#pragma once

namespace inbounds {

/// The mean of a law less the number it is the law of, and its variance.
struct moments {
  double bias;
  double variance;
};

}  // namespace inbounds
