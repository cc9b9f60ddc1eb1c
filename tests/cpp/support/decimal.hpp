#pragma once

#include <boost/multiprecision/mpfr.hpp>

namespace inbounds::test {

/// A number with so many decimal digits, by MPFR; without expression templates, which compile slowly.
template <unsigned digits>
using decimal = boost::multiprecision::number<
    boost::multiprecision::mpfr_float_backend<digits, boost::multiprecision::allocate_stack>,
    boost::multiprecision::et_off>;

}  // namespace inbounds::test
