#include "core/checks.hpp"

#include <cmath>

namespace inbounds {

std::optional<parameter_error> check_finite(const char* parameter, double value) {
  if (std::isfinite(value)) return {};
  return parameter_error{parameter, "a finite number", value};
}

std::optional<parameter_error> check_positive(const char* parameter, double value) {
  if (auto why = check_finite(parameter, value)) return why;
  if (value > 0) return {};
  return parameter_error{parameter, "greater than 0", value};
}

std::optional<parameter_error> check_within(const char* parameter, double value, double smallest, double largest) {
  if (auto why = check_finite(parameter, value)) return why;
  if (value >= smallest && value <= largest) return {};
  return parameter_error{parameter, "from {0} to {1}", value, {smallest, largest}};
}

std::optional<parameter_error> check_probability(const char* parameter, double value) {
  if (value >= 0 && value <= 1) return {};  // false for NaN
  return parameter_error{parameter, "a probability from 0 to 1", value};
}

}  // namespace inbounds
