// Private posteriors from their definition: ln Gamma itself with 80 digits, sensitivities as maxima over all pairs and
// all candidates, no recurrence and no closed form. What is judged is what mechanisms tell of their law, since that is
// what they draw from (words/ sees to it); that it is the right law is compared with the definition.

#include "posterior.hpp"

#include <algorithm>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

namespace adversary {
namespace {

using row = std::vector<number>;

double real(std::istream& in) {
  std::string text;
  if (!(in >> text)) throw std::runtime_error("a claim ends too early");
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (*end != '\0' || !std::isfinite(value)) throw std::runtime_error("no number: " + text);
  return value;
}

std::size_t count(std::istream& in, double max) {
  const double value = real(in);
  if (!(value >= 1 && value <= max)) throw std::runtime_error("no count: " + std::to_string(value));
  return static_cast<std::size_t>(value);
}

struct question {
  std::vector<double> prior;
  std::size_t trials;
  std::string method;
  bool logarithm;  ///< what is smooth
  double smoothing;
  double temperature;
};

using place = std::vector<std::size_t>;

void all_counts(std::size_t parts, std::size_t left, place& begun, std::vector<place>& all) {
  if (parts == 1) {
    begun.push_back(left);
    all.push_back(begun);
    begun.pop_back();
    return;
  }
  for (std::size_t here = 0; here <= left; ++here) {
    begun.push_back(here);
    all_counts(parts - 1, left - here, begun, all);
    begun.pop_back();
  }
}

std::size_t moves(const place& one, const place& other) {
  std::size_t sum = 0;
  for (std::size_t at = 0; at < one.size(); ++at) sum += one[at] > other[at] ? one[at] - other[at] : 0;
  return sum;
}

class definition {
 public:
  explicit definition(const question& query) : query_(query) {
    place begun;
    all_counts(query.prior.size(), query.trials, begun, all);
    for (std::size_t one = 0; one < all.size(); ++one) {
      for (std::size_t other = 0; other < all.size(); ++other) {
        if (moves(all[one], all[other]) == 1) neighbours.emplace_back(one, other);
      }
    }
    if (query.method == "geometric") return;
    measure();
    settle();
  }

  std::vector<place> all;
  std::vector<std::pair<std::size_t, std::size_t>> neighbours;  ///< ordered

  row law(std::size_t truth, const number& temperature) const {
    const std::size_t size = all.size();
    row masses(size);
    const bool geometric = query_.method == "geometric";
    number sum = 0;
    for (std::size_t at = 0; at < size; ++at) {
      const number far = geometric ? number(moves(all[truth], all[at]))
                                   : distance_[truth][at] / (per_truth_[truth] * per_candidate_[at]);
      masses[at] = exp(-temperature * far);
      // On a count, what leaves the range is released as the nearer end.
      if (geometric && query_.prior.size() == 2 && (at == 0 || at + 1 == size)) masses[at] /= 1 - exp(-temperature);
      sum += masses[at];
    }
    for (number& mass : masses) mass /= sum;
    return masses;
  }

 private:
  /// The Hellinger distance of Dirichlet laws: of equal totals, whose normalisers cancel.
  void measure() {
    std::vector<row> log_gamma(query_.prior.size());
    for (std::size_t part = 0; part < query_.prior.size(); ++part) {
      for (std::size_t halves = 0; halves <= 2 * query_.trials; ++halves) {
        log_gamma[part].push_back(boost::math::lgamma(number(query_.prior[part]) + number(halves) / 2));
      }
    }
    distance_.assign(all.size(), row(all.size()));
    for (std::size_t one = 0; one < all.size(); ++one) {
      for (std::size_t other = 0; other < all.size(); ++other) {
        number log_affinity = 0;
        for (std::size_t part = 0; part < query_.prior.size(); ++part) {
          const row& at = log_gamma[part];
          const std::size_t a = all[one][part];
          const std::size_t b = all[other][part];
          log_affinity += at[a + b] - (at[2 * a] + at[2 * b]) / 2;
        }
        if (one != other) distance_[one][other] = sqrt(1 - exp(log_affinity));
      }
    }
  }

