#include "distributions/reflected_laplace_family.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "distributions/lattice_quantile.hpp"
#include "numeric/exponential_sums.hpp"
#include "numeric/hyperbolic.hpp"
#include "numeric/solve.hpp"

namespace inbounds {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The law on the hull, before gaps reflect. With C = ln(weight/(1 - e^(-2 rate length))), the density below
/// the centre is e^(C + ln(1 + e^(-2 rate above))) (e^(-rate distance) + e^(-rate (distance + 2 below))): the noise,
/// and its image in the mirror below. Above it, likewise.
/// reflected_laplace/PROOF.md, Theorem 1
std::vector<exponential_piece> hull_pieces(const reflected_law& law) {
  const reflected_laplace_family& family = law.family;
  const auto [rate, on] = family.shape();
  const double cell = family.shape().cell();
  const double weight = on == support::points ? std::tanh(rate / 2) : rate / 2;
  const double common = std::log(weight) - log_one_minus_exp(2 * rate * family.length());
  const double from_above = std::log1p(std::exp(-2 * rate * family.above(law.centre)));
  const double from_below = std::log1p(std::exp(-2 * rate * family.below(law.centre)));
  const double lower = family.catchment(0).lower;
  const double upper = family.catchment(family.spans().size() - 1).upper;
  std::vector<exponential_piece> pieces;
  pieces.push_back({lower, law.centre, true, common + from_above - rate * cell});
  pieces.push_back({law.centre + cell, upper, false, common + from_below - rate * cell});
  if (cell > 0) pieces.push_back({law.centre, law.centre + cell, true, common + from_above + from_below});
  if (!family.open().below) {
    const double there = common + from_above - rate * (law.centre - lower + cell);
    pieces.push_back({lower, law.centre, false, there});
  } else if (cell > 0) {
    const double beyond = common + from_above - rate * (law.centre - family.lowest() + 1) - log_one_minus_exp(rate);
    pieces.push_back({lower, lower + cell, true, beyond});
  }
  if (!family.open().above) {
    const double there = common + from_below - rate * (upper - law.centre);
    pieces.push_back({law.centre + cell, upper, true, there});
  } else if (cell > 0) {
    const double beyond = common + from_below - rate * (family.highest() - law.centre + 1) - log_one_minus_exp(rate);
    pieces.push_back({upper - cell, upper, true, beyond});
  }
  return pieces;
}

/// What lies between two edges.
double mass_between(const std::vector<exponential_piece>& pieces, const exponential_shape& shape, double from,
                    double to) {
  double sum = 0;
  for (const exponential_piece& each : pieces) sum += mass(cut(each, shape, from, to), shape);
  return sum;
}

/// The upper edge of what counts as y or less.
double edge_after(const reflected_laplace_family& family, double y) {
  return family.on() == support::points ? std::floor(y) + 1 : y;
}

/// Whether y can be released from the span that begins at or below it.
bool is_feasible(const reflected_laplace_family& family, std::size_t at, double y) {
  const auto [lower, upper] = family.spans()[at];
  return y >= lower && y <= upper && std::isfinite(y) && (family.on() == support::line || y == std::floor(y));
}

}  // namespace

double reflected_laplace_family::below(double y) const {
  return open_.below ? infinity : (y - lowest()) + shape_.cell() / 2;
}

double reflected_laplace_family::above(double y) const {
  return open_.above ? infinity : (highest() - y) + shape_.cell() / 2;
}

double reflected_laplace_family::length() const {
  return open_.below || open_.above ? infinity : (highest() - lowest()) + shape_.cell();
}

span reflected_laplace_family::edges(std::size_t at) const {
  return {spans_[at].lower, spans_[at].upper + shape_.cell()};
}

// On the lattice, the point in the middle of a gap goes down.
span reflected_laplace_family::catchment(std::size_t at) const {
  const auto middle = [&](std::size_t below) {
    const double from = edges(below).upper;
    const double half = (edges(below + 1).lower - from) / 2;
    return from + (shape_.on == support::points ? std::ceil(half) : half);
  };
  const auto [lower, upper] = edges(at);
  return {at == 0 ? lower : middle(at - 1), at + 1 == spans_.size() ? upper : middle(at)};
}

std::size_t reflected_laplace_family::span_at_or_below(double y) const {
  const auto after = std::upper_bound(spans_.begin(), spans_.end(), y,
                                      [](double value, const span& one) { return value < one.lower; });
  return after == spans_.begin() ? 0 : static_cast<std::size_t>(after - spans_.begin()) - 1;
}

std::vector<exponential_piece> pieces_in(const reflected_law& law, std::size_t at) {
  const reflected_laplace_family& family = law.family;
  if (family.spans().size() == 1) return hull_pieces(law);
  const span inside = family.edges(at);
  const span around = family.catchment(at);
  std::vector<exponential_piece> reflected;
  for (const exponential_piece& each : hull_pieces(law)) {
    for (const span& part : {span{around.lower, inside.lower}, inside, span{inside.upper, around.upper}})
      reflect_into(inside, cut(each, family.shape(), part.lower, part.upper), family.shape(), reflected);
  }
  return reflected;
}

