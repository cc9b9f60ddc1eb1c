#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/span.hpp"
#include "support/precise.hpp"

// Reflected Laplace noise on the line in fifty digits. Between two mirrors: the closed forms of the spec with cosh and
// sinh (which cancel and would overflow in doubles). With one mirror or none: Laplace's exponentials and their images.

namespace inbounds::test {

struct reflected_line {
  double lower;  ///< -inf: no mirror
  double upper;
  double rate;
  double q;

  precise density(const precise& y) const {
    if (!std::isinf(lower) && !std::isinf(upper))
      return cosh(up(max(y, precise(q)))) * cosh(down(min(y, precise(q)))) / sinh(whole()) * rate;
    const precise direct = exp(-rate * abs(y - q));
    if (!std::isinf(lower)) return rate / precise(2) * (direct + exp(-down(y) - down(q)));
    if (!std::isinf(upper)) return rate / precise(2) * (direct + exp(-up(y) - up(q)));
    return rate / precise(2) * direct;
  }

  precise cdf(const precise& y) const {
    if (y <= lower) return 0;
    if (y >= upper) return 1;
    if (y > q) return 1 - survival(y);
    if (!std::isinf(lower) && !std::isinf(upper)) return cosh(up(q)) * sinh(down(y)) / sinh(whole());
    const precise direct = exp(-rate * (q - y)) / 2;
    if (!std::isinf(lower)) return direct - exp(-down(y) - down(q)) / 2;
    if (!std::isinf(upper)) return direct + exp(-up(y) - up(q)) / 2;
    return direct;
  }

  precise survival(const precise& y) const {
    if (y <= lower) return 1;
    if (y >= upper) return 0;
    if (y <= q) return 1 - cdf(y);
    if (!std::isinf(lower) && !std::isinf(upper)) return sinh(up(y)) * cosh(down(q)) / sinh(whole());
    const precise direct = exp(-rate * (y - q)) / 2;
    if (!std::isinf(upper)) return direct - exp(-up(y) - up(q)) / 2;
    if (!std::isinf(lower)) return direct + exp(-down(y) - down(q)) / 2;
    return direct;
  }

  /// The mean less q, and the variance.
  precise bias() const {
    const precise b = 1 / precise(rate);
    if (!std::isinf(lower) && !std::isinf(upper)) return -b * sinh(down(q) - whole() / 2) / cosh(whole() / 2);
    if (!std::isinf(lower)) return b * exp(-down(q));
    if (!std::isinf(upper)) return -b * exp(-up(q));
    return 0;
  }
  precise variance() const {
    const precise b = 1 / precise(rate);
    if (std::isinf(lower) && std::isinf(upper)) return 2 * b * b;
    if (std::isinf(lower) || std::isinf(upper)) {
      // E d^2 = t^2 + 2 b^2 for the distance d to the mirror: reflection does not change it.
      const precise t = (std::isinf(upper) ? down(q) : up(q)) * b;
      const precise mean = t + abs(bias());
      return t * t + 2 * b * b - mean * mean;
    }
    const precise at = precise(q) - lower;
    const precise second = at * at + 2 * b * b - 2 * (precise(upper) - lower) * b * cosh(down(q)) / sinh(whole());
    return second - (at + bias()) * (at + bias());
  }

 private:
  static precise max(const precise& a, const precise& b) { return a < b ? b : a; }
  static precise min(const precise& a, const precise& b) { return a < b ? a : b; }
  precise down(const precise& y) const { return rate * (y - lower); }  // to the mirrors, in scales
  precise up(const precise& y) const { return rate * (precise(upper) - y); }
  precise whole() const { return rate * (precise(upper) - lower); }
};

/// The same with gaps: all places that are reflected to one, and all stretches that are reflected below one, are looked
/// up in the law of the hull. What lies in half a gap beside a span comes back at depth t, 2L - t, 2L + t, ...
struct gapped_line {
  std::vector<span> spans;
  reflected_line hull;

  precise density(std::size_t at, double y) const {
    precise sum = hull.density(y);
    for_each_side(at, y, [&](const precise& depth, const precise& length, const precise& half, const auto& place) {
      for (precise turn = 0; turn <= half; turn += 2 * length) {
        if (turn + depth <= half) sum += hull.density(place(turn + depth));
        if (turn + 2 * length - depth <= half) sum += hull.density(place(turn + 2 * length - depth));
      }
    });
    return sum;
  }

  precise cdf(std::size_t at, double y) const {
    const auto [lower, upper] = spans[at];
    // All of the gap below, then what is reflected above y taken away again, and from the gap above what comes below y.
    precise sum = hull.cdf(y);
    for_each_side(at, y, [&](const precise& depth, const precise& length, const precise& half, const auto& place) {
      const bool above = place(precise(1)) > upper;
      for (precise turn = 0; turn <= half; turn += 2 * length) {
        const precise from = turn + depth;
        const precise to = (std::min)(half, precise(turn + 2 * length - depth));
        if (from >= to) continue;
        const precise deep = abs(hull.cdf(place(to)) - hull.cdf(place(from)));
        sum += above ? deep : precise(-deep);
      }
    });
    return sum;
  }

 private:
  /// For the gap above and the gap below: how deep y lies in the span seen from there, and where in the gap a distance
  /// from the span leads.
  template <class Visit>
  void for_each_side(std::size_t at, double y, const Visit& visit) const {
    const auto [lower, upper] = spans[at];
    const precise length = precise(upper) - lower;
    if (at + 1 < spans.size()) {
      const precise half = (precise(spans[at + 1].lower) - upper) / 2;
      visit(precise(upper) - y, length, half, [&](const precise& t) -> precise { return precise(upper) + t; });
    }
    if (at > 0) {
      const precise half = (precise(lower) - spans[at - 1].upper) / 2;
      visit(precise(y) - lower, length, half, [&](const precise& t) -> precise { return precise(lower) - t; });
    }
  }
};

/// Whether a computed probability is right to some 2e-14 of itself; more where it is tiny, since a double holds the
/// logarithm of it only that well.
inline bool close_for_its_size(double computed, const precise& exact) {
  if (exact < 1e-300) return computed < 1e-299;
  const double tolerance = 2e-14 + 1e-15 * std::fabs(static_cast<double>(log(exact)));
  return abs(precise(computed) - exact) <= tolerance * exact;
}

inline bool close_logarithm(double computed, const precise& exact) {
  return abs(precise(computed) - exact) <= 2e-14 + 1e-15 * abs(exact);
}

}  // namespace inbounds::test
