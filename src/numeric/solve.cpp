#include "numeric/solve.hpp"

#include <cmath>

namespace inbounds {

// Chandrupatla 1997, "A new hybrid quadratic/bisection algorithm for finding the zero of a nonlinear function without
// using derivatives": inverse quadratic interpolation where the last three points say that it will do, and bisection
// elsewhere. About as many steps as TOMS 748 of Boost, which the tests compare it with, and 1 kB gzip less of code.
std::optional<double> solve_on_safe_side(const function_ref& excess, double holds, double fails) {
  double here = holds;
  double at_here = excess(here);
  if (!(at_here <= 0)) return {};
  double across = fails;  // the other end of the bracket
  double at_across = excess(across);
  if (at_across <= 0) return fails;
  double share = 0.5;  // of the way from here to there
  for (int step = 0; step < 200; ++step) {
    const double next = here + share * (across - here);
    // The ends are neighbours, or rounding says so.
    if (next == here || next == across) {
      if (share == 0.5) break;
      share = 0.5;
      continue;
    }
    const double at_next = excess(next);
    double before = across;
    double at_before = at_across;
    if ((at_next > 0) == (at_here > 0)) {
      before = here;
      at_before = at_here;
    } else {
      across = here;
      at_across = at_here;
    }
    here = next;
    at_here = at_next;
    const double place = (here - across) / (before - across);
    const double height = (at_here - at_across) / (at_before - at_across);
    share = 0.5;
    if (height * height < place && (1 - height) * (1 - height) < 1 - place) {
      share =
          at_here / (at_across - at_here) * (at_before / (at_across - at_before)) +
          (before - here) / (across - here) * (at_here / (at_before - at_here)) * (at_across / (at_before - at_across));
    }
    // At least a unit in the last place, from either end.
    const double min_share = std::fabs(here) * 0x1p-52 / std::fabs(across - here);
    if (share < min_share) share = min_share;
    if (share > 1 - min_share) share = 1 - min_share;
    if (!(min_share < 0.5)) share = 0.5;
  }
  if (at_here <= 0) return here;
  return at_across <= 0 ? across : holds;
}

}  // namespace inbounds
