#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>

#include "support/brute_force.hpp"
#include "support/decimal.hpp"

namespace brute_force {
namespace {

using precise = inbounds::test::decimal<50>;
constexpr long double infinity = std::numeric_limits<long double>::infinity();

/// The law on spans, for any kind of number: long double to search with, fifty digits for what is reported.
template <class real>
struct span_law {
  const std::vector<span>& spans;
  real sigma;

  /// Integral of e^(-|y-q|/sigma)/sigma over a stretch of this width that starts at q.
  real beside(const real& width) const {
    using std::expm1;
    return width > std::numeric_limits<double>::max() ? real(1) : real(-expm1(-width / sigma));
  }

  /// Integral of e^(-|y-q|/sigma)/sigma over what is feasible between low and high.
  real mass(const real& q, const real& low, const real& high) const {
    using std::exp;
    real sum = 0;
    for (const auto& part : spans) {
      const real a = std::max(low, real(part.low));
      const real b = std::min(high, real(part.high));
      if (!(a < b)) continue;
      if (q <= a)
        sum += exp(-(a - q) / sigma) * beside(b - a);
      else if (q >= b)
        sum += exp(-(q - b) / sigma) * beside(b - a);
      else
        sum += beside(q - a) + beside(b - q);
    }
    return sum;
  }

  real total(const real& q) const { return mass(q, real(-infinity), real(infinity)); }

  /// ln Z(neighbour)/Z(truth)
  real shift(const real& truth, const real& neighbour) const {
    using std::log;
    return log(total(neighbour) / total(truth));
  }

  real loss(const real& truth, const real& neighbour, const real& output) const {
    using std::abs;
    return (abs(output - neighbour) - abs(output - truth)) / sigma + shift(truth, neighbour);
  }

  /// P_truth(A) - e^epsilon P_neighbour(A), A all outputs on the truth's side of this one.
  real difference(const real& truth, const real& neighbour, const real& epsilon, const real& output) const {
    using std::exp;
    const real low = truth < neighbour ? real(-infinity) : output;
    const real high = truth < neighbour ? output : real(infinity);
    return mass(truth, low, high) / total(truth) - exp(epsilon) * mass(neighbour, low, high) / total(neighbour);
  }

  /// Where between the truths the loss falls to epsilon: ((neighbour - y) - (y - truth))/sigma + shift = epsilon for
  /// rising pairs, its mirror image for falling ones.
  real crossing(const real& truth, const real& neighbour, const real& epsilon) const {
    const real towards = sigma * (shift(truth, neighbour) - epsilon);
    const real output = (truth + neighbour + (truth < neighbour ? towards : real(-towards))) / 2;
    return std::clamp(output, std::min(truth, neighbour), std::max(truth, neighbour));
  }
};

/// A search for the pair of truths that makes a score largest.
template <class scorer>
class pair_search {
 public:
  pair_search(const std::vector<span>& spans, double sensitivity, double sigma, const scorer& score)
      : sensitivity_(sensitivity), sigma_(sigma), score_(score) {
    if (spans.empty() || !(sensitivity > 0) || !(sigma > 0)) throw std::invalid_argument("nothing to search");
    // Far from the last finite end the law forgets that end, so beyond a reach nothing new can be found.
    const long double extent = 3 * sensitivity_ + 50 * sigma_;
    for (const auto& part : spans) {
      if (!(part.low < part.high)) throw std::invalid_argument("a span needs a length");
      const long double anchor_low = std::isfinite(part.high) ? part.high : 0;
      const long double low = std::isfinite(part.low) ? part.low : anchor_low - extent;
      spans_.push_back({low, std::isfinite(part.high) ? part.high : low + extent * (std::isfinite(part.low) ? 1 : 2)});
    }
  }

  std::array<long double, 2> best(std::uint64_t seed, int budget) {
    random_.seed(seed);
    try_structured();
    const int climbs = 12;
    const int per_climb = std::max(200, budget / (2 * climbs));
    while (tried_ < budget / 2) try_random();
    std::vector<candidate> starts;
    for (const auto& [place, start] : found_) starts.push_back(start);
    std::sort(starts.begin(), starts.end(), [](const auto& a, const auto& b) { return a.score > b.score; });
    if (starts.size() > climbs) starts.resize(climbs);
    candidate top{-infinity, spans_[0].low, spans_[0].low};
    for (const auto& start : starts)
      if (const auto peak = climb(start, per_climb); peak.score > top.score) top = peak;
    return {top.truth, top.neighbour};
  }

