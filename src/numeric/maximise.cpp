#include "numeric/maximise.hpp"

#include <algorithm>
#include <boost/math/tools/minima.hpp>
#include <cstdint>

namespace inbounds {

// Brent's method, as Boost has it: parabolas where they help, golden section where they do not.
double largest_seen(const function_ref& function, double lower, double upper) {
  const double at_ends = std::max(function(lower), function(upper));
  if (!(lower < upper)) return at_ends;
  std::uintmax_t evaluations = 60;
  constexpr int bits = 24;  // of the place; the value then has twice as many
  const auto negative = [&](double x) { return -function(x); };
  const auto found = boost::math::tools::brent_find_minima(negative, lower, upper, bits, evaluations);
  return std::max(at_ends, -found.second);
}

}  // namespace inbounds
