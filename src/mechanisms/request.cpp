#include "mechanisms/request.hpp"

namespace inbounds {

result<domain> domain_in(const request& promise) {
  if (promise.spans) return domain_of_spans(*promise.spans);
  if (promise.lower.size() != 1)
    return parameter_error{"lower", "a single number", static_cast<double>(promise.lower.size())};
  if (promise.upper.size() != 1)
    return parameter_error{"upper", "a single number", static_cast<double>(promise.upper.size())};
  const span bounds{promise.lower.front(), promise.upper.front()};
  return promise.gaps ? domain_without(bounds, *promise.gaps) : domain_of(bounds);
}

result<box> box_in(const request& promise) { return box_of(promise.lower, promise.upper); }

result<std::optional<double>> only_one(const char* parameter, const std::vector<double>& list) {
  if (list.size() > 1) return parameter_error{parameter, "a single number", static_cast<double>(list.size())};
  return list.empty() ? std::optional<double>() : list.front();
}

result<double> given_number(const char* parameter, const std::optional<double>& number) {
  if (number) return *number;
  return parameter_error{parameter, "given", std::numeric_limits<double>::quiet_NaN()};
}

}  // namespace inbounds
