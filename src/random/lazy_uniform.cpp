#include "random/lazy_uniform.hpp"

namespace inbounds {

// random/PROOF.md, Lemma 1
bool lazy_uniform::below(const computable& threshold) {
  for (int precision = 2 * drawn_;; precision *= 2) {
    const auto [numerator, denominator] = threshold.at(precision);
    for (;;) {
      // The number lies in [prefix, prefix + 1) / 2^drawn, the threshold between low and high of numerator/denominator.
      const natural low = numerator.low << drawn_;
      const natural high = numerator.high << drawn_;
      const natural next = prefix_ + 1;
      if (next * denominator.high <= low) return true;
      if (prefix_ * denominator.low >= high) return false;
      // Thresholds lie strictly between 0 and 1, whatever their bounds say.
      const bool not_below = prefix_.is_zero() || prefix_ * denominator.high < low;
      const bool not_above = next == natural::power_of_two(drawn_) || next * denominator.low > high;
      if (!not_below || !not_above) break;  // the bounds are too wide to tell
      // So far the number has the threshold's own bits.
      prefix_ = (prefix_ << 64) + bits_->word();
      drawn_ += 64;
    }
  }
}

}  // namespace inbounds
