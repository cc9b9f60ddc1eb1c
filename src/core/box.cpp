#include "core/box.hpp"

#include <cmath>
#include <optional>

#include "core/checks.hpp"

namespace inbounds {

namespace {

/// More than what squares, their sum and its root can be off: each of them once, half as much for the root.
double rounding(const box& where) { return 0x1p-52 * static_cast<double>(where.sides.size() + 8); }

}  // namespace

double box::diagonal() const {
  if (sides.size() == 1) return width_rounded_up(sides.front().hull());
  double squares = 0;
  for (const domain& side : sides) squares += std::pow(width_rounded_up(side.hull()), 2);
  return std::sqrt(squares);
}

bool covers(const box& where, double sensitivity) { return sensitivity >= where.diagonal() * (1 - rounding(where)); }

result<box> box_of(std::span<const double> lower, std::span<const double> upper) {
  if (lower.empty()) return parameter_error{"lower", "at least one number long", 0};
  if (upper.size() != lower.size()) {
    return parameter_error{
        "upper", "{0} numbers long", static_cast<double>(upper.size()), {static_cast<double>(lower.size())}};
  }
  box where{std::vector<domain>(lower.size())};
  for (std::size_t at = 0; at < lower.size(); ++at) {
    const int named = lower.size() > 1 ? static_cast<int>(at) : -1;
    std::optional<parameter_error> why = check_finite("lower", lower[at]);
    if (!why) why = check_finite("upper", upper[at]);
    result<domain> side = domain_of({lower[at], upper[at]});
    if (!why && !side) why = side.error();
    if (why) {
      why->index = named;
      return *why;
    }
    where.sides[at] = *std::move(side);
  }
  return where;
}

std::optional<parameter_error> check_sensitivity(const box& where, double sensitivity) {
  if (where.sides.size() == 1) return check_sensitivity(where.sides.front(), sensitivity);
  if (auto why = check_positive("sensitivity", sensitivity)) return why;
  if (auto why = check_within("sensitivity", sensitivity, smallest_width, largest_width)) return why;
  if (sensitivity <= where.diagonal() * (1 + rounding(where))) return {};
  return parameter_error{
      "sensitivity", "at most the distance of opposite corners ({0})", sensitivity, {where.diagonal()}};
}

}  // namespace inbounds
