#include "numeric/solve.hpp"

#include <boost/math/tools/toms748_solve.hpp>
#include <cstdint>

#include "numeric/policy.hpp"

namespace inbounds {

// TOMS 748 (Alefeld, Potra, Shi 1995) needs about a fifth of the steps of bisection and keeps a bracket throughout.
std::optional<double> solve_on_safe_side(const function_ref& excess, double holds, double fails) {
  const double excess_at_holds = excess(holds);
  if (!(excess_at_holds <= 0)) return {};
  const double excess_at_fails = excess(fails);
  if (excess_at_fails <= 0) return fails;

  std::uintmax_t evaluations = 200;  // about ten are usual; bisection alone would need 60
  const auto adjacent = boost::math::tools::eps_tolerance<double>(53);
  const bool rising = holds < fails;
  const auto [left, right] =
      rising ? boost::math::tools::toms748_solve(excess, holds, fails, excess_at_holds, excess_at_fails, adjacent,
                                                 evaluations, math_policy{})
             : boost::math::tools::toms748_solve(excess, fails, holds, excess_at_fails, excess_at_holds, adjacent,
                                                 evaluations, math_policy{});
  const double nearest = rising ? left : right;
  return excess(nearest) <= 0 ? nearest : holds;
}

}  // namespace inbounds
