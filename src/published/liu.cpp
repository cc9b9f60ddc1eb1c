#include "published/liu.hpp"

namespace inbounds::published {

double liu_variance(std::span<const double> widths, std::span<const double> sensitivities, double epsilon) {
  double sum = 0;
  for (std::size_t at = 0; at < widths.size(); ++at) {
    sum += sensitivities[at] * (2 * widths[at] + sensitivities[at]);
  }
  return sum / epsilon;
}

}  // namespace inbounds::published