 private:
  struct stretch {
    long double low, high;
  };
  struct candidate {
    long double score, truth, neighbour;
  };

  long double uniform() { return std::ldexp(static_cast<long double>(random_() >> 1), -63); }

  /// The neighbour brought into a span and within the sensitivity of the truth; a rounding too far is taken back.
  bool admit(long double truth, long double& neighbour, std::size_t into) const {
    const auto low = std::max(spans_[into].low, truth - sensitivity_);
    const auto high = std::min(spans_[into].high, truth + sensitivity_);
    if (low > high) return false;
    neighbour = std::clamp(neighbour, low, high);
    while (std::abs(neighbour - truth) > sensitivity_) neighbour = std::nextafter(neighbour, truth);
    return neighbour != truth && neighbour >= spans_[into].low && neighbour <= spans_[into].high;
  }

  candidate score(long double truth, long double neighbour) {
    ++tried_;
    return {score_(truth, neighbour), truth, neighbour};
  }

  /// Scores a pair if it can be one, and keeps the best of each (span, span, direction): hills to climb from.
  void try_pair(long double truth, std::size_t in, long double neighbour, std::size_t into) {
    if (truth < spans_[in].low || truth > spans_[in].high || !admit(truth, neighbour, into)) return;
    const auto pair = score(truth, neighbour);
    const auto place = std::array<std::size_t, 3>{in, into, truth < neighbour ? 1U : 0U};
    const auto known = found_.emplace(place, pair).first;
    if (pair.score > known->second.score) known->second = pair;
  }

  /// A truth with the nearest and the farthest neighbours each span has to offer, in both roles.
  void try_around(long double truth, std::size_t in) {
    for (std::size_t into = 0; into < spans_.size(); ++into)
      for (const auto aim : {truth - sensitivity_, truth + sensitivity_}) {
        auto neighbour = aim;
        if (!admit(truth, neighbour, into)) continue;
        try_pair(truth, in, neighbour, into);
        try_pair(neighbour, into, truth, in);
      }
  }

  /// Every stretch between places where a truth or its farthest neighbour meets a span end; both of its ends and points
  /// at all scales from them, since what matters may be as small as a span or as wide as sigma.
  void try_structured() {
    std::vector<long double> marks;
    for (const auto& part : spans_)
      for (const auto end : {part.low, part.high})
        for (const auto mark : {end - sensitivity_, end, end + sensitivity_}) marks.push_back(mark);
    std::sort(marks.begin(), marks.end());
    for (std::size_t in = 0; in < spans_.size(); ++in)
      for (std::size_t at = 0; at + 1 < marks.size(); ++at) {
        const auto low = std::max(marks[at], spans_[in].low);
        const auto high = std::min(marks[at + 1], spans_[in].high);
        if (low > high) continue;
        try_around(low, in);
        try_around(high, in);
        for (int scale = 1; scale <= 20 && low < high; ++scale)
          for (const auto offset : {std::ldexp(high - low, -scale), std::ldexp(sigma_, 6 - scale)}) {
            if (offset >= high - low) continue;
            try_around(low + offset, in);
            try_around(high - offset, in);
          }
      }
  }

  long double random_point(const stretch& part) {
    const auto width = part.high - part.low;
    if (uniform() < 0.4L) return part.low + uniform() * width;
    const auto offset = width * std::exp(-16 * uniform());
    return uniform() < 0.5L ? part.low + offset : part.high - offset;
  }

  void try_random() {
    const auto in = static_cast<std::size_t>(random_() % spans_.size());
    const auto into = static_cast<std::size_t>(random_() % spans_.size());
    ++tried_;  // so that pairs that cannot be neighbours use up the budget too
    const auto truth = random_point(spans_[in]);
    const stretch window{std::max(spans_[into].low, truth - sensitivity_),
                         std::min(spans_[into].high, truth + sensitivity_)};
    if (!(window.low < window.high)) return;
    try_pair(truth, in, random_point(window), into);
    try_pair(truth, in, uniform() < 0.5L ? window.low : window.high, into);
  }

  std::size_t span_of(long double point) const {
    std::size_t at = 0;
    while (at + 1 < spans_.size() && point > spans_[at].high) ++at;
    return at;
  }

