#pragma once

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/multiprecision/cpp_int.hpp>

namespace adversary {

/// 80 decimal digits: more than half of them may cancel, and 30 are left.
using number = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<80>, boost::multiprecision::et_off>;

/// For questions that have a yes or a no for an answer: which truths are neighbours, what a truth is rounded to.
using rational = boost::multiprecision::cpp_rational;

}  // namespace adversary
