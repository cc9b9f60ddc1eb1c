#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>
#include <tuple>

#include "support/brute_force.hpp"
#include "support/decimal.hpp"

namespace brute_force {
namespace {

using precise = inbounds::test::decimal<50>;

/// sum_{t>=1} r^t, added up by doubling: the first 2n terms are the first n and r^n times them.
precise sum_beyond(long double rate) {
  precise power = exp(-precise(rate));
  precise sum = power;
  for (; power > 1e-80; power *= power) sum += sum * power;
  return sum;
}

long double steps_between(std::int64_t a, std::int64_t b) { return static_cast<long double>(a < b ? b - a : a - b); }

/// ln(a/b) to the last bit of a long double, however close to 1 the ratio is.
long double log_of_ratio(const precise& a, const precise& b) {
  const precise excess = (a - b) / b;
  return excess > -0.5 ? std::log1p(static_cast<long double>(excess)) : static_cast<long double>(log(a / b));
}

/// P_i(k) in fifty digits, for all i and k, straight from the definition.
std::vector<std::vector<precise>> all_probabilities(const std::vector<std::int64_t>& points, long double rate,
                                                    bool open_below, bool open_above) {
  std::vector<std::vector<precise>> table;
  const precise beyond = sum_beyond(rate);
  std::map<long double, precise> powers;
  for (const auto truth : points) {
    std::vector<precise> row;
    precise total = 0;
    for (const auto output : points) {
      const auto distance = steps_between(output, truth);
      auto known = powers.find(distance);
      if (known == powers.end()) known = powers.emplace(distance, exp(-precise(rate) * distance)).first;
      row.push_back(known->second);
    }
    if (open_below) row.front() += beyond * powers.at(steps_between(points.front(), truth));
    if (open_above) row.back() += beyond * powers.at(steps_between(points.back(), truth));
    for (const auto& weight : row) total += weight;
    for (auto& weight : row) weight /= total;
    table.push_back(std::move(row));
  }
  return table;
}

}  // namespace

lattice_law::lattice_law(std::vector<range> ranges, long double rate, bool open_below, bool open_above)
    : rate_(rate), open_below_(open_below), open_above_(open_above) {
  for (std::size_t at = 0; at < ranges.size(); ++at) {
    if (ranges[at].last < ranges[at].first || (at > 0 && ranges[at].first <= ranges[at - 1].last))
      throw std::invalid_argument("ranges must be in rising order and share no point");
    for (auto point = ranges[at].first; point <= ranges[at].last; ++point) {
      points_.push_back(point);
      range_of_.push_back(at);
    }
  }
  if (points_.empty() || !(rate > 0)) throw std::invalid_argument("a law needs a point and a positive rate");
  const std::size_t count = points_.size();
  std::vector<precise> weights(count, 1);
  if (open_below) weights.front() += sum_beyond(rate);
  if (open_above) weights.back() += sum_beyond(rate);
  // what lies left (right) of a point, seen from there: all that lay left of the point before, and that point, a gap
  // away
  std::map<std::int64_t, precise> decays;
  const auto decay = [&](std::size_t left) -> const precise& {
    const auto gap = points_[left + 1] - points_[left];
    auto known = decays.find(gap);
    if (known == decays.end()) known = decays.emplace(gap, exp(-precise(rate) * gap)).first;
    return known->second;
  };
  std::vector<precise> total = weights;
  precise side = 0;
  for (std::size_t at = 1; at < count; ++at) total[at] += side = decay(at - 1) * (side + weights[at - 1]);
  side = 0;
  for (std::size_t at = count - 1; at-- > 0;) total[at] += side = decay(at) * (side + weights[at + 1]);
  std::vector<precise> range_totals;  // at the first point of each range
  for (std::size_t at = 0; at < count; ++at) {
    if (at == 0 || range_of_[at] != range_of_[at - 1]) range_totals.push_back(total[at]);
    multiplicity_.push_back(static_cast<long double>(weights[at]));
    log_in_range_.push_back(log_of_ratio(total[at], range_totals.back()));
  }
  for (const auto& from : range_totals) {
    log_between_.emplace_back();
    for (const auto& to : range_totals) log_between_.back().push_back(log_of_ratio(to, from));
  }
}

long double lattice_law::log_growth(std::size_t from, std::size_t to) const {
  return (log_in_range_[to] - log_in_range_[from]) + log_between_[range_of_[from]][range_of_[to]];
}

template <class visitor>
void lattice_law::for_each_pair(std::int64_t same_range, std::int64_t cross_range, const visitor& visit) const {
  for (std::size_t a = 0; a < points_.size(); ++a)
    for (std::size_t b = 0; b < points_.size(); ++b)
      if (const auto distance = points_[a] < points_[b] ? points_[b] - points_[a] : points_[a] - points_[b];
          distance > 0 && distance <= (range_of_[a] == range_of_[b] ? same_range : cross_range))
        visit(a, b, static_cast<long double>(distance));
}

std::vector<long double> lattice_law::probabilities(std::int64_t truth) const {
  if (!std::binary_search(points_.begin(), points_.end(), truth)) throw std::invalid_argument("no such point");
  std::vector<long double> result;
  long double total = 0;
  for (std::size_t k = 0; k < points_.size(); ++k) {
    result.push_back(multiplicity_[k] * std::exp(-rate_ * steps_between(points_[k], truth)));
    total += result.back();
  }
  for (auto& weight : result) weight /= total;
  return result;
}

worst_case<std::int64_t> lattice_law::worst_loss(std::int64_t same_range, std::int64_t cross_range) const {
  worst_case<std::int64_t> worst{0, points_[0], points_[0], points_[0]};
  for_each_pair(same_range, cross_range, [&](std::size_t i, std::size_t j, long double distance) {
    const auto loss = rate_ * distance + log_growth(i, j);
    if (loss > worst.value) worst = {loss, points_[i], points_[j], points_[i]};
  });
  return worst;
}

worst_case<std::int64_t> lattice_law::metric_loss() const {
  worst_case<std::int64_t> worst{0, points_[0], points_[0], points_[0]};
  const auto all = std::numeric_limits<std::int64_t>::max();
  for_each_pair(all, all, [&](std::size_t i, std::size_t j, long double distance) {
    const auto loss = rate_ + log_growth(i, j) / distance;
    if (loss > worst.value) worst = {loss, points_[i], points_[j], points_[i]};
  });
  return worst;
}

/// sum_k max(0, P_i(k) - e^epsilon P_j(k)) as sum_k P_i(k) (1 - e^(epsilon - loss at k)): nothing cancels. With it, the
/// output with a positive part that is farthest towards the neighbour.
std::pair<long double, std::size_t> lattice_law::positive_part(std::size_t truth, std::size_t neighbour,
                                                               long double epsilon) const {
  const auto from_truth = probabilities(points_[truth]);
  long double sum = 0;
  std::size_t last = truth;
  for (std::size_t k = 0; k < points_.size(); ++k) {
    const auto nearer = steps_between(points_[k], points_[neighbour]) - steps_between(points_[k], points_[truth]);
    const auto loss = rate_ * nearer + log_growth(truth, neighbour);
    if (loss <= epsilon) continue;
    sum -= from_truth[k] * std::expm1(epsilon - loss);
    last = truth < neighbour ? std::max(last, k) : std::min(last, k);
  }
  return {sum, last};
}

worst_case<std::int64_t> lattice_law::hockey_stick(long double epsilon, std::int64_t same_range,
                                                   std::int64_t cross_range) const {
  const std::size_t count = points_.size();
  std::vector<std::vector<long double>> up_to;
  std::vector<std::vector<long double>> from;
  for (const auto truth : points_) {
    up_to.push_back(probabilities(truth));
    from.push_back(up_to.back());
    for (std::size_t k = 1; k < count; ++k) up_to.back()[k] += up_to.back()[k - 1];
    for (std::size_t k = count - 1; k-- > 0;) from.back()[k] += from.back()[k + 1];
  }
  const auto factor = std::exp(epsilon);
  std::tuple<long double, std::size_t, std::size_t, std::size_t> best{0, 0, 0, 0};
  for_each_pair(same_range, cross_range, [&](std::size_t i, std::size_t j, long double distance) {
    if (rate_ * distance + log_growth(i, j) <= epsilon) return;
    auto delta = std::get<0>(best);
    auto last = count;
    for (const auto& [truth, neighbour] : {std::tie(up_to[i], up_to[j]), std::tie(from[i], from[j])})
      for (std::size_t m = 0; m < count; ++m)
        if (const auto difference = truth[m] - factor * neighbour[m]; difference > delta) {
          delta = difference;
          last = m;
        }
    if (last < count) best = {delta, i, j, last};
  });
  // differences of sums near 1 say nothing of a tiny delta: then take every pair's positive parts
  if (std::get<0>(best) < 1e-9L)
    for_each_pair(same_range, cross_range, [&](std::size_t i, std::size_t j, long double distance) {
      if (rate_ * distance + log_growth(i, j) <= epsilon) return;
      const auto part = positive_part(i, j, epsilon);
      if (part.first > std::get<0>(best)) best = {part.first, i, j, part.second};
    });
  const auto [found, i, j, last] = best;
  return {i == j ? 0 : positive_part(i, j, epsilon).first, points_[i], points_[j], points_[last]};
}

template <class scorer>
worst_case<std::int64_t> lattice_law::largest_ratio(std::int64_t same_range, std::int64_t cross_range,
                                                    const scorer& score) const {
  const auto table = all_probabilities(points_, rate_, open_below_, open_above_);
  worst_case<std::int64_t> worst{0, points_[0], points_[0], points_[0]};
  precise largest = 0;
  for_each_pair(same_range, cross_range, [&](std::size_t i, std::size_t j, long double distance) {
    precise ratio = 0;
    std::size_t output = 0;
    for (std::size_t k = 0; k < points_.size(); ++k)
      if (const precise here = table[i][k] / table[j][k]; here > ratio) {
        ratio = here;
        output = k;
      }
    if (const precise value = score(ratio, distance); value > largest) {
      largest = value;
      worst = {static_cast<long double>(value), points_[i], points_[j], points_[output]};
    }
  });
  return worst;
}

worst_case<std::int64_t> lattice_law::worst_loss_slowly(std::int64_t same_range, std::int64_t cross_range) const {
  return largest_ratio(same_range, cross_range,
                       [](const precise& ratio, long double) -> precise { return log(ratio); });
}

worst_case<std::int64_t> lattice_law::metric_loss_slowly() const {
  const auto all = std::numeric_limits<std::int64_t>::max();
  return largest_ratio(all, all,
                       [](const precise& ratio, long double distance) -> precise { return log(ratio) / distance; });
}

worst_case<std::int64_t> lattice_law::hockey_stick_slowly(long double epsilon, std::int64_t same_range,
                                                          std::int64_t cross_range) const {
  const auto table = all_probabilities(points_, rate_, open_below_, open_above_);
  const precise factor = exp(precise(epsilon));
  worst_case<std::int64_t> worst{0, points_[0], points_[0], points_[0]};
  precise largest = 0;
  for_each_pair(same_range, cross_range, [&](std::size_t i, std::size_t j, long double) {
    precise sum = 0;
    std::size_t last = i;
    for (std::size_t k = 0; k < points_.size(); ++k)
      if (const precise part = table[i][k] - factor * table[j][k]; part > 0) {
        sum += part;
        last = i < j ? std::max(last, k) : std::min(last, k);
      }
    if (sum > largest) {
      largest = sum;
      worst = {static_cast<long double>(sum), points_[i], points_[j], points_[last]};
    }
  });
  return worst;
}

}  // namespace brute_force
