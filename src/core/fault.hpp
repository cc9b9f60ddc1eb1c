#pragma once

#include <array>
#include <string>
#include <string_view>

namespace inbounds {

/// Why an input was refused: data, not text, so that every host language can format the numbers its own way.
///
/// A fault reads "<parameter> must be <rule>, got <value>" followed by "; <hint>" where there is one.
/// `{0}` and `{1}` in rule and hint stand for the limits. All texts are string literals. With an index, the parameter
/// is that member of a list, such as spans[1].
struct fault {
  std::string_view parameter;
  std::string_view rule;
  double value = 0;
  std::array<double, 2> limits{};
  std::string_view hint{};
  int index = -1;
};

/// The fault as one sentence.
std::string message(const fault& why);

}  // namespace inbounds
