#pragma once

#include <array>
#include <string>

namespace inbounds {

/// Why an input was refused: data, not text, so that every host language can format the numbers its own way.
///
/// An error reads "<parameter> must be <rule>, got <value>" followed by "; <hint>" where there is one.
/// `{0}` and `{1}` in rule and hint stand for the limits. All texts are string literals. With an index, the parameter
/// is that member of a list, such as spans[1].
///
/// Of a true value or a report, the sentence has a few words instead of it: it ends up in logs, and a server sends it
/// to its clients. Limits are parameters, and no rule may say more about where the value lies than that it is refused.
struct parameter_error {
  /// These are out of line, so that every refusal in the library is a call with a few constants and no more.
  parameter_error(const char* named, const char* must_be, double got, const std::array<double, 2>& limited_by = {},
                  const char* advice = "", int at = -1);
  parameter_error(const parameter_error& other);
  parameter_error& operator=(const parameter_error& other) = default;

  /// The same about what must not be told: the sentence says this, such as "a number in a gap", or that it is NaN.
  parameter_error with_shown(const char* words) const;

  const char* parameter;
  const char* rule;
  double value;
  std::array<double, 2> limits;
  const char* hint;
  int index;
  const char* shown_instead = "";
};

/// The error as one sentence.
std::string message(const parameter_error& why);

}  // namespace inbounds
