#pragma once

#include <boost/multiprecision/gmp.hpp>
#include <boost/multiprecision/mpfr.hpp>

namespace adversary {

/// 80 decimal digits: more than half of them may cancel, and 30 are left.
using number =
    boost::multiprecision::number<boost::multiprecision::mpfr_float_backend<80, boost::multiprecision::allocate_stack>,
                                  boost::multiprecision::et_off>;

/// For questions that have a yes or a no for an answer: which truths are neighbours, what a truth is rounded to.
using rational = boost::multiprecision::mpq_rational;

/// A quotient of whole numbers, to as many digits as there are.
template <class Real = number>
Real exact(const rational& quotient) {
  return quotient.convert_to<Real>();
}

}  // namespace adversary
