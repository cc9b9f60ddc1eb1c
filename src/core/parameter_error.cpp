#include "core/parameter_error.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace inbounds {
namespace {

// The shortest decimal that reads back as the same double. std::to_chars would do this, but the C++ library of
// older Emscripten releases lacks it for floating point.
std::string shortest(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
  std::array<char, 32> text{};
  if (value == std::trunc(value) && std::fabs(value) < 1e15) {
    std::snprintf(text.data(), text.size(), "%.0f", value);  // 700, not 7e+02
    return text.data();
  }
  for (int digits = 1; digits <= 17; ++digits) {
    std::snprintf(text.data(), text.size(), "%.*g", digits, value);
    if (std::strtod(text.data(), nullptr) == value) break;
  }
  return text.data();
}

std::string fill_in(std::string_view pattern, const std::array<double, 2>& limits) {
  std::string text;
  for (std::size_t at = 0; at < pattern.size(); ++at) {
    const std::string_view rest = pattern.substr(at);
    if (rest.starts_with("{0}") || rest.starts_with("{1}")) {
      text += shortest(limits[rest[1] == '0' ? 0 : 1]);
      at += 2;
    } else {
      text += pattern[at];
    }
  }
  return text;
}

}  // namespace

[[gnu::noinline]] parameter_error::parameter_error(const char* named, const char* must_be, double got,
                                                   const std::array<double, 2>& limited_by, const char* advice, int at)
    : parameter(named),
      rule(must_be),
      value(got),
      limits(limited_by),
      hint(advice != nullptr ? advice : ""),
      index(at) {}

[[gnu::noinline]] parameter_error::parameter_error(const parameter_error& other) = default;

parameter_error parameter_error::with_shown(const char* words) const {
  parameter_error secret = *this;
  secret.shown_instead = words;
  return secret;
}

std::string message(const parameter_error& why) {
  std::string text{why.parameter};
  if (why.index >= 0) text += "[" + std::to_string(why.index) + "]";
  const bool shows_value = *why.shown_instead == 0 || std::isnan(why.value);
  text +=
      " must be " + fill_in(why.rule, why.limits) + ", got " + (shows_value ? shortest(why.value) : why.shown_instead);
  if (*why.hint != 0) text += "; " + fill_in(why.hint, why.limits);
  return text;
}

}  // namespace inbounds
