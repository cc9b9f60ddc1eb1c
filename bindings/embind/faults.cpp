#include "faults.hpp"

#include <emscripten/bind.h>

namespace inbounds::bindings {

fault_value fault_crossing(const fault& why) {
  return {std::string{why.parameter},
          std::string{why.rule},
          why.value,
          why.limits[0],
          why.limits[1],
          std::string{why.hint},
          why.index};
}

number_outcome number_crossing(const result<double>& made) {
  if (!made) return {fault_crossing(made.error()), 0};
  return {{}, *made};
}

EMSCRIPTEN_BINDINGS(inbounds_faults) {
  emscripten::value_object<fault_value>("Fault")
      .field("parameter", &fault_value::parameter)
      .field("rule", &fault_value::rule)
      .field("value", &fault_value::value)
      .field("firstLimit", &fault_value::first_limit)
      .field("secondLimit", &fault_value::second_limit)
      .field("hint", &fault_value::hint)
      .field("index", &fault_value::index);
  emscripten::value_object<number_outcome>("NumberOutcome")
      .field("fault", &number_outcome::fault)
      .field("number", &number_outcome::number);
}

}  // namespace inbounds::bindings
