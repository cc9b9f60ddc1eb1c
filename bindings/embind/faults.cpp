#include "faults.hpp"

#include <emscripten/bind.h>

#include <limits>
#include <string>

namespace inbounds::bindings {
namespace {

/// The last fault as it crosses the border. JavaScript fills in the numbers.
struct fault_value {
  std::string parameter;
  std::string rule;
  double value;
  double first_limit;
  double second_limit;
  std::string hint;
  int index;
};

fault last;

fault_value bound_fault() {
  return {std::string{last.parameter},
          std::string{last.rule},
          last.value,
          last.limits[0],
          last.limits[1],
          std::string{last.hint},
          last.index};
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
  emscripten::function("fault", &bound_fault);
}

}  // namespace

int refused(const fault& why) {
  last = why;
  return 0;
}

double number_or_nan(const result<double>& made) {
  if (made) return *made;
  refused(made.error());
  return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace inbounds::bindings
