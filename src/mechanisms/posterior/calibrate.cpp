#include "mechanisms/posterior/calibrate.hpp"

#include <algorithm>
#include <limits>

#include "mechanisms/posterior/matrix_audit.hpp"
#include "numeric/solve.hpp"

namespace inbounds {
namespace {

constexpr double no_epsilon = std::numeric_limits<double>::infinity();

/// What rounding may add to the loss of the laws as they are meant on the way to whole numbers, with room to spare:
/// exponents of up to 50 (beyond that, shares are the least) are off by a few units in the last place.
double with_rounding(double loss) { return loss + loss * 0x1p-42 + 0x1p-44; }

matrix_audit audit_for(const tempered_laws& laws, const guarantee& asked, double temperature) {
  const double epsilon = asked.delta > 0 ? asked.epsilon : no_epsilon;
  return audit_all(laws, {temperature, tempered_laws::least_share(asked.epsilon), epsilon});
}

/// Beyond an epsilon of 43 the whole numbers cannot lose more, so the laws as they are meant have to keep it as well.
bool is_kept(const matrix_audit& found, const guarantee& asked) {
  if (asked.delta > 0) return found.delta.amount <= asked.delta;
  return std::max(found.released.amount, found.real.amount) <= asked.epsilon;
}

/// The first temperature from `holds` on, in steps of 5 %, at which one of the pairs has reached what is asked, less a
/// hair; then found to the last digits.
double first_crossing(std::vector<kept_pair>& pairs, const guarantee& asked, double holds, double hair) {
  const auto excess = [&](double temperature) {
    double most = -1;
    for (kept_pair& pair : pairs) {
      const double beyond = asked.delta > 0
                                ? pair.delta(temperature, asked.epsilon) - asked.delta * (1 - hair)
                                : with_rounding(pair.loss(temperature)) - asked.epsilon * (1 - hair);
      most = std::max(most, beyond);
    }
    return most;
  };
  double fails = holds;
  do {
    holds = fails;
    fails = holds * 1.05;
  } while (excess(fails) <= 0);
  return solve_on_safe_side(excess, holds, fails).value_or(holds);
}

}  // namespace

bool keeps(const tempered_laws& laws, const guarantee& asked, double temperature) {
  return is_kept(audit_for(laws, asked, temperature), asked);
}

// The worst pair at the safe temperature is followed to where it reaches what is asked. If the audit of everything finds
// a worse pair there, that is followed too, and so on. What is returned was found to hold, whatever led to it.
std::optional<double> tight_temperature(const tempered_laws& laws, const guarantee& asked) {
  const double safe = laws.safe_temperature(asked.epsilon);
  std::vector<kept_pair> pairs;
  double temperature = safe;
  double hair = 0;
  for (int attempt = 0; attempt < 40; ++attempt) {
    const matrix_audit found = audit_for(laws, asked, temperature);
    if (attempt > 0 && is_kept(found, asked)) return temperature;
    const worst_neighbours& worst = asked.delta > 0 && found.delta.amount > 0 ? found.delta : found.real;
    const bool is_known = std::any_of(pairs.begin(), pairs.end(), [&](const auto& pair) { return pair.is(worst); });
    if (is_known) {
      hair = hair == 0 ? 0x1p-40 : 4 * hair;  // it is rounding that breaks the guarantee
    } else {
      pairs.emplace_back(laws, worst.truth, worst.neighbour);
    }
    temperature = first_crossing(pairs, asked, safe * (1 - 0x1p-20), hair);
  }
  return {};
}

double loss_at(const tempered_laws& laws, double temperature) {
  return with_rounding(audit_all(laws, {temperature, 0, no_epsilon}).real.amount);
}

}  // namespace inbounds
