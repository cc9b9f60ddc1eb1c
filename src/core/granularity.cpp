#include "core/granularity.hpp"

#include <cmath>

#include "core/checks.hpp"

namespace inbounds {
namespace {

constexpr double largest_whole_step = 0x1p53;     // beyond it, doubles are not all whole numbers apart by one
constexpr double largest_power_of_two = 0x1p971;  // 2^971 * 2^53 is the last lattice a double can hold

}  // namespace

int floor_log2(double value) {
  int exponent = 0;
  std::frexp(value, &exponent);  // value = m * 2^exponent with 1/2 <= m < 1
  return exponent - 1;
}

result<granularity> granularity_from(double step) {
  if (auto why = check_positive("granularity", step)) return *why;
  const granularity plain{step};
  if (is_power_of_two(step) && step <= largest_power_of_two) return plain;
  if (step <= largest_whole_step && step == std::floor(step)) return plain;
  const double per_unit = std::nearbyint(1 / step);
  if (step < 1 && 1 / per_unit == step) return granularity{step, per_unit};
  return parameter_error{"granularity", "a power of two, a whole number, or 1/n for a whole number n", step};
}

}  // namespace inbounds
