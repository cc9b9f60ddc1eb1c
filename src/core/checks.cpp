#include "core/checks.hpp"

#include <cmath>

namespace inbounds {

objection check_finite(const char* parameter, double value) {
  if (std::isfinite(value)) return {};
  return fault{parameter, "a finite number", value};
}

objection check_positive(const char* parameter, double value) {
  if (auto why = check_finite(parameter, value)) return why;
  if (value > 0) return {};
  return fault{parameter, "greater than 0", value};
}

objection check_within(const char* parameter, double value, double smallest, double largest) {
  if (auto why = check_finite(parameter, value)) return why;
  if (value >= smallest && value <= largest) return {};
  return fault{parameter, "from {0} to {1}", value, {smallest, largest}};
}

objection check_probability(const char* parameter, double value) {
  if (value >= 0 && value <= 1) return {};  // false for NaN
  return fault{parameter, "a probability from 0 to 1", value};
}

}  // namespace inbounds