  number change(std::size_t one, std::size_t other, std::size_t candidate) const {
    return abs(distance_[one][candidate] - distance_[other][candidate]);
  }

  void settle() {
    const std::size_t size = all.size();
    row local(size, number(0));
    row varying(size, number(0));
    for (const auto& [one, other] : neighbours) {
      for (std::size_t at = 0; at < size; ++at) {
        local[one] = std::max(local[one], change(one, other, at));
        varying[at] = std::max(varying[at], change(one, other, at));
      }
    }
    per_truth_.assign(size, number(1));
    per_candidate_ = per_truth_;
    if (query_.method == "global") per_truth_.assign(size, *std::max_element(local.begin(), local.end()));
    if (query_.method == "local") per_truth_ = local;
    if (query_.method == "varying") per_candidate_ = varying;
    if (query_.method != "smooth") return;
    for (std::size_t truth = 0; truth < size; ++truth) {
      number largest = 0;
      for (std::size_t other = 0; other < size; ++other) {
        const number distance = number(moves(all[truth], all[other])) * query_.smoothing;
        largest = std::max(largest, query_.logarithm ? number(local[other] * exp(-distance))
                                                     : number(1 / (1 / local[other] + distance)));
      }
      per_truth_[truth] = largest;
    }
  }

  question query_;
  std::vector<row> distance_;
  row per_truth_;
  row per_candidate_;
};

number loss_between(const row& p, const row& q, const promise& statement) {
  number worst = 0;
  const number factor = exp(number(statement.epsilon));
  for (std::size_t at = 0; at < p.size(); ++at) {
    if (statement.delta > 0)
      worst += std::max(number(0), number(p[at] - factor * q[at]));
    else
      worst = std::max(worst, number(log(p[at] / q[at])));
  }
  return worst;
}

number worst_of(const std::vector<row>& rows, const definition& from, const promise& statement) {
  number worst = 0;
  for (const auto& [one, other] : from.neighbours)
    worst = std::max(worst, loss_between(rows[one], rows[other], statement));
  return worst;
}

std::string text_of(const number& value) { return std::to_string(value.convert_to<double>()); }

}  // namespace

promise posterior_loss(std::istream& in) {
  std::string tightness;
  in >> tightness;
  promise statement{tightness == "tight", real(in), real(in), {}};
  question query;
  query.prior.resize(count(in, 10));
  for (double& weight : query.prior) weight = real(in);
  query.trials = count(in, 1000);
  if (!(in >> query.method)) throw std::runtime_error("no method");
  query.logarithm = statement.delta > 0;
  query.smoothing = real(in);
  query.temperature = real(in);
  if (!(query.temperature > 0 && statement.epsilon > 0)) throw std::runtime_error("no promise");
  const definition from(query);
  const std::size_t size = count(in, 1000);
  if (size != from.all.size()) throw std::runtime_error("so many candidates there are not");
  // Whole numbers over 2^62, of which there is a least one; and the digits of a double.
  const number grain = (1 / number(query.temperature) + 4) * pow(number(2), -61);
  // On a count, draws follow the definition itself, and what is told are some digits of it.
  const bool on_count = query.method == "geometric" && query.prior.size() == 2;
  std::vector<row> stated(size, row(size));
  std::vector<row> hotter(size);
  for (std::size_t truth = 0; truth < size; ++truth) {
    const row law = from.law(truth, number(query.temperature));
    hotter[truth] = from.law(truth, number(query.temperature) * number("1.001"));
    number sum = 0;
    for (std::size_t at = 0; at < size; ++at) {
      stated[truth][at] = real(in);
      sum += stated[truth][at];
      if (!(stated[truth][at] > 0) && law[at] > number("1e-300")) statement.found.wrong = "a candidate is impossible";
      if (abs(stated[truth][at] - law[at]) > law[at] * number("1e-11") + grain && statement.found.wrong.empty()) {
        statement.found.wrong = "truth " + std::to_string(truth) + ", candidate " + std::to_string(at) +
                                ": probability " + text_of(stated[truth][at]) + " is not " + text_of(law[at]);
      }
    }
    if (abs(sum - 1) > number("1e-13")) statement.found.wrong = "probabilities do not sum to 1";
    if (on_count) stated[truth] = law;
  }
  statement.found.worst = worst_of(stated, from, statement);
  statement.found.closer = worst_of(hotter, from, statement);
  return statement;
}

namespace {

struct two_sided {
  number centre;
  number rate;
  number height = log(tanh(rate / 2));

