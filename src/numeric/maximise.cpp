#include "numeric/maximise.hpp"

#include <boost/math/tools/minima.hpp>
#include <cstdint>

namespace inbounds {

// Brent's method. Boost starts it at the far end of what it is given, which is made the highest place so far, first
// from below and then from above: where the function is flat, as delta is zero away from its peak, it closes in on that
// place.
peak find_peak(const function_ref& function, double lower, double high, double upper) {
  peak best{high, function(high)};
  const auto look = [&](double at) {
    const double height = function(at);
    if (height > best.height) best = {at, height};
    return height;
  };
  for (const double end : {lower, upper}) {
    if (end != high) look(end);
  }
  const peak start = best;
  const auto climb_towards = [&](double end) {
    if (end == start.at) return;
    // In shares of the way, since places near 0 are found to within an absolute distance.
    const auto depth = [&](double share) {
      return share == 1 ? -start.height : -look((1 - share) * end + share * start.at);
    };
    std::uintmax_t steps = 36;
    boost::math::tools::brent_find_minima(depth, 0.0, 1.0, 24, steps);
  };
  if (start.at != high) {
    climb_towards(high);
  } else {
    climb_towards(lower);
    if (best.at == start.at) climb_towards(upper);  // otherwise the one peak was below
  }
  return best;
}

}  // namespace inbounds
