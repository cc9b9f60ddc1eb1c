#include "search.hpp"

#include <algorithm>
#include <random>
#include <vector>

#include "closed_law.hpp"
#include "points.hpp"

namespace adversary {
namespace {

class searcher {
  static constexpr int spread = 48;

 public:
  searcher(const claim& statement, const number& parameter)
      : statement_(statement),
        where_(domain_of_claim(statement)),
        parameter_(parameter),
        distance_(where_.sensitivity) {
    if (statement.metric) distance_ = where_.lattice ? number(1) : number(where_.sensitivity * number("1e-20"));
  }

  /// Everywhere, and then closer and closer around the worst.
  number worst() {
    for (const number& truth : candidates()) try_pair(truth);
    return worst_around(best_at_);
  }

  number worst_around(const number& place) {
    best_at_ = place;
    try_pair(place);
    for (number extent = spacing(); extent > spacing() * number(1e-9); extent *= number(0.6)) {
      const number centre = best_at_;
      for (const number& moved : {centre - extent, centre + extent}) try_pair(moved);
    }
    return worst_;
  }

  const number& worst_place() const { return best_at_; }

 private:
  std::vector<number> candidates() const {
    std::vector<number> tried;
    for (const auto& [from, to] : where_.stretches) {
      for (const auto& end : {from, to}) {
        if (!end) continue;
        for (const number& shift : {number(-distance_), number(0)}) tried.push_back(*end + shift);
      }
    }
    for (int at = 0; at <= spread; ++at) tried.push_back(spacing() * at);
    return tried;
  }

  number spacing() const {
    const auto& last = where_.stretches.back();
    return (last.to ? *last.to : number(*last.from + 4 * where_.sensitivity + 60 / parameter_)) / spread;
  }

  /// The truth and the farthest possible one above it that is a neighbour.
  void try_pair(const number& near) {
    const std::optional<number> one = feasible(near, 1);
    if (!one) return;
    // Under the metric guarantee, the next possible truth, which may be beyond a gap.
    const std::optional<number> other = feasible(*one + distance_, statement_.metric ? 1 : -1);
    if (!other || *other <= *one) return;
    const auto low = law_around(*one, statement_.kind, where_, parameter_);
    const auto high = law_around(*other, statement_.kind, where_, parameter_);
    const pair up{*one, *other, *low, *high};
    const pair down{*other, *one, *high, *low};
    for (const pair& tried : {up, down}) {
      const number found = statement_.delta > 0 ? delta(tried) : loss(tried);
      if (found <= worst_) continue;
      worst_ = found;
      best_at_ = *one;
    }
  }

  struct pair {
    const number& one;
    const number& other;
    const closed_law& law;
    const closed_law& other_law;

    bool upwards() const { return one < other; }
    number ratio(const number& output) const { return law.log_mass(output) - other_law.log_mass(output); }
  };

  /// The ratio falls (or rises) from one end to the other for each of the laws, so it is largest at the end beyond the
  /// truth, or, for Laplace, at the truth itself.
  number loss(const pair& tried) const {
    const auto& end = tried.upwards() ? lower_end() : upper_end();
    number largest = tried.ratio(tried.one);
    if (end) largest = std::max(largest, tried.ratio(*end));
    if (!statement_.metric) return largest;
    const number unit = where_.lattice ? exact(step_of(statement_.sides[0].granularity)) : number(1);
    return largest * number(statement_.sensitivity) / (abs(tried.one - tried.other) * unit);
  }

  /// All outputs on the truth's side of where the ratio crosses epsilon. Laplace ratios change between the truths only.
  number delta(const pair& tried) const {
    const number from = lower_end() ? *lower_end() : number(std::min(tried.one, tried.other) - 1);
    const number to = upper_end() ? *upper_end() : number(std::max(tried.one, tried.other) + 1);
    const auto exceeds = [&](const number& output) { return tried.ratio(output) > statement_.epsilon; };
    number inside = tried.upwards() ? from : to;
    number outside = tried.upwards() ? to : from;
    if (!exceeds(inside)) return 0;
    if (exceeds(outside)) inside = outside;
    // At the crossing itself delta is flat, so half of the digits are enough for it.
    const number close = where_.lattice ? number(0.25) : number(distance_ * number("1e-18"));
    while (abs(outside - inside) > close) {
      const number middle = (inside + outside) / 2;
      (exceeds(middle) ? inside : outside) = middle;
    }
    number largest = 0;
    const number point = floor(inside);
    for (const number& cut : where_.lattice ? std::vector<number>{point - 1, point, point + 1} : std::vector{inside}) {
      largest = std::max(largest, excess(tried, cut));
    }
    return largest;
  }

  /// Of everything up to a cut, or of everything after it.
  number excess(const pair& tried, const number& cut) const {
    const number factor = exp(number(statement_.epsilon));
    const number one = tried.law.up_to(cut);
    const number other = tried.other_law.up_to(cut);
    return tried.upwards() ? number(one - factor * other) : number((1 - one) - factor * (1 - other));
  }

  const std::optional<number>& lower_end() const { return where_.stretches.front().from; }
  const std::optional<number>& upper_end() const { return where_.stretches.back().to; }

  /// The nearest possible truth from a position, upwards or downwards.
  std::optional<number> feasible(const number& position, int direction) const {
    const number near = where_.lattice ? (direction > 0 ? ceil(position) : floor(position)) : position;
    std::optional<number> best;
    for (const auto& [from, to] : where_.stretches) {
      if ((!from || near >= *from) && (!to || near <= *to)) return near;
      const auto& end = direction > 0 ? from : to;
      if (!end || (direction > 0 ? *end < near : *end > near)) continue;
      if (!best || (direction > 0 ? *end < *best : *end > *best)) best = end;
    }
    return best;
  }

  const claim& statement_;
  closed_domain where_;
  number parameter_;
  number distance_;
  number worst_ = 0;
  number best_at_ = 0;
};

}  // namespace

finding search(const claim& statement) {
  const number own = parameter_of(statement);
  const number closer = statement.kind == noise::gaussian ? number(own / number(1.001)) : number(own * number(1.001));
  searcher all(statement, own);
  const number worst = all.worst();
  return {worst, searcher(statement, closer).worst_around(all.worst_place()), {}};
}

}  // namespace adversary
