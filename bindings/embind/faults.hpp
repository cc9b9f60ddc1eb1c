#pragma once

#include <string>

#include "core/fault.hpp"
#include "core/result.hpp"

namespace inbounds::bindings {

/// A fault as it crosses the border; an empty parameter means that there is none. JavaScript fills in the numbers.
struct fault_value {
  std::string parameter;
  std::string rule;
  double value = 0;
  double first_limit = 0;
  double second_limit = 0;
  std::string hint;
  int index = -1;
};

fault_value fault_crossing(const fault& why);

struct number_outcome {
  fault_value fault;
  double number;
};

number_outcome number_crossing(const result<double>& made);

}  // namespace inbounds::bindings
