#include "support/vectors.hpp"

#include <boost/json/src.hpp>  // Boost.JSON, header-only: already here with the rest of Boost
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace inbounds::test {

boost::json::value vectors(const std::string& file) {
  std::ifstream stream(INBOUNDS_VECTORS "/" + file);
  const std::string text{std::istreambuf_iterator<char>{stream}, {}};
  return boost::json::parse(text);
}

double number(const boost::json::value& value) {
  if (value.is_string()) return std::strtod(value.as_string().c_str(), nullptr);
  return value.to_number<double>();
}

}  // namespace inbounds::test
