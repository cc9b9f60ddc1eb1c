#include "numeric/maximise.hpp"

namespace inbounds {

// Golden section around a place that is known to be high: where the function is flat, as delta is zero away from its
// peak, both sides close in on that place. Parabolas (Brent's method, as Boost has it) would need half as many steps
// and .3 kB gzip more of code.
peak find_peak(const function_ref& function, double lower, double high, double upper) {
  peak best{high, function(high)};
  const double ends[]{lower, upper};
  for (int step = 0; step < 36 && lower < upper; ++step) {
    const bool above = upper - best.at > best.at - lower;
    const double next = best.at + 0.3819660112501051 * ((above ? upper : lower) - best.at);
    const double height = function(next);
    const bool higher = height > best.height;
    (above == higher ? lower : upper) = higher ? best.at : next;
    if (higher) best = {next, height};
  }
  for (const double end : ends) {
    if (end == best.at) continue;
    if (const double height = function(end); height > best.height) best = {end, height};
  }
  return best;
}

}  // namespace inbounds
