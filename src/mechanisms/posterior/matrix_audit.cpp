#include "mechanisms/posterior/matrix_audit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "privacy/finite_loss.hpp"

namespace inbounds {
namespace {

struct audited_row {
  std::size_t truth;
  std::vector<double> slopes;
  double log_sum;
  integer_law released;
};

class auditor {
 public:
  auditor(const tempered_laws& laws, const audit_request& asked)
      : laws_(laws), asked_(asked), weights_(laws.size()), before_(empty()), here_(empty()) {}

  matrix_audit found() {
    for (const auto& [first, second] : laws_.neighbours()) {
      if (before_.truth != first) fill(before_, first);
      fill(here_, second);
      look_at(before_, here_);
      look_at(here_, before_);
      std::swap(before_, here_);
    }
    return found_;
  }

 private:
  audited_row empty() const {
    return {std::numeric_limits<std::size_t>::max(), std::vector<double>(laws_.size()), 0, {}};
  }

  void fill(audited_row& row, std::size_t truth) {
    row.truth = truth;
    laws_.slopes_from(truth, row.slopes);
    row.log_sum = weigh(row.slopes, asked_.temperature, weights_);
    if (asked_.least_share > 0) share_out(weights_, asked_.least_share, row.released);
  }

  void look_at(const audited_row& truth, const audited_row& neighbour) {
    double steepest = -std::numeric_limits<double>::infinity();
    std::size_t output = 0;
    for (std::size_t at = 0; at < truth.slopes.size(); ++at) {
      const double steeper = neighbour.slopes[at] - truth.slopes[at];
      output = steeper > steepest ? at : output;
      steepest = std::max(steepest, steeper);
    }
    const double loss = asked_.temperature * steepest + (neighbour.log_sum - truth.log_sum);
    keep(found_.real, {loss, truth.truth, neighbour.truth, output});
    if (asked_.least_share == 0) return;
    const auto [released, outcome] = loss_between(truth.released, neighbour.released);
    keep(found_.released, {released, truth.truth, neighbour.truth, outcome});
    if (released <= asked_.epsilon) return;
    const double delta = delta_between(truth.released, neighbour.released, asked_.epsilon);
    keep(found_.delta, {delta, truth.truth, neighbour.truth, outcome});
  }

  static void keep(worst_neighbours& worst, const worst_neighbours& seen) {
    if (seen.amount > worst.amount) worst = seen;
  }

  const tempered_laws& laws_;
  const audit_request& asked_;
  std::vector<double> weights_;
  audited_row before_;
  audited_row here_;
  matrix_audit found_{};
};

}  // namespace

matrix_audit audit_all(const tempered_laws& laws, const audit_request& asked) { return auditor(laws, asked).found(); }

kept_pair::kept_pair(const tempered_laws& laws, std::size_t one, std::size_t other) {
  for (auto* const side : {&one_, &other_}) {
    side->truth = side == &one_ ? one : other;
    side->slopes.resize(laws.size());
    side->weights.resize(laws.size());
    laws.slopes_from(side->truth, side->slopes);
  }
}

void kept_pair::weigh_both(double temperature) {
  for (auto* const side : {&one_, &other_}) side->log_sum = weigh(side->slopes, temperature, side->weights);
}

double kept_pair::loss(double temperature) {
  weigh_both(temperature);
  const double shift = other_.log_sum - one_.log_sum;
  double most = 0;
  for (std::size_t at = 0; at < one_.slopes.size(); ++at) {
    most = std::max(most, std::fabs(temperature * (other_.slopes[at] - one_.slopes[at]) + shift));
  }
  return most;
}

double kept_pair::delta(double temperature, double epsilon) {
  weigh_both(temperature);
  const double factor = std::exp(epsilon);
  const double per_one = std::exp(-one_.log_sum);
  const double per_other = std::exp(-other_.log_sum);
  double forth = 0;
  double back = 0;
  for (std::size_t at = 0; at < one_.slopes.size(); ++at) {
    const double p = one_.weights[at] * per_one;
    const double q = other_.weights[at] * per_other;
    forth += std::max(0.0, p - factor * q);
    back += std::max(0.0, q - factor * p);
  }
  return std::max(forth, back);
}

bool kept_pair::is(const worst_neighbours& pair) const {
  return std::minmax(pair.truth, pair.neighbour) == std::minmax(one_.truth, other_.truth);
}

}  // namespace inbounds
