#include <cmath>

#include "distributions/truncated_laplace.hpp"

namespace inbounds {

moments moments_of(const laplace_law& law) {
  const truncated_laplace& family = law.family;
  const place& centre = law.centre;
  const bool on_line = family.on() == support::line;
  const double unit = on_line ? 1 / family.rate() : 1;
  weighted_part all;
  const auto add = [&](double from, double to, double sign) {
    if (on_line ? !(to > from) : to < from) return;
    const weighted_part one = exponential_part(to - from, family.rate(), family.on());
    const double seen = std::exp(-family.rate() * from);
    all.join({one.weight * seen, sign * (from / unit + one.mean), one.squares * seen});
  };
  const auto add_atom = [&](bool open, double distance, double sign) {
    if (!open) return;
    all.join({family.rest_weight() * std::exp(-family.rate() * distance), sign * distance / unit, 0});
  };
  for (std::size_t each = 0; each < family.count(); ++each) {
    const auto [lower, upper] = family.sums(each).ends;
    if (each < centre.span) add(centre.at - upper, centre.at - lower, -1);
    if (each == centre.span) add(0, centre.at - lower, -1);
    if (each == centre.span) add(on_line ? 0 : 1, upper - centre.at, +1);  // the centre itself is counted once
    if (each > centre.span) add(lower - centre.at, upper - centre.at, +1);
  }
  add_atom(family.open().below, centre.at - family.lowest(), -1);
  add_atom(family.open().above, family.highest() - centre.at, +1);
  return {all.mean * unit, all.squares / all.weight * unit * unit};
}

}  // namespace inbounds
