#include "closed_law.hpp"

#include <boost/math/constants/constants.hpp>
#include <boost/math/special_functions/erf.hpp>
#include <cmath>
#include <stdexcept>

#include "points.hpp"

namespace adversary {
namespace {

/// Sums of e^(-rate distance) over points, times 1 - e^-rate; or integrals, times the rate.
class decay {
 public:
  decay(number rate, number step) : rate_(std::move(rate)), step_(std::move(step)) {}

  number at(const number& distance) const { return exp(-rate_ * distance); }
  const number& rate() const { return rate_; }
  const number& step() const { return step_; }

  /// Over all points of a stretch, around a centre.
  number over(const stretch& points, const number& centre) const {
    if (points.to && *points.to < centre) return at(centre - *points.to) - far(points.from, centre, -1);
    if (points.from && *points.from > centre) return at(*points.from - centre) - far(points.to, centre, 1);
    return 1 - far(points.from, centre, -1) + at(step_) - far(points.to, centre, 1);
  }

 private:
  /// Everything beyond an end.
  number far(const std::optional<number>& end, const number& centre, int direction) const {
    return end ? at((*end - centre) * direction + step_) : number(0);
  }

  number rate_;
  number step_;
};

/// A stretch without what lies above an output; nothing if all of it does.
std::optional<stretch> cut(const stretch& points, const number& output) {
  if (points.from && *points.from > output) return {};
  if (points.to && *points.to <= output) return points;
  return stretch{points.from, output};
}

class truncated_law final : public closed_law {
 public:
  truncated_law(number truth, std::vector<stretch> where, decay noise)
      : truth_(std::move(truth)), where_(std::move(where)), noise_(std::move(noise)) {
    for (const stretch& points : where_) total_ += noise_.over(points, truth_);
    log_total_ = log(total_);
  }

  number log_mass(const number& output) const override { return -noise_.rate() * abs(output - truth_) - log_total_; }

  number up_to(const number& output) const override {
    number sum = 0;
    for (const stretch& points : where_) {
      if (const auto part = cut(points, output)) sum += noise_.over(*part, truth_);
    }
    return sum / total_;
  }

 private:
  number truth_;
  std::vector<stretch> where_;
  decay noise_;
  number total_ = 0;
  number log_total_;
};

/// Noise on the whole line; what leaves the bounds becomes the nearer one, which changes no sum up to an output inside.
class clamped_law final : public closed_law {
 public:
  clamped_law(number truth, stretch where, decay noise)
      : where_(std::move(where)), line_(std::move(truth), {stretch{}}, std::move(noise)) {}

  number log_mass(const number& output) const override { return line_.log_mass(output); }
  number up_to(const number& output) const override {
    return where_.to && output >= *where_.to ? number(1) : line_.up_to(output);
  }

 private:
  stretch where_;
  truncated_law line_;
};

/// Mirrors half a step beyond the ends 0 and (if there is one) `end`: the truth has images at -step - truth, and, each
/// a period further, at truth + period, truth - period and so on.
class reflected_law final : public closed_law {
 public:
  reflected_law(number truth, std::optional<number> end, decay noise)
      : truth_(std::move(truth)), end_(std::move(end)), noise_(std::move(noise)) {
    below_ = noise_.at(truth_ + noise_.step());
    total_ = 1 + noise_.at(noise_.step());
    if (!end_) return;
    const number period = 2 * (*end_ + noise_.step());
    const number repeats = 1 - noise_.at(period);
    below_ = (below_ + noise_.at(period - truth_)) / repeats;
    above_ = (noise_.at(period + truth_) + noise_.at(period - noise_.step() - truth_)) / repeats;
    total_ = sum(*end_);
  }

  number log_mass(const number& output) const override {
    return log(noise_.at(abs(output - truth_)) + below_ * noise_.at(output) + above_ * noise_.at(-output));
  }

  number up_to(const number& output) const override { return sum(output) / total_; }

 private:
  number sum(const number& output) const {
    const number& step = noise_.step();
    return noise_.over({number(0), output}, truth_) + below_ * (1 - noise_.at(output + step)) +
           above_ * (noise_.at(-output) - noise_.at(step));
  }

