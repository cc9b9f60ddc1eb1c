#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
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

/// The step itself, of which the double is the nearest: 1/n, where that is no power of two.
inline cpp_rational exact_step(double step) {
  const double parts = std::round(1 / step);
  int exponent = 0;
  const bool is_part = step < 1 && std::frexp(step, &exponent) != 0.5 && 1 / parts == step;
  return is_part ? cpp_rational(1, static_cast<std::int64_t>(parts)) : cpp_rational(step);
}

/// floor((x - origin)/step + 1/2).
inline std::int64_t exact_nearest(double x, double step, double origin = 0) {
  const cpp_rational steps = (cpp_rational(x) - cpp_rational(origin)) / exact_step(step);
  return static_cast<std::int64_t>(exact_floor(steps + cpp_rational(1, 2)));
}

inline std::int64_t exact_ceiling(double s, double step) {
  return static_cast<std::int64_t>(-exact_floor(-cpp_rational(s) / exact_step(step)));
}

inline bool is_within(double q, double other, double s) {
  return abs(cpp_rational(q) - cpp_rational(other)) <= cpp_rational(s);
}

}  // namespace inbounds::test