  /// Pattern search: either truth or both move by a step, which halves when nothing improves.
  candidate climb(candidate top, int budget) {
    const auto in = span_of(top.truth);
    const auto into = span_of(top.neighbour);
    auto step = std::min(spans_[in].high - spans_[in].low, std::max(sensitivity_, sigma_)) / 2;
    const auto smallest = std::ldexp(step, -50);
    for (const int stop = tried_ + budget; step > smallest && tried_ < stop;) {
      auto next = top;
      for (const int move : {-1, 0, 1})
        for (const int other : {-1, 0, 1}) {
          const auto truth = std::clamp(top.truth + move * step, spans_[in].low, spans_[in].high);
          auto neighbour = top.neighbour + other * step;
          if ((move == 0 && other == 0) || !admit(truth, neighbour, into)) continue;
          if (const auto pair = score(truth, neighbour); pair.score > next.score) next = pair;
        }
      if (!(next.score > top.score)) step /= 2;
      top = next;
    }
    return top;
  }

  std::vector<stretch> spans_;
  long double sensitivity_;
  long double sigma_;
  const scorer& score_;
  std::mt19937_64 random_;
  std::map<std::array<std::size_t, 3>, candidate> found_;
  int tried_ = 0;
};

/// The outputs where a loss can turn: both truths and all finite span ends.
std::vector<long double> critical_outputs(const std::vector<span>& spans, long double truth, long double neighbour) {
  std::vector<long double> outputs{truth, neighbour};
  for (const auto& part : spans)
    for (const auto end : {part.low, part.high})
      if (std::isfinite(end)) outputs.push_back(end);
  return outputs;
}

}  // namespace

long double loss_of(const std::vector<span>& spans, double sigma, long double truth, long double neighbour,
                    long double output) {
  return static_cast<long double>(span_law<precise>{spans, sigma}.loss(truth, neighbour, output));
}

worst_case<long double> delta_of(const std::vector<span>& spans, double sigma, double epsilon, long double truth,
                                 long double neighbour) {
  const span_law<precise> law{spans, sigma};
  worst_case<long double> worst{0, truth, neighbour, truth};
  auto outputs = critical_outputs(spans, truth, neighbour);
  for (int part = 1; part < 32; ++part) outputs.push_back(truth + std::ldexp((neighbour - truth) * part, -5));
  std::vector<precise> exact(outputs.begin(), outputs.end());
  exact.push_back(law.crossing(truth, neighbour, epsilon));
  for (const auto& output : exact)
    if (const auto delta = static_cast<long double>(law.difference(truth, neighbour, epsilon, output));
        delta > worst.value) {
      worst.value = delta;
      worst.output = static_cast<long double>(output);
    }
  return worst;
}

worst_case<long double> search_loss(const std::vector<span>& spans, double sensitivity, double sigma,
                                    std::uint64_t seed, int budget) {
  const span_law<long double> law{spans, sigma};
  const auto largest = [&](long double truth, long double neighbour) {
    long double advantage = -infinity;
    for (const auto output : critical_outputs(spans, truth, neighbour))
      advantage = std::max(advantage, std::abs(output - neighbour) - std::abs(output - truth));
    return advantage / law.sigma + law.shift(truth, neighbour);
  };
  const auto [truth, neighbour] = pair_search(spans, sensitivity, sigma, largest).best(seed, budget);
  worst_case<long double> worst{0, truth, neighbour, truth};
  for (const auto output : critical_outputs(spans, truth, neighbour))
    if (const auto loss = loss_of(spans, sigma, truth, neighbour, output); loss > worst.value) {
      worst.value = loss;
      worst.output = output;
    }
  return worst;
}

worst_case<long double> search_delta(const std::vector<span>& spans, double sensitivity, double sigma, double epsilon,
                                     std::uint64_t seed, int budget) {
  const span_law<long double> law{spans, sigma};
  // Where delta is 0, how far the loss is from epsilon says which way to go.
  const auto delta = [&](long double truth, long double neighbour) {
    const auto excess = law.loss(truth, neighbour, truth) - epsilon;
    if (!(excess > 0)) return excess;
    return law.difference(truth, neighbour, epsilon, law.crossing(truth, neighbour, epsilon));
  };
  const auto [truth, neighbour] = pair_search(spans, sensitivity, sigma, delta).best(seed, budget);
  return delta_of(spans, sigma, epsilon, truth, neighbour);
}

}  // namespace brute_force
