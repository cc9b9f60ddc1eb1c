#include "mechanisms/request.hpp"

namespace inbounds {

result<domain> domain_in(const request& options) {
  if (options.spans) return domain_of_spans(*options.spans);
  if (options.lower.size() != 1)
    return parameter_error{"lower", "a single number", static_cast<double>(options.lower.size())};
  if (options.upper.size() != 1)
    return parameter_error{"upper", "a single number", static_cast<double>(options.upper.size())};
  const span bounds{options.lower.front(), options.upper.front()};
  return options.gaps ? domain_without(bounds, *options.gaps) : domain_of(bounds);
}

result<box> box_in(const request& options) { return box_of(options.lower, options.upper); }

result<std::optional<double>> only_one(const char* parameter, const std::vector<double>& list) {
  if (list.size() > 1) return parameter_error{parameter, "a single number", static_cast<double>(list.size())};
  return list.empty() ? std::optional<double>() : list.front();
}

result<double> given_number(const char* parameter, const std::optional<double>& number) {
  if (number) return *number;
  return parameter_error{parameter, "given", std::numeric_limits<double>::quiet_NaN()};
}

}  // namespace inbounds
