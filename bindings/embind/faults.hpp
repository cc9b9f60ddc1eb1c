#pragma once

#include <string>

#include "core/fault.hpp"

namespace inbounds::bindings {

/// A fault as it crosses the border; an empty parameter means that there is none. JavaScript fills in the numbers.
struct fault_value {
  std::string parameter;
  std::string rule;
  double value = 0;
  double first_limit = 0;
  double second_limit = 0;
  std::string hint;
};

fault_value fault_crossing(const fault& why);

}  // namespace inbounds::bindings
