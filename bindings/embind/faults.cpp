#include "faults.hpp"

#include <emscripten/bind.h>

#include <limits>
#include <optional>
#include <string>

#include "memory.hpp"

namespace inbounds::bindings {
namespace {

std::optional<fault> last;

/// The last fault as it crosses the border: its texts, a line each, and its numbers in the list. JavaScript fills these
/// in.
std::string bound_fault() {
  numbers() = {last->value, last->limits[0], last->limits[1], static_cast<double>(last->index)};
  return std::string(last->parameter) + '\n' + last->rule + '\n' + last->hint;
}

EMSCRIPTEN_BINDINGS(inbounds_faults) { emscripten::function("fault", &bound_fault); }

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
