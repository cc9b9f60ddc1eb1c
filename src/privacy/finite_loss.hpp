#pragma once

#include <cstddef>

#include "random/integer_law.hpp"

namespace inbounds {

/// The largest ln P(outcome) - ln Q(outcome) there is, rounded up, and an outcome that has it.
struct finite_loss {
  double loss;
  std::size_t outcome;
};
finite_loss loss_between(const integer_law& p, const integer_law& q);

/// The sum of what P(outcome) exceeds e^epsilon Q(outcome) by, rounded up. Where the loss is at most epsilon it is 0,
/// and need not be asked for.
double delta_between(const integer_law& p, const integer_law& q, double epsilon);

}  // namespace inbounds
