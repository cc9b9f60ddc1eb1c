#include "parameter_errors.hpp"

#include <emscripten/bind.h>

#include <cstdint>
#include <limits>
#include <optional>

#include "memory.hpp"

namespace inbounds::bindings {
namespace {

std::optional<parameter_error> last_error;

double address_of(const char* text) { return static_cast<double>(reinterpret_cast<std::uintptr_t>(text)); }

/// The last error as it crosses the border: its numbers, and where its texts are, in the list. JavaScript reads them
/// and fills the numbers in.
double write_last_error() {
  numbers() = {last_error->value,
               last_error->limits[0],
               last_error->limits[1],
               static_cast<double>(last_error->index),
               address_of(last_error->parameter),
               address_of(last_error->rule),
               address_of(last_error->hint),
               address_of(last_error->shown_instead)};
  return static_cast<double>(numbers().size());
}

EMSCRIPTEN_BINDINGS(inbounds_parameter_errors) { emscripten::function("lastError", &write_last_error); }

}  // namespace

double set_last_error(const parameter_error& why) {
  last_error = why;
  return 0;
}

double number_or_nan(const result<double>& answer) {
  if (answer) return *answer;
  set_last_error(answer.error());
  return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace inbounds::bindings