  number log_mass(const number& point) const { return height - rate * abs(point - centre); }
  /// Of all points from one to another, on one side of the centre.
  number mass(const number& first, const number& last) const {
    const number near = first >= centre ? first - centre : centre - last;
    return tanh(rate / 2) * exp(-rate * near) * (1 - exp(-rate * (last - first + 1))) / (1 - exp(-rate));
  }
};

/// The sum of what P exceeds e^epsilon Q by over the points of a stretch in which their ratio rises or falls.
number excess_on(const two_sided& p, const two_sided& q, const number& epsilon, number first, number last) {
  const auto more = [&](const number& point) { return p.log_mass(point) - q.log_mass(point) > epsilon; };
  const bool at_first = more(first);
  const bool at_last = more(last);
  if (!at_first && !at_last) return 0;
  if (at_first != at_last) {
    number inside = at_first ? first : last;
    number outside = at_first ? last : first;
    while (abs(inside - outside) > 1) {
      const number middle = floor((inside + outside) / 2);
      (more(middle) ? inside : outside) = middle;
    }
    (at_first ? last : first) = inside;
  }
  return p.mass(first, last) - exp(epsilon) * q.mass(first, last);
}

number excess(const two_sided& p, const two_sided& q, const number& epsilon) {
  const number low = std::min(p.centre, q.centre);
  const number high = std::max(p.centre, q.centre);
  const number far = 400 / std::min(p.rate, q.rate) * (1 + epsilon);  // beyond, less than 1e-170
  const number extent = floor(far) + 1;
  number sum = excess_on(p, q, epsilon, low - extent, low - 1) + excess_on(p, q, epsilon, high, high + extent);
  if (high > low) sum += excess_on(p, q, epsilon, low, high - 1);
  return sum;
}

}  // namespace

promise smooth_loss(std::istream& in) {
  std::string tightness;
  in >> tightness;
  promise statement{tightness == "tight", real(in), real(in), {}};
  const number step = real(in);
  const number lowest = real(in) / step;
  const number highest = real(in) / step;
  if (!(statement.delta > 0 && step > 0 && highest > lowest)) throw std::runtime_error("no promise");
  std::vector<two_sided> laws(count(in, 1e5), two_sided{0, 1});
  for (two_sided& law : laws) {
    const number value = floor(number(real(in)) / step + number("0.5"));
    const number scale(real(in));
    law = two_sided{std::min(std::max(value, lowest), highest), step / scale};
  }
  const number less = 1 / number("0.999");
  for (std::size_t at = 1; at < laws.size(); ++at) {
    for (const std::size_t truth : {at - 1, at}) {
      const two_sided& p = laws[truth];
      const two_sided& q = laws[2 * at - 1 - truth];
      statement.found.worst = std::max(statement.found.worst, excess(p, q, number(statement.epsilon)));
      const number closer =
          excess(two_sided{p.centre, p.rate * less}, two_sided{q.centre, q.rate * less}, number(statement.epsilon));
      statement.found.closer = std::max(statement.found.closer, closer);
    }
  }
  return statement;
}

}  // namespace adversary
