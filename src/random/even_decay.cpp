#include "random/even_decay.hpp"

#include <algorithm>
#include <cmath>

#include "random/paired.hpp"

namespace inbounds {

void decay_over(std::span<const double> decays, even_decay* results) {
  using namespace paired;
  constexpr double log2_e = 0x1.71547652b82fep+0;
  constexpr double ln2_high = 0x1.62e42feep-1;  // products with whole numbers below 2^21 are exact
  constexpr double ln2_low = 0x1.a39ef35793c76p-33;
  constexpr double to_whole = 0x1.8p52;  // adding it rounds to a whole number, which the last bits then show
  constexpr double linear = 0x1p-200;    // e^s - 1 is s by far, and the square of s might be subnormal
  for (std::size_t at = 0; at < decays.size(); at += lanes) {
    const numbers x = loaded<numbers>(&decays[at]);
    const numbers within = either(x < all(even_decay::furthest), x, all(even_decay::furthest));
    const numbers shifted = within * all(log2_e) + all(to_whole);
    const numbers halvings = shifted - all(to_whole);
    const numbers s = (halvings * all(ln2_high) - within) + halvings * all(ln2_low);  // e^-x = 2^-halvings e^s
    // e^s - 1 for |s| < 0.35 by its series up to s^13/13!, in pairs, so that they can be computed at the same time.
    const numbers curved = either(magnitude(s) < all(linear), all(0), s);
    const numbers s2 = curved * curved;
    const numbers s4 = s2 * s2;
    const auto four = [&](double a, double b, double c, double d) {
      return (all(1 / a) + s * all(1 / b)) + s2 * (all(1 / c) + s * all(1 / d));
    };
    const numbers low = four(2, 6, 24, 120);
    const numbers middle = four(720, 5040, 40320, 362880);
    const numbers high = four(3628800, 39916800, 479001600, 6227020800);
    const numbers series = s + s2 * (low + s4 * (middle + s4 * high));
    const numbers factor = number_of((1023 - bits_of(shifted)) << 52);
    const numbers kept = factor + factor * series;
    const numbers lost = (all(1) - factor) - factor * series;
    results[at] = {kept[0], lost[0]};
    results[at + 1] = {kept[1], lost[1]};
  }
}

double kept_after(double decay) { return std::exp(-std::min(decay, even_decay::furthest)); }

void take_decays(std::span<double> weights) {
  using namespace paired;
  for (std::size_t at = 0; at < weights.size(); at += lanes) {
    store(-log(loaded<numbers>(&weights[at])), &weights[at]);
  }
}

}  // namespace inbounds
