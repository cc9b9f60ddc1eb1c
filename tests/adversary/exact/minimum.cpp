#include "minimum.hpp"

#include <cmath>
#include <stdexcept>

#include "closed_law.hpp"
#include "points.hpp"

namespace adversary {
namespace {

/// Where the loss is largest, at the lowest output.
struct worst_case {
  number truth;
  number neighbour;
};

/// Two truths at most the sensitivity apart are taken for points at most that many steps apart, rounded up.
number in_steps(const claim& statement, const closed_domain& where) {
  const auto& end = where.stretches.back().to;
  number distance = where.sensitivity;
  if (where.lattice) {
    const rational steps = rational(statement.sensitivity) / step_of(statement.sides[0].granularity);
    if (denominator(steps) != 1) distance += 1;
  }
  return end && *end < distance ? *end : distance;
}

/// Laplace: the lower end and its neighbour. Gaussian: the upper end and the one below it.
/// Metric: neighbours one step apart.
worst_case worst_of(const claim& statement, const closed_domain& where) {
  const number distance = statement.metric ? number(1) : in_steps(statement, where);
  if (statement.kind != noise::gaussian) return {0, distance};
  const number end = *where.stretches.back().to;
  return {end - distance, end};
}

number loss_at(const claim& statement, const closed_domain& where, const number& parameter) {
  const auto between = [&](const number& truth, const number& neighbour) {
    const auto at_lowest = [&](const number& q) {
      return law_around(q, statement.kind, where, parameter)->log_mass(0);
    };
    return number(at_lowest(truth) - at_lowest(neighbour));
  };
  if (statement.metric && !where.lattice) {
    // The slope at the end, by differences that cancel each other's first two errors: the third is a part in 10^36.
    const number distance = where.sensitivity * number("1e-12");
    const auto slope = [&](const number& step) { return number((4 * between(0, step / 2) - between(0, step)) / step); };
    return (4 * slope(distance / 2) - slope(distance)) / 3 * where.sensitivity;
  }
  const worst_case worst = worst_of(statement, where);
  const number loss = between(worst.truth, worst.neighbour);
  return statement.metric
             ? number(loss * number(statement.sensitivity) / exact(step_of(statement.sides[0].granularity)))
             : loss;
}

/// Secants, from what is claimed; the loss falls smoothly with the scale.
number solve(const claim& statement, const closed_domain& where, const number& claimed) {
  const bool is_scale = statement.kind == noise::gaussian;
  const number epsilon(statement.epsilon);
  const auto excess = [&](const number& scale) {
    return number(log(loss_at(statement, where, is_scale ? scale : number(1 / scale)) / epsilon));
  };
  number before = claimed * number(1.0000001);
  number excess_before = excess(before);
  number scale = claimed;
  for (int round = 0; round < 60; ++round) {
    const number here = excess(scale);
    if (here == excess_before) return scale;
    number next = scale - here * (scale - before) / (here - excess_before);
    if (next <= scale / 4) next = scale / 4;
    if (next >= scale * 4) next = scale * 4;
    if (abs(next - scale) <= scale * number("1e-31")) return next;
    before = scale;
    excess_before = here;
    scale = next;
  }
  throw std::runtime_error("the smallest scale was not found");
}

}  // namespace

minimum smallest_scale(const claim& statement) {
  const closed_domain where = domain_of_claim(statement);
  const number parameter = parameter_of(statement);
  const number claimed = statement.kind == noise::gaussian ? parameter : number(1 / parameter);
  return {solve(statement, where, claimed), claimed};
}

}  // namespace adversary
