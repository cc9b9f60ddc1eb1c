#pragma once

#include <boost/math/tools/toms748_solve.hpp>
#include <cstdint>
#include <optional>

#include "numeric/policy.hpp"

namespace inbounds {

/// Between `holds` and `fails`, the last point (to within a few units in the last place) at which `excess` is not positive.
///
/// `excess` crosses zero once between the two ends, and the returned point itself has been evaluated: whatever rounding
/// does to `excess` elsewhere, its computed value there is <= 0. Nothing is returned if that is not even so at `holds`.
/// TOMS 748 (Alefeld, Potra, Shi 1995) needs about a fifth of the steps of bisection and keeps a bracket throughout.
template <class Excess>
std::optional<double> solve_on_safe_side(const Excess& excess, double holds, double fails) {
  const double excess_at_holds = excess(holds);
  if (!(excess_at_holds <= 0)) return {};
  const double excess_at_fails = excess(fails);
  if (excess_at_fails <= 0) return fails;

  constexpr std::uintmax_t most_evaluations = 200;  // about ten are usual; bisection alone would need 60
  std::uintmax_t evaluations = most_evaluations;
  const auto adjacent = boost::math::tools::eps_tolerance<double>(53);
  const bool rising = holds < fails;
  const double from = rising ? holds : fails;
  const double to = rising ? fails : holds;
  const double at_from = rising ? excess_at_holds : excess_at_fails;
  const double at_to = rising ? excess_at_fails : excess_at_holds;
  const auto [left, right] =
      boost::math::tools::toms748_solve(excess, from, to, at_from, at_to, adjacent, evaluations, math_policy{});
  const double nearest = rising ? left : right;
  return excess(nearest) <= 0 ? nearest : holds;
}

}  // namespace inbounds
