#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>

// Steps of a lattice in exact rational arithmetic.

namespace inbounds::test {

using boost::multiprecision::cpp_int;
using boost::multiprecision::cpp_rational;

inline cpp_int exact_floor(const cpp_rational& x) {
  cpp_int whole = numerator(x) / denominator(x);  // truncates towards zero
  if (x < 0 && whole * denominator(x) != numerator(x)) whole -= 1;
  return whole;
}

/// floor(x/step + 1/2).
inline std::int64_t exact_nearest(double x, double step) {
  return static_cast<std::int64_t>(exact_floor(cpp_rational(x) / cpp_rational(step) + cpp_rational(1, 2)));
}

inline std::int64_t exact_ceiling(double s, double step) {
  return static_cast<std::int64_t>(-exact_floor(-cpp_rational(s) / cpp_rational(step)));
}

inline bool at_most_apart(double q, double other, double s) {
  return abs(cpp_rational(q) - cpp_rational(other)) <= cpp_rational(s);
}

}  // namespace inbounds::test
