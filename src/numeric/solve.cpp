#include "numeric/solve.hpp"

#include <algorithm>
#include <boost/math/tools/toms748_solve.hpp>
#include <cstdint>
#include <utility>

#include "numeric/policy.hpp"

namespace inbounds {
namespace {

/// An excess as Boost is to see it. It would stop at the first 0 that it meets, where rounding may have made many of
/// them; what cannot be computed does not hold; and nothing overflows when finite numbers of this size are
/// interpolated.
double clamp_excess(double excess) {
  constexpr double tiny = 0x1p-900;
  constexpr double huge = 0x1p32;
  if (excess <= 0) return std::clamp(excess, -huge, -tiny);
  return excess < huge ? excess : huge;
}

}  // namespace

// TOMS 748 (Alefeld, Potra & Shi 1995). Ours is the safe side: Boost returns a bracket, but not which of its ends
// holds.
std::optional<double> solve_on_safe_side(const function_ref& excess, double holds, double fails) {
  const double at_holds = excess(holds);
  if (!(at_holds <= 0)) return {};
  const double at_fails = excess(fails);
  if (at_fails <= 0) return fails;
  double safe = holds;  // no step leaves the bracket, so what held last is its end
  const auto watched = [&](double x) {
    const double value = excess(x);
    if (value <= 0) safe = x;
    return clamp_excess(value);
  };
  std::pair<double, double> low{holds, clamp_excess(at_holds)};
  std::pair<double, double> high{fails, clamp_excess(at_fails)};
  if (fails < holds) std::swap(low, high);
  std::uintmax_t steps = 200;
  boost::math::tools::toms748_solve(watched, low.first, high.first, low.second, high.second,
                                    boost::math::tools::eps_tolerance<double>(), steps, math_policy{});
  return safe;
}

}  // namespace inbounds
