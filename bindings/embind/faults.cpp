#include "faults.hpp"

#include <emscripten/bind.h>

#include <cstdint>
#include <limits>
#include <optional>

#include "memory.hpp"

namespace inbounds::bindings {
namespace {

std::optional<fault> last;

double address_of(const char* text) { return static_cast<double>(reinterpret_cast<std::uintptr_t>(text)); }

/// The last fault as it crosses the border: its numbers, and where its texts are, in the list. JavaScript reads them
/// and fills the numbers in.
double bound_fault() {
  numbers() = {last->value,
               last->limits[0],
               last->limits[1],
               static_cast<double>(last->index),
               address_of(last->parameter),
               address_of(last->rule),
               address_of(last->hint),
               address_of(last->told)};
  return static_cast<double>(numbers().size());
}

EMSCRIPTEN_BINDINGS(inbounds_faults) { emscripten::function("fault", &bound_fault); }

}  // namespace

double refused(const fault& why) {
  last = why;
  return 0;
}

double number_or_nan(const result<double>& made) {
  if (made) return *made;
  refused(made.error());
  return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace inbounds::bindings
