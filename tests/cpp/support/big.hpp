#pragma once

#include <boost/multiprecision/cpp_int.hpp>

#include "numeric/natural.hpp"

namespace inbounds::test {

/// A natural as Boost's integer, read off bit by bit through its public operations.
inline boost::multiprecision::cpp_int big(const natural& value) {
  boost::multiprecision::cpp_int result = 0;
  for (int bit = value.bit_length(); bit-- > 0;) {
    const natural upper = value >> bit;
    const bool odd = upper - ((upper >> 1) << 1) == natural(1);
    result = 2 * result + (odd ? 1 : 0);
  }
  return result;
}

}  // namespace inbounds::test
