#pragma once

#include <boost/json/value.hpp>
#include <string>

namespace inbounds::test {

/// A file of tests/vectors.
boost::json::value vectors(const std::string& file);

/// A number, whether it was written as 1, 1.0 or 1e0; exactly as written if it is a string.
double number(const boost::json::value& value);

}  // namespace inbounds::test
