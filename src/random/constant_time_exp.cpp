#include "random/constant_time_exp.hpp"

#include <algorithm>
#include <cmath>

#include "random/simd.hpp"

namespace inbounds {

void compute_exps(std::span<const double> decays, constant_time_exp* results) {
  using namespace simd;
  constexpr double log2_e = 0x1.71547652b82fep+0;
  constexpr double ln2_high = 0x1.62e42feep-1;  // products with whole numbers below 2^21 are exact
  constexpr double ln2_low = 0x1.a39ef35793c76p-33;
  constexpr double to_whole = 0x1.8p52;  // adding it rounds to a whole number, which the last bits then show
  constexpr double linear = 0x1p-200;    // e^s - 1 is s by far, and the square of s might be subnormal
  for (std::size_t at = 0; at < decays.size(); at += lanes) {
    const f64x2 x = load<f64x2>(&decays[at]);
    const f64x2 within = either(x < splat(constant_time_exp::furthest), x, splat(constant_time_exp::furthest));
    const f64x2 shifted = within * splat(log2_e) + splat(to_whole);
    const f64x2 halvings = shifted - splat(to_whole);
    const f64x2 s = (halvings * splat(ln2_high) - within) + halvings * splat(ln2_low);  // e^-x = 2^-halvings e^s
    // e^s - 1 for |s| < 0.35 by its series up to s^13/13!, in pairs, so that they can be computed at the same time.
    const f64x2 curved = either(magnitude(s) < splat(linear), splat(0), s);
    const f64x2 s2 = curved * curved;
    const f64x2 s4 = s2 * s2;
    const auto four = [&](double a, double b, double c, double d) {
      return (splat(1 / a) + s * splat(1 / b)) + s2 * (splat(1 / c) + s * splat(1 / d));
    };
    const f64x2 low = four(2, 6, 24, 120);
    const f64x2 middle = four(720, 5040, 40320, 362880);
    const f64x2 high = four(3628800, 39916800, 479001600, 6227020800);
    const f64x2 series = s + s2 * (low + s4 * (middle + s4 * high));
    const f64x2 factor = number_of((1023 - bits_of(shifted)) << 52);
    const f64x2 kept = factor + factor * series;
    const f64x2 lost = (splat(1) - factor) - factor * series;
    results[at] = {kept[0], lost[0]};
    results[at + 1] = {kept[1], lost[1]};
  }
}

double bounded_exp_minus(double decay) { return std::exp(-std::min(decay, constant_time_exp::furthest)); }

void take_decays(std::span<double> weights) {
  using namespace simd;
  for (std::size_t at = 0; at < weights.size(); at += lanes) {
    store(-log(load<f64x2>(&weights[at])), &weights[at]);
  }
}

}  // namespace inbounds
