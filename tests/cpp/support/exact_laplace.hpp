#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "support/decimal.hpp"

// The Laplace law on a union of spans with a hundred digits, from its definition: e^(-rate |y - q|) summed over whole
// numbers one by one (few) or by textbook series (many), or integrated by antiderivatives; raw moments around q. These
// forms cancel, which is what the digits are for.

namespace inbounds::test {

using digits = decimal<100>;

struct exact_laplace {
  std::vector<std::pair<double, double>> spans;
  bool open_below;
  bool open_above;
  double rate;
  bool on_points;
  double q;
  digits r;  ///< e^-rate

  double lowest() const { return spans.front().first; }
  double highest() const { return spans.back().second; }

  /// e^(-rate |y - q|).
  digits weight(double y) const { return std::isinf(y) ? digits(0) : digits(exp(-digits(rate) * abs(digits(y) - q))); }

  /// What falls beyond an open end.
  digits beyond_below() const { return open_below ? beyond(lowest()) : digits(0); }
  digits beyond_above() const { return open_above ? beyond(highest()) : digits(0); }

  /// The weights times (y - q)^m in [from, to], without what falls beyond open ends.
  digits raw(int m, double from, double to) const {
    digits sum = 0;
    for (const auto& [lower, upper] : spans) {
      double a = std::max(lower, from);
      double b = std::min(upper, to);
      if (on_points) {
        a = std::ceil(a);
        b = std::floor(b);
        if (a > b) continue;
        if (b >= q) sum += points(m, std::max(a, q) - q, b - q);
        if (a < q) sum += (m % 2 == 0 ? 1 : -1) * points(m, q - std::min(b, q - 1), q - a);
      } else {
        if (!(a < b)) continue;
        if (b > q) sum += line(m, digits(std::max(a, q)) - q, distance(b));
        if (a < q) sum += (m % 2 == 0 ? 1 : -1) * line(m, digits(q) - std::min(b, q), distance(a));
      }
    }
    return sum;
  }

  digits total() const { return raw(0, lowest(), highest()) + beyond_below() + beyond_above(); }
  /// P(Y <= y) and P(Y > y), times the total.
  digits up_to(double y) const {
    if (y < lowest()) return 0;
    return y >= highest() ? total() : digits(raw(0, lowest(), y) + beyond_below());
  }
  digits above(double y) const {
    if (y < lowest()) return total();
    if (y >= highest()) return 0;
    return raw(0, on_points ? std::floor(y) + 1 : y, highest()) + beyond_above();
  }
  /// E (Y - q)^m.
  digits moment(int m) const {
    digits sum = raw(m, lowest(), highest());
    if (open_below) sum += beyond_below() * pow(digits(lowest()) - q, m);
    if (open_above) sum += beyond_above() * pow(digits(highest()) - q, m);
    return sum / total();
  }

 private:
  digits beyond(double end) const { return on_points ? digits(weight(end) * r / (1 - r)) : digits(weight(end) / rate); }

  digits distance(double y) const {
    return std::isinf(y) ? std::numeric_limits<digits>::infinity() : digits(abs(digits(y) - q));
  }

  /// The sum of d^m e^(-rate d) over d = from..to.
  digits points(int m, double from, double to) const {
    if (to - from < 40) {
      digits sum = 0;
      digits power = exp(-digits(rate) * from);
      for (int step = 0; step <= static_cast<int>(to - from); ++step, power *= r) {
        const digits d = digits(from) + step;
        sum += (m == 0 ? digits(1) : m == 1 ? d : digits(d * d)) * power;
      }
      return sum;
    }
    return all_points(m, digits(from)) - all_points(m, digits(to) + 1);
  }

  digits all_points(int m, const digits& a) const {
    const digits s = 1 / (1 - r);
    const digits power = exp(-digits(rate) * a);
    if (m == 0) return power * s;
    if (m == 1) return power * (a * s + r * s * s);
    return power * (a * a * s + 2 * a * r * s * s + r * (1 + r) * s * s * s);
  }

  /// The integral of t^m e^(-rate t) over [from, to].
  digits line(int m, const digits& from, const digits& to) const {
    const auto antiderivative = [&](const digits& t) -> digits {
      if (isinf(t)) return 0;
      const digits b = 1 / digits(rate);
      const digits decayed = -exp(-digits(rate) * t);
      if (m == 0) return decayed * b;
      if (m == 1) return decayed * (t * b + b * b);
      return decayed * (t * t * b + 2 * t * b * b + 2 * b * b * b);
    };
    return antiderivative(to) - antiderivative(from);
  }
};

}  // namespace inbounds::test