double log_density(const reflected_law& law, double y) {
  const reflected_laplace_family& family = law.family;
  const std::size_t at = family.span_at_or_below(y);
  if (!is_feasible(family, at, y)) return -infinity;
  const double end = family.edges(at).upper;
  double highest = -infinity;
  std::vector<double> heights;
  for (const exponential_piece& each : pieces_in(law, at)) {
    // Where two pieces meet on the line, y belongs to the upper one; at the end of the span to those that end there.
    const bool around = y >= each.from && (y < each.to || (y == end && each.to == end));
    if (!around || !(each.from < each.to)) continue;
    const double height = log_height_at(each, family.shape(), y);
    heights.push_back(height);
    highest = std::max(highest, height);
  }
  if (highest == -infinity) return highest;  // so far away in scales that even the logarithm overflows
  double sum = 0;
  for (const double height : heights) sum += std::exp(height - highest);
  return highest + std::log(sum);
}

double density(const reflected_law& law, double y) { return std::exp(log_density(law, y)); }

double atom(const reflected_law& /*law*/, double /*y*/) { return 0; }

double cdf(const reflected_law& law, double y) {
  const reflected_laplace_family& family = law.family;
  if (y >= family.highest()) return 1;
  if (y < family.lowest()) return 0;
  const std::size_t at = family.span_at_or_below(y);
  const exponential_shape& shape = family.shape();
  const double before = at == 0 ? 0 : mass_between(hull_pieces(law), shape, -infinity, family.catchment(at).lower);
  return std::min(1.0, before + mass_between(pieces_in(law, at), shape, -infinity, edge_after(family, y)));
}

double survival(const reflected_law& law, double y) {
  const reflected_laplace_family& family = law.family;
  if (y >= family.highest()) return 0;
  if (y < family.lowest()) return 1;
  const std::size_t at = family.span_at_or_below(y);
  const exponential_shape& shape = family.shape();
  const bool last = at + 1 == family.spans().size();
  const double after = last ? 0 : mass_between(hull_pieces(law), shape, family.catchment(at).upper, infinity);
  return std::min(1.0, after + mass_between(pieces_in(law, at), shape, edge_after(family, y), infinity));
}

double quantile(const reflected_law& law, double probability) {
  const reflected_laplace_family& family = law.family;
  if (probability <= 0) return family.lowest();
  if (probability >= 1) return family.highest();
  const auto reaches = [&](double y) {
    return cdf(law, y) >= probability || (probability > 0.5 && survival(law, y) <= 1 - probability);
  };
  if (family.on() == support::points) {
    const double found = first_point(family.lowest(), family.highest(), reaches);
    const std::size_t at = family.span_at_or_below(found);
    // In a gap, the cdf is that of its start.
    return found <= family.spans()[at].upper ? found : family.spans()[at + 1].lower;
  }
  // On the line: the first span whose end reaches it, then the place in it.
  std::size_t first = 0;
  for (std::size_t last = family.spans().size() - 1; first < last;) {
    const std::size_t middle = first + (last - first) / 2;
    if (reaches(family.spans()[middle].upper)) {
      last = middle;
    } else {
      first = middle + 1;
    }
  }
  // An infinite span is cut off where nothing is left of the noise, nor of what is reflected into it.
  const auto [lower, upper] = family.spans()[first];
  const span around = family.catchment(first);
  const double far = 800 / family.rate();
  const span inside{std::isinf(lower) ? std::min(law.centre, 2 * upper - around.upper) - far : lower,
                    std::isinf(upper) ? std::max(law.centre, 2 * lower - around.lower) + far : upper};
  const auto missing = [&](double y) {
    return probability > 0.5 ? survival(law, y) - (1 - probability) : probability - cdf(law, y);
  };
  return solve_on_safe_side(missing, inside.upper, inside.lower).value_or(inside.upper);
}

moments moments_of(const reflected_law& law) {
  const reflected_laplace_family& family = law.family;
  const auto [rate, on] = family.shape();
  const double cell = family.shape().cell();
  const double unit = on == support::line ? 1 / rate : 1;
  weighted_part all;
  for (std::size_t at = 0; at < family.spans().size(); ++at) {
    for (const exponential_piece& each : pieces_in(law, at)) {
      const double length = each.to - each.from - cell;
      if (cell > 0 ? length < 0 : !(length > 0)) continue;
      const weighted_part one = exponential_part(length, rate, on);
      const double height = std::exp(each.log_height);
      // From the higher end, seen from the centre.
      const double mean =
          each.rising ? (each.to - cell - law.centre) / unit - one.mean : (each.from - law.centre) / unit + one.mean;
      all.join({one.weight * height, mean, one.squares * height});
    }
  }
  return {all.mean * unit, all.squares / all.weight * unit * unit};
}

}  // namespace inbounds