  number truth_;
  std::optional<number> end_;
  decay noise_;
  number below_;      ///< what all images below 0 weigh there
  number above_ = 0;  ///< what all images above the end would weigh at 0, if they grew on the way
  number total_;
};

/// Normal noise truncated to 0..end. On lattices, which must be fine (or short), sums are integrals with the first
/// terms of Euler and Maclaurin at both ends; each next term is smaller by a factor of about t, the square of
/// step/deviation.
class normal_law final : public closed_law {
 public:
  normal_law(number truth, number end, const number& deviation, number step)
      : truth_(std::move(truth)), end_(std::move(end)), t_(1 / (2 * deviation * deviation)), step_(std::move(step)) {
    if (step_ > 0 && t_ > number("1e-7") && end_ > 5000) throw std::runtime_error("a lattice neither short nor fine");
    total_ = sum(end_);
    log_total_ = log(total_);
  }

  number log_mass(const number& output) const override {
    return -t_ * (output - truth_) * (output - truth_) - log_total_;
  }

  number up_to(const number& output) const override { return sum(output) / total_; }

 private:
  number sum(const number& output) const {
    if (step_ > 0 && end_ <= 5000) return add_up(output);
    const number integral = primitive(output - truth_) - primitive(-truth_);
    if (step_ == 0) return integral;
    return integral + correction(output - truth_, 1) + correction(-truth_, -1);
  }

  number add_up(const number& output) const {
    number all = 0;
    for (number k = 0; k <= output; k += 1) all += exp(-t_ * (k - truth_) * (k - truth_));
    return all;
  }

  number primitive(const number& x) const {
    using boost::math::constants::root_pi;
    const number root = sqrt(t_);
    return boost::math::erf(number(root * x)) * root_pi<number>() / (2 * root);
  }

  /// Half of the end's term and the derivatives of e^(-t x^2), with Bernoulli's numbers.
  number correction(const number& x, int direction) const {
    const number& t = t_;
    const number x2 = x * x;
    const number first = -2 * t * x;
    const number third = x * t * t * (12 - 8 * t * x2);
    const number fifth = x * t * t * t * (-120 + 160 * t * x2 - 32 * t * t * x2 * x2);
    return exp(-t * x2) * (number(1) / 2 + direction * (first / 12 - third / 720 + fifth / 30240));
  }

  number truth_;
  number end_;
  number t_;
  number step_;
  number total_;
  number log_total_;
};

}  // namespace

closed_domain domain_of_claim(const claim& statement) {
  const side& one = statement.sides[0];
  if (std::isinf(one.lower())) throw std::runtime_error("formulas count from a finite lower bound");
  closed_domain where{{}, one.granularity > 0, 0};
  if (where.lattice) {
    const auto runs = runs_of(one, 0);
    const std::int64_t origin = runs.front().first;
    for (std::size_t at = 0; at < runs.size(); ++at) {
      const auto position = [&](double bound, std::int64_t point) {
        return std::isinf(bound) ? std::optional<number>() : number(point - origin);
      };
      where.stretches.push_back(
          {position(one.spans[at].first, runs[at].first), position(one.spans[at].second, runs[at].last)});
    }
    const rational steps = rational(statement.sensitivity) / step_of(one.granularity);
    where.sensitivity = number(numerator(steps) / denominator(steps));
  } else {
    const number origin(one.lower());
    for (const auto& [lower, upper] : one.spans) {
      const auto position = [&](double bound) {
        return std::isinf(bound) ? std::optional<number>() : number(bound) - origin;
      };
      where.stretches.push_back({position(lower), position(upper)});
    }
    where.sensitivity = number(statement.sensitivity);
  }
  return where;
}

std::unique_ptr<closed_law> law_around(const number& truth, noise kind, const closed_domain& where,
                                       const number& parameter) {
  const stretch hull{where.stretches.front().from, where.stretches.back().to};
  const decay noise(parameter, where.step());
  switch (kind) {
    case noise::bounded: return std::make_unique<truncated_law>(truth, where.stretches, noise);
    case noise::clamped: return std::make_unique<clamped_law>(truth, hull, noise);
    case noise::reflected: return std::make_unique<reflected_law>(truth, hull.to, noise);
    case noise::gaussian: return std::make_unique<normal_law>(truth, *hull.to, parameter, where.step());
  }
  throw std::logic_error("no such noise");
}

number parameter_of(const claim& statement) {
  const double step = statement.sides[0].granularity;
  if (statement.kind == noise::gaussian)
    return step > 0 ? number(number(statement.parameter) / step) : number(statement.parameter);
  return step > 0 ? number(statement.parameter) : number(1 / number(statement.parameter));
}

}  // namespace adversary
