#include "core/guarantee.hpp"

#include <optional>

namespace inbounds {

std::optional<parameter_error> check_delta(double delta) {
  if (auto why = check_finite("delta", delta)) return why;
  if (delta >= 0 && delta < 1) return {};
  return parameter_error{"delta", "at least 0 and below 1", delta};
}

std::optional<parameter_error> check_guarantee(const guarantee& promise) {
  if (auto why = check_delta(promise.delta)) return why;
  if (promise.delta > 0 && promise.kind == privacy_notion::metric) {
    return parameter_error{"delta", "0 with the metric guarantee", promise.delta};
  }
  if (promise.delta > 0) {
    if (auto why = check_within("epsilon", promise.epsilon, 0, largest_epsilon)) return why;
    if (promise.epsilon >= smallest_epsilon || promise.delta >= smallest_epsilon) return {};
    return parameter_error{"delta", "at least {0} where epsilon is smaller", promise.delta, {smallest_epsilon}};
  }
  if (auto why = check_positive("epsilon", promise.epsilon)) return why;
  return check_within("epsilon", promise.epsilon, smallest_epsilon, largest_epsilon);
}

}  // namespace inbounds
