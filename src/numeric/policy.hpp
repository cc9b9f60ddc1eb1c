#pragma once

#include <boost/math/policies/policy.hpp>

namespace inbounds {

/// The one Boost.Math policy. Errors come back as NaN or infinity instead of exceptions, and doubles are not promoted:
/// in WebAssembly `long double` is 128-bit software arithmetic, and the default policy is six times the code.
using math_policy = boost::math::policies::policy<
    boost::math::policies::promote_double<false>,
    boost::math::policies::domain_error<boost::math::policies::ignore_error>,
    boost::math::policies::pole_error<boost::math::policies::ignore_error>,
    boost::math::policies::overflow_error<boost::math::policies::ignore_error>,
    boost::math::policies::underflow_error<boost::math::policies::ignore_error>,
    boost::math::policies::denorm_error<boost::math::policies::ignore_error>,
    boost::math::policies::evaluation_error<boost::math::policies::ignore_error>,
    boost::math::policies::rounding_error<boost::math::policies::ignore_error>,
    boost::math::policies::indeterminate_result_error<boost::math::policies::ignore_error>>;

}  // namespace inbounds
