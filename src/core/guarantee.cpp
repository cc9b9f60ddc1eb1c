#include "core/guarantee.hpp"

namespace inbounds {

objection check_guarantee(const guarantee& asked) {
  if (auto why = check_positive("epsilon", asked.epsilon)) return why;
  if (auto why = check_within("epsilon", asked.epsilon, smallest_epsilon, largest_epsilon)) return why;
  if (asked.delta == 0) return {};
  if (auto why = check_within("delta", asked.delta, 0, 1)) return why;
  return fault{"delta", "0", asked.delta, {}, "this mechanism is offered with pure epsilon only"};
}

}  // namespace inbounds
