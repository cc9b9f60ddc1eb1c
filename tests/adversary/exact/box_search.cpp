#include "box_search.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "closed_law.hpp"
#include "points.hpp"

namespace adversary {
namespace {

/// One side of a fine box: what truths a distance apart lose, the farther one at the upper end, at the lowest output.
class side_loss {
 public:
  side_loss(const claim& statement, const side& one, double parameter) : step_(exact(step_of(one.granularity))) {
    claim alone = statement;
    alone.sides = {one};
    alone.parameter = parameter;
    where_ = domain_of_claim(alone);
    deviation_ = parameter_of(alone);
    end_ = *where_.stretches.back().to;
    at_end_ = at_lowest(end_);
  }

  number at(const number& distance) const {
    const number steps = floor(distance / step_);
    return at_lowest(end_ - std::min(steps, end_)) - at_end_;
  }

 private:
  number at_lowest(const number& truth) const {
    return law_around(truth, noise::gaussian, where_, deviation_)->log_mass(0);
  }

  number step_;
  closed_domain where_;
  number deviation_;
  number end_;
  number at_end_;
};

number worst_in(const claim& statement, double parameter) {
  const side_loss first(statement, statement.sides[0], parameter);
  const side_loss second(statement, statement.sides[1], parameter);
  const number max(statement.sensitivity);
  const auto loss = [&](const number& share) {  // of the squared sensitivity, along the first side
    return number(first.at(max * sqrt(share)) + second.at(max * sqrt(1 - share)));
  };
  constexpr int spread = 32;
  number worst = 0;
  number place = 0;
  const auto look = [&](const number& share) {
    if (share < 0 || share > 1) return;
    const number found = loss(share);
    if (found <= worst) return;
    worst = found;
    place = share;
  };
  for (int at = 0; at <= spread; ++at) look(number(at) / spread);
  for (number extent = number(1) / spread; extent > number(1e-6); extent *= number(0.6)) {
    const number centre = place;
    for (const number& moved : {centre - extent, centre + extent}) look(moved);
  }
  return worst;
}

}  // namespace

finding search_box(const claim& statement) {
  if (statement.sides.size() != 2 || statement.kind != noise::gaussian)
    throw std::runtime_error("only boxes with two sides");
  return {worst_in(statement, statement.parameter), worst_in(statement, statement.parameter / 1.001), {}};
}

}  // namespace adversary
