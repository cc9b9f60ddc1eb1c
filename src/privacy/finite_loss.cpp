#include "privacy/finite_loss.hpp"

#include <algorithm>
#include <cmath>

namespace inbounds {

// Shares become doubles with a relative error of 2^-53, and there are four of them, two quotients and a product: less
// than 2^-50 in all, which the logarithm turns into an absolute error. Its own error is relative to it.
// posterior/PROOF.md, Proposition 10
finite_loss loss_between(const integer_law& p, const integer_law& q) {
  double max = 0;
  std::size_t outcome = 0;
  for (std::size_t at = 0; at < p.weights.size(); ++at) {
    const double ratio = static_cast<double>(p.share(at)) / static_cast<double>(q.share(at));
    if (ratio <= max) continue;
    max = ratio;
    outcome = at;
  }
  const double loss = std::log(max * (static_cast<double>(q.total()) / static_cast<double>(p.total())));
  return {loss + std::fabs(loss) * 0x1p-51 + 0x1p-50, outcome};
}

// A term's error is below 2^-50 of its P, and these sum to 1; the sum's own is below 2^-53 of it for each term.
// posterior/PROOF.md, Proposition 10
double delta_between(const integer_law& p, const integer_law& q, double epsilon) {
  const double factor = std::exp(epsilon);
  double sum = 0;
  for (std::size_t at = 0; at < p.weights.size(); ++at) {
    sum += std::max(0.0, p.probability(at) - factor * q.probability(at));
  }
  return std::min(1.0, sum + sum * static_cast<double>(p.weights.size()) * 0x1p-52 + 0x1p-50);
}

}  // namespace inbounds
